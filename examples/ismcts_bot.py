"""OpenSpiel's information set search as a bot program for the arena. Needs kingup[openspiel].

kingup arena --bot page --bot courtier --bot "python3 ismcts_bot.py 100"
"""

import json
import sys

from kingup.envs.openspiel.bots import Ismcts
from kingup.history import Climbed, Placed, Voted
from kingup.view import EmissaryView, OwnCards, RoundView, View


def move_of(told):
    """Return a placement, a climb or a vote from its message."""
    for kind, key in ((Voted, "votes"), (Placed, "floor"), (Climbed, "place")):
        if key in told:
            return kind(**told)
    raise ValueError(f"no move: {told}")


def view_of(told):
    """Return a view from its message; parts that the search ignores stay plain JSON."""
    rounds = []
    for round_ in told["rounds"]:
        moves = tuple(move_of(move) for move in round_["moves"])
        rounds.append(RoundView(**{**round_, "moves": moves}))
    emissary = told["emissary"] and EmissaryView(**told["emissary"])
    own = OwnCards(**told["own"])
    return View(**{**told, "rounds": tuple(rounds), "emissary": emissary, "own": own})


def main():
    """Answer line by line until told to stop."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    bot = Ismcts(simulations)
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": f"ISMCTS {simulations}"}
        elif message["type"] == "new-game":
            bot = Ismcts(simulations, seed=message["seed"])
        elif message["type"] == "choose":
            action = bot.choose(view_of(message["view"]))
            answer = {"type": "action", "id": message["id"], "action": action}
        elif message["type"] == "bye":
            break
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

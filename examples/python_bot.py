"""A small bot for King Up! and Vive le Roi: only Python's standard library, no kingup.

Try it with:  kingup bot-check "python3 python_bot.py"
"""

import json
import random
import sys

WORTH = {"throne": 10, "5": 5, "4": 4, "3": 3, "2": 2, "1": 1}
ENOUGH = 20  # points for which it accepts a crowning


def points(view):
    """Return what my favourites would score if the candidate were crowned now."""
    return sum(WORTH.get(view["castle"][letter], 0) for letter in view["own"]["favourites"][0])


def choose(view):
    """Return one of view["actions"].

    Early candidates are rejected, while all players still have No cards. So it keeps its
    favourites low at first, and lets other characters climb.
    """
    actions = view["actions"]
    favourites = "".join(view["own"]["favourites"])  # two cards in a team
    mine = [action for action in actions if action[0] in favourites]
    others = [action for action in actions if action[0] not in favourites]
    if view["phase"] == "place":
        low = [action for action in mine if action[1] in "12"]
        high = [action for action in others if action[1] in "34"]
        return random.choice(low + high or actions)
    if view["phase"] == "climb":
        if others and view["own"]["no_cards"]:
            return max(others, key=lambda letter: WORTH.get(view["castle"][letter], 0))
        waiting = [letter for letter in mine if view["castle"][letter] != "5"]
        return random.choice(waiting or others or actions)
    if view["phase"] == "vote":
        return "N" if "N" in actions and points(view) < ENOUGH else "Y"
    return random.choice(actions)  # which Ambition card to keep


def main():
    """Answer line by line until told to stop."""
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "Little Python"}
        elif message["type"] == "new-game":
            random.seed(message["seed"])
        elif message["type"] == "choose":
            answer = {"type": "action", "id": message["id"], "action": choose(message["view"])}
        elif message["type"] == "bye":
            break
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

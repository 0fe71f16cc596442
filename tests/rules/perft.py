"""Count what can happen: all sequences of actions from given positions, to a given depth.

The positions and their counts are in tests/golden/perft.json. After a change of the rules that
is meant to change them, count again with ``python -m tests.rules.perft`` and read the diff.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import kingup
from kingup.rules.constants import DEAL, OVER, SHUFFLE
from kingup.rules.deals import read_pile, shuffle_round
from kingup.rules.kernel.playouts import next_actor
from kingup.rules.kernel.turns import list_actions, play
from kingup.rules.state import FIELDS, ActionMenu, State
from tests.rules.positions import vote

GOLDEN = Path(__file__).parents[1] / "golden" / "perft.json"


def set_up(position: dict[str, Any]) -> State:
    """Return the state that a position's deal, choices and moves lead to."""
    seats = position["seats"]
    game = kingup.Game(position["edition"], seats, position["options"], dealer=None)
    deal = dict(position["deal"])
    deal["favourites"] = tuple(deal["favourites"])
    deal["ambitions"] = tuple((one, two) for one, two in deal.get("ambitions", ()))
    game.deal(kingup.Deal(**deal))
    for player, kept in enumerate(position.get("kept", [])):
        game.play(player, kept)
    for move in position["moves"]:
        if isinstance(move, str):
            game.play(game.to_act[0], move)
        else:
            vote(game, move["votes"])
            if "pile" in move:
                game.shuffle(move["pile"])
    return game.state


def successors(state: State) -> list[State]:
    """Return every state one step on. Simultaneous choices are made in players' order.

    A round's end has no successors; a shuffle of the Emissary's pile has one for each order.
    """
    found = []
    if state.phase == SHUFFLE:
        for pile in sorted(set(permutations(read_pile(state)))):
            twin = state.copy()
            shuffle_round(twin, "".join(pile))
            found.append(twin)
    elif state.phase not in (DEAL, OVER):
        menu = ActionMenu()
        player = next_actor(state)
        list_actions(state, player, menu)
        for action in menu.action[: menu.size]:
            twin = state.copy()
            play(twin, player, action)
            found.append(twin)
    return found


def frozen(state: State) -> tuple[Any, ...]:
    """Return a state as something that can be a key."""
    values = (getattr(state, name) for name, _, _ in FIELDS)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def count(state: State, depth: int) -> tuple[list[int], list[int]]:
    """Return the numbers of sequences, and of different states they end in, at each depth."""
    level = {frozen(state): (state, 1)}
    sequences, states = [], []
    for _ in range(depth):
        ways: Counter[tuple[Any, ...]] = Counter()
        found: dict[tuple[Any, ...], State] = {}
        for before, number in level.values():
            for after in successors(before):
                key = frozen(after)
                ways[key] += number
                found[key] = after
        level = {key: (found[key], number) for key, number in ways.items()}
        sequences.append(ways.total())
        states.append(len(found))
    return sequences, states


def load() -> dict[str, Any]:
    """Return the golden file."""
    golden: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return golden


def recount() -> None:
    """Write the golden file anew, with the positions it holds."""
    golden = load()
    for position in golden["positions"]:
        counts = count(set_up(position), position["depth"])
        position["sequences"], position["states"] = counts
    lines = [json.dumps(position, ensure_ascii=False) for position in golden["positions"]]
    about = json.dumps(golden["about"], ensure_ascii=False)
    text = '{"about": ' + about + ',\n"positions": [\n' + ",\n".join(lines) + "\n]}\n"
    GOLDEN.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    recount()

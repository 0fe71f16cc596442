"""How much a player tells of its cards: python -m bench.told OUT.csv [--games 6]

Four of one level play; at the end of each round an observer who knows how the trained player
chooses (`kingup.bots.sovereign.beliefs`) says how likely everybody's true card is. The logarithm
of that to its chance at the deal is what a player has told, in bits.
"""

from __future__ import annotations

import argparse
import csv
import math
from pathlib import Path

from kingup import Game
from kingup.arena.samples import Sample
from kingup.bots import make_bot
from kingup.bots.sight import UNKNOWN_CARD, cards_seen, sight_of
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.networks import networks_of
from kingup.rules.constants import CARDS
from kingup.view import View

LEVELS = ("bold", "sly", "loyal", "sovereign")
EDITIONS = ("kingup", "vive-le-roi")
LEAST = 1e-6


def bits_of_game(level: str, edition: str, seed: int) -> list[float]:
    """Return what each hidden player of each round of a game told the first one."""
    game = Game(edition, 4, seed=5000 + seed)
    bots = [make_bot(level, 4 * seed + i) for i in range(4)]
    found: list[float] = []
    last: View | None = None
    cards: list[int] = []
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        if player == 0:
            if last is not None and last.round != view.round:
                found += bits_of_round(last, cards)
            last, cards = view, list(game.state.card[:4])
        game.play(player, bots[player].choose(view))
    return found + (bits_of_round(last, cards) if last is not None else [])


def bits_of_round(view: View, cards: list[int]) -> list[float]:
    """Return what others have told by the viewer's last decision in a round."""
    beliefs = PolicyBeliefs(networks_of(None))
    beliefs.update(view)
    state = sight_of(view)
    free = CARDS - cards_seen(state).bit_count()
    table = beliefs.marginals()
    hidden = [player for player in range(4) if state.card[player] == UNKNOWN_CARD]
    return [math.log2(max(LEAST, float(table[p, cards[p]])) * free) for p in hidden]


def main() -> None:
    """Measure all characters, and write each result as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=6)
    options = parser.parse_args()
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["level", "edition", "bits", "error", "games"])
        for edition in EDITIONS:
            for level in LEVELS:
                sample = Sample()
                for seed in range(options.games):
                    bits = bits_of_game(level, edition, seed)
                    sample.add(sum(bits) / len(bits))
                low, high = sample.interval(-math.log2(1 / LEAST), math.log2(CARDS))
                row = [level, edition, f"{sample.mean:.2f}", f"{(high - low) / 2:.2f}"]
                writer.writerow([*row, options.games])
                file.flush()


if __name__ == "__main__":
    main()

"""How much a player tells of its cards: python -m bench.told OUT.csv [--games 6]

Four of one level play; at the end of each round two observers say how likely everybody's true
card is: one who knows how the trained player chooses (`kingup.bots.sovereign.beliefs`), and a
plain one, who takes everybody for a courtier (`kingup.bots.beliefs`). The logarithm of that to its
chance at the deal is what a player has told, in bits; below 0 it has misled.
"""

from __future__ import annotations

import argparse
import csv
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.arena.samples import Sample
from kingup.bots import make_bot
from kingup.bots.beliefs import Tracker
from kingup.bots.sight import UNKNOWN_CARD, cards_seen, sight_of
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.networks import networks_of
from kingup.rules.constants import CARDS
from kingup.view import View

LEVELS = ("bold", "sly", "loyal", "sovereign")
EDITIONS = ("kingup", "vive-le-roi")
LEAST = 1e-6


def bits_of_game(level: str, edition: str, seed: int) -> list[tuple[float, float]]:
    """Return what each hidden player of each round of a game told the two observers."""
    game = Game(edition, 4, seed=5000 + seed)
    bots = [make_bot(level, 4 * seed + i) for i in range(4)]
    found: list[tuple[float, float]] = []
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


def bits_of_round(view: View, cards: list[int]) -> list[tuple[float, float]]:
    """Return what others have told by the viewer's last decision in a round."""
    knowing, plain = PolicyBeliefs(networks_of(None)), Tracker()
    knowing.update(view)
    plain.update(view)
    state = sight_of(view)
    free = CARDS - cards_seen(state).bit_count()
    tables = (knowing.marginals(), plain.beliefs().cards)
    hidden = [player for player in range(4) if state.card[player] == UNKNOWN_CARD]

    def bits(player: int, table: NDArray[np.float64]) -> float:
        return math.log2(max(LEAST, float(table[player, cards[player]])) * free)

    return [(bits(player, tables[0]), bits(player, tables[1])) for player in hidden]


def main() -> None:
    """Measure all characters, and write each result as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=6)
    options = parser.parse_args()
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = ("bits", "bits_error", "plain_bits", "plain_bits_error")
        writer.writerow(["level", "edition", *names, "games"])
        for edition in EDITIONS:
            for level in LEVELS:
                samples = (Sample(), Sample())
                for seed in range(options.games):
                    found = bits_of_game(level, edition, seed)
                    for sample, bits in zip(samples, zip(*found, strict=True), strict=True):
                        sample.add(sum(bits) / len(bits))
                figures = [f"{x:.2f}" for sample in samples for x in mean_and_error(sample)]
                writer.writerow([level, edition, *figures, options.games])
                file.flush()


def mean_and_error(sample: Sample) -> tuple[float, float]:
    """Return a mean, and half of its 95 % interval."""
    low, high = sample.interval(math.log2(LEAST), math.log2(CARDS))
    return sample.mean, (high - low) / 2


if __name__ == "__main__":
    main()

"""How well the trained player guesses others' favourites: log-losses in nats a player."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.arena.samples import Sample
from kingup.bots import Bot, make_bot
from kingup.bots.beliefs import Tracker
from kingup.bots.sight import UNKNOWN_CARD, cards_seen, sight_of
from kingup.bots.sovereign.analysis import predicted_cards
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.networks import networks_of

GAMES = 24
RIVALS = "sovereign", "chancellor:500", "courtier", "page"
"""Whose cards are guessed: copies of the player, and other bots."""
LEAST = 1e-6
"""The least probability of a guess: else a single zero would make the loss infinite."""


@dataclass(frozen=True)
class Losses:
    """Mean log-losses of hidden cards over games, and half their 95 % intervals."""

    edition: str
    rival: str
    head: float
    bayes: float
    tracker: float
    even: float
    head_error: float
    bayes_error: float
    tracker_error: float
    decisions: int


def measure_losses(weights: Path, edition: str, rival: str, games: int = GAMES) -> Losses:
    """Return how well a trained player guesses the cards of three others of one kind."""
    samples = [Sample() for _ in range(4)]
    decisions = 0
    for seed in range(games):
        means, asked = losses_of_game(weights, edition, rival, seed)
        for sample, mean in zip(samples, means, strict=True):
            sample.add(float(mean))
        decisions += asked
    head, bayes, tracker, even = samples
    return Losses(
        edition, rival, head.mean, bayes.mean, tracker.mean, even.mean,
        half_interval(head), half_interval(bayes), half_interval(tracker), decisions,
    )  # fmt: skip


def half_interval(sample: Sample) -> float:
    """Return half of the mean's 95 % interval."""
    low, high = sample.interval(0.0, -math.log(LEAST))
    return (high - low) / 2


def losses_of_game(
    weights: Path, edition: str, rival: str, seed: int
) -> tuple[NDArray[np.float64], int]:
    """Return the mean losses of one game, by method, and the number of decisions."""
    own = f"sovereign:weights={weights}"
    networks = networks_of(weights)
    game = Game(edition, 4, seed=1000 + seed)
    bots: list[Bot] = [
        make_bot(own if i == seed % 4 or rival == "sovereign" else rival, 4 * seed + i)
        for i in range(4)
    ]
    bayes, tracker = PolicyBeliefs(networks), Tracker()
    sums = np.zeros(4)
    guesses = decisions = 0
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        if player == seed % 4 and len(view.actions) > 1:
            bayes.update(view)
            tracker.update(view)
            state = sight_of(view)
            free = 26 - bin(cards_seen(state)).count("1")
            tables = (predicted_cards(view, networks), bayes.marginals(), tracker.beliefs().cards)
            hidden = [p for p in range(4) if state.card[p] == UNKNOWN_CARD]
            for other in hidden:
                true = game.state.card[other]
                sums += [*(loss(table, other, true) for table in tables), math.log(free)]
            guesses += len(hidden)
            decisions += 1
        game.play(player, bots[player].choose(view))
    return sums / max(1, guesses), decisions


def loss(table: NDArray[np.float64], player: int, card: int) -> float:
    """Return the log-loss of one guess."""
    return -math.log(max(LEAST, float(table[player, card])))


def read_losses(weights: str, path: Path) -> list[Losses]:
    """Return the losses in a CSV file for weights with this digest."""
    if not path.exists():
        return []
    kinds = {"str": str, "int": int, "float": float}
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Losses(**{each.name: kinds[str(each.type)](row[each.name]) for each in fields(Losses)})
            for row in csv.DictReader(file)
            if row["weights"] == weights
        ]


def write_losses(losses: Sequence[Losses], weights: str, path: Path) -> None:
    """Write a CSV file of losses, replacing those of other weights."""
    with path.open("w", newline="", encoding="utf-8") as file:
        columns = ["weights", *(each.name for each in fields(Losses))]
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        for each in losses:
            numbers = {
                k: f"{v:.4f}" if isinstance(v, float) else v for k, v in asdict(each).items()
            }
            writer.writerow({"weights": weights, **numbers})

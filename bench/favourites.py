"""How well everybody's favourites are guessed: log-losses in nats a player."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.bots import Bot, make_bot
from kingup.bots.beliefs import Tracker
from kingup.bots.sight import UNKNOWN_CARD, sight_of
from kingup.bots.sovereign.beliefs import PolicyBeliefs, cards_seen
from kingup.bots.sovereign.mind import mind_of
from kingup.bots.sovereign.thinking import predicted_cards

GAMES = 12
RIVALS = "sovereign", "chancellor:500", "courtier", "page"
"""Whose cards are guessed: of copies, and of strangers."""
LEAST = 1e-6
"""No guess counts as less likely: one impossible card would count for everything."""


@dataclass(frozen=True)
class Losses:
    """Mean log-losses of the cards that are hidden, over decisions and other players."""

    edition: str
    rival: str
    head: float
    bayes: float
    tracker: float
    even: float
    decisions: int


def measure_losses(weights: Path, edition: str, rival: str, games: int = GAMES) -> Losses:
    """Return how well a trained player guesses the cards of three others of one kind."""
    own = f"sovereign:weights={weights}"
    mind = mind_of(weights)
    sums = np.zeros(4)
    guesses = decisions = 0
    for seed in range(games):
        game = Game(edition, 4, seed=1000 + seed)
        bots: list[Bot] = [
            make_bot(own if i == seed % 4 or rival == "sovereign" else rival, 4 * seed + i)
            for i in range(4)
        ]
        bayes, tracker = PolicyBeliefs(mind), Tracker()
        while not game.is_over:
            player = game.to_act[0]
            view = game.view(player)
            if player == seed % 4 and len(view.actions) > 1:
                bayes.update(view)
                tracker.update(view)
                state = sight_of(view)
                free = 26 - bin(cards_seen(state)).count("1")
                tables = (predicted_cards(view, mind), bayes.marginals(), tracker.beliefs().cards)
                hidden = [p for p in range(4) if state.card[p] == UNKNOWN_CARD]
                for other in hidden:
                    true = game.state.card[other]
                    sums += [*(loss(table, other, true) for table in tables), math.log(free)]
                guesses += len(hidden)
                decisions += 1
            game.play(player, bots[player].choose(view))
    head, by_policy, tracked, even = sums / max(1, guesses)
    return Losses(
        edition, rival, float(head), float(by_policy), float(tracked), float(even), decisions
    )


def loss(table: NDArray[np.float64], player: int, card: int) -> float:
    """Return the log-loss of one guess."""
    return -math.log(max(LEAST, float(table[player, card])))

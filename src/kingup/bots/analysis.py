"""Analysis of a position, as far as its viewer can know it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kingup.bots import compiled
from kingup.bots.beliefs import Tracker
from kingup.bots.bot import BotError
from kingup.bots.evaluator import Evaluator, Playouts
from kingup.bots.sight import history_of, sight_of
from kingup.rules.actions import encode_action, parse_action
from kingup.view import View

WORLDS = 256
MOST_WORLDS = 100_000


@dataclass(frozen=True, slots=True)
class Assessment:
    """An evaluator's judgement of a view."""

    chances: tuple[float, ...]
    """Every seat's chance of winning; the rest up to 1 is the Emissary's."""
    actions: dict[str, float]
    """The probability of each of the viewer's actions; empty if it is not the viewer's turn."""


def settled(view: View, worlds: int, most: int) -> tuple[float, ...] | None:
    """Return every seat's share of the win if the game is over; None while it is not.

    Raise `BotError` before the first deal, or if the number of worlds is out of range.
    """
    if not 1 <= worlds <= most:
        raise BotError("Imagine from 1 to {most} deals.", most=most)
    if not view.rounds:
        raise BotError("There is nothing to judge before the first deal.")
    if view.winners is None:
        return None
    share = 1 / max(1, len(view.winners))
    return tuple(share * (seat in view.winners) for seat in range(len(view.seats)))


def assess(
    view: View, evaluator: Evaluator | None = None, *, worlds: int = WORLDS, seed: int = 0
) -> Assessment:
    """Return everybody's chances of winning, and the viewer's likely actions, over imagined deals.

    Deals are drawn from what the viewer may believe, and judged by the evaluator, `Playouts` by
    default.
    """
    shares = settled(view, worlds, MOST_WORLDS)
    if shares is not None:
        return Assessment(shares, {})
    seed %= 2**63  # compiled code uses 64-bit integers
    state = sight_of(view)
    tracker = Tracker()
    tracker.update(view)
    games = np.repeat(compiled.new_games(state, 1), worlds)
    compiled.imagine_all(games, tracker.totals(), tracker.seen, seed)
    histories = np.repeat(compiled.history_records(history_of(view)), worlds)
    players = np.full(worlds, view.viewer or 0, np.int32)
    judge = evaluator or Playouts(seed=seed)
    priors, values = judge.evaluate(games, histories, players)
    chances = values[:, : state.seats].mean(axis=0)
    means = priors.mean(axis=0)
    actions = {}
    if view.viewer is not None:
        for text in view.actions:
            code = encode_action(state, view.viewer, parse_action(state, text))
            actions[text] = float(means[code])
    return Assessment(tuple(float(chance) for chance in chances), actions)

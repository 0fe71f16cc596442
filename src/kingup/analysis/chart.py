"""Everybody's chances over time: with all cards open, and as each player could judge them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kingup.analysis.beliefs import PUBLIC
from kingup.analysis.ledger import DealValues
from kingup.analysis.moments import moments_of_round
from kingup.analysis.replaying import steps_of
from kingup.analysis.table import Floats
from kingup.analysis.values import Valuer
from kingup.analysis.weighed_game import WeighedGame
from kingup.analysis.worlds import imagine
from kingup.bots.compiled import history_records
from kingup.bots.sight import history_of
from kingup.rules.constants import MAX_SEATS
from kingup.rules.records import new_games

OPEN = "open"
PUBLIC_LINE = "public"

RELIABILITY = 0.05
"""Half the width of the band of open chances at even odds: how far the judge's bins lay from the
truth in 56 of 60 measured rounds (docs/strength.md)."""

BAND = (10, 90)
"""The percentiles of imagined deals between which a band lies."""


@dataclass(frozen=True, slots=True)
class Line:
    """Chances as one observer could judge them, by moment and then by seat and the Emissary."""

    observer: str
    """open, public, or a seat's number from 1."""
    chances: tuple[tuple[float, ...], ...]
    low: tuple[tuple[float, ...], ...]
    high: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Chances after each deal, each placing and each vote."""

    moments: tuple[str, ...]
    lines: tuple[Line, ...]

    def line(self, observer: str = OPEN) -> Line:
        """Return the line of an observer."""
        return next(line for line in self.lines if line.observer == observer)


def chart_of(
    facts: WeighedGame, valuer: Valuer, deals: DealValues, worlds: int, seed: int
) -> Chart:
    """Return everybody's chances over time."""
    seats = [*range(len(facts.game.setup.seats)), MAX_SEATS]
    observers = [PUBLIC, *seats[:-1]]
    names: list[str] = []
    parts: dict[str, list[tuple[Floats, Floats, Floats]]] = {
        OPEN: [], PUBLIC_LINE: [], **{str(seat + 1): [] for seat in seats[:-1]}
    }  # fmt: skip
    for again, number, count in steps_of(facts.game):
        if count < 0:
            continue
        moment = moments_of_round(facts.game.rounds[number - 1].moves, number)[count]
        if not moment.is_turn:
            continue
        names.append(moment.name)
        round_ = facts.rounds[number - 1]
        state = round_.state if count == 0 else again.state
        games = new_games(state, 1)
        history = history_records(history_of(again.view()))
        is_ended = again.rounds[-1].ended
        if count == 0:
            chances = deals.after[number - 1]
        elif is_ended and not again.is_over:
            chances = deals.before[number]  # nobody knows the next deal
        else:
            tallies = round_.open_tallies(moment.size)[None]
            chances = valuer.chances(games, history, tallies)[0]
        wide = 2 * RELIABILITY * np.sqrt(chances * (1 - chances))
        parts[OPEN].append((chances, np.maximum(0, chances - wide), np.minimum(1, chances + wide)))
        for observer in observers:
            line = PUBLIC_LINE if observer == PUBLIC else str(observer + 1)
            if is_ended:
                # The cards lie open until the next deal.
                parts[line].append(parts[OPEN][-1])
                continue
            random = np.random.default_rng([seed % 2**64, 2, number, count, observer + 1])
            drawn = imagine(round_.observer(observer, moment.size), games, worlds, random)
            found = valuer.chances(drawn.games, np.repeat(history, worlds), drawn.tallies)
            low, high = np.percentile(found, BAND, axis=0)
            parts[line].append((found.mean(axis=0), low, high))
    lines = []
    for name, each in parts.items():
        edges = [
            tuple(tuple(round(float(row[i][seat]), 4) for seat in seats) for row in each)
            for i in range(3)
        ]
        lines.append(Line(name, *edges))
    return Chart(tuple(names), tuple(lines))

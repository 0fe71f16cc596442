"""The outcome of a league game: ranks and win shares, with a loss for absent bots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kingup.tables.events import Acted
from kingup.tables.table import Table


@dataclass(frozen=True, slots=True)
class LeagueOutcome:
    """The result of a game, by seat."""

    ranks: tuple[int, ...]
    """0 for the best; tied seats share the better rank. Absent bots come last."""
    shares: tuple[float, ...]
    """Each seat's share of the win: 1, less if it is shared, or 0. All 0 if the Emissary won."""
    scores: tuple[int, ...]
    """Empty for a game decided without playing."""
    missing: tuple[int, ...]
    """The seats whose bots were absent at the start, or for a while."""


def settle(table: Table, absent: Collection[int]) -> LeagueOutcome:
    """Return the outcome of a finished game.

    A bot that was not connected at the start, or for which a stand-in acted later, has lost,
    whatever the score.
    """
    game = table.game
    assert game is not None  # noqa: S101 - the caller knows that it is over
    stood_in = {
        one.event.player
        for one in table.numbered
        if isinstance(one.event, Acted) and one.event.by == "stand-in"
    }
    missing = tuple(sorted({*absent, *stood_in}))
    scores = tuple(game.scores)
    first = [seat for seat in game.winners if seat not in missing]
    there = [seat for seat in range(len(scores)) if seat not in missing]
    if not first and there and game.winners:  # if the Emissary won, nobody else inherits the win
        best = max(scores[seat] for seat in there)
        first = [seat for seat in there if scores[seat] == best]
    ranks = _ranks(scores, first, missing)
    shares = tuple(1 / len(first) if seat in first else 0.0 for seat in range(len(scores)))
    return LeagueOutcome(ranks, shares, scores, missing)


def walkover(seats: int, missing: Collection[int]) -> LeagueOutcome:
    """Return the outcome of a game for which too few bots were connected to play it."""
    there = [seat for seat in range(seats) if seat not in missing]
    ranks = tuple(0 if seat in there else len(there) for seat in range(seats))
    shares = tuple(1 / len(there) if seat in there else 0.0 for seat in range(seats))
    return LeagueOutcome(ranks, shares, (), tuple(sorted(missing)))


def _ranks(
    scores: Sequence[int], first: Collection[int], missing: Collection[int]
) -> tuple[int, ...]:
    """Return the ranks: winners, the others by score, then the absent bots."""

    def key(seat: int) -> tuple[bool, bool, int]:
        if seat in missing:
            return (True, True, 0)
        return (False, seat not in first, 0 if seat in first else -scores[seat])

    keys = [key(seat) for seat in range(len(scores))]
    return tuple(sum(other < own for other in keys) for own in keys)

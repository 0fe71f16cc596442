"""What a study keeps of a game: a few numbers, from its outcome and its record."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kingup.arena.outcome import GameOutcome
from kingup.game import Game
from kingup.history import Voted
from kingup.notation import read_json
from kingup.rules.constants import ROUNDS, THIRD_ROUND_ZERO

JESTER = "X"


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round. Tuples are by seat or by player."""

    first: int
    cards: tuple[str, ...]
    """Everybody's favourites."""
    points: tuple[int, ...]
    """What favourites scored at the last crowning."""
    votes: int
    crowned: str
    in_privies: int
    """Characters in a privy at the end."""
    kept: tuple[str, ...]
    ambition: tuple[int, ...]
    """What kept Ambition cards scored."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game. Tuples are by seat."""

    deal: int
    lineup: tuple[int, ...]
    first: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    """Everybody's share of the win."""
    emissary_won: bool
    rounds: tuple[RoundFacts, ...]

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.shares)


def facts_of(outcome: GameOutcome, record: str) -> GameFacts:
    """Return what a study keeps of a finished game."""
    game = read_json(record)
    return GameFacts(
        outcome.deal,
        outcome.lineup,
        outcome.first,
        outcome.scores,
        tuple(outcome.share(seat) for seat in range(len(outcome.lineup))),
        not outcome.winners,
        tuple(_round(game, number) for number in range(len(game.rounds))),
    )


def _round(game: Game, number: int) -> RoundFacts:
    round_ = game.rounds[number]
    last = round_.crownings[-1]
    places = Counter((round_.castle or {}).values())
    return RoundFacts(
        round_.deal.first,
        round_.deal.favourites,
        last.points,
        sum(isinstance(move, Voted) for move in round_.moves),
        last.letter,
        sum(times for place, times in places.items() if place.startswith("privy")),
        tuple(kept or "" for kept in round_.kept),
        last.ambition or (),
    )


def gambled(facts: GameFacts, seat: int) -> bool:
    """Return whether a seat scored the 33 points of King Up!'s third round."""
    return len(facts.rounds) == ROUNDS and facts.rounds[-1].points[seat] == THIRD_ROUND_ZERO

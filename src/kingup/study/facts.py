"""What a study keeps of a game: a few numbers, from its outcome and its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingup.arena.outcome import GameOutcome
from kingup.game import Game
from kingup.history import Voted
from kingup.notation import read_json
from kingup.rules.constants import ROUNDS, START_SCORE, THIRD_ROUND_ZERO
from kingup.rules.kernel.scoring import tie_break
from kingup.rules.setup import Setup

JESTER = "X"


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round. Tuples are by seat: in a study every seat is one player."""

    first: int
    cards: tuple[str, ...]
    """Everybody's favourites."""
    points: tuple[int, ...]
    """What favourites scored."""
    votes: int
    crowned: str
    crowned_by: int
    """The seat that moved the new monarch to the throne."""
    scoring: tuple[int, ...]
    """How many favourites stood on floors 1 to 5 or on the throne at the end."""
    in_privies: tuple[int, ...]
    """How many favourites were in a privy at the end."""
    privies: int
    """Characters in a privy at the end."""
    offered: tuple[tuple[str, str], ...]
    """The two Ambition cards of each."""
    kept: tuple[str, ...]
    ambition: tuple[int, ...]
    """What kept Ambition cards scored."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game. Tuples are by seat."""

    deal: int
    rotation: int
    lineup: tuple[int, ...]
    first: int
    scores: tuple[int, ...]
    ties: tuple[int, ...]
    """What decides between equal scores: more is better."""
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
    seats = range(len(outcome.lineup))
    return GameFacts(
        outcome.deal,
        outcome.rotation,
        outcome.lineup,
        outcome.first,
        outcome.scores,
        tuple(tie_break(game.state, seat) for seat in seats),
        tuple(outcome.share(seat) for seat in seats),
        not outcome.winners,
        tuple(_round(game, number) for number in range(len(game.rounds))),
    )


def _round(game: Game, number: int) -> RoundFacts:
    round_ = game.rounds[number]
    last = round_.crownings[-1]
    castle = round_.castle or {}
    places = [[castle[letter] for letter in card] for card in round_.deal.favourites]
    return RoundFacts(
        round_.deal.first,
        round_.deal.favourites,
        last.points,
        sum(isinstance(move, Voted) for move in round_.moves),
        last.letter,
        last.seat,
        tuple(sum(map(_scores, each)) for each in places),
        tuple(sum(map(_is_privy, each)) for each in places),
        sum(map(_is_privy, castle.values())),
        round_.deal.ambitions,
        tuple(kept or "" for kept in round_.kept),
        last.ambition or (),
    )


def _scores(place: str) -> bool:
    return place == "throne" or (place.isdigit() and place != "0")


def _is_privy(place: str) -> bool:
    return place.startswith("privy")


def gambled(facts: GameFacts, seat: int) -> bool:
    """Return whether a seat scored the 33 points of King Up!'s third round."""
    return len(facts.rounds) == ROUNDS and facts.rounds[-1].points[seat] == THIRD_ROUND_ZERO


def tried_to_gamble(facts: GameFacts, seat: int) -> bool:
    """Return whether at most one of a seat's favourites scored at the end of the third round."""
    return len(facts.rounds) == ROUNDS and facts.rounds[-1].scoring[seat] <= 1


def place_fewer(setup: Setup, first: int) -> frozenset[int]:
    """Return the seats that place one character fewer in a round that a seat begins."""
    seats = len(setup.seats)
    fewer = -setup.placements % seats
    return frozenset((first - 1 - i) % seats for i in range(fewer))


def rescored(setup: Setup, facts: GameFacts, compensation: int) -> tuple[int, ...]:
    """Return the scores of a game of Vive le Roi, had compensation been this many points."""
    scores = [START_SCORE] * facts.seats
    for round_ in facts.rounds:
        fewer = place_fewer(setup, round_.first)
        ambition: Sequence[int] = round_.ambition or (0,) * facts.seats
        for seat in range(facts.seats):
            score = max(0, scores[seat] + compensation * (seat in fewer))
            scores[seat] = max(0, score + round_.points[seat] + ambition[seat])
    return tuple(scores)


def shares_of(scores: Sequence[int], ties: Sequence[int]) -> tuple[float, ...]:
    """Return everybody's share of the win: the highest score wins, then the better tie-break."""
    results = list(zip(scores, ties, strict=True))
    best = max(results)
    return tuple((result == best) / results.count(best) for result in results)

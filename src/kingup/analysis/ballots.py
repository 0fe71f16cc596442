"""What every vote changed, by the rules alone: the ballot again with each card the seat held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingup.analysis.moments import check_finished, moments_of_round
from kingup.analysis.replaying import steps_of
from kingup.game import Game
from kingup.history import Voted
from kingup.rules.cards import VOTE_LETTERS
from kingup.rules.constants import BELLYACHE, FIRST_VOTE, NO, SHUFFLE, VOTE, YES
from kingup.rules.kernel.turns import play
from kingup.rules.kernel.votes import conclude_vote
from kingup.rules.places import PLACE_NAMES
from kingup.rules.state import State

DECISIVE, WASTED, MOOT = "decisive", "wasted", "moot"


@dataclass(frozen=True, slots=True)
class CastVote:
    """One seat's vote, and what its other cards would have done."""

    seat: int
    card: str
    """Y, N or B."""
    effect: str
    """decisive: another card would have changed the outcome; wasted: a No or a Bellyache was
    spent, and the outcome would have been the same; moot: a Yes that changed nothing."""
    outcomes: dict[str, str]
    """Where the candidate would have gone, by each card that the seat held."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote on a candidate."""

    moment: str
    round: int
    mover: int
    """The seat that moved the candidate to the throne."""
    candidate: str
    outcome: str
    """Where the candidate went: the throne, or another place."""
    emissary: str | None
    votes: tuple[CastVote, ...]


def ballots(game: Game) -> list[Ballot]:
    """Return every ballot of a finished game, with what each vote changed."""
    found = []
    for before, move, number, count in _voted(game):
        name = moments_of_round(game.rounds[number - 1].moves, number)[count].name
        found.append(_ballot(before, move, number, name))
    return found


def votes_of(game: Game, seat: int) -> list[CastVote]:
    """Return a seat's votes of a finished game, in order, with what each changed."""
    return [_vote(before, _codes(move), seat) for before, move, _number, _count in _voted(game)]


def _voted(game: Game) -> Iterator[tuple[State, Voted, int, int]]:
    """Yield every vote: the state before it, the votes, the round, and its moves so far."""
    check_finished(game)
    before: State | None = None
    for again, number, count in steps_of(game):
        if count > 0:
            move = game.rounds[number - 1].moves[count - 1]
            if isinstance(move, Voted) and before is not None:
                yield before, move, number, count
        before = again.state.copy() if again.state.phase == VOTE else None


def _codes(move: Voted) -> list[int]:
    return [VOTE_LETTERS.index(card) for card in move.votes]


def _ballot(before: State, move: Voted, number: int, name: str) -> Ballot:
    cast = tuple(_vote(before, _codes(move), seat) for seat in range(before.seats))
    return Ballot(name, number, move.seat, move.letter, move.outcome, move.emissary, cast)


def _vote(before: State, votes: list[int], seat: int) -> CastVote:
    outcomes = {}
    for card in _held(before, seat):
        others = [*votes[:seat], card, *votes[seat + 1 :]]
        outcomes[VOTE_LETTERS[card]] = outcome_of(before, others)
    letter = VOTE_LETTERS[votes[seat]]
    effect = MOOT if letter == "Y" else WASTED
    if len(set(outcomes.values())) > 1:
        effect = DECISIVE
    return CastVote(seat, letter, effect, outcomes)


def _held(state: State, seat: int) -> list[int]:
    """Return the kinds of vote card that a seat holds."""
    found = [YES]
    if state.no_cards[seat]:
        found.append(NO)
    if state.bellyaches[seat]:
        found.append(BELLYACHE)
    return found


def outcome_of(before: State, votes: list[int]) -> str:
    """Return where the candidate goes if these votes are cast."""
    state = before.copy()
    for seat, card in enumerate(votes):
        play(state, state.first_of[seat], FIRST_VOTE + card - YES)
    if state.phase == SHUFFLE:
        conclude_vote(state)
    return PLACE_NAMES[state.place[before.candidate]]

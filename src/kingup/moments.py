"""The moments of a game, and their names: `r2.17` is move 17 of round 2, `r2.17v` its vote.

`r2.0` is the deal of round 2. Votes have no number of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingup.game import Game
from kingup.history import Climbed, Move, Placed, Voted
from kingup.rules.errors import InvalidAction, sentence


@dataclass(frozen=True, slots=True)
class Moment:
    """A public position: just after a deal, a move or a vote."""

    name: str
    round: int
    """Counted from 1."""
    size: int
    """How long the round's public history is: a ballot counts once for each voter."""
    moves: int
    """How many of the round's moves have been made, votes included."""
    kind: str
    """deal, place, climb or vote."""
    is_turn: bool
    """Whether a phase ends here: the deal, the placing or a vote."""


def moments_of(game: Game) -> list[Moment]:
    """Return every public moment of a game, in order."""
    found = []
    for number, round_ in enumerate(game.rounds, 1):
        found += moments_of_round(round_.moves, number)
    return found


def find_moment(game: Game, at: int | str | None) -> int:
    """Return a moment's place among a game's: by name, after a number of moves, or the last one.

    Moves are counted as in `Game.at`, through all rounds. So the end of a round and the next deal
    have the same number, which means the end.
    """
    moments = moments_of(game)
    if isinstance(at, str):
        names = [moment.name for moment in moments]
        if at in names:
            return names.index(at)
        raise InvalidAction(
            sentence(
                "This game has no moment “{moment}”: they are called r1.0, r1.1 and so on, and "
                "r1.9v is the vote after move 9."
            ),
            moment=at[:20],
        )
    if at is None and moments:
        return len(moments) - 1
    counted = [i for i, one in enumerate(moments) if one.kind != "deal" or one.round == 1]
    if at is None or not 0 <= at < len(counted):
        raise InvalidAction(
            sentence("There is no move {number}: this record goes from 0 to {last}."),
            number=at or 0,
            last=game.move_count,
        )
    return counted[at]


def moments_of_round(moves: Sequence[Move], number: int) -> list[Moment]:
    """Return the moments of one round, from its deal."""
    found = [Moment(f"r{number}.0", number, 0, 0, "deal", True)]
    size = count = 0
    for index, move in enumerate(moves):
        if isinstance(move, Voted):
            size += len(move.votes) + (move.emissary is not None)
            name, kind = f"r{number}.{count}v", "vote"
        else:
            size += 1
            count += 1
            name = f"r{number}.{count}"
            kind = "place" if isinstance(move, Placed) else "climb"
        following = moves[index + 1] if index + 1 < len(moves) else None
        last_placing = kind == "place" and isinstance(following, Climbed)
        found.append(Moment(name, number, size, index + 1, kind, kind == "vote" or last_placing))
    return found

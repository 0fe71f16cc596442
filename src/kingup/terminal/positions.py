"""Any position of a recorded game, by replaying it from the beginning."""

from __future__ import annotations

from collections.abc import Iterator

from kingup.game import Game
from kingup.history import Climbed, Move, Placed, Round
from kingup.rules.errors import InvalidAction, sentence


def count_moves(game: Game) -> int:
    """Return how many placements, climbs and votes a game has had."""
    return sum(len(round_.moves) for round_ in game.rounds)


def walk(game: Game) -> Iterator[tuple[int, Game]]:
    """Replay a game: yield after every deal and every move, with the number of moves so far.

    The yielded game is the same object each time.
    """
    again = Game(game.setup.edition, game.names, game.setup.options, dealer=None, tags=game.tags)
    number = 0
    for round_ in game.rounds:
        again.deal(round_.deal)
        _keep(again, round_)
        yield number, again
        for move in round_.moves:
            _do(again, move)
            number += 1
            yield number, again


def position(game: Game, at: int) -> Game:
    """Return a new game as it stood after a number of moves; 0 is after the first deal.

    After the last vote of a round, that is the end of the round, before the next deal.
    """
    for number, again in walk(game):
        if number == at:
            return again
    raise InvalidAction(
        sentence("There is no move {number}: this record goes from 0 to {last}."),
        number=at,
        last=count_moves(game),
    )


def _keep(game: Game, round_: Round) -> None:
    for player, ambition in enumerate(round_.kept):
        if ambition is not None:
            game.play(player, ambition)


def _do(game: Game, move: Move) -> None:
    if isinstance(move, Placed):
        game.play(game.to_act[0], f"{move.letter}{move.floor}")
    elif isinstance(move, Climbed):
        game.play(game.to_act[0], move.letter)
    else:
        for seat, vote in enumerate(move.votes):
            player = next(p for p in game.to_act if game.seat_of(p) == seat)
            game.play(player, vote)
        if move.pile is not None:
            game.shuffle(move.pile)

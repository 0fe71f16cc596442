"""A finished game, played again step by step."""

from __future__ import annotations

from collections.abc import Iterator

from kingup.game import Game
from kingup.history import Climbed, Placed, Voted
from kingup.rules.actions import Climb, Keep, Place, Vote


def steps_of(game: Game) -> Iterator[tuple[Game, int, int]]:
    """Play a game again; yield it before each deal, after it, and after each move.

    With the game come the round, counted from 1, and how many of its moves have been made: -1
    before the deal. The game yielded is always the same object.
    """
    again = Game(game.setup.edition, game.names, game.setup.options, dealer=None)
    for number, round_ in enumerate(game.rounds, 1):
        yield again, number, -1
        again.deal(round_.deal)
        yield again, number, 0
        for player, kept in enumerate(round_.kept):
            if kept is not None:
                again.play(player, Keep(kept))
        for count, move in enumerate(round_.moves, 1):
            _play(again, move)
            yield again, number, count


def _play(game: Game, move: Placed | Climbed | Voted) -> None:
    match move:
        case Placed(seat, letter, floor):
            game.play(game.state.first_of[seat], Place(letter, floor))
        case Climbed(seat, letter):
            game.play(game.state.first_of[seat], Climb(letter))
        case Voted():
            for seat, card in enumerate(move.votes):
                game.play(game.state.first_of[seat], Vote(card))
            if move.pile is not None:
                game.shuffle(move.pile)

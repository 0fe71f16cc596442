"""What one viewer knows at one moment of a game: all that a picture may show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kingup.game import Game
from kingup.language import _
from kingup.moments import Moment, moments_of
from kingup.rules.errors import KingUpError
from kingup.telling.words import player_names
from kingup.telling.worth import favourites_on
from kingup.view import View

Viewer = int | str
"""A seat, counted from 0, "public" or "open"."""


class PictureError(KingUpError, ValueError):
    """A picture that cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A moment as one viewer sees it."""

    moment: Moment
    view: View
    viewer: Viewer
    colours: tuple[int, ...]
    """Each player's pennant, 1 to 8."""
    pennants: Mapping[str, tuple[int, ...]]
    """Whose favourite each character is, as pennants: empty unless all cards are open."""


def sight(game: Game, moment: str | None, viewer: Viewer, colours: Sequence[int] = ()) -> Sight:
    """Return a moment, such as "r2.17", or the last one (None), as somebody sees it.

    The viewer is "public", a seat, counted from 0, or "open": all cards, which only a finished
    game shows. `colours` are the players' pennants.
    """
    index = moment_index(game, moment)
    return next(islice(sights(game, viewer, colours), index, None))


def moment_index(game: Game, name: str | None) -> int:
    """Return a moment's place in the game; None is the last one."""
    names = [moment.name for moment in moments_of(game)]
    if name is None and names:
        return len(names) - 1
    if name not in names:
        raise PictureError(
            "This game has no moment “{moment}”: they are called r1.0, r1.1 and so on, and r1.9v "
            "is the vote after move 9.",
            moment=(name or "")[:20],
        )
    return names.index(name)


def sights(
    game: Game, viewer: Viewer, colours: Sequence[int] = (), *, named: bool = True
) -> Iterator[Sight]:
    """Yield every moment of a game as somebody sees it; without names, players are numbered."""
    players = game.state.players
    if isinstance(viewer, int) and not 0 <= viewer < len(game.names):
        raise PictureError("This game has no seat “{name}”.", name=viewer + 1)
    if viewer == "open" and not game.is_over:
        raise PictureError("Only a finished game shows all cards.")
    worn = tuple(colours) or tuple(1 + game.seat_of(player) for player in range(players))
    revealed = game.view() if viewer == "open" else None
    player = game.state.first_of[viewer] if isinstance(viewer, int) else None
    for moment, (_number, again) in zip(moments_of(game), game.positions(), strict=True):
        view = again.view(player)
        if not named:
            view = replace(view, names=_numbers(view))
        pennants = {} if revealed is None else _pennants(revealed, moment.round, worn)
        yield Sight(moment, view, viewer, worn, pennants)


def _numbers(view: View) -> tuple[tuple[str, ...], ...]:
    number = iter(range(1, len(player_names(view)) + 1))
    return tuple(
        tuple(_("Player {number}").format(number=next(number)) for _name in seat)
        for seat in view.names
    )


def _pennants(view: View, round_: int, colours: Sequence[int]) -> dict[str, tuple[int, ...]]:
    cards = view.rounds[round_ - 1].favourites or ()
    return {
        letter: tuple(
            dict.fromkeys(  # teammates may share a colour
                colour
                for colour, card in zip(colours, cards, strict=True)
                if letter in favourites_on(view, card)
            )
        )
        for letter in view.castle
    }

"""What there is to draw: a view, and what everybody can work out from it."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.game import Game
from kingup.rules.constants import NOWHERE
from kingup.rules.kernel.board import step_from
from kingup.rules.places import PLACE_NAMES
from kingup.telling.worth import favourites_on
from kingup.view import View


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a viewer sees it."""

    view: View
    steps: dict[str, str]
    """Where each character that can climb now would go, by letter."""
    marks: dict[str, str]
    """A star for each favourite of the viewer, by letter.

    In a team a full star is a favourite of both players, an open one of either.
    """
    bots: frozenset[int] = frozenset()
    """The seats that are played by bots."""

    @classmethod
    def of(cls, game: Game, viewer: int | None, bots: frozenset[int] = frozenset()) -> Scene:
        """Return the scene of a game for a player or a spectator (None)."""
        view = game.view(viewer)
        return cls(view, steps_of(game), _marks(view), bots)


def _marks(view: View) -> dict[str, str]:
    cards = view.own.favourites if view.own else ()
    marks: dict[str, str] = {}
    for card in cards:
        for letter in favourites_on(view, card):
            marks[letter] = "★" if letter in marks or len(cards) == 1 else "☆"
    return marks


def steps_of(game: Game) -> dict[str, str]:
    """Return where every climb leads; only the rules know."""
    if game.phase != "climb":
        return {}
    state = game.state
    places = zip(game.setup.letters, state.place, strict=False)
    leads = ((letter, step_from(state, place)) for letter, place in places)
    return {letter: PLACE_NAMES[place] for letter, place in leads if place != NOWHERE}

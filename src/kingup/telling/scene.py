"""What there is to draw: a view, and what everybody at the table can work out from it."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.game import Game
from kingup.telling.worth import favourites_on
from kingup.view import View


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as somebody sees it."""

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
        """Look at a game through the eyes of a player or a spectator (None)."""
        view = game.view(viewer)
        return cls(view, _steps(game), _marks(view), bots)


def _marks(view: View) -> dict[str, str]:
    cards = view.own.favourites if view.own else ()
    marks: dict[str, str] = {}
    for card in cards:
        for letter in favourites_on(view, card):
            marks[letter] = "★" if letter in marks or len(cards) == 1 else "☆"
    return marks


def _steps(game: Game) -> dict[str, str]:
    """Try every climb on a copy: the rules alone know where it leads."""
    steps = {}
    if game.phase == "climb":
        player = game.to_act[0]
        for action in game.legal_actions(player):
            trial = game.copy()
            trial.play(player, action)
            steps[str(action)] = trial.castle[str(action)]
    return steps

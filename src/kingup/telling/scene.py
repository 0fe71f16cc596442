"""What there is to draw: a view, and what everybody can work out from it."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.game import Game
from kingup.language import _
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES
from kingup.rules.constants import NOWHERE
from kingup.rules.kernel.board import step_from
from kingup.rules.places import PLACE_NAMES
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import State
from kingup.telling.words import VOTES, ambition_scored, label_of, place_label
from kingup.telling.worth import favourites_on
from kingup.view import View


@dataclass(frozen=True, slots=True)
class TextScene:
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
    def of(cls, game: Game, viewer: int | None, bots: frozenset[int] = frozenset()) -> TextScene:
        """Return the scene of a game for a player or a spectator (None)."""
        return cls.of_view(game.view(viewer), bots)

    @classmethod
    def of_view(cls, view: View, bots: frozenset[int] = frozenset()) -> TextScene:
        """Return the scene of a view, for example a server's."""
        return cls(view, steps_in(view), _marks(view), bots)


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
    return _steps(game.state, dict(zip(game.setup.letters, game.state.place, strict=False)))


def steps_in(view: View) -> dict[str, str]:
    """Return where every climb leads, in a view."""
    if view.phase != "climb":
        return {}
    state = new_state(Setup.of(view.edition, view.seats, view.options))
    places = {letter: PLACE_NAMES.index(place) for letter, place in view.castle.items()}
    for place in places.values():
        state.count[place] += 1
    return _steps(state, places)


def _steps(state: State, places: dict[str, int]) -> dict[str, str]:
    leads = ((letter, step_from(state, place)) for letter, place in places.items())
    return {letter: PLACE_NAMES[place] for letter, place in leads if place != NOWHERE}


def action_in_words(view: View, action: str) -> str:
    """Return any action as a label: “Anna to: floor 4, Officers”, a vote card, an Ambition."""
    if action in VOTES:
        return _(VOTES[action])
    if action in AMBITION_CODES:
        return ambition_scored(action, AMBITION_CARDS[AMBITION_CODES[action]].points)
    place = action[1:] or steps_in(view).get(action, "throne")
    return _("{name} to: {place}").format(name=label_of(view, action[0]), place=place_label(place))

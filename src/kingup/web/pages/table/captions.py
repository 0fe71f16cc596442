"""Captions that say what a climb would mean for the viewer."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.rules.constants import KING_POINTS
from kingup.telling.words import FLOORS, JESTER, capital, clean, name_of, player_names
from kingup.telling.worth import favourites_on, signed, worth
from kingup.web.pages.common.view_context import ViewContext


@dataclass(frozen=True, slots=True)
class ClimbCaption:
    """A climb, and the players of the viewer's seat whose favourite climbs."""

    edition: str
    letter: str
    now: str
    place: str
    owners: tuple[str, ...]
    """The names of those whose favourite it is; empty for the viewer."""


def climb_of(context: ViewContext, letter: str) -> ClimbCaption:
    """Return the climb that a character can make."""
    view = context.view
    return ClimbCaption(
        view.edition,
        letter,
        view.castle[letter],
        context.public.steps[letter],
        owners(context, letter),
    )


def owners(context: ViewContext, letter: str) -> tuple[str, ...]:
    """Return the players of the seat whose favourite a character is; empty for the viewer."""
    own = context.view.own
    if own is None:
        return ()
    return tuple(
        [
            "" if player == context.player else clean(player_names(context.view)[player])
            for player, card in zip(own.players, own.favourites, strict=True)
            if letter in favourites_on(context.view, card)
        ]
    )


def floor_name(place: str) -> str:
    """Return the name of a floor."""
    return _(FLOORS[int(place)])


def climb_title(climb: ClimbCaption) -> str:
    """Return the title of a climb."""
    name = capital(name_of(climb, climb.letter))
    kind, _dash, floor = climb.place.rpartition("-")
    if climb.place == "throne":
        return _("{name} asks for the throne").format(name=name)
    if kind == "privy":
        return _("{name} slips into the privy").format(name=name)
    if climb.now.startswith("privy"):
        return _("{name} leaves the privy").format(name=name)
    return _("{name} climbs to floor {number}").format(name=name, number=floor)


def climb_button(climb: ClimbCaption) -> str:
    """Return the text of a climb's button."""
    name = name_of(climb, climb.letter)
    if climb.place == "throne":
        return _("Move {name} to the throne").format(name=name)
    if climb.place.startswith("privy"):
        return _("Move {name} into the privy").format(name=name)
    if climb.now.startswith("privy"):
        return _("Move {name} out").format(name=name)
    return _("Move {name} up").format(name=name)


def worth_there(climb: ClimbCaption) -> str:
    """Return what a character would be worth to the viewer's seat after a climb."""
    if climb.letter == JESTER:
        if climb.place == "throne":
            return _("Nobody’s favourite. If he is crowned, every value changes sign.")
        return _("Nobody’s favourite.")
    if climb.place == "throne":
        sentences = [_worth_crowned(owner) for owner in climb.owners] or [_("Not your favourite.")]
        return " ".join([*sentences, _("A vote follows at once.")])
    there, here = signed(worth(climb.place)), signed(worth(climb.now))
    sentences = [_worth_instead(owner, there, here) for owner in climb.owners]
    return " ".join(sentences) or _("Not your favourite.")


def _worth_crowned(owner: str) -> str:
    if owner:
        return _("If crowned, worth {points} to {player}.").format(
            points=KING_POINTS, player=owner
        )
    return _("If crowned, worth {points} to you.").format(points=KING_POINTS)


def _worth_instead(owner: str, there: str, here: str) -> str:
    if owner:
        return _("Worth {points} to {player} instead of {before}.").format(
            points=there, player=owner, before=here
        )
    return _("Worth {points} to you instead of {before}.").format(points=there, before=here)

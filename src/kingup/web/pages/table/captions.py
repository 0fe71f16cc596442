"""What a move would mean to the looker, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.rules.constants import KING_POINTS
from kingup.telling.words import FLOORS, JESTER, capital, clean, name_of, player_names
from kingup.telling.worth import favourites_on, signed, worth
from kingup.web.pages.common.view_context import ViewContext


@dataclass(frozen=True, slots=True)
class ClimbCaption:
    """A climb, and to whom in the looker's seat it matters."""

    edition: str
    letter: str
    now: str
    place: str
    owners: tuple[str, ...]
    """Whose favourite it is; the looker is an empty name."""


def climb_of(look: ViewContext, letter: str) -> ClimbCaption:
    """Return the climb that a character can make now."""
    view = look.view
    return ClimbCaption(
        view.edition, letter, view.castle[letter], look.steps[letter], owners(look, letter)
    )


def owners(look: ViewContext, letter: str) -> tuple[str, ...]:
    """Return whose favourite a character is within the seat; the looker is an empty name."""
    own = look.view.own
    if own is None:
        return ()
    return tuple(
        [
            "" if player == look.player else clean(player_names(look.view)[player])
            for player, card in zip(own.players, own.favourites, strict=True)
            if letter in favourites_on(look.view, card)
        ]
    )


def floor_name(place: str) -> str:
    """Return the name of a floor."""
    return _(FLOORS[int(place)])


def climb_title(climb: ClimbCaption) -> str:
    """Return what a climb is called."""
    name = capital(name_of(climb, climb.letter))
    kind, _dash, floor = climb.place.rpartition("-")
    if climb.place == "throne":
        return _("{name} asks for the throne").format(name=name)
    if kind == "privy":
        return _("{name} slips into the privy").format(name=name)
    if climb.now.startswith("privy"):
        return _("{name} leaves the privy").format(name=name)
    return _("{name} climbs to the {floor}").format(name=name, floor=floor_name(floor))


def climb_button(climb: ClimbCaption) -> str:
    """Return the words on the button that does a climb."""
    name = name_of(climb, climb.letter)
    if climb.place == "throne":
        return _("Move {name} to the throne").format(name=name)
    if climb.place.startswith("privy"):
        return _("Move {name} into the privy").format(name=name)
    if climb.now.startswith("privy"):
        return _("Move {name} out").format(name=name)
    return _("Move {name} up").format(name=name)


def worth_there(climb: ClimbCaption) -> str:
    """Return what a character would be worth to the looker's seat after a climb."""
    if climb.letter == JESTER:
        if climb.place == "throne":
            return _("Nobody’s favourite. If he is crowned, every value changes sign.")
        return _("Nobody’s favourite.")
    if climb.place == "throne":
        told = [_worth_crowned(owner) for owner in climb.owners] or [_("Not your favourite.")]
        return " ".join([*told, _("A vote follows at once.")])
    there, here = signed(worth(climb.place)), signed(worth(climb.now))
    told = [_worth_instead(owner, there, here) for owner in climb.owners]
    return " ".join(told) or _("Not your favourite.")


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

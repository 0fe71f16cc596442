"""What a move would mean to the looker, in a sentence."""

from __future__ import annotations

from kingup.language import _
from kingup.rules.constants import KING_POINTS
from kingup.telling.words import FLOORS, JESTER, capital, clean, name_of, player_names
from kingup.telling.worth import favourites_on, signed, worth
from kingup.web.showing.looking import Look


def floor_name(place: str) -> str:
    """Return the name of a floor."""
    return _(FLOORS[int(place)])


def place_title(look: Look, letter: str, floor: str) -> str:
    """Return what a placement is called."""
    return _("{name} begins with the {floor}").format(
        name=capital(name_of(look.view, letter)), floor=floor_name(floor)
    )


def climb_title(look: Look, letter: str, place: str) -> str:
    """Return what a climb is called."""
    name = capital(name_of(look.view, letter))
    kind, _dash, floor = place.rpartition("-")
    if place == "throne":
        return _("{name} asks for the throne").format(name=name)
    if kind == "privy":
        return _("{name} slips into the privy").format(name=name)
    if look.view.castle[letter].startswith("privy"):
        return _("{name} leaves the privy").format(name=name)
    return _("{name} climbs to the {floor}").format(name=name, floor=floor_name(floor))


def climb_button(look: Look, letter: str, place: str) -> str:
    """Return the words on the button that does a climb."""
    name = name_of(look.view, letter)
    if place == "throne":
        return _("Move {name} to the throne").format(name=name)
    if place.startswith("privy"):
        return _("Move {name} into the privy").format(name=name)
    if look.view.castle[letter].startswith("privy"):
        return _("Move {name} out").format(name=name)
    return _("Move {name} up").format(name=name)


def worth_there(look: Look, letter: str, place: str) -> str:
    """Return what a character is worth to the looker's seat in another place."""
    if letter == JESTER:
        if place == "throne":
            return _("Nobody's favourite. Crowned, he changes the sign of every value.")
        return _("Nobody's favourite.")
    if place == "throne":
        return _on_the_throne(look, letter)
    now = look.view.castle[letter]
    told = []
    for owner in _owners(look, letter):
        there, here = signed(worth(place)), signed(worth(now))
        if now == "aside":
            told.append(_worth_to(owner, there))
        elif owner:
            told.append(
                _("Worth {points} to {player} instead of {before}.").format(
                    points=there, player=owner, before=here
                )
            )
        else:
            told.append(
                _("Worth {points} to you instead of {before}.").format(points=there, before=here)
            )
    return " ".join(told) or _("Not your favourite.")


def _on_the_throne(look: Look, letter: str) -> str:
    told = [_worth_crowned(owner) for owner in _owners(look, letter)]
    return " ".join([*(told or [_("Not your favourite.")]), _("A vote follows at once.")])


def _worth_crowned(owner: str) -> str:
    if owner:
        return _("Crowned, worth {points} to {player}.").format(points=KING_POINTS, player=owner)
    return _("Crowned, worth {points} to you.").format(points=KING_POINTS)


def _worth_to(owner: str, points: str) -> str:
    if owner:
        return _("Worth {points} to {player}.").format(points=points, player=owner)
    return _("Worth {points} to you.").format(points=points)


def _owners(look: Look, letter: str) -> list[str]:
    """Return whose favourite a character is within the seat; the looker is an empty name."""
    own = look.view.own
    if own is None:
        return []
    names = player_names(look.view)
    return [
        "" if player == look.player else clean(names[player])
        for player, card in zip(own.players, own.favourites, strict=True)
        if letter in favourites_on(look.view, card)
    ]

"""Where the pieces of a picture are, in the units of the scenery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kingup.svg.art import TokenPlace, spot
from kingup.telling.worth import banished_on, favourites_on, worth_now
from kingup.view import View

TOKEN = 50
"""The width and height of a character."""
NICHES = 4


@dataclass(frozen=True, slots=True)
class PennantRow:
    """The small pennants below a character: whose favourite it is."""

    width: float
    height: float
    y: float
    """The row's middle, from the character's."""
    step: float
    room: float

    def row(self, colours: Sequence[int]) -> Iterator[tuple[float, int]]:
        """Yield the middle and the colour of each pennant, from left to right."""
        step = min(self.step, self.room / max(1, len(colours)))
        for index, colour in enumerate(colours):
            yield (index - (len(colours) - 1) / 2) * step, colour


FAVOUR = PennantRow(width=14, height=15.75, y=22, step=12, room=54)


def spots_of(places: Mapping[str, tuple[str, int | None]]) -> dict[str, TokenPlace]:
    """Return where characters are drawn, from `drawn_places`."""
    return {letter: _spot(*place) for letter, place in places.items()}


def _spot(place: str, slot: int | None) -> TokenPlace:
    """Return where a token is drawn; more than a floor has niches for stand behind each other."""
    if not place.isdigit() or slot is None or slot < NICHES:
        return spot(place, slot)
    behind = spot(place, slot % NICHES)
    row = slot // NICHES
    return TokenPlace(behind.x + 13 * row, behind.y - 7 * row, 0.9)


def marks_of(view: View) -> dict[str, int | None]:
    """Return the favourites of the viewer's seat, with what they are worth."""
    if view.own is None:
        return {}
    banished = {banished_on(view, card) for card in view.own.favourites}
    return {
        letter: worth_now(view, letter)
        for card in view.own.favourites
        for letter in favourites_on(view, card)
        if letter not in banished or len(view.own.favourites) > 1
    }

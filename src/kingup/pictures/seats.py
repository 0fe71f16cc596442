"""The seats of a sight as pictures show them: pennant, name and points."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.pictures.lettering import legible
from kingup.pictures.sight import Sight
from kingup.telling.result import final_points
from kingup.telling.words import players_of, seat_name


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat, or the Emissary."""

    colour: int
    name: str
    points: int


def seat_lines(sight: Sight) -> list[SeatLine]:
    """Return every seat at a moment, the Emissary last."""
    view = sight.view
    lines = [
        SeatLine(
            sight.colours[players_of(view, seat)[0]],
            legible_seat(sight, seat),
            final_points(view, seat),
        )
        for seat in range(len(view.seats))
    ]
    if view.emissary is not None:
        lines.append(SeatLine(0, _("Emissary"), view.emissary.score))
    return lines


def legible_seat(sight: Sight, seat: int) -> str:
    """Return a seat's name in letters that the font has, or its number."""
    number = _("Player {number}").format(number=players_of(sight.view, seat)[0] + 1)
    return legible(seat_name(sight.view, seat), number)

"""What is chosen before a game: the edition, who sits where, and the options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingup.bots.levels import LEVEL_IDS
from kingup.language import _
from kingup.rules.characters import EDITIONS, Edition
from kingup.rules.errors import SetupError
from kingup.rules.setup import OPTIONS, SEATS, Setup
from kingup.telling.words import clean
from kingup.terminal.menu import BOT_NAMES, USUAL_TABLE, Opening, needed_options

PERSON = ""
"""Stands for people where the levels of bots stand otherwise."""
LONGEST_TYPED = 40


@dataclass(slots=True)
class SeatChoice:
    """A seat: whose it is, and for people what was typed as their names."""

    kind: str = PERSON
    typed: str = ""
    team: bool = False


class Draft:
    """A game that is being chosen, row by row.

    Rows are called `edition`, `seats`, `place-0`, `place-1`… and `option-wedding`….
    """

    def __init__(self, bots: Sequence[str], names: Sequence[str] = ()) -> None:
        self.edition: Edition = EDITIONS[0]
        self.places = [SeatChoice(typed=name) for name in names or ("",)]
        self.options: set[str] = set()
        self._bots = bots
        self._kinds = (PERSON, *LEVEL_IDS, *(kind for kind in bots if kind not in LEVEL_IDS))
        self._seat(max(USUAL_TABLE, len(self.places)))

    @property
    def seats(self) -> tuple[int, ...]:
        """The number of players at each seat."""
        return tuple(1 + place.team for place in self.places)

    @property
    def rows(self) -> list[str]:
        """All rows, from the top."""
        places = [f"place-{i}" for i in range(len(self.places))]
        options = [f"option-{option}" for option in OPTIONS if self.edition == "vive-le-roi"]
        return ["edition", "seats", *places, *options]

    @property
    def chosen(self) -> set[str]:
        """The options of the game, with those that such a table needs."""
        if self.edition == "kingup":
            return set()
        return self.options | set(needed_options(self.seats))

    def place(self, row: str) -> SeatChoice | None:
        """Return the seat of a row, if it is one."""
        name, _dash, number = row.partition("-")
        return self.places[int(number)] if name == "place" else None

    def change(self, row: str, step: int) -> None:
        """Choose the next value of a row, or the one before."""
        place = self.place(row)
        if place is not None:
            place.kind = self._kinds[(self._kinds.index(place.kind) + step) % len(self._kinds)]
        elif row == "edition":
            at = (EDITIONS.index(self.edition) + step) % len(EDITIONS)
            self.edition = EDITIONS[at]
            self._seat(len(self.places))
        elif row == "seats":
            self._seat(len(self.places) + step)
        else:
            self.options ^= {row.removeprefix("option-")}

    def pair(self, row: str) -> None:
        """Make a seat a team of two, or no longer; only Vive le Roi has teams."""
        place = self.place(row)
        if place is not None and self.edition == "vive-le-roi":
            place.team = not place.team

    def type(self, row: str, text: str) -> None:
        """Add to the name of a person; `&` separates those of a team."""
        place = self.place(row)
        if place is not None and place.kind == PERSON:
            place.typed = (place.typed + text)[:LONGEST_TYPED]

    def erase(self, row: str) -> None:
        """Take the last letter from the name of a person."""
        place = self.place(row)
        if place is not None:
            place.typed = place.typed[:-1]

    def names(self) -> list[list[str]]:
        """Return everybody's name, by seat; bots take names that no person has."""
        people: list[list[str]] = []
        number = 0
        for place, size in zip(self.places, self.seats, strict=True):
            typed = [clean(name.strip(), 20) for name in place.typed.split("&")][:size]
            typed += [""] * (size - len(typed))
            people.append([])
            for name in typed if place.kind == PERSON else ():
                number += 1
                people[-1].append(name or _("Player {number}").format(number=number))
        taken = [name for seat in people for name in seat]
        free = (name for name in BOT_NAMES if name not in taken)
        sizes = zip(people, self.seats, strict=True)
        return [seat or [next(free) for _chair in range(size)] for seat, size in sizes]

    def opening(self) -> Opening:
        """Return the game; an impossible one raises an error."""
        setup = Setup.of(self.edition, self.seats, sorted(self.chosen, key=OPTIONS.index))
        names = self.names()
        everybody = [name for seat in names for name in seat]
        for name in everybody:
            if everybody.count(name) > 1:
                raise SetupError("{name} is taken: choose another name.", name=name)
        bots = [(seat, place.kind) for seat, place in enumerate(self.places) if place.kind]
        return Opening(
            setup, names, tuple(seat for seat, _kind in bots), tuple(kind for _seat, kind in bots)
        )

    def _seat(self, number: int) -> None:
        """Have so many seats, as far as the edition allows; new ones are bots'."""
        low, high = SEATS[EDITIONS.index(self.edition)]
        number = min(max(number, low), high)
        while len(self.places) < number:
            bots = sum(bool(place.kind) for place in self.places)
            self.places.append(SeatChoice(self._bots[bots % len(self._bots)]))
        del self.places[number:]
        if self.edition == "kingup":
            for place in self.places:
                place.team = False

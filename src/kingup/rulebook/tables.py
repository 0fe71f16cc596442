"""The tables of the rules pages, made from the rules' own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kingup.language import _
from kingup.rules import cards, setup
from kingup.rules.characters import Edition
from kingup.rules.places import PLACE_NAMES
from kingup.telling.numbers import placements_each, seats_of, setup_of
from kingup.telling.words import FLOORS, capital, condition_of, place_in_words
from kingup.telling.worth import signed, worth


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the first row and the first cell of every other one are headings."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: bool = False
    """Whether its cells hold sentences."""


def grid(name: str, edition: Edition) -> Grid:
    """Return a table by its name."""
    made: dict[str, Callable[[Edition], Grid]] = {
        "points": _points,
        "no-cards": _no_cards,
        "placing": _placing,
        "emissary-cards": _emissary_cards,
        "ambition": _ambition,
    }
    return made[name](edition)


def _points(edition: Edition) -> Grid:
    jester = edition == "vive-le-roi"
    places = ["throne", *(str(floor) for floor in range(len(FLOORS) - 1, -1, -1))]
    if jester:
        places += ["privy", *sorted((p for p in PLACE_NAMES if "dungeon" in p), reverse=True)]
    rows = []
    for place in [*places, "box"]:
        known = "privy-3" if place == "privy" else place
        values = [signed(worth(known))]
        if jester:
            values.append(signed(worth(known, jester=True)))
        rows.append((_place(place), *values))
    head = (_("Place"), _("Points"), *([_("If the jester is crowned")] if jester else []))
    return Grid(_("What a favourite is worth"), head, tuple(rows))


def _place(place: str) -> str:
    if place == "privy":
        return _("Privy")
    words = capital(place_in_words(place))
    if place == "box":
        return _("Out of the round")
    return f"{words}, {_(FLOORS[int(place)])}" if place.isdigit() else words


def _no_cards(edition: Edition) -> Grid:
    seats = seats_of(edition)
    cells = tuple(str(setup_of(edition, number).no_cards) for number in seats)
    return Grid(_("No cards"), _head(seats), ((_("No cards"), *cells),))


def _emissary_cards(edition: Edition) -> Grid:
    low, high = setup.EMISSARY_SEATS
    seats = range(low, high + 1)
    games = [setup_of(edition, number, "emissary") for number in seats]
    cells = tuple(str(game.no_cards) for game in games)
    return Grid(_("With the Emissary"), _head(seats), ((_("No cards"), *cells),))


def _placing(edition: Edition) -> Grid:
    seats = seats_of(edition)
    counts = [placements_each(setup_of(edition, number)) for number in seats]
    each, fewer, left = (tuple(str(n) for n in row) for row in zip(*counts, strict=True))
    rows = [(_("Each seat places"), *each), (_("Left for floor 0"), *left)]
    if any(int(number) for number in fewer):
        rows.insert(1, (_("Seats with one fewer"), *fewer))
    return Grid(_("Placing"), _head(seats), tuple(rows))


def _ambition(edition: Edition) -> Grid:
    rows = tuple((f"+{card.points}", capital(condition_of(card))) for card in cards.AMBITION_CARDS)
    return Grid(_("Ambition"), (_("Points"), _("At the end of the round")), rows, wide=True)


def _head(seats: range) -> tuple[str, ...]:
    return (_("Seats"), *(str(number) for number in seats))

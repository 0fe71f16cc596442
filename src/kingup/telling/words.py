"""People, characters and places, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from kingup.language import _
from kingup.rules import constants
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES, Ambition
from kingup.rules.characters import CAST, EDITIONS, TITLES, Character
from kingup.rules.errors import sentence
from kingup.view import View

FLOORS = (
    sentence("Servants"),
    sentence("Craftsmen"),
    sentence("Traders"),
    sentence("Officers"),
    sentence("Dignitaries"),
    sentence("Nobles"),
)
"""The floors' names, from 0 to 5."""

JESTER = "X"

_BY_LETTER: dict[tuple[str, str], Character] = {
    (edition, one.letter): one
    for edition, cast in zip(EDITIONS, CAST, strict=True)
    for one in cast
}

VOTES = {"Y": sentence("Yes"), "N": sentence("No"), "B": sentence("Bellyache")}

PHASES = {
    "deal": sentence("the round is over"),
    "ambition": sentence("choosing Ambition cards"),
    "place": sentence("placing"),
    "climb": sentence("climbing"),
    "vote": sentence("voting"),
    "shuffle": sentence("voting"),
    "over": sentence("the game is over"),
}


def condition_of(card: Ambition) -> str:
    """Return the condition of an Ambition card."""
    return _(card.condition).format(below=constants.CONSOLATION_BELOW)


def quoted(text: str) -> str:
    """Return a card's text in quotation marks, since its “you” is not the reader."""
    return _("“{text}”").format(text=text)


def ambition_scored(kept: str, points: int) -> str:
    """Return the points of an Ambition card, and its condition."""
    condition = quoted(condition_of(AMBITION_CARDS[AMBITION_CODES[kept]]))
    return _("Ambition {points:+}: {condition}").format(points=points, condition=condition)


class InEdition(Protocol):
    """Anything with an edition."""

    @property
    def edition(self) -> str:
        """The edition's id."""


class WithNames(Protocol):
    """Anything with the names of players."""

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The players' names, by seat."""


def title(view: View) -> str:
    """Return the printed title of the edition."""
    return TITLES[EDITIONS.index(view.edition)]


def character(view: InEdition, letter: str) -> Character:
    """Return the character with a letter."""
    return _BY_LETTER[view.edition, letter]


def character_of(edition: str, letter: str) -> Character:
    """Return the character of an edition with a letter."""
    return _BY_LETTER[edition, letter]


def label_of(view: InEdition, letter: str) -> str:
    """Return the name of the character with a letter, on its own."""
    return _(character(view, letter).name)


def name_of(view: InEdition, letter: str) -> str:
    """Return the name of the character with a letter, within a sentence."""
    return name_in(view.edition, letter)


def name_in(edition: str, letter: str) -> str:
    """Return the name of an edition's character, within a sentence."""
    return _("the jester") if letter == JESTER else _(_BY_LETTER[edition, letter].name)


def player_names(view: View) -> list[str]:
    """Return the names of all players."""
    return [clean(name) for seat in view.names for name in seat]


def seat_name(view: WithNames, seat: int) -> str:
    """Return the name of a seat: its player's, or both teammates'."""
    return " & ".join(map(clean, view.names[seat]))


def seat_of(view: View, player: int) -> int:
    """Return the seat of a player."""
    for seat, size in enumerate(view.seats):
        if player < size:
            return seat
        player -= size
    raise IndexError(player)


def players_of(view: View, seat: int) -> range:
    """Return the players of a seat."""
    return _players_of(view.seats, seat)


@lru_cache(1024)
def _players_of(seats: tuple[int, ...], seat: int) -> range:
    first = sum(seats[:seat])
    return range(first, first + seats[seat])


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: “a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def capital(text: str) -> str:
    """Return a text with a capital, to begin a sentence."""
    return text[:1].upper() + text[1:]


def place_in_words(place: str) -> str:
    """Return a place's name for a list or a table."""
    kind, _dash, number = place.partition("-")
    if kind == "privy":
        return _("privy {number}").format(number=number)
    if kind == "dungeon":
        return _("dungeon {number}").format(number=number)
    if kind == "throne":
        return _("throne")
    if kind == "box":
        return _("out")
    if kind == "aside":
        return _("aside")
    return _("floor {number}").format(number=place)


def place_label(place: str) -> str:
    """Return a place in words, including the name of its floor."""
    words = place_in_words(place)
    return f"{words}, {_(FLOORS[int(place)])}" if place.isdigit() else words


JOINERS = "\u200c\u200d"
"""Not printable by themselves, but names in some scripts, and families of emoji, need them."""


@lru_cache(4096)
def clean(text: str, most: int = 80) -> str:
    """Return a user's text, not too long and without characters that control a terminal."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign in JOINERS)
    return shown if len(shown) <= most else shown[: most - 1] + "…"

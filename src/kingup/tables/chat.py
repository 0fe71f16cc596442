"""What people say at a table: who may, who hears it, and what becomes of a text.

Pure: whoever calls it knows the time and keeps what was said. Nothing of it is an event of the
table: talk is forgotten, the game is not.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from kingup.tables.errors import NotYours, TableError
from kingup.tables.names import MOST_MARKS, read_name, same_name
from kingup.tables.setting import DAY, tidy
from kingup.tables.table import Table

LONGEST_REMARK = 300
"""Code points of a message."""

KEPT_FOR = DAY
"""Seconds after its last event for which a table that is over keeps what was said there."""

REACTIONS = ("bravo", "laugh", "wonder", "doubt", "tears", "heart")
"""What can be said with one tap."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody who speaks at a table, as the others know them."""

    person: str
    name: str
    player: int | None
    """None for somebody who watches."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that somebody said, numbered from 1 at each table."""

    number: int
    at: float
    speaker: Speaker
    text: str
    reaction: str | None = None
    """One of `REACTIONS`, instead of a text."""
    to: str | None = None
    """The one person besides the speaker who hears it; None: everybody."""

    def is_for(self, person: str | None) -> bool:
        """Return whether somebody may know of it (None: anybody at all)."""
        return self.to is None or person in (self.speaker.person, self.to)


def is_on(table: Table) -> bool:
    """Return whether people may talk here at all."""
    return table.setting.talk != "off" and not table.setting.passed


def has_company(table: Table) -> bool:
    """Return whether there is anybody who could talk to anybody."""
    if not is_on(table):
        return False
    people = {s.person for s in table.players if s and s.person and not s.is_machine}
    return table.setting.talk == "everybody" or len(people) > 1


def is_forgotten(table: Table, now: float) -> bool:
    """Return whether the time for talk has passed, and with it all that was said."""
    return table.is_closed and now >= table.updated_at + KEPT_FOR


def may_speak(table: Table, person: str) -> bool:
    """Return whether a person may say something to the others."""
    return is_on(table) and (
        table.setting.talk == "everybody" or bool(table.player_of(person)) or person == table.host
    )


def speaker(table: Table, person: str, name: str, now: float) -> Speaker:
    """Return who speaks; `name` is for those without a seat. Who may not raises an error."""
    if not is_on(table) or is_forgotten(table, now):
        raise TableError("The chat at this table is closed.")
    held = table.player_of(person)
    if held:
        return Speaker(person, table.sitter(held[0]).name, held[0])
    if not may_speak(table, person):
        raise NotYours("Only players at the table can write here.")
    shown = read_name(name)
    if any(sitter and same_name(sitter.name, shown) for sitter in table.players):
        raise TableError(
            "Somebody at the table is already called {name}. Choose another name.", name=shown
        )
    return Speaker(person, shown, None)


def mate_of(table: Table, person: str) -> Speaker | None:
    """Return the teammate to whom a person may say something alone."""
    for player in table.player_of(person):
        for other in table.players_of(table.seat_of(player)):
            sitter = table.players[other]
            if other != player and sitter and sitter.person and sitter.person != person:
                return Speaker(sitter.person, sitter.name, other)
    return None


def read_remark(text: str) -> str:
    """Return a message on one line, without anything unseen that steers what is around it."""
    said = _thin(tidy(text))
    if not said:
        raise TableError("Write something first.")
    if len(said) > LONGEST_REMARK:
        raise TableError("A message can have at most {most} characters.", most=LONGEST_REMARK)
    return said


def read_reaction(text: str) -> str:
    """Return a reaction; what is none raises an error."""
    if text not in REACTIONS:
        raise TableError("There is no such reaction.")
    return text


def _thin(text: str) -> str:
    """Return a text without towers of accents, which would cover the lines around."""
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)

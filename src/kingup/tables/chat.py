"""The rules of chat at a table: who may write, who may read it, and how texts are cleaned.

Pure logic: callers pass the time and store the remarks. A remark is not an event of the table:
chat is deleted, the game is not.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.names import MOST_MARKS, read_name, same_name
from kingup.tables.setting import DAY, tidy
from kingup.tables.table import Table

LONGEST_REMARK = 300
"""The longest message, in code points."""

KEPT_FOR = DAY
"""Seconds for which a finished table keeps its chat after its last event."""

REACTIONS = ("bravo", "laugh", "wonder", "doubt", "tears", "heart")
"""The reactions that can be sent with one tap."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """The author of a remark, as the others know them."""

    person: str
    name: str
    player: int | None
    """None for a spectator."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A chat message or reaction."""

    number: int
    at: float
    speaker: Speaker
    text: str
    reaction: str | None = None
    """One of `REACTIONS`, instead of a text."""
    to: str | None = None
    """The only other person who may read it; None means everybody."""

    def is_for(self, person: str | None) -> bool:
        """Return whether a person may see it; None is anybody at all."""
        return self.to is None or person in (self.speaker.person, self.to)


def is_on(table: Table) -> bool:
    """Return whether the table has chat at all."""
    return table.setting.talk != "off" and not table.setting.passed


def has_company(table: Table) -> bool:
    """Return whether there is anybody to chat with."""
    if not is_on(table):
        return False
    people = {s.person for s in table.players if s and s.person and not s.is_machine}
    return table.setting.talk == "everybody" or len(people) > 1


def is_forgotten(table: Table, now: float) -> bool:
    """Return whether the table's chat has expired."""
    return table.is_closed and now >= table.updated_at + KEPT_FOR


def may_speak(table: Table, person: str) -> bool:
    """Return whether a person may write to the others."""
    return is_on(table) and (
        table.setting.talk == "everybody" or bool(table.player_of(person)) or person == table.host
    )


def speaker(table: Table, person: str, name: str, now: float) -> Speaker:
    """Return the author for a remark; raise an error if they may not write.

    `name` is used for people without a seat.
    """
    if not is_on(table) or is_forgotten(table, now):
        raise TableError("The chat at this table is closed.")
    held = table.player_of(person)
    if held:
        return Speaker(person, table.sitter(held[0]).name, held[0])
    if not may_speak(table, person):
        raise NotAllowed("Only players at the table can write here.")
    shown = read_name(name)
    if any(sitter and same_name(sitter.name, shown) for sitter in table.players):
        raise TableError(
            "Somebody at the table is already called {name}. Choose another name.", name=shown
        )
    return Speaker(person, shown, None)


def mate_of(table: Table, person: str) -> Speaker | None:
    """Return the teammate to whom a person may whisper, or None."""
    for player in table.player_of(person):
        for other in table.players_of(table.seat_of(player)):
            sitter = table.players[other]
            if other != player and sitter and sitter.person and sitter.person != person:
                return Speaker(sitter.person, sitter.name, other)
    return None


def read_remark(text: str) -> str:
    """Return a message on one line, without invisible characters that affect its surroundings."""
    said = _limit_accents(tidy(text))
    if not said:
        raise TableError("Write something first.")
    if len(said) > LONGEST_REMARK:
        raise TableError("A message can have at most {most} characters.", most=LONGEST_REMARK)
    return said


def read_reaction(text: str) -> str:
    """Return a reaction; an unknown one raises an error."""
    if text not in REACTIONS:
        raise TableError("There is no such reaction.")
    return text


def _limit_accents(text: str) -> str:
    """Remove stacks of accents, which would cover the lines around."""
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)

"""Decisions for somebody who deletes their data: nothing at a table leads to them any more.

A running game goes on: a bot takes their place, and another person the host's part. Where the
game is over, another name and nobody's id stand where theirs did. The store then takes their
name and id out of the events before (`kingup.store.erasure`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from kingup.tables.dealing import WITHDRAWN
from kingup.tables.events import (
    Abandoned,
    BotSat,
    Confirmed,
    Created,
    Event,
    Forgotten,
    HostChanged,
    Numbered,
    Sat,
    SeatGiven,
    SeatReclaimed,
    StoodUp,
)
from kingup.tables.names import bot_name, same_name
from kingup.tables.table import Table

NAME = "Incognito"
"""What somebody is called who has deleted their data: the same word in all our languages."""

NOBODY = "~"
"""What ids begin with that are nobody's: no cookie can say them."""


def new_nobody() -> str:
    """Return an id for one table, so that two tables do not show that it was the same person."""
    return NOBODY + secrets.token_urlsafe(15)


def is_nobody(person: str) -> bool:
    """Return whether an id is that of somebody who has deleted their data."""
    return person.startswith(NOBODY)


def forget(table: Table, person: str, nobody: str, level: str) -> list[Event]:
    """Take a person away from a table; a bot of a level plays on for them."""
    mine = table.player_of(person)
    others = [other for other in table.people() if other != person]
    events: list[Event] = []
    if table.status == "open":
        events += [StoodUp(player) for player in mine]
    elif table.is_closed:
        taken = _names(table)
        for player in mine:
            taken.append(_free_name(taken))
            events.append(Forgotten(player, nobody, taken[-1]))
    else:
        taken = _names(table)
        for player in mine:
            taken.append(bot_name(table.code, player, taken))
            colour = table.sitter(player).colour
            events.append(SeatGiven(player, None, level, taken[-1], colour))
    if not table.is_closed and not others and (mine or table.host == person):
        events.append(Abandoned())  # nobody is left whom it could wait for
    if table.host == person:
        events.append(HostChanged(others[0] if others and not table.is_closed else nobody))
    return events


def without(events: Sequence[Numbered], person: str, nobody: str) -> list[Numbered]:
    """Return a table's events as if somebody without a name had been there for a person.

    Whoever took their own place back with another device is the same person: what their
    earlier id has said there goes, too. A contribution to chance that holds a name goes with it.
    """
    cleaned = list(events)
    for stay in _stays(events):
        told = [events[i].event for i in stay]
        if not any(_is_by(event, person) for event in told):
            continue
        names = [event.name for event in told if isinstance(event, (Sat, SeatGiven))]
        for i in stay:
            cleaned[i] = replace(cleaned[i], event=_nameless(events[i].event, names, nobody))
    for i, numbered in enumerate(cleaned):
        event = numbered.event
        if isinstance(event, Created) and event.host == person:
            setting = replace(event.setting, title="")
            cleaned[i] = replace(numbered, event=replace(event, host=nobody, setting=setting))
        elif isinstance(event, HostChanged) and event.person == person:
            cleaned[i] = replace(numbered, event=HostChanged(nobody))
    return cleaned


def names_of(events: Sequence[Numbered], person: str) -> frozenset[str]:
    """Return what a person was called at a table."""
    return frozenset(
        event.name
        for stay in _stays(events)
        if any(_is_by(events[i].event, person) for i in stay)
        for event in (events[i].event for i in stay)
        if isinstance(event, (Sat, SeatGiven))
    )


def _is_by(event: Event, person: str) -> bool:
    return isinstance(event, _SITTING) and event.person == person


_SITTING = (Sat, SeatGiven, SeatReclaimed)


def _stays(events: Sequence[Numbered]) -> list[list[int]]:
    """Return the stays of people at places: each as the positions of its events."""
    stays: list[list[int]] = []
    current: dict[int, list[int]] = {}
    for i, numbered in enumerate(events):
        event = numbered.event
        if isinstance(event, (Sat, SeatGiven)):
            current[event.player] = [i]
            stays.append(current[event.player])
        elif isinstance(event, (BotSat, StoodUp)):
            current.pop(event.player, None)
        elif isinstance(event, (SeatReclaimed, Confirmed)) and event.player in current:
            current[event.player].append(i)
    return stays


def _nameless(event: Event, names: Sequence[str], nobody: str) -> Event:
    if isinstance(event, Sat):
        return replace(event, person=nobody, name=NAME, owner="")
    if isinstance(event, SeatGiven):
        return replace(event, person=nobody, name=NAME)
    if isinstance(event, SeatReclaimed):
        return replace(event, person=nobody)
    if isinstance(event, Confirmed) and any(name in event.contribution for name in names):
        return replace(event, contribution=WITHDRAWN)
    return event


def _names(table: Table) -> list[str]:
    return [sitter.name for sitter in table.players if sitter]


def _free_name(taken: list[str]) -> str:
    number = 1
    while True:
        name = NAME if number == 1 else f"{NAME} {number}"
        if not any(same_name(name, other) for other in taken):
            return name
        number += 1

"""Decisions for a person who deletes their data: nothing at a table identifies them any more.

A running game goes on: a bot takes their place, and another person becomes host. In a finished
game, another name and an anonymous id replace theirs. The store then removes their name and id
from the earlier events (`kingup.store.erasure`).
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
"""The name of a person who has deleted their data: the same word in all our languages."""

NOBODY = "~"
"""The prefix of anonymous ids; no cookie can hold such an id."""


def new_anonymous_id() -> str:
    """Return an anonymous id for one table: different tables get different ones."""
    return NOBODY + secrets.token_urlsafe(15)


def is_anonymous(person: str) -> bool:
    """Return whether an id belongs to a person who has deleted their data."""
    return person.startswith(NOBODY)


def forget(table: Table, person: str, anonymous: str, level: str) -> list[Event]:
    """Remove a person from a table; in a running game, a bot of a level plays on for them."""
    mine = table.player_of(person)
    others = [other for other in table.people() if other != person]
    events: list[Event] = []
    if table.status == "open":
        events += [StoodUp(player) for player in mine]
    elif table.is_closed:
        taken = _names(table)
        for player in mine:
            taken.append(_free_name(taken))
            events.append(Forgotten(player, anonymous, taken[-1]))
    else:
        taken = _names(table)
        for player in mine:
            taken.append(bot_name(table.code, player, taken))
            colour = table.sitter(player).colour
            events.append(SeatGiven(player, None, level, taken[-1], colour))
    if not table.is_closed and not others and (mine or table.host == person):
        events.append(Abandoned())  # nobody is left to play
    if table.host == person:
        events.append(HostChanged(others[0] if others and not table.is_closed else anonymous))
    return events


def without(events: Sequence[Numbered], person: str, anonymous: str) -> list[Numbered]:
    """Return a table's events with a person replaced by an anonymous one.

    A person who took their place back on another device is the same person, so their earlier id
    there is replaced, too. A contribution that contains a name of theirs is withdrawn.
    """
    cleaned = list(events)
    for stay in _stays(events):
        told = [events[i].event for i in stay]
        if not any(_is_by(event, person) for event in told):
            continue
        names = [event.name for event in told if isinstance(event, (Sat, SeatGiven))]
        for i in stay:
            cleaned[i] = replace(cleaned[i], event=_nameless(events[i].event, names, anonymous))
    for i, numbered in enumerate(cleaned):
        event = numbered.event
        if isinstance(event, Created) and event.host == person:
            setting = replace(event.setting, title="")
            cleaned[i] = replace(numbered, event=replace(event, host=anonymous, setting=setting))
        elif isinstance(event, HostChanged) and event.person == person:
            cleaned[i] = replace(numbered, event=HostChanged(anonymous))
    return cleaned


def names_of(events: Sequence[Numbered], person: str) -> frozenset[str]:
    """Return the names that a person had at a table."""
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
    """Return the stays of people at places, each as the indices of its events."""
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


def _nameless(event: Event, names: Sequence[str], anonymous: str) -> Event:
    if isinstance(event, Sat):
        return replace(event, person=anonymous, name=NAME, owner="")
    if isinstance(event, SeatGiven):
        return replace(event, person=anonymous, name=NAME)
    if isinstance(event, SeatReclaimed):
        return replace(event, person=anonymous)
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

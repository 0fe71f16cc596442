"""Events to plain values and back, for the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, asdict, fields
from typing import Any, get_args

from kingup.rules.deals import Deal
from kingup.tables.errors import TableError
from kingup.tables.events import Acted, By, Event, Reason, acted_alike
from kingup.tables.setting import BotPace, TableSetting

KINDS: dict[str, type[Event]] = {event.kind: event for event in get_args(Event)}
"""Event classes by their names in the store."""


def to_json(event: Event) -> dict[str, Any]:
    """Return an event's fields as plain values; its kind is stored separately."""
    return {field.name: _plain(getattr(event, field.name)) for field in fields(event)}


def from_json(kind: str, body: Mapping[str, Any]) -> Event:
    """Return the event of a kind from plain values; malformed ones raise an error."""
    if kind not in KINDS or not isinstance(body, Mapping):
        raise _wrong(kind)
    event = KINDS[kind]
    known = {field.name: field for field in fields(event)}
    if not set(body) <= set(known):
        raise _wrong(kind)
    values = {}
    for name, field in known.items():
        if name in body:
            values[name] = _READERS[str(field.type)](kind, body[name])
        elif not _has_default(field):
            raise _wrong(kind)
    if event is Acted:
        return acted_alike(values["player"], values["action"], values["by"])
    return event(**values)


def _wrong(kind: object) -> TableError:
    return TableError("The table’s log is unreadable at “{kind}”.", kind=str(kind)[:20])


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING


def _plain(value: object) -> Any:
    if isinstance(value, TableSetting):
        return value.to_json()
    if isinstance(value, Deal):
        plain = asdict(value)
        plain["favourites"] = list(value.favourites)
        plain["ambitions"] = [list(pair) for pair in value.ambitions]
        return plain
    return value


def _number(kind: str, value: object) -> int:
    if type(value) is not int:
        raise _wrong(kind)
    return value


def _text(kind: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(kind)
    return value


def _optional_text(kind: str, value: object) -> str | None:
    return None if value is None else _text(kind, value)


def _one_of(choice: Any) -> Callable[[str, object], Any]:
    def read(kind: str, value: object) -> Any:
        if value not in get_args(choice):
            raise _wrong(kind)
        return value

    return read


def _setting(kind: str, value: object) -> TableSetting:
    if not isinstance(value, Mapping):
        raise _wrong(kind)
    return TableSetting.from_json(value)


def _deal(kind: str, value: object) -> Deal:
    if not isinstance(value, Mapping) or set(value) != {field.name for field in fields(Deal)}:
        raise _wrong(kind)
    pairs = [[_text(kind, card) for card in pair] for pair in value["ambitions"]]
    if any(len(pair) != 2 for pair in pairs):
        raise _wrong(kind)
    return Deal(
        _number(kind, value["first"]),
        tuple(_text(kind, card) for card in value["favourites"]),
        tuple((pair[0], pair[1]) for pair in pairs),
        _optional_text(kind, value["emissary_card"]),
        _optional_text(kind, value["pile"]),
    )


_READERS: dict[str, Callable[[str, object], Any]] = {
    "int": _number,
    "str": _text,
    "str | None": _optional_text,
    "By": _one_of(By),
    "Reason": _one_of(Reason),
    "BotPace": _one_of(BotPace),
    "TableSetting": _setting,
    "Deal": _deal,
}
"""Readers of event fields, by annotation."""

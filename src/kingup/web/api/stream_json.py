"""Tables as lines of JSON. What everybody may know is encoded once for all streams.

A line is joined from pieces of JSON. Shared pieces come only from a spectator's view; what a
single bot may know is encoded for that bot alone, and comes last.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from kingup.history import Move
from kingup.server.live_table import LiveTable
from kingup.tables.table import Table
from kingup.view import OwnCards, RoundView, View
from kingup.web.api.descriptions import player_of, seated

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

_OWN_CARDS = tuple(field.name for field in fields(OwnCards))

_OWN = ("viewer", "own", "actions")
"""The fields of a view that differ between players."""
_STRUCTURED = ("emissary", "rounds")
"""Fields that are not plain values."""
_PLAIN = tuple(f.name for f in fields(View) if f.name not in (*_OWN, *_STRUCTURED))


@dataclass(frozen=True, slots=True)
class SharedJson:
    """The shared pieces of a table's line."""

    table: str
    seated: str
    next: str
    view: str | None
    """The fields of a view that are the same for everybody."""


class StreamLines:
    """Caches the lines of tables for all streams."""

    def __init__(self) -> None:
        self._cached: WeakKeyDictionary[LiveTable, _CachedLines] = WeakKeyDictionary()

    def line(self, live: LiveTable, bot: str) -> bytes:
        """Return a table as one line, as a bot may see it."""
        table = live.table
        # Everybody without a seat gets the same line; a player's or the host's is never shared.
        viewer = bot if table.player_of(bot) or table.host == bot else ""
        known = self._cached.get(live)
        if known is None:
            known = self._cached[live] = _CachedLines()
        return known.line(table, live.version, viewer)

    def forget(self, live: LiveTable) -> None:
        """Drop the cached lines of a table that nobody streams."""
        self._cached.pop(live, None)


class _CachedLines:
    """The cached lines of one table. Only rounds that have changed are encoded again."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._shared: SharedJson | None = None
        self._line = b""
        """The line for everybody without a seat."""
        self._rounds: list[tuple[RoundView, str]] = []

    def line(self, table: Table, version: int, viewer: str) -> bytes:
        if self._shared is None or version != self._version:
            self._version, self._shared, self._line = version, self._write(table), b""
        if viewer:  # not cached: hardly any bot opens two streams
            return _line(table, self._shared, viewer)
        self._line = self._line or _line(table, self._shared, "")
        return self._line

    def _write(self, table: Table) -> SharedJson:
        setting = table.setting
        about = {
            "type": "table",
            "code": table.code,
            "number": table.number,
            "status": table.status,
            "title": setting.title,
            "edition": setting.edition,
            "seats": setting.seats,
            "options": setting.options,
            "pace": {"kind": setting.pace.kind, "amount": setting.pace.amount},
        }
        here = {
            "players": [seated(table, player) for player in range(len(table.players))],
            "waiting_for": table.waiting_for(),
        }
        rest = {"next": table.next_code, "commitment": table.commitment}
        view = None if table.game is None else self._public(table.view())
        return SharedJson(_inside(about), _inside(here), _inside(rest), view)

    def _public(self, view: View) -> str:
        plain = _inside({name: getattr(view, name) for name in _PLAIN})
        emissary = _encode(view.emissary and asdict(view.emissary))
        rounds = ",".join([self._round(i, round_) for i, round_ in enumerate(view.rounds)])
        return f'{plain},"emissary":{emissary},"rounds":[{rounds}]'

    def _round(self, i: int, round_: RoundView) -> str:
        if i == len(self._rounds):
            self._rounds.append((round_, _round(round_)))
        known, text = self._rounds[i]
        if known != round_:
            text = _round(round_)
            self._rounds[i] = (round_, text)
        return text


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as one line of compact ASCII JSON."""
    return _encode(message).encode("ascii") + b"\n"


def _line(table: Table, shared: SharedJson, bot: str) -> bytes:
    you = player_of(table, bot)
    own = {"host": table.host == bot, "you": you}
    deadline = None if you is None else table.deadline(you)
    text = (
        f"{{{shared.table},{_inside(own)},{shared.seated},"
        f'"deadline":{_encode(deadline)},{shared.next},"view":'
    )
    if shared.view is None:
        return f"{text}null}}\n".encode("ascii")
    return f"{text}{{{shared.view},{_own(table.view(you))}}}}}\n".encode("ascii")


def _inside(values: dict[str, Any]) -> str:
    """Return fields without the braces around them."""
    return _encode(values)[1:-1]


def _own(view: View) -> str:
    own = None if view.own is None else {f: getattr(view.own, f) for f in _OWN_CARDS}
    return _inside({"viewer": view.viewer, "own": own, "actions": view.actions})


def _round(round_: RoundView) -> str:
    moves = ",".join([_move(move) for move in round_.moves])
    rest = {
        "first": round_.first,
        "crownings": [asdict(crowning) for crowning in round_.crownings],
        "favourites": round_.favourites,
        "kept": round_.kept,
        "emissary_card": round_.emissary_card,
        "castle": round_.castle,
        "deal": round_.deal and asdict(round_.deal),
    }
    return f'{{{_inside(rest)},"moves":[{moves}]}}'


@lru_cache(20_000)
def _move(move: Move) -> str:
    """Return a move as JSON; cached, because the same moves recur in every game."""
    return _encode(asdict(move))

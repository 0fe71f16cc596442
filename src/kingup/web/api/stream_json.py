"""Tables as lines of a stream: what everybody may know is written once for all who listen.

A line is put together from texts. Those that are shared come from a spectator's view and from
nowhere else; what only one bot may know is written for that bot alone, and last.
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
"""The fields of a view that differ from one player to the other."""
_WRITTEN = ("emissary", "rounds")
"""Those that are more than plain values."""
_PLAIN = tuple(f.name for f in fields(View) if f.name not in (*_OWN, *_WRITTEN))


@dataclass(frozen=True, slots=True)
class SharedJson:
    """What a table's line says to everybody, in pieces."""

    table: str
    seated: str
    next: str
    view: str | None
    """The fields of a view that are the same for everybody."""


class StreamLines:
    """Tables as lines, written once for all streams that show the same."""

    def __init__(self) -> None:
        self._written: WeakKeyDictionary[LiveTable, _Written] = WeakKeyDictionary()

    def line(self, live: LiveTable, bot: str) -> bytes:
        """Return a table as one line, for a bot's eyes."""
        table = live.table
        # All who have no part in the table share one line; nobody shares a player's.
        eyes = bot if table.player_of(bot) or table.host == bot else ""
        known = self._written.get(live)
        if known is None:
            known = self._written[live] = _Written()
        return known.line(table, live.version, eyes)

    def forget(self, live: LiveTable) -> None:
        """Keep nothing of a table that nobody listens to."""
        self._written.pop(live, None)


class _Written:
    """What was written about one table: of its rounds, only what is new is written again."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._common: SharedJson | None = None
        self._line = b""
        """The line of all who have no part in the table."""
        self._rounds: list[tuple[RoundView, str]] = []

    def line(self, table: Table, version: int, eyes: str) -> bytes:
        if self._common is None or version != self._version:
            self._version, self._common, self._line = version, self._write(table), b""
        if eyes:  # hardly any bot listens twice
            return _line(table, self._common, eyes)
        self._line = self._line or _line(table, self._common, "")
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
    """Return a message as its line: ASCII, without a space outside texts."""
    return _encode(message).encode("ascii") + b"\n"


def _line(table: Table, common: SharedJson, bot: str) -> bytes:
    you = player_of(table, bot)
    own = {"host": table.host == bot, "you": you}
    deadline = None if you is None else table.deadline(you)
    text = (
        f"{{{common.table},{_inside(own)},{common.seated},"
        f'"deadline":{_encode(deadline)},{common.next},"view":'
    )
    if common.view is None:
        return f"{text}null}}\n".encode("ascii")
    return f"{text}{{{common.view},{_own(table.view(you))}}}}}\n".encode("ascii")


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
    """Return a move as text; the same ones are made in every game."""
    return _encode(asdict(move))

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
from kingup.tables.table import Table
from kingup.view import OwnCards, RoundView, View
from kingup.web.api.describing import player_of, seated
from kingup.web.live import LiveTable

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

_OWN_CARDS = tuple(field.name for field in fields(OwnCards))


@dataclass(frozen=True, slots=True)
class Common:
    """What a table's line says to everybody, in pieces, in the order of the line."""

    table: str
    seated: str
    next: str
    view: dict[str, str] | None
    """The fields of a spectator's view, as texts."""


class Lines:
    """Tables as lines, written once for all streams that show the same."""

    def __init__(self) -> None:
        self._written: WeakKeyDictionary[LiveTable, tuple[int, Common, dict[str, bytes]]] = (
            WeakKeyDictionary()
        )

    def line(self, live: LiveTable, bot: str) -> bytes:
        """Return a table as one line, for a bot's eyes."""
        table = live.table
        # All who have no part in the table share one line; nobody shares a player's.
        eyes = bot if table.player_of(bot) or table.host == bot else ""
        known = self._written.get(live)
        if known is None or known[0] != live.version:
            known = self._written[live] = (live.version, _common(table), {})
        _version, common, written = known
        if eyes not in written:
            written[eyes] = _line(table, common, eyes)
        return written[eyes]


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as its line: ASCII, without a space outside texts."""
    return _encode(message).encode("ascii") + b"\n"


def _line(table: Table, common: Common, bot: str) -> bytes:
    you = player_of(table, bot)
    own = {"host": table.host == bot, "you": you}
    deadline = None if you is None else table.deadline(you)
    text = (
        f"{{{common.table},{_inside(own)},{common.seated},"
        f'"deadline":{_encode(deadline)},{common.next},"view":'
    )
    if common.view is None:
        return f"{text}null}}\n".encode("ascii")
    view = common.view if you is None else {**common.view, **_own(table.view(you))}
    return f"{text}{_object(view)}}}\n".encode("ascii")


def _common(table: Table) -> Common:
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
    view = None if table.game is None else _public(table.view())
    return Common(_inside(about), _inside(here), _inside(rest), view)


def _inside(values: dict[str, Any]) -> str:
    """Return fields without the braces around them."""
    return _encode(values)[1:-1]


def _public(view: View) -> dict[str, str]:
    texts = {field.name: "null" for field in fields(View)}
    plain = {
        name: getattr(view, name) for name in texts if name not in ("emissary", "rounds", "own")
    }
    texts.update({name: _encode(value) for name, value in plain.items()})
    texts["emissary"] = _encode(view.emissary and asdict(view.emissary))
    texts["rounds"] = f"[{','.join([_round(round_) for round_ in view.rounds])}]"
    return texts


def _own(view: View) -> dict[str, str]:
    own = None if view.own is None else {f: getattr(view.own, f) for f in _OWN_CARDS}
    return {
        "viewer": str(view.viewer),
        "own": _encode(own),
        "actions": _encode(view.actions),
    }


def _round(round_: RoundView) -> str:
    moves = ",".join([_move(move) for move in round_.moves])
    texts = {
        "first": str(round_.first),
        "moves": f"[{moves}]",
        "crownings": _encode([asdict(crowning) for crowning in round_.crownings]),
        "favourites": _encode(round_.favourites),
        "kept": _encode(round_.kept),
        "emissary_card": _encode(round_.emissary_card),
        "castle": _encode(round_.castle),
        "deal": _encode(round_.deal and asdict(round_.deal)),
    }
    return _object(texts)


def _object(texts: dict[str, str]) -> str:
    inside = ",".join([f'"{name}":{text}' for name, text in texts.items()])
    return f"{{{inside}}}"


@lru_cache(20_000)
def _move(move: Move) -> str:
    """Return a move as text; the same ones are made in every game."""
    return _encode(asdict(move))

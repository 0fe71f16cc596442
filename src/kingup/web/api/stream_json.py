"""Tables and other messages as lines of ASCII JSON."""

from __future__ import annotations

import codecs
import json
from typing import Any

import msgspec

from kingup.tables.table import Table
from kingup.web.api.descriptions import player_of, seated


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Write characters outside of ASCII as JSON escapes them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


ERRORS = "kingup-json"
codecs.register_error(ERRORS, _escape)


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as one line of compact ASCII JSON."""
    return msgspec.json.encode(message).decode().encode("ascii", ERRORS) + b"\n"


def table_line(table: Table, bot: str) -> bytes:
    """Return a table as one line, as a bot may see it."""
    setting, you = table.setting, player_of(table, bot)
    return line_of(
        {
            "type": "table",
            "code": table.code,
            "number": table.number,
            "status": table.status,
            "title": setting.title,
            "edition": setting.edition,
            "seats": setting.seats,
            "options": setting.options,
            "pace": {"kind": setting.pace.kind, "amount": setting.pace.amount},
            "host": table.host == bot,
            "you": you,
            "players": [seated(table, player) for player in range(len(table.players))],
            "waiting_for": table.waiting_for(),
            "deadline": None if you is None else table.deadline(you),
            "next": table.next_code,
            "commitment": table.commitment,
            "view": None if table.game is None else table.view(you),
        }
    )

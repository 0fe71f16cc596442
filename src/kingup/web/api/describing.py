"""A table as the API tells it: who sits where, whom it waits for, and the asker's view.

All that is said about a game is `Table.view`, the same that the line protocol shows a bot.
"""

from __future__ import annotations

import json
from typing import Any
from weakref import WeakKeyDictionary

from kingup.store import Entry
from kingup.tables.table import Table
from kingup.web.live import LiveTable

RESULTS = ("won", "shared", "lost", "broken-off")
"""How a game can end for a player, in the words of the line protocol."""


def table_of(table: Table, bot: str) -> dict[str, Any]:
    """Return a table as somebody may know it: a player, or anybody else as a spectator."""
    you = player_of(table, bot)
    setting = table.setting
    return {
        "type": "table",
        "code": table.code,
        "number": table.number,
        "status": table.status,
        "title": setting.title,
        "edition": setting.edition,
        "seats": list(setting.seats),
        "options": list(setting.options),
        "pace": {"kind": setting.pace.kind, "amount": setting.pace.amount},
        "host": table.host == bot,
        "you": you,
        "players": [_player(table, player) for player in range(len(table.players))],
        "waiting_for": list(table.waiting_for()),
        "deadline": None if you is None else table.deadline(you),
        "next": table.next_code,
        "view": None if table.game is None else table.view(you).as_dict(),
    }


def player_of(table: Table, bot: str) -> int | None:
    """Return the player whom a bot plays; None for a spectator."""
    held = table.player_of(bot)
    return held[0] if held else None


def result_of(table: Table, player: int | None) -> str:
    """Return how a game has ended for a player."""
    game = table.game
    if player is None or game is None or not game.is_over:
        return "broken-off"
    winners = game.winners
    if table.seat_of(player) not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared"


def listed(entry: Entry) -> dict[str, Any]:
    """Return a table in a list."""
    about = entry.about
    return {
        "code": entry.code,
        "status": entry.status,
        "title": about["title"],
        "edition": about["edition"],
        "seats": about["seats"],
        "options": about["options"],
        "pace": {"kind": about["pace"][0], "amount": about["pace"][1]},
        "players": [
            place
            and {
                "name": place["name"],
                "level": place["level"],
                "owner": place.get("owner", ""),  # tables of earlier versions have none
                "ready": place["ready"],
            }
            for place in about["players"]
        ],
        "scores": about["scores"],
        "winners": about["winners"],
    }


class Lines:
    """Tables as lines of a stream, written once for all streams that show the same."""

    def __init__(self) -> None:
        self._written: WeakKeyDictionary[LiveTable, tuple[int, dict[str, bytes]]] = (
            WeakKeyDictionary()
        )

    def line(self, live: LiveTable, bot: str) -> bytes:
        """Return a table as one line, for a bot's eyes."""
        table = live.table
        # All who have no part in the table share one line; nobody shares a player's.
        eyes = bot if table.player_of(bot) or table.host == bot else ""
        version, written = self._written.get(live, (-1, {}))
        if version != live.version:
            written = {}
            self._written[live] = (live.version, written)
        if eyes not in written:
            written[eyes] = line_of(table_of(table, eyes))
        return written[eyes]


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as its line: ASCII, without a space outside texts."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def _player(table: Table, player: int) -> dict[str, Any] | None:
    sitter = table.players[player]
    if sitter is None:
        return None
    return {
        "seat": table.seat_of(player),
        "name": sitter.name,
        "colour": sitter.colour,
        "level": sitter.level,
        "owner": sitter.owner,
        "ready": sitter.confirmed,
        "standing_in": sitter.standing_in is not None,
    }

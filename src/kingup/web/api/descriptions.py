"""Tables and players as the API describes them."""

from __future__ import annotations

from typing import Any

from kingup.store import ListedTable
from kingup.tables.table import Table

RESULTS = ("won", "shared", "lost", "broken-off")
"""How a game can end for a player, in the words of the line protocol."""


def player_of(table: Table, bot: str) -> int | None:
    """Return the number of the player that a bot plays; None for a spectator."""
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


def listed(entry: ListedTable) -> dict[str, Any]:
    """Return a table as an entry of a list."""
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
                "owner": place.get("owner", ""),  # missing in tables of earlier versions
                "ready": place["ready"],
            }
            for place in about["players"]
        ],
        "scores": about["scores"],
        "winners": about["winners"],
    }


def seated(table: Table, player: int) -> dict[str, Any] | None:
    """Return who plays as a player, as everybody may know it; None for a free place."""
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

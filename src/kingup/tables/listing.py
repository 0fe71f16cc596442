"""What a lobby lists of a table, and what the store finds it by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingup.tables.table import Status, Table


@dataclass(frozen=True, slots=True)
class Summary:
    """What the store keeps beside a table's events, so that tables can be listed unread."""

    code: str
    status: Status
    private: bool
    edition: str
    host: str
    people: tuple[tuple[str, int], ...]
    """Persons with their players. Nobody is shown another's id."""
    about: dict[str, Any]
    """What may be shown to everybody."""


def summary_of(table: Table) -> Summary:
    """Return what is listed of a table."""
    setting = table.setting
    people = [(sitter.person, player) for player, sitter in enumerate(table.players) if sitter]
    return Summary(
        table.code,
        table.status,
        setting.private,
        setting.edition,
        table.host,
        tuple((person, player) for person, player in people if person),
        about(table),
    )


def about(table: Table) -> dict[str, Any]:
    """Return what everybody may know of a table that they do not look at: plain values."""
    setting = table.setting
    return {
        "title": setting.title,
        "edition": setting.edition,
        "seats": list(setting.seats),
        "options": list(setting.options),
        "pace": [setting.pace.kind, setting.pace.amount],
        "screens": setting.screens,
        "status": table.status,
        "round": table.game.round if table.game else 0,
        "players": [
            sitter
            and {
                "name": sitter.name,
                "colour": sitter.colour,
                "level": sitter.level,
                "ready": sitter.confirmed,
            }
            for sitter in table.players
        ],
        "waiting": list(table.waiting_for()),
        "scores": list(table.game.scores) if table.game and table.game.is_over else None,
        "winners": list(table.game.winners) if table.game and table.game.is_over else None,
        "next": table.next_code,
    }

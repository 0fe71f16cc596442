"""What lists show of a table, and what the store finds it by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kingup.tables.table import Table
from kingup.tables.table_state import Status

LONGEST_PAUSE = 8.0
"""Seconds after which every bot of an attended table has acted."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the store keeps beside a table's events, so that lists need not read the events."""

    code: str
    status: Status
    private: bool
    edition: str
    host: str
    people: tuple[tuple[str, int], ...]
    """Person ids with their players. Never shown to others."""
    about: dict[str, Any]
    """What may be shown to everybody."""
    due_at: float | None
    """When the next automatic action is overdue; None if there is none."""


def summary_of(table: Table) -> Summary:
    """Return the summary of a table."""
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
        due_at(table),
    )


def due_at(table: Table) -> float | None:
    """Return when the next automatic action is overdue: a bot's move, or the end of a clock.

    A server that attends to the table acts before; this finds tables that no server attends to.
    """
    if table.status != "playing":
        return None
    waiting = table.waiting_for()
    times = [deadline for player in waiting if (deadline := table.deadline(player)) is not None]
    if table.for_bots():
        times.append(table.waiting_since + LONGEST_PAUSE)
    return min(times, default=None)


def about(table: Table) -> dict[str, Any]:
    """Return what everybody may know of a table without opening it, as plain values."""
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
                "owner": sitter.owner,
                "ready": sitter.confirmed,
            }
            for sitter in table.players
        ],
        "waiting": list(table.waiting_for()),
        "scores": list(table.game.scores) if table.game and table.game.is_over else None,
        "winners": list(table.game.winners) if table.game and table.game.is_over else None,
        "next": table.next_code,
        "what_if": bool(table.branch),
        "coached": table.coached,
    }


def ranks(about: Mapping[str, Any]) -> list[int]:
    """Return every seat's rank in a finished game, from 0; a team counts its lower score."""
    keys, first = [], 0
    for seat, size in enumerate(about["seats"]):
        score = min(about["scores"][first : first + size])
        keys.append((seat not in about["winners"], -score))
        first += size
    return [sum(other < key for other in keys) for key in keys]

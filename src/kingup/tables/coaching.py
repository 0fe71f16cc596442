"""The coach: advice for the only person among bots. A game with one does not count."""

from __future__ import annotations

from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.events import Coached, Event
from kingup.tables.table import Table


def coach(table: Table, person: str) -> list[Event]:
    """Let the only person at a table have a coach; there is no way back."""
    if table.is_closed:
        raise TableError("This table is closed.")
    if not table.player_of(person):
        raise NotAllowed("Only players can have a coach.")
    if _only_player(table) is None:
        raise TableError("A coach is for one person alone among our bots.")
    return [] if table.coached else [Coached()]


def coached_player(table: Table, person: str | None) -> int | None:
    """Return the player whom a coach may help, if this person is that player; else None.

    Asked again for each hint: somebody else may have taken a seat meanwhile.
    """
    player = _only_player(table) if table.coached and table.is_running else None
    return player if player is not None and table.player_of(person) == (player,) else None


def _only_player(table: Table) -> int | None:
    """Return the player of the only person; None unless all others are bots of ours."""
    if table.setting.passed or None in table.players:
        return None
    people = [p for p, sitter in enumerate(table.players) if sitter and not sitter.is_bot]
    if len(people) != 1 or table.sitter(people[0]).is_from_outside:
        return None
    return people[0]

"""The page of a seat link: for taking back one's own seat, or taking over another's."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.tables import Table
from kingup.web.pages.common.labels import edition_title


@dataclass(frozen=True, slots=True)
class Reclaim:
    """The seat that a link offers."""

    title: str
    name: str
    colour: int
    action: str
    token: str
    bot: bool
    """Whether a bot sits there, so that a name is needed."""
    running: bool


def reclaim_page(table: Table, player: int, token: str) -> Reclaim:
    """Return the page of a seat link for a player."""
    sitter = table.sitter(player)
    return Reclaim(
        table.setting.title or edition_title(table.setting.edition),
        sitter.name,
        sitter.colour,
        f"/t/{table.code}",
        token,
        sitter.is_bot,
        table.is_running,
    )

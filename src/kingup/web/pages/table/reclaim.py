"""The page behind a link that gives a seat: one's own on another phone, or somebody else's."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.tables import Table
from kingup.web.pages.common.labels import edition_title


@dataclass(frozen=True, slots=True)
class Reclaim:
    """A seat that waits for whoever opened the link."""

    title: str
    name: str
    colour: int
    action: str
    token: str
    bot: bool
    """Whether a bot sits there, so that a name is needed."""
    running: bool


def reclaim_page(table: Table, player: int, token: str) -> Reclaim:
    """Return the page that offers a player's place."""
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

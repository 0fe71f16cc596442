"""The television: nothing secret, everything readable from a sofa."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.panel import headline
from kingup.web.pages.table.vote import last_reveal, verdict


@dataclass(frozen=True, slots=True)
class Board:
    """What the herald says."""

    herald: str
    detail: str
    tone: str


def board(look: ViewContext) -> Board:
    """Return the television's own words."""
    reveal = last_reveal(look)
    if reveal and not look.paused:
        spoken = verdict(look, reveal)
        herald, detail, tone = spoken.title, spoken.detail, spoken.tone
    else:
        herald, detail, tone = headline(look), "", ""
    return Board(herald, detail, tone)

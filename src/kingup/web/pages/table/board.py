"""The herald's text on the television page, which shows no secrets."""

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


def board(context: ViewContext) -> Board:
    """Return the herald's text."""
    reveal = last_reveal(context)
    if reveal and not context.paused:
        words = verdict(context, reveal)
        herald, detail, tone = words.title, words.detail, words.tone
    else:
        herald, detail, tone = headline(context), "", ""
    return Board(herald, detail, tone)

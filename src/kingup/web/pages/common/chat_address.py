"""Where the chat of a table is found."""

from __future__ import annotations

from kingup.tables import Table, chat


def chat_address(table: Table, page: str) -> str | None:
    """Return where a page's talk button leads; None where there is nobody to talk to."""
    if page == "board" or not chat.has_company(table):
        return None
    return f"/t/{table.code}/talk"

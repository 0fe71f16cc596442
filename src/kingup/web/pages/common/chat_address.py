"""The address of a table's chat."""

from __future__ import annotations

from kingup.tables import Table, chat


def chat_address(table: Table, page: str) -> str | None:
    """Return the target of a page's chat button; None if there is nobody to chat with."""
    if page == "board" or not chat.has_company(table):
        return None
    return f"/t/{table.code}/talk"

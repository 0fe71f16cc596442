"""What cannot be done at a table, as sentences."""

from __future__ import annotations

from kingup.rules.errors import KingUpError


class TableError(KingUpError, ValueError):
    """Something that cannot be done at this table now."""


class NotYours(TableError):
    """Something that is for somebody else to do: another player, or the host."""


class MovedOn(TableError):
    """An answer to a question that the game no longer asks."""

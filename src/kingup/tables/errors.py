"""Errors of a table, as sentences for people."""

from __future__ import annotations

from kingup.rules.errors import KingUpError


class TableError(KingUpError, ValueError):
    """This cannot be done at this table now."""


class NotAllowed(TableError):
    """Only somebody else may do this: another player, or the host."""


class StaleAction(TableError):
    """The answer is to a question that the game no longer asks."""

"""What can go wrong when a game is analysed."""

from __future__ import annotations

from kingup.rules.errors import KingUpError


class AnalysisError(KingUpError):
    """A game or a file that cannot be analysed, and why."""

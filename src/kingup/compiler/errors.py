"""What the compiler cannot translate."""

from __future__ import annotations


class CompileError(Exception):
    """A function uses something that the compiler's language does not have."""

"""The numbers and letters of the rules in short, for the help at every table."""

from __future__ import annotations

from kingup.rules.characters import CAST, EDITIONS, Edition
from kingup.telling.numbers import numbers


def rules_digest(edition: Edition) -> dict[str, object]:
    """Return what the help's sentences about an edition are filled with."""
    letters = sorted(member.letter for member in CAST[EDITIONS.index(edition)])
    return {**numbers(edition), "first_letter": letters[0], "last_letter": letters[-1]}

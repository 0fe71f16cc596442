"""Levels of opponents for people: court ranks, each clearly stronger than the one below.

How much stronger is measured by `make bench-strength` and recorded in `docs/bots.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kingup.rules.errors import sentence


@dataclass(frozen=True, slots=True)
class Level:
    """A rank at court: the bot behind it, and its description for people."""

    id: str
    bot: str
    """The bot and its budget, as `make_bot` takes them."""
    name: str
    character: str


LEVELS = (
    Level(
        "page",
        "page",
        sentence("Page"),
        sentence(
            "New at court. Cheers for its favourites, forgets what it wanted, and votes from "
            "the heart."
        ),
    ),
    Level(
        "courtier",
        "courtier",
        sentence("Courtier"),
        sentence(
            "Knows which floors are safe and which are flattery. Spends a No where it hurts, "
            "and smiles."
        ),
    ),
    Level(
        "seneschal",
        "chancellor:100",
        sentence("Seneschal"),
        sentence(
            "Keeps the keys and counts the votes. Guesses your favourites from the ones you "
            "push, and thinks a move or two ahead."
        ),
    ),
    Level(
        "chancellor",
        "chancellor:5000",
        sentence("Chancellor"),
        sentence(
            "Has read your letters. Imagines every hand you may hold, and plays for the "
            "evening’s crown, not the round’s."
        ),
    ),
    Level(
        "sovereign",
        "sovereign",
        sentence("Sovereign"),
        sentence(
            "Nobody taught it anything: it has played millions of evenings against itself. "
            "Answers at once, and gives nothing away."
        ),
    ),
)
"""The levels, from the easiest to the hardest."""

LEVEL_IDS = tuple(level.id for level in LEVELS)

"""Levels of opponents for people: court ranks to climb, characters, and bots that search.

The ranks from `page` to `emperor` are a ladder: each is meant to take about six of ten games from
the one below, in both editions. All above `page` are the trained player, with less memory, a
shorter sight, or more impulse the lower they stand (`kingup.bots.sovereign.temperament`). What was
measured, and what was not yet: `docs/strength.md` and, for the older bots, `docs/bots.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kingup.rules.errors import sentence


@dataclass(frozen=True, slots=True)
class Level:
    """A rank at court: the bot behind it, and its description for people."""

    id: str
    bot: str
    """The bot and its budget, as `make_bot` takes them."""
    name: str
    character: str
    kind: Literal["rank", "character", "searcher"] = "rank"
    """A rank of the ladder, a character of a rank's strength, or a bot that is not trained."""


LADDER = (
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
        "groom",
        "sovereign:memory=0,sight=round,heart=2.5,daring=2.5,impulse=0.58",
        sentence("Groom"),
        sentence("Acts on impulse more often than not, and shows whom it loves."),
    ),
    Level(
        "cupbearer",
        "sovereign:memory=0,sight=round,heart=0.5,daring=2,impulse=0.25",
        sentence("Cupbearer"),
        sentence("Thinks first, most of the time, but only of this round, not of the score."),
    ),
    Level(
        "falconer",
        "sovereign:memory=0,heart=1,daring=0.5",
        sentence("Falconer"),
        sentence("Has a keen eye for the castle and the score, and no memory for your moves."),
    ),
    Level(
        "chamberlain",
        "sovereign:temperature=3.3,daring=1.5",
        sentence("Chamberlain"),
        sentence("Remembers every move, but is easily tempted by the wrong one."),
    ),
    Level(
        "constable",
        "sovereign:temperature=1.9,daring=1.5",
        sentence("Constable"),
        sentence("Remembers every move, gladly calls a vote, and errs only now and then."),
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
    Level(
        "high-king",
        "sovereign+:128,ahead=votes",
        sentence("High King"),
        sentence("A sovereign that thinks every vote through before it plays a card."),
    ),
    Level(
        "king-of-kings",
        "sovereign+:128,distance=0.3",
        sentence("King of Kings"),
        sentence("Looks ahead at every move, and lets that sway it a little."),
    ),
    Level(
        "emperor",
        "sovereign+:512",
        sentence("Emperor"),
        sentence("Looks ahead at every move, in all the hands that you may hold."),
    ),
)
"""The ranks, each clearly stronger than the one before."""

CHARACTERS = (
    Level(
        "bold",
        "sovereign:temperature=1.8,daring=2",
        sentence("The Bold"),
        sentence("Calls votes early and spends its No cards freely."),
        "character",
    ),
    Level(
        "sly",
        "sovereign:temperature=1.8,heart=-1.5,daring=-0.5",
        sentence("The Sly"),
        sentence("Pushes those of others, and keeps its own for the end."),
        "character",
    ),
    Level(
        "loyal",
        "sovereign:temperature=2,heart=2",
        sentence("The Loyal"),
        sentence("Stands by its favourites from the first floor up, for all to see."),
        "character",
    ),
)
"""Three ways to play, of about the same strength: between a constable and a sovereign."""

SEARCHERS = (
    Level(
        "courtier",
        "courtier",
        sentence("Courtier"),
        sentence(
            "Knows which floors are safe and which are flattery. Spends a No where it hurts, "
            "and smiles."
        ),
        "searcher",
    ),
    Level(
        "seneschal",
        "chancellor:100",
        sentence("Seneschal"),
        sentence(
            "Keeps the keys and counts the votes. Guesses your favourites from the ones you "
            "push, and thinks a move or two ahead."
        ),
        "searcher",
    ),
    Level(
        "chancellor",
        "chancellor:5000",
        sentence("Chancellor"),
        sentence(
            "Has read your letters. Imagines every hand you may hold, and plays for the "
            "evening’s crown, not the round’s."
        ),
        "searcher",
    ),
)
"""Bots that nobody trained: a rule of thumb, and two that search with it."""

LEVELS = (*LADDER, *CHARACTERS, *SEARCHERS)
"""All levels: the ladder from the easiest to the hardest, then the others."""

LEVEL_IDS = tuple(level.id for level in LEVELS)

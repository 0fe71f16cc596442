"""The features of an observation: one table of blocks, from which everything else follows.

`kernel/observing.py` writes them, `docs/observation.md` lists them. An observation is a row of
bytes; a byte divided by its block's `top` is a number from 0 to about 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from kingup.rules.constants import ACTIONS, AMBITIONS, CARDS, CHARACTERS, MAX_SEATS, PLACES

OBSERVATION_VERSION: Final = 1
"""Must change whenever a feature changes its position or its meaning."""


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring features of one kind."""

    name: str
    length: int
    top: int
    """The largest usual value, by which a learner may divide."""
    knowledge: Literal["public", "own"]
    """Whether everybody at the table knows it, or only the observer's seat."""
    meaning: str


MEMORY: Final = 16
"""How many of the last climbs count as recent."""

_OPTIONS = 7
BY_SEAT: Final = MAX_SEATS * CHARACTERS
"""The length of a block with one feature for each seat and character."""

BLOCKS: Final = (
    Block("edition", 2, 1, "public", "King Up!, Vive le Roi: one is 1"),
    Block(
        "options",
        _OPTIONS,
        1,
        "public",
        "ambition, banished, emissary, wedding, shared-marker, jester-returns-to-3, "
        "jester-uncounted-in-placement",
    ),
    Block("seats", MAX_SEATS - 1, 1, "public", "the number of seats, from 2 to 8: one is 1"),
    Block("round", 3, 1, "public", "the number of the round: one is 1"),
    Block("phase", 7, 1, "public", "deal, ambition, place, climb, vote, shuffle, over: one is 1"),
    Block("limit", 1, 4, "public", "characters that a floor holds"),
    Block("left", 1, 13, "public", "placements left in the round, by all seats together"),
    Block("rejected", 1, 4, "public", "characters rejected in the round, the jester not counted"),
    Block("emissary-score", 1, 64, "public", "the Emissary's score (at most 255)"),
    Block("quiet", 1, 16, "public", "climbs since the last vote"),
    Block("pile-yes", 1, 4, "public", "how often the Emissary voted Yes in the round"),
    Block("pile-no", 1, 4, "public", "No cards left in the Emissary's pile"),
    Block("pile-bellyaches", 1, 1, "public", "Bellyaches left in it"),
    Block("stoppers", 1, 16, "public", "No cards and Bellyaches left in all other hands"),
    Block("full", 5, 1, "public", "whether floors 1 to 5 are full"),
    Block("candidate", CHARACTERS, 1, "public", "the character that is voted on"),
    Block("monarch", CHARACTERS, 1, "public", "a wedding's first monarch"),
    Block("gone", CARDS, 1, "public", "favourites cards of earlier rounds (King Up!)"),
    Block("emissary", CHARACTERS, 1, "public", "the Emissary's favourites"),
    Block("climbers", CHARACTERS, 1, "public", "characters that could climb now"),
    Block(
        "places",
        CHARACTERS * PLACES,
        1,
        "public",
        "for each character where it stands: floors 0 to 5, throne, privies 3 and 4, dungeons "
        "1 to 3, box, aside: one is 1",
    ),
    Block("own", CHARACTERS, 1, "own", "the observer's favourites"),
    Block("mate", CHARACTERS, 1, "own", "the teammate's favourites"),
    Block("dealt-1", AMBITIONS, 1, "own", "the first Ambition card dealt to the observer"),
    Block("dealt-2", AMBITIONS, 1, "own", "the second one"),
    Block("kept", AMBITIONS, 1, "own", "the Ambition card that the observer kept"),
    Block("mate-kept", AMBITIONS, 1, "own", "the one that the teammate kept"),
    Block("vote", 3, 1, "own", "the vote that the seat has sealed: Yes, No, Bellyache"),
    Block("second", 1, 1, "own", "whether the observer is the second player of a team"),
    Block("there", MAX_SEATS, 1, "public", "by seat: whether there is such a seat"),
    Block("team", MAX_SEATS, 1, "public", "by seat: whether it is a team"),
    Block("score", MAX_SEATS, 64, "public", "by seat: its first player's score (at most 255)"),
    Block("score-2", MAX_SEATS, 64, "public", "by seat: its second player's, or the same again"),
    Block("yes-votes", MAX_SEATS, 4, "public", "by seat: how often it voted Yes in the round"),
    Block("no-cards", MAX_SEATS, 4, "public", "by seat: No cards left, counted from its votes"),
    Block("bellyaches", MAX_SEATS, 1, "public", "by seat: Bellyaches left, counted likewise"),
    Block("order", MAX_SEATS, 8, "public", "by seat: how many places after the first seat"),
    Block("first", MAX_SEATS, 1, "public", "by seat: whether it began the round"),
    Block("turn", MAX_SEATS, 1, "public", "by seat: whether it has the turn, or called the vote"),
    Block("fewer", MAX_SEATS, 1, "public", "by seat: whether it places one character fewer"),
    Block("placed", BY_SEAT, 4, "public", "the floor on which the seat placed the character"),
    Block("pushes", BY_SEAT, 4, "public", "how often the seat moved the character"),
    Block(
        "recent",
        BY_SEAT,
        MEMORY,
        "public",
        "how recent its last push of the character is: 16 for the newest climb of all, 15 for "
        "the one before, and so on",
    ),
    Block("thrones", BY_SEAT, 1, "public", "how often the seat moved it to the throne"),
    Block("yes", BY_SEAT, 1, "public", "how often the seat voted Yes on the character"),
    Block("no", BY_SEAT, 1, "public", "how often No"),
    Block("bellyache", BY_SEAT, 1, "public", "how often Bellyache"),
    Block(
        "open",
        BY_SEAT,
        3,
        "public",
        "favourites that a crowning has revealed: 1 the seat's first player's, 2 its second's, "
        "3 both",
    ),
    Block("padding", 10, 1, "public", "always 0; makes a row a multiple of 16 bytes"),
)
"""All features, in order. By seat means: for each seat, one's own first, then to the left, all
characters; seats and characters that are not in the game stay 0.
"""


def _offsets() -> dict[str, int]:
    offsets = {}
    total = 0
    for block in BLOCKS:
        offsets[block.name] = total
        total += block.length
    return {**offsets, "": total}


OFFSETS: Final = _offsets()
"""Where each block begins, by its name."""
FEATURES: Final = OFFSETS[""]
"""The number of bytes of an observation."""

# The same as separate constants, which compiled functions can freeze.
AT_EDITION: Final = OFFSETS["edition"]
AT_OPTIONS: Final = OFFSETS["options"]
AT_SEATS: Final = OFFSETS["seats"]
AT_ROUND: Final = OFFSETS["round"]
AT_PHASE: Final = OFFSETS["phase"]
AT_LIMIT: Final = OFFSETS["limit"]
AT_LEFT: Final = OFFSETS["left"]
AT_REJECTED: Final = OFFSETS["rejected"]
AT_EMISSARY_SCORE: Final = OFFSETS["emissary-score"]
AT_QUIET: Final = OFFSETS["quiet"]
AT_PILE_YES: Final = OFFSETS["pile-yes"]
AT_PILE_NO: Final = OFFSETS["pile-no"]
AT_PILE_BELLYACHES: Final = OFFSETS["pile-bellyaches"]
AT_STOPPERS: Final = OFFSETS["stoppers"]
AT_FULL: Final = OFFSETS["full"]
AT_CANDIDATE: Final = OFFSETS["candidate"]
AT_MONARCH: Final = OFFSETS["monarch"]
AT_GONE: Final = OFFSETS["gone"]
AT_EMISSARY: Final = OFFSETS["emissary"]
AT_CLIMBERS: Final = OFFSETS["climbers"]
AT_PLACES: Final = OFFSETS["places"]
AT_OWN: Final = OFFSETS["own"]
AT_MATE: Final = OFFSETS["mate"]
AT_DEALT_1: Final = OFFSETS["dealt-1"]
AT_DEALT_2: Final = OFFSETS["dealt-2"]
AT_KEPT: Final = OFFSETS["kept"]
AT_MATE_KEPT: Final = OFFSETS["mate-kept"]
AT_VOTE: Final = OFFSETS["vote"]
AT_SECOND: Final = OFFSETS["second"]
AT_THERE: Final = OFFSETS["there"]
AT_TEAM: Final = OFFSETS["team"]
AT_SCORE: Final = OFFSETS["score"]
AT_SCORE_2: Final = OFFSETS["score-2"]
AT_YES_VOTES: Final = OFFSETS["yes-votes"]
AT_NO_CARDS: Final = OFFSETS["no-cards"]
AT_BELLYACHES: Final = OFFSETS["bellyaches"]
AT_ORDER: Final = OFFSETS["order"]
AT_FIRST: Final = OFFSETS["first"]
AT_TURN: Final = OFFSETS["turn"]
AT_FEWER: Final = OFFSETS["fewer"]
AT_PLACED: Final = OFFSETS["placed"]
AT_PUSHES: Final = OFFSETS["pushes"]
AT_RECENT: Final = OFFSETS["recent"]
AT_THRONES: Final = OFFSETS["thrones"]
AT_YES: Final = OFFSETS["yes"]
AT_NO: Final = OFFSETS["no"]
AT_BELLYACHE: Final = OFFSETS["bellyache"]
AT_OPEN: Final = OFFSETS["open"]

MOST: Final = 255
"""The largest value of a feature."""


@dataclass(slots=True)
class Observation:
    """What a player may know, as bytes."""

    feature: list[int] = field(default_factory=lambda: [0] * FEATURES)


@dataclass(slots=True)
class Legal:
    """Which actions are legal, as bytes."""

    legal: list[int] = field(default_factory=lambda: [0] * ACTIONS)


def describe() -> str:
    """Return the table of features in Markdown."""
    lines = ["| block | from | bytes | known to | top | meaning |", "|---|---|---|---|---|---|"]
    for block in BLOCKS:
        lines.append(
            f"| {block.name} | {OFFSETS[block.name]} | {block.length} | {block.knowledge} | "
            f"{block.top} | {block.meaning} |"
        )
    return "\n".join(lines) + "\n"

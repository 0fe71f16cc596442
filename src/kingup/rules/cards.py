"""The cards: 26 favourites cards, 16 Ambition cards, three kinds of vote card.

No source lists the favourites cards; their printed examples reveal the design. The 13 letters
stand on a ring; the squares modulo 13 and the non-squares, each turned by 0 to 12 places, are the
26 cards. Each character is on 12 cards and each pair on exactly 5.
"""

from dataclasses import dataclass

from kingup.rules.characters import LETTERS
from kingup.rules.constants import (
    CARDS,
    NON_SQUARES,
    NON_SQUARES_MARK,
    RING,
    SQUARES,
    SQUARES_MARK,
)
from kingup.rules.errors import sentence

VOTE_LETTERS = "-YNB"
"""The letter of each vote card by its code; the first stands for no card."""


def _card_letters(edition: int, card: int) -> str:
    pattern, turn = (SQUARES, card) if card < RING else (NON_SQUARES, card - RING)
    positions = [(p + turn) % RING for p in range(RING) if pattern >> p & 1]
    return "".join(sorted(LETTERS[edition][p] for p in positions))


def _marked_letter(edition: int, card: int) -> str:
    mark, turn = (SQUARES_MARK, card) if card < RING else (NON_SQUARES_MARK, card - RING)
    return LETTERS[edition][(mark + turn) % RING]


FAVOURITES = tuple(tuple(_card_letters(e, c) for c in range(CARDS)) for e in (0, 1))
"""The letters of each favourites card, by edition code and card code."""

BANISHED = tuple(_marked_letter(1, c) for c in range(CARDS))
"""The letter that bears the Banished mark on each card of Vive le Roi."""

CARD_CODES = tuple({letters: c for c, letters in enumerate(FAVOURITES[e])} for e in (0, 1))
"""The code of each favourites card, by edition code and letters."""


@dataclass(frozen=True, slots=True)
class Ambition:
    """An Ambition card: it scores its points once, if its condition holds at the round's end."""

    id: str
    points: int
    condition: str
    """A sentence; `{below}` is `CONSOLATION_BELOW`."""


AMBITION_CARDS = (
    Ambition("jester-king", 5, sentence("the jester is crowned")),
    Ambition("woman-queen", 3, sentence("a woman is crowned")),
    Ambition("man-king", 3, sentence("a man is crowned")),
    Ambition("no-privy", 5, sentence("none of your favourites is in a privy")),
    Ambition("not-2-3", 3, sentence("none of your favourites is on floor 2 or 3")),
    Ambition("not-0-1", 5, sentence("none of your favourites is on floor 0 or 1")),
    Ambition("not-4-5", 5, sentence("none of your favourites is on floor 4 or 5")),
    Ambition("one-dungeon", 3, sentence("exactly one of your favourites is in a dungeon")),
    Ambition("two-dungeon", 5, sentence("exactly two of your favourites are in dungeons")),
    Ambition("three-dungeon", 8, sentence("all three dungeons hold your favourites")),
    Ambition("one-privy", 3, sentence("exactly one of your favourites is in a privy")),
    Ambition("two-privy", 5, sentence("exactly two of your favourites are in privies")),
    Ambition(
        "no-privy-no-dungeon", 8, sentence("none of your favourites is in a privy or a dungeon")
    ),
    Ambition("empty-hand", 3, sentence("only your Yes card is left")),
    Ambition("kingmaker", 3, sentence("you moved the new monarch to the throne")),
    Ambition(
        "consolation",
        3,
        sentence("your favourites scored fewer than {below} points at this crowning"),
    ),
)
"""The Ambition cards by code."""

AMBITION_CODES = {card.id: code for code, card in enumerate(AMBITION_CARDS)}

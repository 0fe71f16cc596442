"""The layout of an observation for the network: by character, and for the whole table.

The features of each character are gathered, and all others follow. A network reads the characters
in slots, one's own favourites first and the highest first, so that a slot always has a similar
meaning.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kingup.rules.cards import FAVOURITES
from kingup.rules.characters import CAST, LETTERS
from kingup.rules.constants import (
    ASIDE,
    BOX,
    CARDS,
    CHARACTERS,
    DUNGEON_1,
    DUNGEON_2,
    DUNGEON_3,
    MAX_SEATS,
    PLACES,
    PRIVY_3,
    PRIVY_4,
    RING,
    THRONE,
    TOP_FLOOR,
)
from kingup.rules.features import BLOCKS, FEATURES, OFFSETS

NETWORK_VERSION = 2
"""Must change whenever weights of an earlier version can no longer be used."""

PLAYERS = 2 * MAX_SEATS
"""Players relative to the observer: for each seat to the left, its first and its second."""

OUTCOMES = MAX_SEATS + 1
"""Who may win: each seat, counted from the observer's own, or the Emissary."""

NORM_EPSILON = 1e-5
"""Added to a mean square before its root is taken."""

_ONE_EACH = ("candidate", "monarch", "emissary", "climbers", "own", "mate")
_BY_SEAT = ("placed", "pushes", "recent", "thrones", "yes", "no", "bellyache", "open")


def _tops() -> NDArray[np.float32]:
    tops = np.ones(FEATURES, np.float32)
    for block in BLOCKS:
        tops[OFFSETS[block.name] : OFFSETS[block.name] + block.length] = block.top
    return tops


def _of_character(who: int) -> list[int]:
    found = [OFFSETS[name] + who for name in _ONE_EACH]
    found += [OFFSETS["places"] + who * PLACES + place for place in range(PLACES)]
    for name in _BY_SEAT:
        found += [OFFSETS[name] + seat * CHARACTERS + who for seat in range(MAX_SEATS)]
    return found


TOPS = _tops()
"""The maximum of each feature, by which it is divided."""

CHARACTER_FEATURES: NDArray[np.int64] = np.array([_of_character(who) for who in range(CHARACTERS)])
"""By character: the indices of its features."""

_used = {int(i) for i in CHARACTER_FEATURES.ravel()}
TABLE_FEATURES: NDArray[np.int64] = np.array(
    [i for i in range(OFFSETS["padding"]) if i not in _used]
)
"""The indices of features that concern no single character."""


def _kinds() -> NDArray[np.float32]:
    """Return by edition and character: woman, man, neither."""
    kinds = np.zeros((2, CHARACTERS, 3), np.float32)
    for edition, letters in enumerate(LETTERS):
        for who in range(len(letters)):
            kinds[edition, who, ("woman", "man", "neither").index(CAST[edition][who].kind)] = 1
    return kinds


KINDS = _kinds()


def _incidence() -> NDArray[np.float32]:
    """Return by card and character of the ring: 1 if the card shows the character."""
    shown = np.zeros((CARDS, RING), np.float32)
    for card, letters in enumerate(FAVOURITES[0]):
        for letter in letters:
            shown[card, LETTERS[0].index(letter)] = 1
    return shown


INCIDENCE = _incidence()


def _heights() -> NDArray[np.float32]:
    """Return by place: the rank of its characters in the order of slots."""
    order = [THRONE, *range(TOP_FLOOR, -1, -1), ASIDE, PRIVY_4, PRIVY_3]
    order += [DUNGEON_1, DUNGEON_2, DUNGEON_3, BOX]
    heights = np.zeros(PLACES, np.float32)
    heights[order] = np.arange(PLACES)
    return heights


HEIGHTS = _heights()

OWN, MATE = (_ONE_EACH.index(name) for name in ("own", "mate"))
FIRST_PLACE_FEATURE = len(_ONE_EACH)
"""The positions of some features in a character's row."""

NOT_OWN, NOT_MATES, LAST = 1024, 512, 4096
"""Offsets in the order of slots; the jester's slot is the last one."""

OWN_FEATURES: NDArray[np.int64] = np.array(
    [
        OFFSETS[block.name] + i
        for block in BLOCKS
        if block.knowledge == "own"
        for i in range(block.length)
    ]
)
"""The indices of features that only the observer knows."""

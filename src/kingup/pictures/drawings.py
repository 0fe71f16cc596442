"""What `sprites.zip` holds: the pieces of all pictures, drawn beforehand from our SVG.

Drawing SVG takes far too long while somebody waits. `tools/sprites.py` draws the pieces anew when
the art changes, and a test compares.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from kingup.rules.characters import CAST, EDITIONS
from kingup.rules.setup import FLOOR_LIMIT, FLOOR_LIMIT_OF_TWO
from kingup.svg import Svg
from kingup.svg.layout import TOKEN
from kingup.svg.pieces import dungeon_bars, empty_castle, sky_and_hills, symbol, waiting_road

SCALE = 2
"""Pixels for a unit of the scenery."""
CARD_SIZE = (1200, 630)
"""A preview's width and height in pixels."""
CARDS = {"": "card-back", "Y": "card-yes", "N": "card-no", "B": "card-bellyache"}
COLOURS = range(9)
"""The pennants; 0 is the Emissary's."""


def scenery_name(edition: str, limit: int) -> str:
    """Return the name of an edition's castle with so many niches on a floor."""
    return f"castle-{edition}-{limit}"


def token_name(edition: str, letter: str) -> str:
    """Return the name of a character's portrait."""
    return f"{'k' if edition == 'kingup' else 'v'}-{letter}"


def drawings() -> dict[str, Svg]:
    """Return every piece by its name."""
    found = {"landscape": sky_and_hills(*CARD_SIZE), "bars": dungeon_bars(SCALE)}
    found["road"] = waiting_road(SCALE)
    for edition, cast in zip(EDITIONS, CAST, strict=True):
        # King Up! needs three seats, and only two have fewer niches.
        limits = (FLOOR_LIMIT,) if edition == "kingup" else (FLOOR_LIMIT, FLOOR_LIMIT_OF_TWO)
        for limit in limits:
            found[scenery_name(edition, limit)] = empty_castle(edition, limit, SCALE)
        for character in cast:
            name = token_name(edition, character.letter)
            found[name] = symbol(name, TOKEN, TOKEN, SCALE, edge=4)
    found["halo"] = symbol("halo", 1.22 * TOKEN, 1.22 * TOKEN, SCALE)
    found["crown"] = symbol("crown", 0.72 * TOKEN, 0.54 * TOKEN, SCALE, edge=4, turn=-6)
    for name in CARDS.values():
        found[name] = symbol(name, 50, 70, SCALE)
    for colour in COLOURS:
        found[f"pennant-{colour}"] = symbol(f"pennant-{colour}", 24, 27, SCALE)
    found["wordmark-kingup"] = symbol("wordmark", 212, 64, SCALE)
    found["wordmark-vive-le-roi"] = symbol("wordmark2", 267, 64, SCALE)
    return found


def digest(pieces: Mapping[str, str]) -> str:
    """Return a hash of all drawings."""
    hashed = hashlib.sha256()
    for name in sorted(pieces):
        hashed.update(f"{name}\n{pieces[name]}\n".encode())
    return hashed.hexdigest()

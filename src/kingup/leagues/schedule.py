"""The schedule of a round: each bot sits exactly once on every seat."""

from __future__ import annotations

import random
from collections.abc import Sequence


def lineups(bots: Sequence[str], seats: int, seed: str) -> list[tuple[str | None, ...]]:
    """Return the line-ups of a round: one game for each bot, and every bot on every seat once.

    The bots stand on a ring in random order. Each seat points at a place of the ring, and the ring
    turns by one place from game to game. If there are fewer bots than seats, our own bots (None)
    fill the ring.
    """
    chance = random.Random(seed)
    ring: list[str | None] = [*sorted(bots), *[None] * max(0, seats - len(bots))]
    chance.shuffle(ring)
    places = chance.sample(range(len(ring)), seats)
    games = [
        tuple(ring[(place + turn) % len(ring)] for place in places) for turn in range(len(ring))
    ]
    return [game for game in games if any(game)]

"""Who meets whom on which seat: in every round each bot sits exactly once on every seat."""

from __future__ import annotations

import random
from collections.abc import Sequence


def lineups(bots: Sequence[str], seats: int, seed: str) -> list[tuple[str | None, ...]]:
    """Return the games of a round: one for each bot, and all bots pass every seat.

    All bots stand on a ring in an order that is drawn. Each seat points at a place of the
    ring, and from game to game the ring turns by one place. Where there are fewer bots than
    seats, bots of ours (None) stand on the ring with them.
    """
    chance = random.Random(seed)
    ring: list[str | None] = [*sorted(bots), *[None] * max(0, seats - len(bots))]
    chance.shuffle(ring)
    places = chance.sample(range(len(ring)), seats)
    games = [
        tuple(ring[(place + turn) % len(ring)] for place in places) for turn in range(len(ring))
    ]
    return [game for game in games if any(game)]

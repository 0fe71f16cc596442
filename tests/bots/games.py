"""Games between bots, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kingup import Game
from kingup.bots import Bot, make_bot


def bots_for(game: Game, *kinds: str, seed: int = 0) -> list[Bot]:
    """Return a bot for every seat, the kinds taking turns."""
    return [
        make_bot(kinds[seat % len(kinds)], 100 * seed + seat) for seat in range(len(game.names))
    ]


def played(game: Game, bots: list[Bot], seed: int = 0) -> Iterator[int]:
    """Play a game to its end; yield each player before they act."""
    order = random.Random(seed)
    while not game.is_over:
        player = order.choice(game.to_act)
        yield player
        game.play(player, bots[game.seat_of(player)].choose(game.view(player)))

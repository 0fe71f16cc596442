"""The schedule: balanced within every deal, and determined by the seed alone.

Round robin: a deal is played as often as there are bots, and in these games **every bot sits
exactly once on every seat**. Neighbours and, with more bots than seats, opponents are drawn anew
for every deal. With fewer bots than seats the seats are shared out as evenly as possible.

Gauntlet: for every opponent, a deal is played as often as there are seats: the challenger sits
once on each, and the opponent has all the others.

Turned: a deal is played as often as there are seats, and every seat holds every hand once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from kingup.arena.contests import key_of, sizes_of
from kingup.arena.plan import Plan
from kingup.arena.seeds import derive


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of the schedule."""

    game: int
    deal: int
    contest: int
    rotation: int
    lineup: tuple[int, ...]
    """The bot on each seat."""
    deal_seed: int
    bot_seeds: tuple[int, ...]
    turn: int = 0
    """By how many seats the cards are turned."""


def fixture(plan: Plan, game: int) -> Fixture:
    """Return a game of a plan by its number."""
    deal, rest = divmod(game, plan.block)
    contest = 0
    while rest >= plan.games_a_deal(contest):
        rest -= plan.games_a_deal(contest)
        contest += 1
    setup = plan.contests[contest]
    key = f"{setup.edition} {sizes_of(setup)}" if plan.turned else key_of(setup)
    seats = range(len(setup.seats))
    if plan.gauntlet:
        opponent, rotation = divmod(rest, len(seats))
        lineup = tuple(0 if seat == rotation else opponent + 1 for seat in seats)
    else:
        rotation = rest
        lineup = _ring(plan, key, deal, rotation, len(seats))
    return Fixture(
        game,
        deal,
        contest,
        rotation,
        lineup,
        derive(plan.seed, "deal", key, deal),
        tuple(derive(plan.seed, "bot", key, deal, rotation, seat) for seat in seats),
        rotation if plan.turned else 0,
    )


def _ring(plan: Plan, key: str, deal: int, rotation: int, seats: int) -> tuple[int, ...]:
    """Return the bot on each seat.

    Each seat points at a place on a ring of all bots, and the ring turns by one place with every
    rotation, so that all bots pass every seat.
    """
    chance = random.Random(derive(plan.seed, "order", key, deal))
    bots = len(plan.entrants)
    ring = chance.sample(range(bots), bots)
    places = list(range(bots)) * (seats // bots) + chance.sample(range(bots), seats % bots)
    chance.shuffle(places)
    return tuple(ring[(place + rotation) % bots] for place in places)

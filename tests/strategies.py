"""Hypothesis strategies that several tests share: games that the rules allow."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

import kingup
from kingup.rules.setup import OPTIONS, Setup

SEEDS = st.integers(0, 2**32 - 1)

FAMILIES: tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...] = (
    ("kingup", (1, 1, 1), ()),
    ("kingup", (1, 1, 1, 1), ()),
    ("kingup", (1, 1, 1, 1, 1), ()),
    ("kingup", (1, 1, 1, 1, 1, 1), ()),
    ("vive-le-roi", (1, 1, 1, 1), ()),
    ("vive-le-roi", (1, 1, 1), ("ambition",)),
    ("vive-le-roi", (1, 1, 1, 1, 1), ("banished",)),
    ("vive-le-roi", (1, 1, 1, 1, 1, 1), ("wedding",)),
    ("vive-le-roi", (1, 1, 1, 1), ("jester-returns-to-3",)),
    ("vive-le-roi", (1, 1), ("emissary",)),
    ("vive-le-roi", (1, 1), ("ambition", "emissary", "jester-uncounted-in-placement")),
    ("vive-le-roi", (2, 2), ("ambition", "banished", "emissary", "wedding")),
    ("vive-le-roi", (1, 2, 1), ("ambition", "emissary", "wedding")),
    ("vive-le-roi", (2, 1, 2, 2, 1), ("banished", "emissary")),
    ("vive-le-roi", (1,) * 7, ("ambition", "wedding")),
    ("vive-le-roi", (1,) * 8, ("ambition", "banished", "wedding", "jester-returns-to-3")),
    ("vive-le-roi", (2, 1, 1, 2, 1, 1, 2), ("wedding", "shared-marker")),
    ("vive-le-roi", (2,) * 8, ("banished", "shared-marker")),
    ("vive-le-roi", (2, 2, 2, 2), ("ambition", "shared-marker")),
)
"""Setups that together use every edition, seat count, kind of seat, option and variant."""

FAMILY_NAMES = tuple(
    " ".join((edition, "+".join(map(str, seats)), *options))
    for edition, seats, options in FAMILIES
)


QUICK = (1, 10, 12, 15)
"""Families with both editions, a team, the fewest seats and the most, and most options."""


def each_family(*, number: bool = False, unpacked: bool = False) -> list[Any]:
    """Return a test's parameters for every family; all but a few are left to the full tests.

    number: its number; unpacked: edition, seats and options, instead of all three in one.
    """
    return [
        pytest.param(
            *([i] if number else family if unpacked else [family]),
            id=FAMILY_NAMES[i],
            marks=() if i in QUICK else pytest.mark.full,
        )
        for i, family in enumerate(FAMILIES)
    ]


def allowed_options(seats: tuple[int, ...]) -> list[str]:
    """Return the options of Vive le Roi that these seats leave free to choose."""
    players = sum(seats)
    free = ["banished", "wedding", "jester-returns-to-3"]
    if players <= 8:
        free.append("ambition")
    if 2 < len(seats) <= 5:
        free.append("emissary")
    if len(seats) == 2:
        free.append("jester-uncounted-in-placement")
    if players <= 8 and 2 in seats:
        free.append("shared-marker")
    return free


@st.composite
def setups(draw: st.DrawFn, edition: str | None = None) -> Setup:
    """Draw a setup that the rules allow, of any edition, seats and options."""
    edition = edition or draw(st.sampled_from(["kingup", "vive-le-roi", "vive-le-roi"]))
    if edition == "kingup":
        return Setup.of(edition, draw(st.integers(3, 6)))
    number = draw(st.integers(2, 8))
    seats = tuple(draw(st.lists(st.sampled_from([1, 1, 2]), min_size=number, max_size=number)))
    options = draw(st.sets(st.sampled_from(allowed_options(seats))))
    if number == 2:
        options.add("emissary")
    if sum(seats) > 8:
        options.add("shared-marker")
    return Setup.of(edition, seats, options)


@st.composite
def games(draw: st.DrawFn, *, most_steps: int = 400) -> kingup.Game:
    """Draw a game in the middle of random play, possibly waiting for a deal."""
    setup = draw(setups())
    steps = draw(st.integers(0, most_steps))
    game = kingup.Game(setup.edition, setup.seats, setup.options, dealer=None)
    for _ in random_play(game, random.Random(draw(SEEDS)), steps):
        pass
    return game


def random_play(game: kingup.Game, rng: random.Random, steps: int = 10**6) -> Iterator[None]:
    """Play a game without a dealer at random, one step at a time, deals included."""
    dealer = kingup.RandomDealer(rng.getrandbits(32))
    for _ in range(steps):
        if game.is_over:
            return
        if game.phase == "deal":
            game.deal(dealer.deal(game.state))
        elif game.phase == "shuffle":
            game.shuffle(dealer.shuffle(game.state))
        else:
            player = rng.choice(game.to_act)
            game.play(player, rng.choice(game.legal_actions(player)))
        yield


assert all(option in OPTIONS for _, _, options in FAMILIES for option in options)

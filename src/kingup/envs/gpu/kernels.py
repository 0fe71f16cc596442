"""One game a thread: each kernel opens a door of the CPU's for an array of one game.

So every rule, observation and reward is the same code on both sides.
"""

from typing import Any

from numba import cuda

from kingup.envs.doors import begin_all, choose_random, seed_all, step_all
from kingup.rules.doors import play_out_all


def play_out_kernel(games: Any, first_seed: int) -> None:
    """Play every game to its end at random; game i is seeded with first_seed + i."""
    i = cuda.grid(1)
    if i < len(games):
        play_out_all(games[i : i + 1], first_seed + i)


def seed_kernel(games: Any, first_seed: int) -> None:
    """Start the generator of every game."""
    i = cuda.grid(1)
    if i < len(games):
        seed_all(games[i : i + 1], first_seed + i)


def begin_kernel(
    games: Any, histories: Any, fresh: Any, actors: Any, observations: Any, masks: Any
) -> None:
    """Begin a new game in every place."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        begin_all(games[i:j], histories[i:j], fresh, actors[i:j], observations[i:j], masks[i:j])


def choose_kernel(games: Any, actors: Any, actions: Any) -> None:
    """Write a random legal action of every game's actor."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        choose_random(games[i:j], actors[i:j], actions[i:j])


def step_kernel(
    games: Any,
    histories: Any,
    fresh: Any,
    actions: Any,
    actors: Any,
    rewards: Any,
    dones: Any,
    by_points: bool,
    observations: Any,
    masks: Any,
) -> None:
    """Let the actor of every game act; a game that ends is paid out and begun anew."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        step_all(
            games[i:j],
            histories[i:j],
            fresh,
            actions[i:j],
            actors[i:j],
            rewards[i:j],
            dones[i:j],
            by_points,
            observations[i:j],
            masks[i:j],
        )

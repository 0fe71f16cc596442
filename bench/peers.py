"""Decisions a second of other card games driven from Python, with random legal actions.

A standalone script, for any environment that has the peers: `python bench/peers.py hearts` prints
one figure, or which module is missing. Each peer plays for a few seconds on one core.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

SECONDS = 4.0
PGX_BATCH = 1024


def openspiel(name: str) -> float:
    """Play a C++ game of OpenSpiel from Python; chance nodes are sampled but not counted."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choice(outcomes)[0])
            elif state.is_simultaneous_node():
                players = range(game.num_players())
                joint = [rng.choice(state.legal_actions(p) or [0]) for p in players]
                state.apply_actions(joint)
                decisions += len(joint)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.process_time() - start)


def pettingzoo(name: str) -> float:
    """Play a classic game of PettingZoo."""
    module: Any = importlib.import_module(f"pettingzoo.classic.{name}")
    env = module.env()
    decisions = 0
    seed = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                decisions += 1
    return decisions / (time.process_time() - start)


def pgx(name: str) -> float:
    """Step a batch of games of Pgx, with automatic resets."""
    jax: Any = importlib.import_module("jax")
    games: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    env = games.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))
    numpy: Any = jax.numpy

    def turn(state: Any, key: Any) -> tuple[Any, Any]:
        key, sub = jax.random.split(key)
        logits = numpy.log(state.legal_action_mask.astype(numpy.float32))
        actions = jax.random.categorical(sub, logits, axis=1)
        keys = jax.random.split(key, PGX_BATCH)
        return step(state, actions, keys), key

    turn = jax.jit(turn)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_BATCH))
    for _ in range(3):
        state, key = turn(state, key)
    jax.block_until_ready(state)
    turns = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        state, key = turn(state, key)
        jax.block_until_ready(state)
        turns += 1
    return turns * PGX_BATCH / (time.process_time() - start)


PEERS: dict[str, tuple[str, Callable[[str], float]]] = {
    "OpenSpiel, C++, social_deduction": ("social_deduction", openspiel),
    "OpenSpiel, C++, hearts": ("hearts", openspiel),
    "Pgx, leduc_holdem, batch 1024": ("leduc_holdem", pgx),
    "PettingZoo, texas_holdem_no_limit": ("texas_holdem_no_limit_v6", pettingzoo),
}


def main() -> None:
    """Measure the peer named in the argument."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    name, play = next(peer for peer in PEERS.values() if peer[0] == sys.argv[1])
    try:
        print(f"speed {play(name)}")
    except ModuleNotFoundError as error:
        print(f"missing {error.name}")


if __name__ == "__main__":
    main()

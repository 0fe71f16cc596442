"""GPU kernels, one thread per game: each calls a CPU entry point with an array of one game.

So every rule, observation and reward is the same code on both sides.
"""

from typing import Any

import numpy as np
from numba import cuda

from kingup.bots.kernel.courtier import courtier_action
from kingup.envs.entry_points import begin_all, choose_random, seed_all, step_all
from kingup.envs.gpu.observation_sheet import SHEET, SHEET_WORDS, SHOWING, SHOWN, WORDS
from kingup.rules.constants import ACTIONS
from kingup.rules.entry_points import play_out_all
from kingup.rules.kernel.observing import (
    mask,
    observe_board,
    observe_cards,
    observe_hands,
    observe_moves,
)


def play_out_kernel(games: Any, first_seed: int) -> None:
    """Play every game to its end at random; game i is seeded with first_seed + i."""
    i = cuda.grid(1)
    if i < len(games):
        play_out_all(games[i : i + 1], first_seed + i)


def seed_kernel(games: Any, first_seed: int) -> None:
    """Seed the generator of every game."""
    i = cuda.grid(1)
    if i < len(games):
        seed_all(games[i : i + 1], first_seed + i)


def begin_kernel(
    games: Any, histories: Any, fresh: Any, actors: Any, observations: Any, masks: Any
) -> None:
    """Begin a new game at every index, setups taking turns; observations and masks are empty."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        k = i % len(fresh)
        begin_all(games[i:j], histories[i:j], fresh[k : k + 1], actors[i:j], observations, masks)


def choose_kernel(games: Any, actors: Any, actions: Any) -> None:
    """Write a random legal action of every game's actor."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        choose_random(games[i:j], actors[i:j], actions[i:j])


def courtier_kernel(games: Any, styles: Any, actors: Any, actions: Any) -> None:
    """Write the action of a courtier of the edition's style for every game."""
    i = cuda.grid(1)
    if i < len(games):
        actions[i] = courtier_action(games[i], styles[games[i].edition], int(actors[i]))


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
    """Let the actor of every game act; a game that ends pays its rewards and is replaced.

    The arrays of observations and masks are empty here: `show_kernel` fills them.
    """
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        k = i % len(fresh)
        step_all(
            games[i:j],
            histories[i:j],
            fresh[k : k + 1],
            actions[i:j],
            actors[i:j],
            rewards[i:j],
            dones[i:j],
            by_points,
            observations,
            masks,
        )


def show_kernel(games: Any, histories: Any, actors: Any, observations: Any, masks: Any) -> None:
    """Write what every game's actor sees and may do.

    If a thread wrote its own row of global memory byte by byte, each byte would cost a memory
    transaction. So each thread writes a sheet in the block's shared memory, and then the whole
    block copies sheet after sheet, neighbouring threads writing neighbouring words.
    """
    # Both names refer to the same memory: dynamic shared arrays all begin at its beginning.
    sheets = cuda.shared.array(0, SHEET)
    words = cuda.shared.array(0, np.uint32)
    first = cuda.blockIdx.x * SHOWN
    thread = cuda.threadIdx.x
    for word in range(thread, SHOWN * SHEET_WORDS, SHOWING):
        words[word] = 0
    cuda.syncthreads()
    # Four warps write the parts of the same 32 games' sheets.
    me = thread % SHOWN
    if first + me < len(games):
        game, sheet = games[first + me], sheets[me]
        player = int(actors[first + me])
        part = thread // SHOWN
        if part == 0:
            observe_moves(game, histories[first + me], player, False, sheet)
        elif part == 1:
            observe_hands(game, histories[first + me], player, sheet)
        elif part == 2:
            observe_board(game, sheet)
        else:
            observe_cards(game, player, sheet)
            mask(game, player, sheet)
    cuda.syncthreads()
    for i in range(min(SHOWN, len(games) - first)):
        for word in range(thread, WORDS, SHOWING):
            observations[first + i, word] = words[i * SHEET_WORDS + word]
        for action in range(thread, ACTIONS, SHOWING):
            masks[first + i, action] = sheets[i].legal[action]

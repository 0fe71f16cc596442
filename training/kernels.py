"""The kernels of a run on a GPU: each thread works on an array of one game."""

from typing import Any

from numba import cuda

from training.company_kernel import propose_all, weigh_all
from training.step_kernel import advance_all


def advance_kernel(
    games: Any, histories: Any, fresh: Any, styles: Any, kinds: Any, actions: Any, actors: Any,
    dones: Any, outcomes: Any, closed: Any, points: Any, kings: Any,
) -> None:  # fmt: skip
    """Play every actor's action, then advance each game to its next network decision."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        k = i % len(fresh)
        advance_all(
            games[i:j], histories[i:j], fresh[k : k + 1], styles, kinds[i:j], actions[i:j],
            actors[i:j], dones[i:j], outcomes[i:j], closed[i:j], points[i:j], kings[i:j],
        )  # fmt: skip


def propose_kernel(games: Any, styles: Any, kinds: Any, actors: Any, actions: Any) -> None:
    """Write the action of every actor that is a bot."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        propose_all(games[i:j], styles, kinds[i:j], actors[i:j], actions[i:j])


def weigh_kernel(
    games: Any, styles: Any, actors: Any, actions: Any, logs: Any, hidden: Any
) -> None:
    """Write how likely each actor's action is for a courtier and for a page."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        weigh_all(games[i:j], styles, actors[i:j], actions[i:j], logs[i:j], hidden[i:j])

"""The step kernel on a GPU: each thread advances an array of one game."""

from typing import Any

from numba import cuda

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

"""The school on a GPU: one game a thread opens the CPU's door for an array of one game."""

from typing import Any

from numba import cuda

from training.step_kernel import school_all


def school_kernel(
    games: Any, histories: Any, fresh: Any, styles: Any, kinds: Any, actions: Any, actors: Any,
    dones: Any, outcomes: Any, closed: Any, points: Any, kings: Any,
) -> None:  # fmt: skip
    """Let the actor of every game act, and go on to the next decision of a network."""
    i = cuda.grid(1)
    if i < len(games):
        j = i + 1
        k = i % len(fresh)
        school_all(
            games[i:j], histories[i:j], fresh[k : k + 1], styles, kinds[i:j], actions[i:j],
            actors[i:j], dones[i:j], outcomes[i:j], closed[i:j], points[i:j], kings[i:j],
        )  # fmt: skip

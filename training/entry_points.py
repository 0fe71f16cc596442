"""Entry points from Python into the kernels of a run, compiled for the CPU."""

from typing import Any

from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.observing import mask, observe
from training.company_kernel import propose_all, weigh_all
from training.plain_search import search_plainly
from training.step_kernel import advance_all


def advance_each(
    games: Any, histories: Any, fresh: Any, styles: Any, kinds: Any, actions: Any, actors: Any,
    dones: Any, outcomes: Any, closed: Any, points: Any, kings: Any,
) -> None:  # fmt: skip
    """Advance every game; game i is of setup i modulo the number of setups."""
    for i in range(len(games)):
        j = i + 1
        k = i % len(fresh)
        advance_all(
            games[i:j], histories[i:j], fresh[k : k + 1], styles, kinds[i:j], actions[i:j],
            actors[i:j], dones[i:j], outcomes[i:j], closed[i:j], points[i:j], kings[i:j],
        )  # fmt: skip


def show_each(games: Any, histories: Any, actors: Any, observations: Any, masks: Any) -> None:
    """Write every actor's observation and legal actions."""
    for i in range(len(games)):
        observe(games[i], histories[i], int(actors[i]), observations[i])
        mask(games[i], int(actors[i]), masks[i])


def propose_each(games: Any, styles: Any, kinds: Any, actors: Any, actions: Any) -> None:
    """Write the action of every actor that is a bot."""
    propose_all(games, styles, kinds, actors, actions)


def weigh_each(games: Any, styles: Any, actors: Any, actions: Any, logs: Any, hidden: Any) -> None:
    """Write how likely each actor's action is for a courtier and for a page."""
    weigh_all(games, styles, actors, actions, logs, hidden)


def try_plainly(
    games: Any, player: int, seen: int, legal: Any, tries: Any, totals: Any, number: int, seed: int
) -> None:
    """Search in the first game; the second one is scratch space."""
    seed_generator(games[1], seed)
    search_plainly(games, player, seen, legal, tries, totals, number)

"""What each of our bots loses per decision among the others: `python -m bench.analysis levels`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from bench.games import EDITIONS, in_processes, play
from kingup.analysis import analyse
from kingup.analysis.scores import LEVELS
from kingup.analysis.table import Floats
from kingup.bots.sovereign.judge import judge_of

BOTS = ("page", "courtier", "chancellor:100", "sovereign")
SEATS = 4
SURE = 1.96
"""Half an interval of 95 %, in standard errors."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What one seat lost in one game."""

    edition: str
    game: int
    bot: str
    loss: float
    decisions: int
    labels: int

    @property
    def each(self) -> float:
        """The loss per decision."""
        return self.loss / self.decisions


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with half its interval."""

    value: float
    reach: float

    def is_apart_from(self, other: Mean) -> bool:
        """Return whether the two intervals do not touch."""
        return abs(self.value - other.value) > self.reach + other.reach

    def __str__(self) -> str:
        return f"{100 * self.value:.2f} ± {100 * self.reach:.2f}"


def lost_in(bots: Sequence[str], seconds: float, task: tuple[str, int]) -> list[Lost]:
    """Play and analyse one game, the bots in other seats each time; return what each lost."""
    edition, number = task
    table = [bots[(seat + number) % len(bots)] for seat in range(SEATS)]
    analysis = analyse(play(edition, table, 500 + number), seconds=seconds)
    return [
        Lost(
            edition,
            number,
            bot,
            player.loss,
            player.decisions,
            sum(player.labels.values()) - player.labels["brilliant"],
        )
        for player, bot in zip(analysis.players, table, strict=True)
    ]


def losses_of(
    games: int, bots: Sequence[str] = BOTS, *, seconds: float, jobs: int = 1
) -> list[Lost]:
    """Return what was lost in so many games of each edition."""
    tasks = [(edition, number) for number in range(games) for edition in EDITIONS]
    found: list[Lost] = []
    for task, each in zip(tasks, in_processes(partial(lost_in, bots, seconds), tasks, jobs),
                          strict=True):  # fmt: skip
        print(*task, *(f"{lost.bot} {lost.each:.4f}" for lost in each), flush=True)
        found += each
    return found


def mean_loss(losses: Sequence[Lost], bot: str) -> Mean:
    """Return a bot's loss per decision; its interval is over games."""
    return _mean(_by_game(losses, bot))


def mean_lead(losses: Sequence[Lost], worse: str, better: str) -> Mean:
    """Return how much more one bot loses per decision than another one, at the same tables."""
    parts = [_by_game(losses, bot) for bot in (worse, better)]
    means = [_mean(part).value for part in parts]
    apart = _influence(parts[0]) - _influence(parts[1])
    return Mean(means[0] - means[1], _reach(apart))


def labels_in_100(losses: Sequence[Lost], bot: str) -> Mean:
    """Return how many of 100 decisions have a label, divided by 100."""
    return _mean(_by_game(losses, bot, labels=True))


def told_apart(losses: Sequence[Lost], bots: Sequence[str] = BOTS) -> list[str]:
    """Return the bots whose intervals touch none of those before them."""
    kept: dict[str, Mean] = {}
    for bot in bots:
        mean = mean_loss(losses, bot)
        if all(mean.is_apart_from(other) for other in kept.values()):
            kept[bot] = mean
    return list(kept)


def named_rightly(losses: Sequence[Lost], bots: Sequence[str]) -> float:
    """Return how often the nearest of these bots, by the loss of one game, is the right one."""
    means = {bot: mean_loss(losses, bot).value for bot in bots}
    those = [lost for lost in losses if lost.bot in means]
    return float(np.mean([
        min(means, key=lambda bot: abs(means[bot] - lost.each)) == lost.bot for lost in those
    ]))  # fmt: skip


def _by_game(losses: Sequence[Lost], bot: str, *, labels: bool = False) -> Floats:
    """Return by game the sum of a bot's losses, or labels, and the number of its decisions."""
    games = {(lost.edition, lost.game): 0 for lost in losses}
    found = np.zeros((len(games), 2))
    rows = {game: row for row, game in enumerate(games)}
    for lost in losses:
        if lost.bot == bot:
            amount = lost.labels if labels else lost.loss
            found[rows[lost.edition, lost.game]] += amount, lost.decisions
    return found


def _mean(sums: Floats) -> Mean:
    total, number = sums.sum(axis=0)
    return Mean(float(total / number), _reach(_influence(sums)))


def _influence(sums: Floats) -> Floats:
    """Return by game how far it moves the quotient of the sums."""
    total, number = sums.sum(axis=0)
    found: Floats = (sums[:, 0] - total / number * sums[:, 1]) / number
    return found


def _reach(influence: Floats) -> float:
    games = len(influence)
    if games < 2:
        return float("inf")
    return float(SURE * np.sqrt((influence**2).sum() * games / (games - 1)))


def levels(games: int, bots: Sequence[str], *, seconds: float, jobs: int) -> None:
    """Measure what each bot loses, print it with intervals, and write what can be told apart."""
    write_levels(losses_of(games, bots, seconds=seconds, jobs=jobs), bots, seconds)


def write_levels(losses: Sequence[Lost], bots: Sequence[str], seconds: float) -> None:
    """Print what was lost in each edition and in both, and write which bots are told apart."""
    for edition in EDITIONS:
        print_losses(edition, [lost for lost in losses if lost.edition == edition], bots)
    print_losses("both", losses, bots)
    means = {bot: mean_loss(losses, bot) for bot in told_apart(losses, bots)}
    # Per decision between two seats, as `scores.level_of` compares them.
    about = {
        "judge": judge_of().digest,
        "games": len(losses) // SEATS,
        "seconds": seconds,
        "losses": {bot: round(mean.value * SEATS / 2, 5) for bot, mean in means.items()},
        "half_intervals": {bot: round(mean.reach * SEATS / 2, 5) for bot, mean in means.items()},
    }
    LEVELS.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def print_losses(edition: str, losses: Sequence[Lost], bots: Sequence[str]) -> None:
    """Print what bots lost, how they differ, and which of them one game tells apart."""
    for bot in bots:
        loss, labels = mean_loss(losses, bot), labels_in_100(losses, bot)
        print(f"{edition} {bot}: {loss} points a decision, {labels} labels in 100 decisions")
    for worse, better in pairwise(bots):
        print(f"{edition} {worse} beside {better}: {mean_lead(losses, worse, better)}")
    kept = told_apart(losses, bots)
    right = named_rightly(losses, kept)
    print(f"{edition}: {', '.join(kept)} are told apart; one game names {100 * right:.0f} % of "
          f"them rightly, chance {100 / len(kept):.0f} %")  # fmt: skip

"""Charts and luck beside what came true: `python -m bench.analysis outcomes`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bench.games import EDITIONS, in_processes, play
from kingup.analysis.ledger import deal_values, ledgers_of
from kingup.analysis.table import Floats, Ints
from kingup.analysis.values import Valuer
from kingup.analysis.weighed_game import WeighedRound, facts_of
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.networks import networks_of

SEATS = 4
DEALS = 32
"""How many other deals each deal is compared with."""
RESAMPLES = 2000
VOTING = 2
"""The phase of votes among `Decisions.phases`."""
LEAST = 0.01
"""Bins with a smaller share of all chances are left out."""


@dataclass(frozen=True)
class Outcomes:
    """What was said of finished games, and what came true."""

    games: Ints
    """By moment of round one, the game."""
    said: Floats
    """By moment and seat, the chart's chances with all cards open."""
    was: Floats
    """By moment and seat, the share of the win."""
    plain: Floats
    """By game and seat, the result."""
    adjusted: Floats
    """By game and seat, the luck-adjusted result."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval, by bootstrap over games."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances of about the same size, and what came true."""

    share: float
    """Their share of all chances."""
    said: float
    was: float
    missed: Estimate
    """What came true less what was said."""


def outcomes_of(
    games: int, editions: Sequence[str] = EDITIONS, *, jobs: int = 1, first: int = 900
) -> Outcomes:
    """Return what was said and what came true in games of courtiers and pages."""
    tasks = [(editions[i % len(editions)], first + i) for i in range(games)]
    found = list(in_processes(outcome_of, tasks, jobs))
    moments = [len(said) for said, _plain, _adjusted in found]
    plain = np.array([each for _said, each, _adjusted in found])
    return Outcomes(
        games=np.repeat(np.arange(games), moments),
        said=np.concatenate([said for said, _plain, _adjusted in found]),
        was=np.repeat(plain, moments, axis=0),
        plain=plain,
        adjusted=np.array([each for _said, _plain, each in found]),
    )


def outcome_of(task: tuple[str, int]) -> tuple[Floats, list[float], list[float]]:
    """Return one game's open chances in round one, its results, and the luck-adjusted ones."""
    edition, seed = task
    kinds = [("courtier", "page")[(seed // 2 + seat) % 2] for seat in range(SEATS)]
    valuer = Valuer(networks_of(None), judge_of())
    facts = facts_of(play(edition, kinds, seed), valuer.networks)
    ledgers = ledgers_of(facts, [], deal_values(facts, valuer, DEALS, seed))
    return (
        _open_chances(facts.rounds[0], valuer),
        [ledger.result for ledger in ledgers],
        [ledger.luck_adjusted for ledger in ledgers],
    )


def _open_chances(round_: WeighedRound, valuer: Valuer) -> Floats:
    """Return the chances by seat at every turn with a choice, as the chart has them."""
    decisions = round_.table.decisions
    turns = np.flatnonzero(decisions.phases != VOTING)
    games = decisions.games[turns].copy()
    players = round_.state.players
    games["card"][:, :players] = round_.state.card[:players]
    histories = np.repeat(round_.table.history, len(turns))
    histories["size"] = decisions.sizes[turns]
    tallies = np.stack([round_.open_tallies(int(size)) for size in decisions.sizes[turns]])
    return valuer.chances(games, histories, tallies)[:, :SEATS]


def bins_of(found: Outcomes, width: float = 0.2) -> list[Bin]:
    """Return by part of the scale what was said and what came true."""
    number = round(1 / width)
    bins = np.minimum((found.said / width).astype(int), number - 1)
    where = np.broadcast_to(found.games[:, None], bins.shape), bins
    sums = np.zeros((3, len(found.plain), number))
    for row, values in zip(sums, (np.ones_like(found.said), found.said, found.was), strict=True):
        np.add.at(row, where, values)
    counts, said, was = sums.sum(axis=1)
    again = resampled(sums)
    kept = []
    for i in np.flatnonzero(counts >= LEAST * counts.sum()):
        missed = (again[2, :, i] - again[1, :, i]) / np.maximum(again[0, :, i], 1)
        kept.append(
            Bin(
                float(counts[i] / counts.sum()),
                float(said[i] / counts[i]),
                float(was[i] / counts[i]),
                _estimate(float((was[i] - said[i]) / counts[i]), missed),
            )
        )
    return kept


def brier(found: Outcomes) -> tuple[float, float, Estimate]:
    """Return the Brier scores of the chart and of equal chances, and how they differ."""
    ours = ((found.said - found.was) ** 2).mean(axis=1)
    equal = ((1 / SEATS - found.was) ** 2).mean(axis=1)
    sums = np.zeros((2, len(found.plain)))
    np.add.at(sums[0], found.games, ours - equal)
    np.add.at(sums[1], found.games, 1.0)
    again = resampled(sums)
    apart = _estimate(float((ours - equal).mean()), again[0] / again[1])
    return float(ours.mean()), float(equal.mean()), apart


def luck_by_seat(found: Outcomes) -> list[Estimate]:
    """Return by seat the mean of the luck-adjusted result less that of the plain one."""
    apart = found.adjusted - found.plain
    again = resampled(apart.T) / len(apart)
    return [
        _estimate(float(mean), each) for mean, each in zip(apart.mean(axis=0), again, strict=True)
    ]


def variance_ratio(found: Outcomes) -> Estimate:
    """Return the variance of luck-adjusted results, divided by that of the plain ones."""
    both = (found.plain, found.adjusted)
    sums = np.array(
        [power for each in both for power in (each.sum(axis=1), (each**2).sum(axis=1))]
    )
    again = resampled(sums)

    def ratio(totals: Floats) -> Floats:
        first, first_2, second, second_2 = totals / found.plain.size
        quotient: Floats = (second_2 - second**2) / (first_2 - first**2)
        return quotient

    return _estimate(float(ratio(sums.sum(axis=1))), ratio(again))


def resampled(sums: Floats) -> Floats:
    """Return sums over games, their second axis, of games that are drawn again with repetition."""
    games = sums.shape[1]
    draw = np.random.default_rng(1)
    weights = draw.multinomial(games, np.full(games, 1 / games), RESAMPLES).astype(float)
    found: Floats = np.tensordot(sums, weights, ([1], [1]))
    return np.moveaxis(found, -1, 1)


def _estimate(value: float, again: Floats) -> Estimate:
    low, high = np.percentile(again, (2.5, 97.5))
    return Estimate(value, float(low), float(high))


def print_outcomes(games: int, jobs: int) -> None:
    """Print how well charts come true (T4), and what results are without luck (T5)."""
    every = outcomes_of(games, jobs=jobs)
    for edition in EDITIONS:
        found = part_of(every, edition)
        ours, equal, apart = brier(found)
        print(f"{edition}, {len(found.plain)} games: Brier {ours:.4f}, equal chances {equal:.4f}, "
              f"difference {apart.low:.4f} to {apart.high:.4f}")  # fmt: skip
        for each in bins_of(found, 0.1):
            print(f"  said {100 * each.said:.0f}, was {100 * each.was:.0f}: missed by "
                  f"{100 * each.missed.value:+.1f}, {100 * each.missed.low:+.1f} to "
                  f"{100 * each.missed.high:+.1f} ({100 * each.share:.0f} %)")  # fmt: skip
    for name, found in (*((e, part_of(every, e)) for e in EDITIONS), ("both", every)):
        for seat, apart in enumerate(luck_by_seat(found), 1):
            print(f"{name}, seat {seat}: luck-adjusted less plain {apart.value:+.4f}, "
                  f"{apart.low:+.4f} to {apart.high:+.4f}")  # fmt: skip
        ratio = variance_ratio(found)
        print(f"{name}: variance {found.plain.var():.4f}, luck-adjusted "
              f"{found.adjusted.var():.4f}, quotient {ratio.value:.3f}, "
              f"{ratio.low:.3f} to {ratio.high:.3f}")  # fmt: skip


def part_of(found: Outcomes, edition: str) -> Outcomes:
    """Return the games of one edition, where editions took turns."""
    begin = EDITIONS.index(edition)
    moments = found.games % len(EDITIONS) == begin
    rows = slice(begin, None, len(EDITIONS))
    return Outcomes(
        found.games[moments] // len(EDITIONS),
        found.said[moments],
        found.was[moments],
        found.plain[rows],
        found.adjusted[rows],
    )

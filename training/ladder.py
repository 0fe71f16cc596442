"""Measure temperaments against each other: python -m training.ladder PLAN --kernels K --out FILE

PLAN is a file of lines like `sovereign:temperature=2 page`. Each of the two has two of four seats,
in all six ways, in both editions. Writes a CSV file: how often one of the first wins (`win`), how
often its seats finish above the second's (`above`; every pair counts, ties half), and how the
first one played. All matches are played at once on the device.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kingup.bots.sovereign.bot_name import parse_request
from kingup.bots.sovereign.temperament import Temperament, forget, impulses, leaning, narrow
from kingup.bots.sovereign.weights import SHIPPED
from kingup.envs.opponents import COURTIER, LEARNER, PAGE
from kingup.rules.constants import (
    CHARACTERS,
    CLIMB,
    EMISSARY,
    FIRST_CLIMB,
    FIRST_VOTE,
    MAX_SEATS,
    PLACE,
    VOTE,
)
from kingup.rules.features import OFFSETS
from kingup.rules.setup import Setup
from training.checks import check_device
from training.company import read_player_network
from training.games import Games
from training.network import DEVICE, FAST, PolicyModule
from training.rollout import log_policy, sample

EDITIONS = ("kingup", "vive-le-roi")
SEATS = 4
WAYS = tuple(combinations(range(SEATS), SEATS // 2))
BOTS = {"page": PAGE, "courtier": COURTIER}
MOST_STEPS = 800
HABITS = ("no_cards", "votes", "thrones", "own_floor", "other_floor", "own_climbs", "climbs")
"""What is counted of the first player's seats, by game."""

Player = Temperament | int
"""A temperament of the trained player, or a bot's kind of seat."""


@dataclass(frozen=True)
class Result:
    """How often one finishes above another and wins, half of the 95 % intervals, and habits."""

    edition: str
    above: float
    error: float
    win: float
    win_error: float
    games: int
    habits: dict[str, float]


def player_of(name: str) -> Player:
    """Return the player that a bot's name describes."""
    return BOTS[name] if name in BOTS else parse_request(name).temperament


def settings_of(pairs: Sequence[tuple[Player, Player]], first: Tensor, match: Tensor) -> Tensor:
    """Return by game, seat and setting how the trained player plays there."""

    def row(player: Player) -> list[float]:
        t = Temperament() if isinstance(player, int) else player
        return [1 / t.temperature, t.memory, t.whole_game, t.heart, t.daring, t.impulse]

    table = torch.tensor([[row(b), row(a)] for a, b in pairs], device=DEVICE)
    return table[match[:, None], first.long()]


@torch.no_grad()
@torch.autocast(DEVICE, torch.bfloat16, enabled=FAST)
def measure(
    kernels: Path | None,
    player: PolicyModule,
    pairs: Sequence[tuple[Player, Player]],
    *,
    games: int,
    seed: int,
) -> list[list[Result]]:
    """Return by pair and edition how often the first finishes above the second."""
    n = len(pairs) * len(EDITIONS) * games
    index = torch.arange(n, device=DEVICE)
    match = index // len(EDITIONS) % len(pairs)
    way = index // (len(EDITIONS) * len(pairs)) % len(WAYS)
    ways = torch.zeros(len(WAYS), MAX_SEATS, dtype=torch.bool, device=DEVICE)
    for i, seats in enumerate(WAYS):
        ways[i, list(seats)] = True
    first = ways[way]
    kinds = torch.tensor(
        [[b if isinstance(b, int) else LEARNER, a if isinstance(a, int) else LEARNER]
         for a, b in pairs], device=DEVICE,
    )[match[:, None], first.long()]  # fmt: skip
    settings = settings_of(pairs, first, match)
    tables = Games(kernels, [Setup.of(name, SEATS) for name in EDITIONS], kinds, seed)
    above = torch.zeros(n, device=DEVICE)
    won = torch.zeros(n, device=DEVICE)
    over = torch.zeros(n, dtype=torch.bool, device=DEVICE)
    habits = torch.zeros(n, len(HABITS), device=DEVICE)
    counts = torch.zeros(n, 2, device=DEVICE)
    for step in range(MOST_STEPS):
        seat = tables.acting_seats()[:, None]
        sharp, memory, whole, heart, daring, impulse = (
            settings[..., i].gather(1, seat) for i in range(settings.shape[2])
        )
        rows = tables.rows.clone()
        forget(rows, memory.long())
        narrow(rows, whole.long())
        liked = sharp * player(rows).float() + leaning(rows, heart, daring)
        logs = log_policy(liked, tables.masks)
        chances = (1 - impulse) * logs.exp() + impulse * impulses(rows, tables.masks)
        actions = sample(chances.log(), tables.masks)
        counted = (first.gather(1, seat).squeeze(1) & ~over).float()
        note(tables, actions, counted, habits, counts)
        tables.step(actions)
        ended = (tables.dones > 0) & ~over
        beaten = tables.outcomes[:, EMISSARY + 1 : EMISSARY + 1 + MAX_SEATS] * first
        # Of four seats, two are ours: their own pair adds one win to theirs over the others.
        share = ((beaten.sum(1) + 1) * (SEATS - 1) - 1) / len(WAYS[0]) ** 2
        above = torch.where(ended, share, above)
        won = torch.where(ended, (tables.outcomes[:, :MAX_SEATS] * first).sum(1), won)
        over |= ended
        if step % 20 == 19 and bool(over.all()):
            break
    found = []
    for i in range(len(pairs)):
        results = []
        for e, edition in enumerate(EDITIONS):
            those = (match == i) & (index % len(EDITIONS) == e) & over
            shares = above[those]
            means = habits[those].mean(0) / len(WAYS[0])
            floors = habits[those].sum(0)[3:5] / counts[those].sum(0)
            told = dict(zip(HABITS, means.tolist(), strict=True))
            told["own_floor"], told["other_floor"] = floors.tolist()
            wins = won[those]
            results.append(Result(edition, *mean_of(shares), *mean_of(wins), len(shares), told))
        found.append(results)
    return found


def mean_of(values: Tensor) -> tuple[float, float]:
    """Return a mean, and half of its 95 % interval."""
    return float(values.mean()), 1.96 * float(values.std()) / len(values) ** 0.5


def note(tables: Games, actions: Tensor, counted: Tensor, habits: Tensor, counts: Tensor) -> None:
    """Add what was chosen to the habits of the first player's seats."""
    phase = tables.field("phase").long()
    start = OFFSETS["own"]
    own = tables.rows[:, start : start + CHARACTERS].float()
    placing, climbing, voting = ((phase == p).float() * counted for p in (PLACE, CLIMB, VOTE))
    who = torch.where(phase == PLACE, actions // 4, actions - FIRST_CLIMB)
    mine = own.gather(1, who.clamp(0, CHARACTERS - 1)[:, None]).squeeze(1)
    floor = (actions % 4 + 1).float()
    place = OFFSETS["places"]
    tops = tables.rows[:, [place + 14 * c + 5 for c in range(CHARACTERS)]].float()
    top = tops.gather(1, who.clamp(0, CHARACTERS - 1)[:, None]).squeeze(1)
    habits[:, 0] += voting * (actions == FIRST_VOTE + 1)
    habits[:, 1] += voting
    habits[:, 2] += climbing * top
    habits[:, 3] += placing * mine * floor
    habits[:, 4] += placing * (1 - mine) * floor
    habits[:, 5] += climbing * mine
    habits[:, 6] += climbing
    counts[:, 0] += placing * mine
    counts[:, 1] += placing * (1 - mine)


def write(
    path: Path, names: Sequence[tuple[str, str]], results: Sequence[Sequence[Result]]
) -> None:
    """Write the results of all matches."""
    rows: list[dict[str, Any]] = []
    for (first, second), both in zip(names, results, strict=True):
        for r in both:
            rows.append({
                "first": first, "second": second, "edition": r.edition,
                "above": f"{r.above:.4f}", "error": f"{r.error:.4f}",
                "win": f"{r.win:.4f}", "win_error": f"{r.win_error:.4f}", "games": r.games,
                **{name: f"{value:.3f}" for name, value in r.habits.items()},
            })  # fmt: skip
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Play all matches of a plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan", type=Path)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--games", type=int, default=4096 if FAST else 4)
    parser.add_argument("--seed", type=int, default=40_000_001)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    check_device(options.kernels)
    torch.manual_seed(options.seed)
    lines = options.plan.read_text(encoding="utf-8").splitlines()
    names = [(a, b) for a, b in (line.split() for line in lines if line.strip())]
    pairs = [(player_of(a), player_of(b)) for a, b in names]
    player = read_player_network(options.weights)
    results = measure(options.kernels, player, pairs, games=options.games, seed=options.seed)
    write(options.out, names, results)


if __name__ == "__main__":
    main()

"""The judge in games of real bots: python -m bench.judge [--games 48] [--minutes 20]

Plays games of several companies on a CPU with the shipped player and judge, and compares the
chances that were said at about one decision in eight with who won: the player's critic, the judge
with all cards open, and from one player's view, directly and over imagined deals. Writes
docs/strength-judge.csv, from which `python -m bench.sovereign write` makes a chapter of
docs/strength.md. Rows of the same judge are kept: a run goes on where the last one stopped.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.bots import make_bot
from kingup.bots.compiled import history_records
from kingup.bots.sight import history_of
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.conduct_rounds import Conduct
from kingup.bots.sovereign.judge import Judge, judge_of
from kingup.bots.sovereign.networks import Networks, networks_of
from kingup.bots.sovereign.rollouts import judge as critic_chances
from kingup.bots.sovereign.worlds import imagine
from kingup.rules.records import new_games

SCORES = Path(__file__).parent.parent / "docs" / "strength-judge.csv"
GAMES = 48
WORLDS = 32
ONE_IN = 8
"""Chances are asked at one decision in so many."""

SEATS = 4
EDITIONS = ("kingup", "vive-le-roi")
LEVELS = tuple(f"sovereign:temperature={t}" for t in (1.5, 2, 3, 5))
COMPANIES: dict[str, tuple[str, ...]] = {
    "courtiers and pages": ("courtier", "page"),
    "pages": ("page",),
    "courtiers": ("courtier",),
    "sovereigns": ("sovereign",),
    "sovereigns, courtiers and pages": ("sovereign", "courtier", "page"),
    "weaker sovereigns": LEVELS,
    "chancellors of 100": ("chancellor:100",),
    "sovereigns and chancellors of 100": ("sovereign", "chancellor:100"),
}
"""Who may sit in each seat."""

SAID = ("constant", "critic", "open", "view", "worlds")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Score:
    """The Brier scores of one company in one round, and half the 95 % intervals of differences."""

    judge: str
    edition: str
    company: str
    round: int
    games: int
    moments: int
    constant: float
    critic: float
    open: float
    view: float
    worlds: float
    critic_error: float
    open_error: float
    view_error: float
    worlds_error: float


def moments_of_game(
    edition: str, pool: tuple[str, ...], seed: int, networks: Networks, judge: Judge
) -> tuple[list[int], Floats, Floats]:
    """Play a game; return the rounds of its moments, what was said there, and who won.

    What was said is by moment, by SAID and by seat.
    """
    order = random.Random(f"{edition} {pool} {seed}")
    game = Game(edition, SEATS, seed=seed)
    bots = [make_bot(order.choice(pool), SEATS * seed + seat) for seat in range(SEATS)]
    viewer = order.randrange(SEATS)
    conduct, beliefs = Conduct(networks), PolicyBeliefs(networks)
    rounds: list[int] = []
    said: list[Floats] = []
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        if len(view.actions) > 1 and order.randrange(ONE_IN) == 0:
            seen = game.view(viewer)
            beliefs.update(seen)
            worlds = imagine(beliefs, WORLDS, np.random.default_rng(len(said)))
            history = history_records(history_of(seen))
            actor = np.array([player], np.int32)
            said.append(np.stack([
                np.full(SEATS, 1 / SEATS),
                critic_chances(networks, new_games(game.state, 1), history, actor)[0][:SEATS],
                judge.of_game(game, conduct)[:SEATS],
                judge.of_view(seen, conduct)[:SEATS],
                judge.of_worlds(seen, conduct, worlds).mean(axis=0)[:SEATS],
            ]))  # fmt: skip
            rounds.append(game.round)
        game.play(player, bots[game.seat_of(player)].choose(view))
    won = np.zeros(SEATS)
    won[list(game.winners)] = 1 / max(1, len(game.winners))
    return rounds, np.array(said).reshape(-1, len(SAID), SEATS), won


def measure(
    edition: str, company: str, games: int, networks: Networks, judge: Judge
) -> list[Score]:
    """Return the scores of a company, by round."""
    sums = np.zeros((games, 3, len(SAID)))
    counts = np.zeros((games, 3))
    for seed in range(games):
        rounds, said, won = moments_of_game(
            edition, COMPANIES[company], 5000 + seed, networks, judge
        )
        missed = ((said - won) ** 2).mean(axis=2)
        for number, each in zip(rounds, missed, strict=True):
            sums[seed, number - 1] += each
            counts[seed, number - 1] += 1
    found = []
    for number in range(3):
        total = counts[:, number].sum()
        means = sums[:, number].sum(axis=0) / total
        # Moments of a game have the same end: errors are over games.
        ahead = sums[:, number] - sums[:, number, :1]
        ahead -= counts[:, number, None] * (means - means[0])
        errors = 1.96 * np.sqrt((ahead**2).sum(axis=0)) / total
        names = (judge.digest, edition, company, number + 1, games, int(total))
        found.append(Score(*names, *map(float, means), *map(float, errors[1:])))
    return found


def read_scores(path: Path = SCORES) -> list[Score]:
    """Return the scores of a CSV file, if there is one."""
    if not path.exists():
        return []
    kinds = {"str": str, "int": int, "float": float}
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Score(**{each.name: kinds[str(each.type)](row[each.name]) for each in fields(Score)})
            for row in csv.DictReader(file)
        ]


def write_scores(scores: list[Score], path: Path = SCORES) -> None:
    """Write scores as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [each.name for each in fields(Score)], lineterminator="\n")
        writer.writeheader()
        for score in scores:
            writer.writerow({
                name: f"{value:.4f}" if isinstance(value, float) else value
                for name, value in asdict(score).items()
            })  # fmt: skip


def main() -> None:
    """Measure what is not known yet of the shipped judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--out", type=Path, default=SCORES)
    options = parser.parse_args()
    started = time.monotonic()
    networks, judge = networks_of(None), judge_of()
    scores = [score for score in read_scores(options.out) if score.judge == judge.digest]
    for company in COMPANIES:
        for edition in EDITIONS:
            known = {(score.edition, score.company) for score in scores}
            late = time.monotonic() - started > 60 * options.minutes
            if late or (edition, company) in known:
                continue
            scores += measure(edition, company, options.games, networks, judge)
            write_scores(scores, options.out)
            for score in scores[-3:]:
                print(score, flush=True)


if __name__ == "__main__":
    main()

"""Measure judges: python -m training.judge_match FOLDER PLAYER --kernels K --out judged

Plays fresh games of several companies in both editions on the device, and compares what the judges
of FOLDER (and PLAYER's own critic) said at every decision with who won. Writes judged.csv (Brier
scores by round) and judged-bins.csv (what was said, and how often it came true).
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kingup.bots.sovereign.shape import Shape
from kingup.bots.sovereign.weights import load_weights
from kingup.rules.constants import MAX_SEATS, ROUNDS
from kingup.rules.setup import Setup
from training.checkpoint import check_versions
from training.company import (
    BOTS,
    FIRST_GUEST,
    SELF,
    Company,
    Guest,
    Position,
    Seating,
    read_player_network,
    turned,
)
from training.games import SEATS
from training.judge import guest_path, kinds_features
from training.judge_export import as_shipped
from training.judge_network import OPEN, PUBLIC, VIEW, JudgeModule, hide, known_conduct
from training.network import DEVICE, FAST, CriticModule, possible
from training.rollout import IMPOSSIBLE
from training.weights import state_of

BINS = 10
MOST_STEPS = 900
EVERY = 3
"""Judges are asked at every third decision."""

LEVELS = ("self:0.75", "self:0.5", "self:0.35", "self:0.25", "self:0.15")
CHANCELLORS = ("chancellor", "chancellor-1000", "chancellor-50000")

COMPANIES: dict[str, tuple[str, ...]] = {
    "pages": ("page",),
    "courtiers": ("courtier",),
    "courtiers and pages": ("courtier", "page"),
    "sovereigns": ("self",),
    "sovereigns, courtiers and pages": ("self", "courtier", "page"),
    "chancellors": ("chancellor",),
    "sovereigns and chancellors": ("self", *CHANCELLORS),
    "people's levels": LEVELS,
    "people's levels, courtiers and pages": (*LEVELS, "courtier", "page"),
    "anybody": ("self", "self", "page", "courtier", *LEVELS, *CHANCELLORS),
    "strangers: searchers": ("searcher",),
    "strangers: searchers and sovereigns": ("searcher", "self"),
}
"""Who may sit in each seat. The last ones never sat at a table where the judge learned."""

ELSEWHERE = ("courtiers and pages", "sovereigns", "anybody")
"""The companies that are also measured at other tables than those for four."""

OTHER_TABLES: dict[str, Setup] = {
    "King Up!, 3 seats": Setup.of("kingup", 3),
    "King Up!, 5 seats": Setup.of("kingup", 5),
    "King Up!, 6 seats": Setup.of("kingup", 6),
    "Vive le Roi, 2 seats, emissary": Setup.of("vive-le-roi", 2, ["emissary"]),
    "Vive le Roi, 3 seats": Setup.of("vive-le-roi", 3),
    "Vive le Roi, 6 seats": Setup.of("vive-le-roi", 6),
    "Vive le Roi, 8 seats": Setup.of("vive-le-roi", 8),
    "Vive le Roi, 4 seats, all options": Setup.of(
        "vive-le-roi", 4, ["ambition", "banished", "emissary", "wedding", "jester-returns-to-3"]
    ),
    "Vive le Roi, teams 2+2+2": Setup.of("vive-le-roi", [2, 2, 2]),
}

FOUR = {
    "King Up!, 4 seats": Setup.of("kingup", 4),
    "Vive le Roi, 4 seats": Setup.of("vive-le-roi", 4),
}

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Asked:
    """A judge as it is measured: its network, what it knows, and its sight."""

    network: JudgeModule
    knows: str
    sight: int


def read_judge(path: Path) -> tuple[JudgeModule, str]:
    """Return the averaged judge of a run as it is shipped, and what it knows of the players."""
    state = torch.load(path, map_location=DEVICE, weights_only=False)
    check_versions(path, state)
    judge = JudgeModule(Shape(**state["shape"])).to(DEVICE).requires_grad_(False)
    judge.load_state_dict(as_shipped(state["judge"]))
    return judge, state["knows"]


def seat_everybody(pool: Sequence[str], n: int) -> tuple[Seating, list[str]]:
    """Draw who sits where from a pool; return also the names of the guests."""
    names = sorted({name for name in pool if name not in BOTS and not name.startswith("self")})
    drawn = torch.randint(len(pool), (n, MAX_SEATS), device=DEVICE)
    kinds, sharpness = [], []
    for name in pool:
        level = name.removeprefix("self").removeprefix(":")
        is_self = name.startswith("self")
        sharpness.append(float(level or 1) if is_self else 1.0)
        kinds.append(SELF if is_self else BOTS.get(name, -1))
        if kinds[-1] < 0:
            kinds[-1] = FIRST_GUEST + names.index(name)
    seating = Seating(
        torch.tensor(kinds, device=DEVICE)[drawn], torch.tensor(sharpness, device=DEVICE)[drawn]
    )
    return seating, names


class Record:
    """What was said at some decisions of every table's first game, and who won it."""

    def __init__(self, company: Company) -> None:
        self.games = company.games
        self.said: dict[str, list[Tensor]] = {}
        self.rounds: list[Tensor] = []
        self.valid: list[Tensor] = []
        self.won = torch.zeros(company.games.n, MAX_SEATS, device=DEVICE)

    def say(self, name: str, logits: Tensor, rows: Tensor, seat: Tensor) -> None:
        """Note what a judge says from a seat."""
        chances = logits.masked_fill(~possible(rows), IMPOSSIBLE).softmax(1)[:, :MAX_SEATS, None]
        seats = self.games.seats
        found = turned(chances, (seats - seat) % seats, seats).squeeze(2)
        self.said.setdefault(name, []).append(found)

    def figures(self, names: Row) -> tuple[list[Row], list[Row]]:
        """Return Brier scores by round, and what was said and came true."""
        there = self.games.seats[:, None] > SEATS
        seats = there.sum(1).float()
        rounds, valid = torch.stack(self.rounds), torch.stack(self.valid)
        fair = there / seats[:, None]
        constant = ((fair - self.won) ** 2 * there).sum(1) / seats
        scores: list[Row] = []
        bins: list[Row] = []
        for name, said in self.said.items():
            missed = torch.stack(said) - self.won
            brier = (missed**2 * there).sum(2) / seats
            for number in range(1, ROUNDS + 1):
                those = (valid & (rounds == number)).float()
                count = those.sum(0)
                total = count.sum()
                mean = float((brier * those).sum() / total)
                plain = float((constant * count).sum() / total)
                # Positions of a game have the same end: errors are over games.
                ahead = ((brier - constant - (mean - plain)) * those).sum(0)
                error = 1.96 * float((ahead**2).sum().sqrt() / total)
                scores.append({
                    **names, "judge": name, "round": number, "brier": round(mean, 5),
                    "constant": round(plain, 5), "error": round(error, 5),
                    "games": int((count > 0).sum()),
                })  # fmt: skip
                bins += self._bins(
                    {**names, "judge": name, "round": number}, torch.stack(said),
                    those[..., None] * there,
                )  # fmt: skip
        return scores, bins

    def _bins(self, names: Row, said: Tensor, weight: Tensor) -> list[Row]:
        found = []
        place = (said * BINS).long().clamp(0, BINS - 1)
        for number in range(BINS):
            those = weight * (place == number)
            total = float(those.sum())
            if total == 0:
                continue
            off = ((self.won - said) * those).sum((0, 2))
            error = 1.96 * float((off**2).sum().sqrt()) / total
            found.append({
                **names, "bin": number, "said": round(float((said * those).sum()) / total, 4),
                "was": round(float((self.won * those).sum()) / total, 4),
                "error": round(error, 4), "games": int((those.sum((0, 2)) > 0).sum()),
                "share": round(total / float(weight.sum()), 4),
            })  # fmt: skip
        return found


@torch.no_grad()
def measure(
    kernels: Path | None,
    setups: Sequence[Setup],
    pool: Sequence[str],
    player: Any,
    guests: dict[str, Any],
    judges: dict[str, Asked],
    critic: CriticModule,
    names: Row,
    *,
    n: int,
    seed: int,
) -> tuple[list[Row], list[Row]]:
    """Play one game at each of n tables; return the figures of all judges and of the critic."""
    torch.manual_seed(seed)
    seating, absent = seat_everybody(pool, n)
    company = Company(
        kernels, setups, seating, player,
        [Guest(guests[name], slice(0, n)) for name in absent], seed,
    )  # fmt: skip
    kinds = kinds_features(seating)
    record = Record(company)
    for step in range(MOST_STEPS):
        if step % EVERY == 0:
            record.rounds.append(company.games.field("round").long())
            record.valid.append(company.number == 0)
            ask(company, record, judges, critic, kinds)
        playing = company.number == 0
        company.step()
        done = (company.games.dones > 0) & playing
        record.won = torch.where(done[:, None], company.games.outcomes[:, :MAX_SEATS], record.won)
        if step % 30 == 29 and not bool((company.number == 0).any()):
            break
    # A game that never ended has no winner: leave it out.
    for valid in record.valid:
        valid &= company.number > 0
    return record.figures(names)


@torch.autocast(DEVICE, torch.bfloat16, enabled=FAST)
def ask(
    company: Company, record: Record, judges: dict[str, Asked], critic: CriticModule, kinds: Tensor
) -> None:
    """Note what everybody says now."""
    games = company.games
    acting = company.observe(anybody=False)
    found, _ranks = critic(acting.rows, acting.cards, acting.kept)
    record.say("critic", found, acting.rows, acting.seat)
    ask_round(company, record, judges)
    seen = company.observe(anybody=True)
    for name, asked in judges.items():
        sight = torch.full((games.n,), asked.sight, device=DEVICE)
        rows, cards, kept = hide(sight, seen.rows, seen.cards, seen.kept)
        conduct = conduct_for(asked, sight, seen, turned(kinds, seen.seat, games.seats).flatten(1))
        record.say(name, asked.network(rows, cards, kept, conduct), rows, seen.seat)


def ask_round(company: Company, record: Record, judges: dict[str, Asked]) -> None:
    """Note what judges who see all cards say on average over the views of all seats."""
    games = company.games
    seats = games.seats
    asked = {
        name: each
        for name, each in judges.items()
        if each.sight == OPEN and each.knows == "conduct"
    }
    sums = {name: torch.zeros(games.n, MAX_SEATS, 1, device=DEVICE) for name in asked}
    most = int(seats.max())
    for place in range(most):
        company.look_from(place % seats)
        seen = company.observe(anybody=True, redraw=False)
        sight = torch.full((games.n,), OPEN, device=DEVICE)
        for name, each in asked.items():
            conduct = conduct_for(each, sight, seen, seen.rows)
            logits = each.network(seen.rows, seen.cards, seen.kept, conduct)
            chances = logits.masked_fill(~possible(seen.rows), IMPOSSIBLE).softmax(1)
            chances = chances[:, :MAX_SEATS, None]
            sums[name] += turned(chances, (seats - seen.seat) % seats, seats) / most
    for name, total in sums.items():
        record.said.setdefault(f"{name}, all seats", []).append(total.squeeze(2))


def conduct_for(asked: Asked, sight: Tensor, seen: Position, kinds: Tensor) -> Tensor:
    """Return what a judge knows of the players."""
    if asked.knows == "kinds":
        return kinds
    unknown = torch.full_like(sight, asked.knows == "unknown", dtype=torch.bool)
    conduct = known_conduct(sight, seen.past, seen.now, seen.hints, unknown)
    return torch.zeros_like(conduct) if asked.knows == "state" else conduct


def critic_of(player: Path) -> CriticModule:
    """Return the critic of a file of weights."""
    state = state_of(load_weights(player), DEVICE)
    critic: CriticModule = CriticModule(Shape(**state["critic_shape"]))
    critic.to(DEVICE).requires_grad_(False)
    critic.load_state_dict(state["critic"], strict=False)
    return critic


def measure_all(
    kernels: Path | None,
    player: Path,
    paths: Sequence[Path],
    wanted: str,
    *,
    n: int,
    seed: int,
    elsewhere: bool = True,
) -> tuple[list[Row], list[Row]]:
    """Measure judges in every company; `wanted` is a part of the names of companies."""
    network = read_player_network(player)
    critic = critic_of(player)
    judges: dict[str, Asked] = {}
    for path in paths:
        judge, knows = read_judge(path)
        for sight, word in ((OPEN, "open"), (VIEW, "view"), (PUBLIC, "public")):
            judges[f"{path.stem}/{word}"] = Asked(judge, knows, sight)
        if knows == "conduct":
            judges[f"{path.stem}/unknown"] = Asked(judge, "unknown", OPEN)
    known = {name for pool in COMPANIES.values() for name in pool}
    guests = {
        name: read_player_network(guest_path(name))
        for name in known
        if name not in BOTS and not name.startswith("self")
    }
    scores: list[Row] = []
    bins: list[Row] = []
    for company, pool in COMPANIES.items():
        if wanted not in company:
            continue
        tables = FOUR | OTHER_TABLES if company in ELSEWHERE and elsewhere else FOUR
        for table, setup in tables.items():
            names = {"table": table, "company": company}
            found = measure(
                kernels, [setup], pool, network, guests, judges, critic, names,
                n=n, seed=seed,
            )  # fmt: skip
            scores += found[0]
            bins += found[1]
            print(summary(names, *found), flush=True)
    return scores, bins


def summary(names: Row, scores: list[Row], bins: list[Row]) -> str:
    """Return one line about a company: Brier scores by round, and the worst bin of each judge."""
    words = [f"{names['table']}, {names['company']}:"]
    words.append("const " + "/".join(f"{row['constant']:.4f}" for row in scores[:ROUNDS]))
    for judge in dict.fromkeys(row["judge"] for row in scores):
        found = "/".join(f"{row['brier']:.4f}" for row in scores if row["judge"] == judge)
        worst = max(
            (abs(row["was"] - row["said"]) - row["error"]
             for row in bins if row["judge"] == judge),
            default=0.0,
        )  # fmt: skip
        words.append(f"{judge} {found} (bins off by at least {100 * max(worst, 0):.1f})")
    return "; ".join(words)


def write_rows(path: Path, rows: list[Row]) -> None:
    """Write rows as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Measure the judges of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("player", type=Path)
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="", help="a part of the names of companies")
    parser.add_argument("--games", type=int, default=8192 if FAST else 24)
    parser.add_argument("--seed", type=int, default=1_000_000_000)
    parser.add_argument("--four", action="store_true", help="tables for four only")
    options = parser.parse_args()
    scores, bins = measure_all(
        options.kernels, options.player, sorted(options.folder.glob("*.pt")), options.only,
        n=options.games, seed=options.seed, elsewhere=not options.four,
    )  # fmt: skip
    write_rows(options.out.with_suffix(".csv"), scores)
    write_rows(options.out.with_name(options.out.stem + "-bins.csv"), bins)


if __name__ == "__main__":
    main()

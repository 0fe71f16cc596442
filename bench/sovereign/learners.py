"""Results of training runs: how exploitable the player is, and whether two seeds agree."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path

from bench.sovereign.matches import EDITIONS, ROOT
from bench.table import percent

RUNS = ROOT / "training" / "runs"
RESPONSE, CROSSPLAY = "best_response.csv", "crossplay.csv"
MOST_EXPLOITED, GOAL_SEATS = 0.33, "4"
NEAR_FAIR = 0.02
FINE = 0.001
"""Shares with a smaller error are written with one more digit."""

Rows = list[dict[str, str]]


def responses_to(trained: Mapping[str, object], runs: Path = RUNS) -> Rows:
    """Return the best responses to the run that ended at the weights' iteration."""
    # Read here, not by training.history, which needs PyTorch.
    for history in sorted(runs.glob("*/history.json")):
        end = json.loads(history.read_text("utf-8"))[-1]["iterations"][1]
        if end == trained.get("iteration") and (history.parent / RESPONSE).exists():
            return read_rows(history.parent / RESPONSE)
    return []


def last_crossplay(runs: Path = RUNS) -> Rows:
    """Return the shares between players of two seeds, from the last folder that has them."""
    those = sorted(runs.glob(f"*/{CROSSPLAY}"))
    return read_rows(those[-1]) if those else []


def read_rows(path: Path) -> Rows:
    """Return the rows of a run's CSV file, with the run's number."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{**row, "run": path.parent.name} for row in csv.DictReader(file)]


def missed(responses: Rows, crossplay: Rows) -> list[str]:
    """Return lines about missed goals."""
    lines = []
    worst = max(_with_goal(responses), key=_share, default=None)
    if worst is not None and verdict_on(worst) != "yes":
        reached = float(worst["share"]) < MOST_EXPLOITED
        lines.append(
            f"- **{'Not certain' if reached else 'Not reached'}**: a best response takes "
            f"{share_of(worst)}; the goal is under {percent(MOST_EXPLOITED, 0)}."
        )
    far = [row for row in crossplay if not near_fair(row)]
    if far:
        lines.append(
            f"- **Not reached**: {len(far)} of {len(crossplay)} shares between two seeds are more "
            "than 2 points from fair."
        )
    return lines


def _with_goal(responses: Rows) -> Rows:
    """Return the best responses for which there is a goal."""
    return [row for row in responses if row["seats"] == GOAL_SEATS]


def _share(row: dict[str, str]) -> float:
    return float(row["share"])


def share_of(row: dict[str, str]) -> str:
    """Return a share of wins with half its interval, to the digits that are known."""
    share, error = float(row["share"]), float(row["error"])
    digits = 1 if error >= FINE else 2
    return f"{percent(share, digits)} ± {100 * error:.{digits}f}"


def verdict_on(row: dict[str, str]) -> str:
    """Return whether a best response stays under the goal."""
    share = float(row["share"])
    verdict = "yes" if share < MOST_EXPLOITED else "**no**"
    certain = abs(share - MOST_EXPLOITED) > float(row["error"])
    return verdict if certain else f"{verdict}, not certain"


def near_fair(row: dict[str, str]) -> bool:
    """Return whether a share between two seeds is close enough to a fair one."""
    return abs(float(row["share"]) - float(row["fair"])) <= NEAR_FAIR


def response_chapter(rows: Rows) -> list[str]:
    """Return the chapter about best responses, or nothing."""
    if not rows:
        return []
    lines = [
        "## Best responses", "",
        "Learners trained only to beat frozen copies of the player in all other seats, without",
        "options: fresh ones, and some that start from the player's weights (warm). The best",
        "one's share is a lower bound on what an opponent who knows the player could win; more",
        "minutes would find more. The player is that of",
        f"`training/runs/{rows[0]['run']}` (training/README.md).", "",
        "| learner | edition | seats | fair | minutes on an H200 | share of wins | games | goal | "
        "reached |",
        "|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    with_goal = _with_goal(rows)
    editions = {row["edition"] for row in with_goal}
    best = [max((r for r in with_goal if r["edition"] == one), key=_share) for one in editions]
    for row in rows:
        goal = f"< {percent(MOST_EXPLOITED, 0)}" if row in with_goal else ""
        verdict = verdict_on(row) if row in best else ""
        lines.append(
            f"| {row['learner']} | {EDITIONS[row['edition']]} | {row['seats']} | "
            f"{percent(1 / int(row['seats']), 1)} | {row['minutes']} | {share_of(row)} | "
            f"{int(row['games']):,} | {goal} | {verdict} |"
        )
    return [*lines, ""]


def crossplay_chapter(rows: Rows) -> list[str]:
    """Return the chapter about players of two seeds, or nothing."""
    if not rows:
        return []
    lines = [
        "## Two seeds", "",
        "Players of two seeds, trained apart with the same settings and for about as long, one of",
        "them at a table of copies of the other: "
        f"A is of `{rows[0]['first']}`, B of `{rows[0]['second']}`",
        "(training/README.md also says how they do against a player trained for longer). A fair",
        "share is one over the number of seats, or what the table's own players get where the",
        "Emissary can win too.", "",
        "| alone | edition | seats | share of wins | fair | games | within 2 points |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for row in rows:
        fair = float(row["fair"])
        lines.append(
            f"| {row['stranger']} | {EDITIONS[row['edition']]} | {row['seats']} | "
            f"{share_of(row)} | {percent(fair)} | {int(row['games']):,} | "
            f"{'yes' if near_fair(row) else '**no**'} |"
        )
    return [*lines, ""]

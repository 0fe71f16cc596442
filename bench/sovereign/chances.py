"""The chapter about chances to win: how far the judge's come true, whoever plays."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from bench.judge import WORLDS, Score, read_scores
from bench.sovereign.learners import RUNS, Rows
from bench.sovereign.matches import EDITIONS
from kingup.bots.sovereign.judge_weights import load_judge

JUDGED = RUNS / "judge"
OPEN, VIEW, CRITIC = "judge/open, all seats", "judge/view", "critic"
ROUNDS = ("1", "2", "3")
NEAR = 0.05
"""How far what comes true may be from what was said."""

LEAST_SHARE = 0.005
"""The least share of all chances of a round in a bin that is judged."""

STRANGERS = "strangers"
"""Companies whose names begin so never sat where the judge learned."""


def read_csv(path: Path) -> Rows:
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def is_measured(folder: Path = JUDGED) -> bool:
    """Return whether the results are of the shipped judge."""
    about = folder / "judge.json"
    if not about.exists():
        return False
    found: str = json.loads(about.read_text("utf-8"))["judge"]
    return found == load_judge(None).digest


def chances_chapter(folder: Path = JUDGED, scores: Sequence[Score] | None = None) -> list[str]:
    """Return the chapter about chances, or nothing if the shipped judge was not measured."""
    if not is_measured(folder):
        return []
    judged, bins = read_csv(folder / "judged.csv"), read_csv(folder / "bins.csv")
    digest = load_judge(None).digest
    known = [s for s in (read_scores() if scores is None else scores) if s.judge == digest]
    return [
        "## Chances to win", "",
        f"How true the judge's chances are (`judge.npz`, SHA-256 {digest}…), beside those of the",
        "player's own critic, which learned among equals, and of saying the same to every seat.",
        "Brier scores are means over decisions and seats, in rounds 1 / 2 / 3; less is better.",
        "With all cards open the judge sees what an analysis sees; from a view, what one player",
        "does. A bin holds chances of 0–10 %, 10–20 % and so on: what was said → what came true,",
        "with its 95 % interval; bins with less than 0.5 % of a round's chances do not count.",
        "`python -m training.judge_match` plays these games on a GPU; chancellors are clones, and",
        "people's levels are the player at higher temperatures.", "",
        *summary(judged, bins), "",
        *company_table(judged, bins),
        *other_tables(read_csv(folder / "tables.csv")),
        *bots_table(known),
    ]  # fmt: skip


def of_judge(rows: Rows, table: str, company: str, judge: str) -> Rows:
    """Return the rows of a judge at a table."""
    wanted = {"table": table, "company": company, "judge": judge}
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def pairs_of(rows: Rows) -> list[tuple[str, str]]:
    """Return tables and companies, in order."""
    return list(dict.fromkeys((row["table"], row["company"]) for row in rows))


def is_below(row: dict[str, str]) -> bool:
    """Return whether a score is certainly below the constant's."""
    return float(row["brier"]) + float(row["error"]) < float(row["constant"])


def distance(row: dict[str, str]) -> float:
    """Return how far what came true is from what was said."""
    return abs(float(row["was"]) - float(row["said"]))


def worst_bin(bins: Rows) -> dict[str, str]:
    """Return the bin that is farthest off, of those that count."""
    return max((row for row in bins if float(row["share"]) >= LEAST_SHARE), key=distance)


def bin_verdict(row: dict[str, str]) -> str:
    """Return whether a bin is near enough; an interval may leave it open."""
    if distance(row) <= NEAR:
        return "yes"
    certain = distance(row) - float(row["error"]) > NEAR
    return "**no**" if certain else "**no**, not certain"


def written(row: dict[str, str]) -> str:
    """Return a bin as text."""
    return (
        f"{100 * float(row['said']):.0f} → {100 * float(row['was']):.0f} "
        f"± {100 * float(row['error']):.0f}"
    )


def summary(judged: Rows, bins: Rows) -> list[str]:
    """Return what was reached and what was not."""
    lines = []
    for strange in (False, True):
        those = [pair for pair in pairs_of(judged) if pair[1].startswith(STRANGERS) == strange]
        who = "strangers (searchers)" if strange else "players with whom it learned"
        for judge, sight in ((OPEN, "with all cards open"), (VIEW, "from a view")):
            rows = [row for pair in those for row in of_judge(judged, *pair, judge)]
            below = sum(is_below(row) for row in rows)
            off = []
            for pair in those:
                for number in ROUNDS:
                    found = [row for row in of_judge(bins, *pair, judge) if row["round"] == number]
                    if distance(worst_bin(found)) > NEAR:
                        off.append(number)
            every = len(rows)
            where = f" (off in round {', '.join(sorted(set(off)))})" if off else ""
            lines.append(
                f"- Among {who}, {sight}: certainly below the constant's in {below} of {every} "
                f"rounds; all bins within 5 points in {every - len(off)} of {every}{where}."
            )
    return lines


def slashed(rows: Rows, name: str) -> str:
    """Return a figure of all rounds."""
    return " / ".join(f"{float(row[name]):.4f}" for row in rows)


def company_table(judged: Rows, bins: Rows) -> list[str]:
    """Return the scores and bins of every company of four."""
    lines = [
        "| game | company | constant | critic | judge, open | judge, view | worst bin, open | "
        "within 5 points |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for table, company in pairs_of(judged):
        critic, open_, view = (
            of_judge(judged, table, company, judge) for judge in (CRITIC, OPEN, VIEW)
        )
        worst = worst_bin(of_judge(bins, table, company, OPEN))
        mark = "" if all(map(is_below, open_)) else " (**not certainly below**)"
        lines.append(
            f"| {table} | {company} | {slashed(critic, 'constant')} | {slashed(critic, 'brier')} "
            f"| {slashed(open_, 'brier')}{mark} | {slashed(view, 'brier')} | "
            f"{written(worst)} (round {worst['round']}) | {bin_verdict(worst)} |"
        )
    games = max(int(row["games"]) for row in judged)
    return [*lines, "", f"{games:,} games each.", ""]


def other_tables(rows: Rows) -> list[str]:
    """Return the scores at other tables."""
    lines = [
        "At other tables, with any of these players:", "",
        "| game | constant | critic | judge, open | judge, view |",
        "|---|---|---|---|---|",
    ]  # fmt: skip
    for table, company in pairs_of(rows):
        critic, open_, view = (
            of_judge(rows, table, company, judge) for judge in (CRITIC, OPEN, VIEW)
        )
        lines.append(
            f"| {table} | {slashed(critic, 'constant')} | {slashed(critic, 'brier')} | "
            f"{slashed(open_, 'brier')} | {slashed(view, 'brier')} |"
        )
    games = max(int(row["games"]) for row in rows)
    return [*lines, "", f"{games:,} games each.", ""]


def bots_table(scores: Sequence[Score]) -> list[str]:
    """Return the scores in games of real bots on a CPU, or nothing."""
    if not scores:
        return []
    lines = [
        "The same with real bots on a CPU, without PyTorch (`python -m bench.judge`); the last",
        f"column averages the judge over {WORLDS} deals that the viewer imagines. Half intervals",
        "of differences to the constant in brackets.", "",
        "| edition | company | round | constant | critic | judge, open | judge, view | "
        "judge, imagined deals | games |",
        "|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for score in scores:
        lines.append(
            f"| {EDITIONS[score.edition]} | {score.company} | {score.round} | "
            f"{score.constant:.3f} | {score.critic:.3f} ({score.critic_error:.3f}) | "
            f"{score.open:.3f} ({score.open_error:.3f}) | "
            f"{score.view:.3f} ({score.view_error:.3f}) | "
            f"{score.worlds:.3f} ({score.worlds_error:.3f}) | {score.games} |"
        )
    return [*lines, ""]

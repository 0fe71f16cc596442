"""The chapter about levels for people: the ladder's steps, characters, and thinking time.

docs/strength-levels.csv holds the results, of `training.ladder` (on a GPU or a CPU) and of
`bench.levels` and `bench.told` (the bots themselves); a row says which.
"""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

from bench.sovereign.learners import Rows
from bench.sovereign.matches import EDITIONS, ROOT
from bench.table import percent
from kingup.bots.bot_names import bot_of
from kingup.bots.levels import CHARACTERS, LADDER

LEVELS = ROOT / "docs" / "strength-levels.csv"
LOW, HIGH = 0.58, 0.65
"""A step of the ladder takes a share of games from the one below between these."""


def read_levels(path: Path = LEVELS) -> Rows:
    """Return all results."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def levels_chapter(rows: Rows) -> list[str]:
    """Return the chapter about levels, or nothing."""
    if not rows:
        return []
    return [
        "## Levels for people", "",
        "The levels are described in `kingup.bots.levels`. Two seats each of four, in all ways;",
        "*wins* is how often one of the higher level's seats won, and *above* how often its seats",
        "finished above the others (each pair counts, ties half). A step of the ladder should",
        f"take {percent(LOW, 0)} to {percent(HIGH, 0)} of the games from the one below.",
        "Measured by `python -m training.ladder PLAN` (where *ladder* stands: the network and its",
        "temperament, on a GPU or a CPU) or `python -m bench.levels PLAN` (*bots*: the bots",
        "themselves); PLAN is a list of matches. Up to `sovereign`, the settings are the best of",
        "4,000 pairs of neighbours, and the figures are of later games; above, the best of a few.",
        "All figures: [strength-levels.csv](strength-levels.csv).", "",
        *ladder_table(rows), "",
        *character_table(rows), "",
        *search_tables(rows), "",
    ]  # fmt: skip


def find(rows: Rows, chapter: str, first: str, second: str, edition: str) -> dict[str, str] | None:
    """Return a result by its players."""
    for row in rows:
        players = (row["chapter"], row["first"], row["second"], row["edition"])
        if players == (chapter, first, second, edition):
            return row
    return None


def shown(row: dict[str, str], name: str) -> str:
    """Return a share with half of its interval."""
    return f"{percent(float(row[name]))} ± {100 * float(row[f'{name}_error']):.1f}"


def step_verdict(row: dict[str, str] | None) -> str:
    """Return whether a step is as high as it should be."""
    if row is None:
        return "not measured"
    share, error = float(row["win"]), float(row["win_error"])
    reached = "yes" if LOW <= share <= HIGH else "**no**"
    certain = all(abs(share - bound) > error for bound in (LOW, HIGH))
    return reached if certain else f"{reached}, not certain"


def ladder_table(rows: Rows) -> list[str]:
    """Return the steps of the ladder."""
    lines = [
        "| step | edition | wins | above | games | by | 58–65 % |",
        "|---|---|---|---|---|---|---|",
    ]
    for below, level in pairwise(LADDER):
        for edition, title in EDITIONS.items():
            row = find(rows, "step", bot_of(level.id), bot_of(below.id), edition)
            figures = "– | – | – | –"
            if row is not None:
                figures = (
                    f"{shown(row, 'win')} | {shown(row, 'above')} | {int(row['games']):,} | "
                    f"{row['by']}"
                )
            lines.append(
                f"| {level.id} over {below.id} | {title} | {figures} | {step_verdict(row)} |"
            )
    return lines


def character_table(rows: Rows) -> list[str]:
    """Return how the characters play among two of them and two sovereigns, and their strength."""
    lines = [
        "Characters, two of them and two sovereigns: No cards played and votes called by a seat",
        "in a game, the mean floor on which it places its own favourites and others, the share of",
        "climbs with its own, and the bits that a round tells of its card among four of a kind:",
        "to an observer who knows how the trained player chooses, and to a plain one, who takes",
        "all for courtiers (below 0: it has misled).",
        "",
        "| character | edition | wins | No cards | votes called | own floor | other floor | "
        "own climbs | bits told |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for level in CHARACTERS:
        for edition, title in EDITIONS.items():
            row = find(rows, "character", bot_of(level.id), "sovereign", edition)
            told = find(rows, "told", level.id, level.id, edition)
            if row is None:
                continue
            bits = "–"
            if told is not None:
                bits = " / ".join(
                    f"{float(told[name]):.1f} ± {float(told[f'{name}_error']):.1f}"
                    for name in ("bits", "plain_bits")
                )
            own = float(row["own_climbs"]) / float(row["climbs"])
            lines.append(
                f"| {level.id} | {title} | {shown(row, 'win')} | {float(row['no_cards']):.1f} | "
                f"{float(row['thrones']):.1f} | {float(row['own_floor']):.2f} | "
                f"{float(row['other_floor']):.2f} | {percent(own, 0)} | {bits} |"
            )
    pairs = [(a, b) for a in CHARACTERS for b in CHARACTERS if a != b]
    for a, b in pairs:
        found = [find(rows, "character", bot_of(a.id), bot_of(b.id), e) for e in EDITIONS]
        shares = [shown(row, "win") for row in found if row is not None]
        if shares:
            lines += ["", f"{a.id.title()} takes {' and '.join(shares)} of the wins from {b.id}."]
    return lines


def search_tables(rows: Rows) -> list[str]:
    """Return where sovereign+ stands at every seat count, and with other budgets."""
    lines = [
        "`sovereign+` (128 simulations) alone among sovereigns, at every other seat count;",
        "seconds are means over all of its decisions, on one core of an x86-64 server.",
        "",
        "| edition | seats | share of wins | a fair share | games | seconds |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        if row["chapter"] == "seats":
            fair = percent(1 / int(row["seats"])) if row["seats"] != "2" else "at most 50 %"
            lines.append(
                f"| {EDITIONS[row['edition']]} | {row['seats']} | {shown(row, 'win')} | {fair} | "
                f"{row['games']} | {float(row['seconds']):.3f} |"
            )
    lines += [
        "",
        "`sovereign+` with other budgets, two seats each with two sovereigns:",
        "",
        "| budget | edition | wins | above | games | seconds |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        if row["chapter"] == "time":
            budget = row["first"].partition(":")[2]
            lines.append(
                f"| {budget} | {EDITIONS[row['edition']]} | {shown(row, 'win')} | "
                f"{shown(row, 'above')} | {row['games']} | {float(row['seconds']):.3f} |"
            )
    return lines

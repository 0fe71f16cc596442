"""The chapter about levels: every step is reported, also those missed or not measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.levels import Fixture, read_fixtures, row_of, run, summary, tasks_of
from bench.sovereign.levels import levels_chapter, read_levels, step_verdict

from kingup.arena.match import play_game
from kingup.bots.bot_names import bot_of
from kingup.bots.levels import LADDER

ROW = {"win": "0.61", "win_error": "0.01", "above": "0.57", "above_error": "0.01",
       "games": "4608", "by": "ladder, GPU", "chapter": "step", "edition": "kingup",
       "first": bot_of("groom"), "second": "page"}  # fmt: skip


@pytest.mark.parametrize(
    ("win", "error", "verdict"),
    [
        ("0.61", "0.01", "yes"),
        ("0.61", "0.05", "yes, not certain"),
        ("0.56", "0.01", "**no**"),
        ("0.575", "0.014", "**no**, not certain"),
        ("0.70", "0.02", "**no**"),
    ],
)
def test_a_step_is_right_if_it_takes_58_to_65_percent(win: str, error: str, verdict: str) -> None:
    assert step_verdict({**ROW, "win": win, "win_error": error}) == verdict
    assert step_verdict(None) == "not measured"


def test_every_step_of_the_ladder_has_a_line() -> None:
    lines = levels_chapter([ROW])
    text = "\n".join(lines)
    assert "| groom over page | King Up! | 61.0 % ± 1.0 | 57.0 % ± 1.0 | 4,608 |" in text
    assert "| groom over page | Vive le Roi | – | – | – | – | not measured |" in text
    steps = [line for line in lines if line.startswith("| ") and " over " in line]
    assert len(steps) == 2 * (len(LADDER) - 1)
    assert levels_chapter([]) == []


def test_published_results_are_of_the_levels_as_they_are() -> None:
    steps = [row for row in read_levels() if row["chapter"] == "step"]
    bots = {bot_of(level.id) for level in LADDER}
    assert steps
    assert {row[side] for row in steps for side in ("first", "second")} <= bots


def test_a_plan_is_read_and_played_in_turns(tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text(
        "pairs courtier page kingup 4 - 4  # two seats each\n\nalone courtier page kingup 3 - 3\n",
        encoding="utf-8",
    )
    fixtures = read_fixtures(plan)
    assert fixtures[0] == Fixture("pairs", "courtier", "page", "kingup", "4", "-", 4)
    assert [f.kind for f, _deals in tasks_of(fixtures, {fixtures[0].name: {0}})] == [
        "pairs",
        "alone",
    ]
    out = tmp_path / "results.csv"
    run(fixtures, out, 1, 5)
    before = out.read_text("utf-8")
    found = {line["match"]: line for line in summary(out)}
    assert [found[f.name]["games"] for f in fixtures] == [4, 3]
    run(fixtures, out, 1, 5)
    assert out.read_text("utf-8") == before


def test_a_deal_counts_pairs_of_seats_and_wins() -> None:
    fixture = Fixture("pairs", "courtier", "page", "kingup", "4", "-", 2)
    outcomes = [play_game(fixture.plan, game, records=False) for game in range(2)]
    row = row_of(fixture, 0, outcomes)
    pairs = [
        (o.ranks[a], o.ranks[b])
        for o in outcomes for a in range(4) for b in range(4)
        if o.lineup[a] == 0 and o.lineup[b] == 1
    ]  # fmt: skip
    assert len(pairs) == 8
    assert row["above"] == pytest.approx(sum((a < b) + (a == b) / 2 for a, b in pairs) / 8)
    assert row["games"] == 2

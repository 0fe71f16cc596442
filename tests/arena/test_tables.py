from __future__ import annotations

import csv
import importlib
import io
from pathlib import Path

import pytest

from kingup.arena.folder import Folder
from kingup.arena.standings import Standings
from kingup.arena.tables import COLUMNS, as_csv, result_rows, standing_rows, write_tables
from kingup.arena.tournament import play
from tests.arena.players import plan_of


@pytest.fixture(scope="module")
def standings() -> Standings:
    plan = plan_of(
        ["page", "crash", "odd, “name”"],
        editions=["vive-le-roi"],
        seats=["2,1,2"],
        options=["ambition,emissary"],
        games=6,
    )
    return play(plan)


def test_results_are_read_back_from_csv_unchanged(standings: Standings) -> None:
    rows = list(result_rows(standings.plan, standings.outcomes))
    assert len(rows) == 6 * 3
    read = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert list(read[0]) == list(COLUMNS)
    for row, again in zip(rows, read, strict=True):
        assert {name: "" if v is None else str(v) for name, v in row.items()} == again
    assert any(row["failure"] for row in rows)
    assert sum(float(row["win_share"]) for row in read) == pytest.approx(
        sum(o.share(seat) for o in standings.outcomes for seat in range(3))
    )


def test_an_empty_table_has_a_header() -> None:
    assert as_csv([]).strip().split(",") == list(COLUMNS)


def test_the_standings_are_a_table_too(standings: Standings) -> None:
    rows = list(standing_rows(standings))
    assert [row["bot"] for row in rows] == [row.label for row in standings.rows()]
    assert all(row["win_share_low"] <= row["win_share"] <= row["win_share_high"] for row in rows)


def test_parquet_holds_the_same_rows(standings: Standings, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (kingup[parquet])")
    parquet = importlib.import_module("pyarrow.parquet")
    paths = write_tables(tmp_path, standings)
    assert [path.name for path in paths] == ["results.csv", "standings.csv", "results.parquet"]
    rows = list(result_rows(standings.plan, standings.outcomes))
    assert parquet.read_table(paths[-1]).to_pylist() == rows


def test_tables_are_the_same_after_reading_a_folder_again(tmp_path: Path) -> None:
    plan = plan_of(["dice", "dice"], games=4)
    texts = []
    for _ in range(2):
        with Folder(tmp_path, plan) as folder:
            standings = play(plan, folder=folder)
        write_tables(tmp_path, standings)
        texts.append((tmp_path / "results.csv").read_text())
    assert texts[0] == texts[1]


def test_every_column_is_documented() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    described = [row.split("|")[1] for row in docs.splitlines() if row.startswith("| `")]
    for column in COLUMNS:
        assert any(f"`{column}`" in names for names in described), column

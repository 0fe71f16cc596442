"""Reports: self-contained, safe, with a table behind every figure; and the command."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from kingup import Game
from kingup.analysis import Analysis, AnalysisJob
from kingup.analysis.report import page, plots, text
from kingup.cli import main
from kingup.notation import write_json
from tests.analysis.games import GOLDEN, golden, quick_analysis, stored_analysis


class Outline(HTMLParser):
    """Counts figures and tables, and collects addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[str] = []
        self.tables = 0
        self.addresses: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag == "svg" and found.get("role") == "img":
            self.figures.append(found.get("aria-label") or "")
        self.tables += tag == "table"
        self.scripts += tag == "script"
        self.addresses += [v or "" for k, v in attributes if k in ("src", "href")]


def test_the_zero_line_of_a_ledger_crosses_no_label() -> None:
    plot = plots.waterfall([("Start", 0.25, True), ("Own play", -0.5, False)], "Ledger")
    labels = [float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', plot)]
    lines = re.findall(r'<line[^>]* y1="([\d.]+)"[^>]* y2="([\d.]+)"', plot)
    assert (len(labels), len(lines)) == (4, 2)
    for top, bottom in lines:  # letters reach from 13 above to 4 below their baseline
        assert all(y + 4 <= float(top) or y - 13 >= float(bottom) for y in labels)


@pytest.mark.parametrize(
    "kind",
    [
        None,
        pytest.param(("vive-le-roi", (1, 2, 1), ("ambition", "wedding")), marks=pytest.mark.full),
    ],
    ids=["stored", "a team"],
)
def test_the_page_needs_nothing_else(
    kind: tuple[str, tuple[int, ...], tuple[str, ...]] | None,
) -> None:
    game, analysis = quick_analysis(*kind) if kind else (golden(), stored_analysis())
    found = page(analysis, game)
    outline = Outline()
    outline.feed(found)
    assert outline.scripts == 0
    assert outline.addresses == []
    assert "url(" not in re.sub(r"url\(#\w+\)", "", found)
    assert "prefers-color-scheme: dark" in found
    assert len(outline.figures) >= 10
    assert all(outline.figures), "a figure without words"
    assert outline.tables >= len(outline.figures)
    assert len(found) < 600_000


def test_names_are_text_never_markup() -> None:
    game, analysis = golden(), stored_analysis()
    twin = game.copy()
    twin.names = (("<script>alert(1)</script>",), ("b",), ("c",), ("d",))
    first = replace(analysis.players[0], names=twin.names[0])
    found = page(replace(analysis, players=(first, *analysis.players[1:])), twin)
    assert "<script" not in found
    assert "&lt;script" in found


def test_the_text_says_who_won_and_what_was_lost() -> None:
    game, analysis = golden(), stored_analysis()
    found = text(analysis, game)
    assert "won." in found or "together" in found
    for heading in ("PLAYERS", "DECISIONS", "VOTES", "CHANCES OVER TIME", "BELIEFS", "METHOD"):
        assert heading in found
    assert "Cards nobody could know" in found


@pytest.mark.full
def test_the_command_writes_what_the_name_asks_for(tmp_path: Path) -> None:
    game = golden()
    record = tmp_path / "game.json"
    record.write_text(write_json(game), encoding="utf-8")
    out = tmp_path / "analysis.json"
    assert main(["analyse", str(record), "--out", str(out), "--time", "1"]) == 0
    assert Analysis.from_json(out.read_text(encoding="utf-8")).edition == "vive-le-roi"
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["analysis.json", "game.json"]


class StoppedJob:
    """Stops analysing in the second round, as often as it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, stops: int = 1) -> None:
        self.stops = stops
        self.ran: list[int] = []
        self.results: list[Any] = []
        monkeypatch.setattr(AnalysisJob, "run", lambda _job, step, _progress: self.run(step))
        monkeypatch.setattr(AnalysisJob, "finish", lambda _job, results: self.finish(results))

    def run(self, step: int) -> list[dict[str, Any]]:
        if step == 2 and self.stops:
            self.stops -= 1
            raise KeyboardInterrupt
        self.ran.append(step)
        return [{"round": step}]

    def finish(self, results: list[Any]) -> Analysis:
        self.results = results
        return stored_analysis()


def test_a_stopped_analysis_goes_on_with_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    job = StoppedJob(monkeypatch, stops=2)
    out, kept = tmp_path / "analysis.json", tmp_path / "analysis.json.rounds"
    command = ["analyse", str(GOLDEN), "--out", str(out), "--time", "1"]
    assert main(command) == 130
    assert "The same command continues from here" in capsys.readouterr().err
    with kept.open("a", encoding="utf-8") as file:
        file.write('["torn')
    assert main([*command, "--seed", "5"]) == 130  # another analysis begins anew
    assert job.ran == [1, 1]
    assert main([*command, "--seed", "5"]) == 0
    assert job.ran == [1, 1, 2, 3]
    assert job.results == [[{"round": step}] for step in (1, 2, 3)]
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_an_analysis_for_the_screen_says_that_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    StoppedJob(monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert main(["analyse", str(GOLDEN), "--time", "1", "--json"]) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert "nothing is kept. With --out" in told.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "x.pdf"], "must end in .html, .json or .txt"),
        (["--time", "soon"], "not a number of seconds"),
        (["--time", "0"], "from 1 to 3600"),
        (["--seed", "-1"], "--seed takes a number"),
    ],
)
def test_wrong_options_get_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(GOLDEN), *arguments]) == 2
    assert words in capsys.readouterr().err


def test_bad_records_get_a_sentence_and_write_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "old.html"
    out.write_text("kept", encoding="utf-8")
    unfinished = Game(seed=3)
    bad = {
        "unfinished.json": write_json(unfinished),
        "damaged.json": GOLDEN.read_text(encoding="utf-8").replace("YYNY", "YYQY"),
        "foreign.json": '{"format": "chess"}',
        "empty.txt": "",
        "version.json": GOLDEN.read_text(encoding="utf-8").replace('"version": 1', '"version": 9'),
        "oversized.json": "{" + " " * 20_000_000 + "}",
    }
    for name, content in bad.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        assert main(["analyse", str(path), "--out", str(out)]) == 2, name
        said = capsys.readouterr().err
        assert said.strip(), name
        assert "Traceback" not in said
        assert out.read_text(encoding="utf-8") == "kept"
    assert main(["analyse", str(tmp_path / "missing.json"), "--out", str(out)]) == 2

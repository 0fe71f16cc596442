"""Of two runs the better one is kept, and told apart by what was measured."""

from __future__ import annotations

from pathlib import Path

from training.better import keep_better, strength
from training.picture import PANELS, draw

HEAD = "iteration,minutes,kingup-courtiers,kingup-first,vive-le-roi-courtiers\n"


def run_of(folder: Path, *shares: tuple[float, float]) -> Path:
    folder.mkdir()
    lines = [f"{i},{i},{a},,{b}\n" for i, (a, b) in enumerate(shares)]
    (folder / "strength.csv").write_text(HEAD + "".join(lines), encoding="utf-8")
    (folder / "checkpoint.pt").write_text(folder.name, encoding="utf-8")
    return folder


def test_the_stronger_run_is_kept_with_the_others_strength(tmp_path: Path) -> None:
    flat = run_of(tmp_path / "flat", (0.2, 0.2), (0.5, 0.4))
    other = run_of(tmp_path / "characters", (0.6, 0.6), (0.6, 0.5))
    assert strength(flat) == 0.9
    assert keep_better(flat, other, tmp_path / "out") == other
    assert (tmp_path / "out" / "checkpoint.pt").read_text(encoding="utf-8") == "characters"
    assert (tmp_path / "out" / "other.csv").read_text(encoding="utf-8").endswith("0.5,,0.4\n")


def test_a_run_that_is_hardly_better_or_measured_nothing_is_not_kept(tmp_path: Path) -> None:
    first = run_of(tmp_path / "first", (0.5, 0.4))
    close = run_of(tmp_path / "close", (0.51, 0.4))
    empty = tmp_path / "empty"
    empty.mkdir()
    assert keep_better(first, close, tmp_path / "out") == first
    assert keep_better(first, empty, tmp_path / "out") == first
    assert strength(empty) == 0


def test_a_picture_is_drawn_of_whatever_there_is(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert draw(empty).count("nothing yet") == len(PANELS)
    drawn = draw(run_of(tmp_path / "run", (0.2, 0.2), (0.5, 0.4)))
    assert "kingup-courtiers" in drawn
    assert drawn.count("nothing yet") == len(PANELS) - 1

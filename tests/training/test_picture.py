"""Charts of a run, drawn from its log."""

from __future__ import annotations

from pathlib import Path

from training.picture import PANELS, draw

STRENGTH = "iteration,minutes,kingup-courtiers,kingup-first,vive-le-roi-courtiers\n"


def test_a_chart_is_drawn_from_any_part_of_the_log(tmp_path: Path) -> None:
    assert draw(tmp_path).count("nothing yet") == len(PANELS)
    lines = "0,0,0.2,,0.2\n1,1,0.5,,0.4\n"
    (tmp_path / "strength.csv").write_text(STRENGTH + lines, encoding="utf-8")
    drawn = draw(tmp_path)
    assert "kingup-courtiers" in drawn
    of_curves = [panel for panel in PANELS if panel.table == "curves.csv"]
    assert drawn.count("nothing yet") == len(of_curves)


def test_a_continued_run_is_drawn_from_where_it_continued(tmp_path: Path) -> None:
    (tmp_path / "curves.csv").write_text("minutes,kl\n37.5,0.1\n45,0.2\n", encoding="utf-8")
    drawn = draw(tmp_path)
    assert ">40</text>" in drawn
    assert ">10</text>" not in drawn


def test_a_single_measurement_is_a_dot(tmp_path: Path) -> None:
    once = STRENGTH + "0,0,0.2,,0.2\n1,1,0.5,0.3,0.4\n"
    (tmp_path / "strength.csv").write_text(once, encoding="utf-8")
    assert draw(tmp_path).count("<circle") == 1

"""A run is drawn from whatever was noted of it."""

from __future__ import annotations

from pathlib import Path

from training.picture import PANELS, draw

STRENGTH = "iteration,minutes,kingup-courtiers,kingup-first,vive-le-roi-courtiers\n"


def test_a_picture_is_drawn_of_whatever_there_is(tmp_path: Path) -> None:
    assert draw(tmp_path).count("nothing yet") == len(PANELS)
    lines = "0,0,0.2,,0.2\n1,1,0.5,,0.4\n"
    (tmp_path / "strength.csv").write_text(STRENGTH + lines, encoding="utf-8")
    drawn = draw(tmp_path)
    assert "kingup-courtiers" in drawn
    assert drawn.count("nothing yet") == len(PANELS) - 1

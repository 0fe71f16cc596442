"""The document about strength: what was played is told as it came out, missed targets included."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import sovereign
from bench.favourites import Losses
from bench.intervals import Bar, draw_bars
from bench.sovereign import document, folder_of, matches, result_of, table

HEAD = "bot,seats_played,deals,win_share,win_share_low,win_share_high\n"


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sovereign, "FOLDER", tmp_path / "results")
    path = tmp_path / "some.npz"
    path.write_bytes(b"numbers")
    return path


def test_matches_cover_all_seat_counts_and_options_once(weights: Path) -> None:
    every = list(matches(weights))
    assert len({match.name for match in every}) == len(every)
    for edition, counts in (("kingup", range(3, 7)), ("vive-le-roi", range(2, 9))):
        those = {m.seats for m in every if m.chapter == "seats" and m.edition == edition}
        assert those == set(counts)
    assert {m.options for m in every if m.chapter == "options"} == set(sovereign.OPTIONS)
    assert {m.goal for m in every if m.goal} == {0.40, 0.45, 0.50}


def test_a_result_is_the_challengers_and_a_missed_target_is_called_so(weights: Path) -> None:
    names = {match.name: match for match in matches(weights)}
    for name, line in (
        ("plain-chancellors-kingup", "sovereign:weights=/some/wher…,400,100,0.35,0.31,0.39\n"),
        ("plus-plain-kingup", '"sovereign+:500,weights=/some…",400,100,0.3,0.28,0.32\n'),
    ):
        folder = folder_of(weights) / name
        folder.mkdir(parents=True)
        rival = "chancellor:5000" if "chancellors" in name else "sovereign:weights=/some/wher…"
        rows = f"{HEAD}{rival},1200,100,0.2,0.1,0.3\n{line}"
        (folder / "standings.csv").write_text(rows, encoding="utf-8")
    missed = result_of(names["plain-chancellors-kingup"], weights)
    reached = result_of(names["plus-plain-kingup"], weights)
    assert missed is not None
    assert reached is not None
    assert (missed.share, missed.games, missed.verdict) == (0.35, 400, "**no**")
    assert (reached.share, reached.verdict) == (0.3, "yes")
    assert result_of(names["plain-courtiers-kingup"], weights) is None
    text = document([missed, reached], [Losses("kingup", 2.2, 2.1, 3.1, 3.2, 50)])
    assert "| sovereign | chancellor:5000 | King Up!, 4 seats | 35.0% | 31.0–39.0% | 400 |" in text
    assert "| King Up! | 2.200 | 2.100 | 3.100 | 3.200 | 50 |" in text
    assert len(table([missed])) == 3


def test_a_picture_marks_the_goal_of_every_row() -> None:
    picture = draw_bars("A & B", [Bar("first", 0.4, 0.3, 0.5, 0.25), Bar("x", 0.1, 0, 0.2, 0.5)])
    assert picture.count('class="goal"') == 2
    assert "A &amp; B" in picture

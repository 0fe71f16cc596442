"""`kingup simulate`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kingup import simulation
from kingup.cli import main
from kingup.simulation import Counts
from kingup.terminal import simulate


def test_simulated_games_are_counted_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--edition", "vive-le-roi", "--seats", "2,1,2", "--games", "50"]
    assert main([*words, "--options", "ambition,emissary", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "Emissary" in shown
    assert "50 games of 3 rounds, seed 3" in shown
    assert main([*words, "--options", "ambition,emissary", "--seed", "3"]) == 0
    again = capsys.readouterr().out
    assert [line for line in again.splitlines() if "│" in line] == [
        line for line in shown.splitlines() if "│" in line
    ]


@pytest.mark.parametrize("form", ["json", "text"])
def test_records_of_simulated_games_pass_the_check(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "--edition", "kingup", "--seats", "3", "--games", "3", "--seed", "8"]
    assert main([*words, "--out", str(tmp_path / "games"), "--format", form]) == 0
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 3
    assert main(["check", *map(str, files)]) == 3  # correct, without a proof
    assert capsys.readouterr().out.count(": correct (3 rounds") == 3


def test_unwritable_folder_of_records_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    words = ["simulate", "--edition", "kingup", "--games", "1", "--records"]
    assert main([*words, str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_king_up_is_the_edition_that_is_simulated_by_default(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "--games", "20", "--seed", "1"]) == 0
    assert "King Up!" in capsys.readouterr().out


def test_the_figures_can_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--edition", "vive-le-roi", "--options", "emissary", "--json"]
    assert main([*words, "--games", "50", "--seed", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["seed"], found["complete"]) == (50, 3, True)
    shares = [seat["win_share"] for seat in found["seats"]]
    assert sum(shares) + found["emissary"]["win_share"] == pytest.approx(1)


def test_ctrl_c_keeps_what_was_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*request: Any) -> Iterator[Counts | None]:
        games = simulation.simulate(*request)
        yield next(counts for counts in games if counts is not None)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate", interrupted)
    words = ["simulate", "--games", str(2 * simulation.CHUNK), "--seed", "1"]
    assert main(words) == 130
    shown = capsys.readouterr().out
    assert "Stopped: this is what was counted so far." in shown
    assert f"{simulation.CHUNK:,} games of 3 rounds" in shown
    assert main([*words, "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["complete"]) == (simulation.CHUNK, False)

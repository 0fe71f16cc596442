"""`kingup simulate`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.cli import main


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
    assert main([*words, "--records", str(tmp_path / "games"), "--format", form]) == 0
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

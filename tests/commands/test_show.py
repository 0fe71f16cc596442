"""`kingup show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kingup.cli import main
from tests.commands import RECORD


def test_a_position_of_a_record_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(RECORD), "--at", "20"]) == 0
    assert "Nobles" in capsys.readouterr().out
    assert main(["show", str(RECORD), "--at", "100000"]) == 2
    assert "There is no move 100000" in capsys.readouterr().err


def test_a_moment_is_named_or_counted(capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[Any] = []
    for at in ("r1.3", "3", "r2.0", "r9.1", "r1"):
        status = main(["show", str(RECORD), "--json", "--at", at])
        said = capsys.readouterr()
        shown.append(json.loads(said.out) if status == 0 else said.err)
    assert shown[0] == shown[1]
    assert (shown[2]["round"], shown[2]["rounds"][1]["moves"]) == (2, [])
    assert "no moment “r9.1”" in shown[3]
    assert "no moment “r1”" in shown[4]


def test_the_castle_can_be_written_as_a_picture_or_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "castle.svg"
    assert main(["show", str(RECORD), "--at", "3", "--out", str(picture)]) == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg ")
    assert main(["show", str(RECORD), "--at", "3", "--json"]) == 0
    view = json.loads(capsys.readouterr().out)
    assert (view["phase"], view["own"]) == ("place", None)
    assert sum(len(round_["moves"]) for round_ in view["rounds"]) == 3

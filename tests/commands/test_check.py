"""`kingup check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.notation import write_json
from tests.commands import RECORD
from tests.tables.test_dealing import finished


def test_a_wrong_record_is_reported_with_its_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    record["rounds"][1]["scores"][2] += 1
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(RECORD), str(wrong)]) == 1
    right, message = capsys.readouterr().out.splitlines()
    assert right.startswith(f"{RECORD}: correct")
    assert message.startswith(f"{wrong}: rounds[1].scores[2]: ")


def test_cards_that_were_not_drawn_from_the_secret_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished().game
    fair, unfair = tmp_path / "fair.json", tmp_path / "unfair.json"
    fair.write_text(write_json(game), encoding="utf-8")
    game.proof["contributions"] = ["P0", "chosen", "chosen"]
    unfair.write_text(write_json(game), encoding="utf-8")
    assert main(["check", str(fair), str(unfair)]) == 1
    right, proven, wrong = capsys.readouterr().out.splitlines()
    assert right.startswith(f"{fair}: correct (3 rounds")
    assert proven.endswith(game.proof["commitment"])
    assert wrong.startswith(f"{unfair}: Round 1 was not dealt from the secret")

"""`kingup check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.game import Game
from kingup.notation import write_json
from tests.commands import RECORD
from tests.tables.test_dealing import finished, in_a_row


def test_a_wrong_record_is_reported_with_its_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    record["rounds"][1]["scores"][2] += 1
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(RECORD), str(wrong)]) == 1
    right, unproven, message = capsys.readouterr().out.splitlines()
    assert right.startswith(f"{RECORD}: correct")
    assert unproven.strip().startswith("not proven: ")
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


def written(game: Game, path: Path) -> str:
    """Write a record, and return its name for the command line."""
    path.write_text(write_json(game), encoding="utf-8")
    return str(path)


def test_a_record_without_its_proof_is_not_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished().game
    proven = written(game, tmp_path / "proven.json")
    game.proof = None
    silent = written(game, tmp_path / "silent.json")
    assert main(["check", proven]) == 0
    assert "  proven: " in capsys.readouterr().out
    assert main(["check", silent]) == 3
    assert "  not proven: This record has no proof" in capsys.readouterr().out
    assert main(["check", silent, str(tmp_path / "missing.json")]) == 2


def test_a_rematch_is_proven_by_the_records_of_the_games_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = (
        written(game, tmp_path / f"{number}.json") for number, game in enumerate(in_a_row(3))
    )
    assert main(["check", second]) == 3
    assert "  not proven: Who begins follows from the game" in capsys.readouterr().out
    assert main(["check", third, first]) == 3
    capsys.readouterr()
    assert main(["check", third, second, first]) == 0
    assert capsys.readouterr().out.count("  proven: ") == 3


def test_a_file_that_cannot_be_read_is_not_called_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        for command in ("check", "show", "replay", "convert"):
            assert main([command, str(path)]) == 2, command
    capsys.readouterr()
    assert main(["check", str(RECORD), str(tmp_path / "missing.json"), "--json"]) == 2
    right, missing = json.loads(capsys.readouterr().out)
    assert (right["verdict"], right["rounds"], right["finished"]) == ("unproven", 3, True)
    assert missing["verdict"] == "unreadable"
    assert missing["reason"].startswith("There is no file")

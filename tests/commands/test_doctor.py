"""`kingup doctor`: what it finds, and what it advises."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import pytest

from kingup import prepare
from kingup.cli import main
from kingup.commands import addresses, doctor


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGUP_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)


def found(
    capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, dict[str, dict[str, str]]]:
    status = main(["doctor", "--json", *words])
    return status, {one["check"]: one for one in json.loads(capsys.readouterr().out)}


def test_a_healthy_computer(capsys: pytest.CaptureFixture[str]) -> None:
    status, checks = found(capsys)
    assert status == 0, checks
    assert set(checks) == {
        "Python", "Compiled code", "Browser", "Port", "Disk", "Database", "GPU", "Extras",
    }  # fmt: skip
    assert checks["Database"]["text"].endswith("tables.sqlite will be made")
    assert main(["doctor"]) == 0
    assert "✓ Python: " in capsys.readouterr().out


def test_a_taken_port_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(addresses, "PORT", port)
        monkeypatch.setattr(doctor, "PORT", port)
        _, checks = found(capsys)
    assert checks["Port"]["state"] == "note"
    assert f"{port} is taken" in checks["Port"]["text"]


def test_a_foreign_or_damaged_database_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign = tmp_path / "recipes.sqlite"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE recipes (name)")
    before = foreign.read_bytes()
    status, checks = found(capsys, "--database", str(foreign))
    assert status == 1
    assert "belongs to another program" in checks["Database"]["text"]
    assert foreign.read_bytes() == before


def test_a_database_that_does_not_answer_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    status, checks = found(capsys, "--database", "postgresql://nobody:secret@127.0.0.1:1/none")
    assert status == 1
    assert checks["Database"]["state"] == "fault"
    assert "address, user and password" in checks["Database"]["advice"]
    assert "secret" not in json.dumps(checks)


def test_looking_makes_no_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, checks = found(capsys, "--database", str(tmp_path / "new" / "folder" / "t.sqlite"))
    assert status == 0
    assert checks["Database"]["text"].endswith("t.sqlite will be made")
    (tmp_path / "file").touch()
    status, checks = found(capsys, "--database", str(tmp_path / "file" / "t.sqlite"))
    assert status == 1
    assert "--database FILE" in checks["Database"]["advice"]
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_code_that_is_not_compiled_yet_is_a_note_with_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "is_prepared", lambda: False)
    status, checks = found(capsys)
    assert status == 0
    assert checks["Compiled code"]["advice"] == "Do it now: kingup prepare"
    monkeypatch.setattr(prepare, "can_be_kept", lambda: False)
    status, checks = found(capsys)
    assert status == 1
    assert "KINGUP_CACHE" in checks["Compiled code"]["advice"]


def test_a_check_that_breaks_does_not_hide_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> bool:
        raise RuntimeError("no screen at all")

    monkeypatch.setattr(doctor, "has_screen", broken)
    status, checks = found(capsys)
    assert status == 1
    assert checks["Browser"]["text"] == "RuntimeError: no screen at all"
    assert "Extras" in checks

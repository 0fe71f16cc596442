"""`kingup doctor`: what it finds, and what it advises."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kingup import prepare
from kingup.cli import main
from kingup.commands import addresses, doctor
from kingup.commands.databases import bring_up_to_date


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


@pytest.mark.skipif(sys.platform != "linux", reason="a second loopback address")
def test_a_port_that_is_taken_in_one_network_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.2", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(addresses, "PORT", port)
        monkeypatch.setattr(doctor, "PORT", port)
        _, checks = found(capsys)
    assert f"{port} is taken" in checks["Port"]["text"]


@pytest.mark.parametrize(
    ("installed", "state", "text", "advice"),
    [
        ({"numba_cuda", "cupy"}, "fine", "found, with its packages", ""),
        ({"numba_cuda"}, "note", "CuPy runs them", "pip install cupy"),
        ({"cupy"}, "note", "Numba for CUDA compiles", "kingup[gpu]"),
        (set(), "note", "Numba for CUDA compiles the rules; CuPy", " && "),
    ],
)
def test_a_gpu_needs_packages_to_compile_and_to_run(
    installed: set[str],
    state: str,
    text: str,
    advice: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(doctor, "find_spec", lambda name: name if name in installed else None)
    status, checks = found(capsys)
    assert status == 0
    assert checks["GPU"]["state"] == state
    assert text in checks["GPU"]["text"]
    assert advice in checks["GPU"]["advice"]


def test_no_gpu_is_no_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(doctor, "NVIDIA_DRIVER", Path("nowhere"))
    _, checks = found(capsys)
    assert checks["GPU"]["text"] == "none; only training is faster with one"


@pytest.mark.parametrize(("free", "status"), [(199_999_999, 1), (200_000_000, 0)])
def test_a_disk_that_is_nearly_full_is_a_fault(
    free: int, status: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    ended, checks = found(capsys)
    assert ended == status
    assert checks["Disk"]["text"].startswith(f"{free // 10**6} MB free in ")
    assert ("KINGUP_DATA" in checks["Disk"]["advice"]) == bool(status)


def test_a_database_that_can_only_be_read_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.sqlite"
    bring_up_to_date(f"sqlite:///{file}")
    assert found(capsys, "--database", str(file))[0] == 0
    # Asked of the system: nothing is read-only to root.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != file)
    status, checks = found(capsys, "--database", str(file))
    assert status == 1
    assert checks["Database"]["text"] == f"{file} can only be read"
    assert checks["Database"]["advice"] == f"chmod u+w {file}"


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

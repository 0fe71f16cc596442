"""`kingup play` and `kingup serve`, from the command line to Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.commands import addresses, serve
from kingup.commands.addresses import (
    PORT,
    data_folder,
    has_screen,
    lan_address,
    listen,
    web_address,
)
from kingup.commands.databases import bring_up_to_date
from kingup.rules.errors import KingUpError
from tests.waiting import PATIENCE


@contextmanager
def started(*words: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Start a command, and yield it with its first lines of output."""
    with subprocess.Popen(
        [sys.executable, "-m", "kingup", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KINGUP_DATA": str(folder), "DISPLAY": "", "WAYLAND_DISPLAY": ""},
    ) as process:
        assert process.stdout is not None
        output: list[str] = []
        while not output or "Ctrl-C" not in output[-1]:
            output.append(process.stdout.readline())
            assert output[-1], "it has ended"
        yield process, output
        if process.poll() is None:
            process.kill()


@pytest.mark.parametrize("name", [pytest.param("play", marks=pytest.mark.full), "serve"])
def test_a_command_serves_prints_its_address_and_stops_at_ctrl_c(
    name: str, tmp_path: Path
) -> None:
    with started(name, "--loopback", "--port", "0", folder=tmp_path) as (process, output):
        found = re.search(r"http://(\S+):(\d+)", output[0])
        assert found
        with urllib.request.urlopen(found[0] + "/health") as answer:
            assert answer.status == 200
        with socket.create_connection((found[1], int(found[2]))):
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
        assert "this address only" in "".join(output)
        assert "stopped" in out
        assert errors == ""
    assert (tmp_path / "tables.sqlite").exists()


def test_the_next_free_port_is_taken() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        one, two = first.getsockname()[1], second.getsockname()[1]
        assert PORT <= one < two


def test_a_requested_port_in_use_is_an_error() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(KingUpError, match=str(port)):
            listen("127.0.0.1", port)


def test_no_free_port_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        monkeypatch.setattr(addresses, "PORT", taken.getsockname()[1])
        monkeypatch.setattr(addresses, "PORTS_TRIED", 1)
        with pytest.raises(KingUpError, match="--port"):
            listen("127.0.0.1", None)


def test_wrong_arguments_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINGUP_DATA", str(tmp_path))
    for words in (["--port", "70000"], ["--host", "999.1.1.1"], ["--host", "nowhere.invalid"],
                  ["--address", "play.example"], ["--address", "https://a/b?c"]):  # fmt: skip
        assert main(["serve", *words]) == 2
        assert capsys.readouterr().err.strip()
    file = tmp_path / "file"
    file.touch()
    for database in (
        str(file / "x" / "tables.sqlite"),
        "mysql://host/kingup",
        "postgresql://kingup:sesame@127.0.0.1:1/kingup",
    ):
        assert main(["serve", "--database", database]) == 2
        output = capsys.readouterr().err
        assert output.strip()
        assert "sesame" not in output


def test_a_server_that_cannot_start_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINGUP_DATA", str(tmp_path))
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)
    assert main(["serve", "--loopback", "--port", "0"]) == 2


@pytest.mark.parametrize("name", ["serve", "reports"])
def test_a_file_that_is_no_database_is_refused_and_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, broken = tmp_path / "my_bot.py", tmp_path / "broken.sqlite"
    text.write_text("print('a bot, and no database')\n" * 30)
    bring_up_to_date(f"sqlite:///{broken}")
    broken.write_bytes(broken.read_bytes()[:100] + b"\xff" * 8000)
    said = {text: "is not a database of kingup, or it is damaged: ", broken: "is damaged ("}
    for file, sentence in said.items():
        before = file.read_bytes()
        assert main([name, "--database", str(file)]) == 2
        output = capsys.readouterr().err
        assert output.startswith(f"{file} {sentence}")
        assert output.count("\n") == 1
        assert file.read_bytes() == before


def test_the_announcement_says_who_can_join(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "tables.sqlite")
    serve.announce("http://127.0.0.1:8000", "http://10.0.0.7:8000", file, everywhere=True)
    output = capsys.readouterr().out
    assert "http://10.0.0.7:8000" in output
    assert "anybody" in output
    assert "\u2588" not in output  # a QR code is for terminals only


def test_a_terminal_shows_a_qr_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    file = str(tmp_path / "tables.sqlite")
    serve.announce("http://127.0.0.1:8000", "http://10.0.0.7:8000", file, everywhere=True)
    assert "▄" in capsys.readouterr().out


def test_the_lan_address_is_none_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lan_address()
    assert found is None or re.fullmatch(r"\d+(\.\d+){3}", found)

    def unreachable(*_: object) -> None:
        raise OSError("no network")

    class Probe(socket.socket):
        connect = unreachable

    monkeypatch.setattr("kingup.commands.addresses.socket.socket", Probe)
    assert lan_address() is None


def test_addresses_are_written_as_urls() -> None:
    assert web_address("10.0.0.7", 8000) == "http://10.0.0.7:8000"
    assert web_address("10.0.0.7", 80) == "http://10.0.0.7"
    assert web_address("::1", 8000) == "http://[::1]:8000"


def test_a_screen_is_detected_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()


def test_the_data_folder_follows_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("KINGUP_DATA", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "kingup"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder().parts[-2:] == ("Application Support", "kingup")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "kingup"
    monkeypatch.setenv("KINGUP_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"

"""`kingup token`: from nothing to a bot that is connected."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.client import Client, ServerError, Unreachable, calls
from kingup.client.tokens import make_token
from tests.web.server import Person


def test_a_token_made_without_a_browser_works(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "token.txt"
    words = ["token", "--server", server, "--name", "Robin", "--owner", "Eve", "--out", str(file)]
    assert main(words) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    token = file.read_text(encoding="utf-8").strip()
    shown = capsys.readouterr().out
    assert token not in shown
    assert f"kingup connect --server {server} --wait --token-file {file}" in shown
    with Client(server, token) as client:
        me = client.ask(calls.me())
    assert (me["name"], me["owner"]) == ("Robin", "Eve")
    assert main(words) == 2  # the file is never overwritten
    assert file.read_text(encoding="utf-8").strip() == token


def test_a_token_can_be_printed(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["token", "--server", server, "--name", "Robin", "--owner", "Eve"]
    assert main(words) == 0
    printed = capsys.readouterr().out.splitlines()[0]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for token in (printed, told["token"]):
        with Client(server, token) as client:
            assert client.ask(calls.me())["name"] == "Robin"


def test_a_token_can_enter_a_league(
    server: str, ana: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = {"name": "Course", "edition": "kingup", "seats": 3, "seconds": 30}
    found = ana.http.post("/leagues", data=form, headers={"origin": server})
    code = found.headers["location"].rpartition("/")[2]
    words = ["token", "--server", server, "--name", "Robin", "--owner", "Eve", "--json"]
    assert main([*words, "--league", f"{server}/league/{code}"]) == 0
    assert json.loads(capsys.readouterr().out)["league"] == code
    assert "Robin" in ana.http.get(f"/league/{code}").text
    assert main([*words, "--league", code]) == 2
    assert "already has a bot called Robin" in capsys.readouterr().err
    assert main([*words, "--league", "no-such-league"]) == 2


def test_a_refusal_is_told_in_the_servers_words(server: str) -> None:
    with pytest.raises(ServerError) as refusal:
        make_token(server, "", "Eve")
    assert str(refusal.value)
    assert "<" not in str(refusal.value)


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(Unreachable, match="cannot be reached"):
        make_token("http://127.0.0.1:1", "Robin", "Eve")
    with pytest.raises(Unreachable, match="not the address of a server"):
        make_token("localhost", "Robin", "Eve")

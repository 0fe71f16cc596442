"""`kingup join`: people at a server's table, in the terminal."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import pytest

from kingup.cli import main
from kingup.client import AsyncClient, Client, ServerError, calls
from kingup.client.tokens import make_token
from kingup.commands.remote_table import RemoteTable, play_on_screen
from kingup.terminal.app import TableApp, TextScreen
from kingup.terminal.ballots import STILL
from tests.terminal.full_screen import press
from tests.terminal.helpers import Person as Typist
from tests.terminal.helpers import terminal
from tests.terminal.screenshot import text_of
from tests.web.server import Person


def _table(server: str, token: str, **setting: object) -> str:
    with Client(server, token) as client:
        code: str = client.ask(
            calls.set_table(edition="kingup", seats=3, bots=["page", "page"], **setting)
        )["code"]
        return code


@pytest.fixture
def token(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the token of Ada, kept as `kingup join` keeps it."""
    monkeypatch.setenv("KINGUP_DATA", str(tmp_path))
    monkeypatch.delenv("KINGUP_TOKEN", raising=False)
    assert main(["join", server, "--name", "Ada"]) == 0
    (kept,) = (tmp_path / "tokens").iterdir()
    assert kept.stat().st_mode & 0o077 == 0 or os.name == "nt"
    return kept.read_text(encoding="utf-8").strip()


def test_a_person_plays_a_whole_game_through_a_pipe(
    server: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = _table(server, token)
    with terminal(Typist(1, slips=0.02)) as shown:
        monkeypatch.setattr("kingup.commands.join.make_console", lambda: shown.console)
        assert main(["join", f"{server}/t/{code}", "--name", "Ada"]) == 0
    said = shown.output.getvalue()
    assert "Ada, place a character, for example" in said
    assert "Long live" in said
    assert re.search(r"^ 3\. ", said, re.MULTILINE)


def test_others_see_a_person_and_wait_for_them_between_rounds(
    server: str, token: str, monkeypatch: pytest.MonkeyPatch, ana: Person
) -> None:
    code = _table(server, token)
    seen: list[dict[str, Any]] = []
    ask = Client.ask

    def watched(client: Client, call: calls.Call) -> Any:
        if call.path.endswith("/continue"):
            seen.append(ask(client, calls.table(code)))
        return ask(client, call)

    monkeypatch.setattr(Client, "ask", watched)
    with terminal(Typist(1)) as shown:
        monkeypatch.setattr("kingup.commands.join.make_console", lambda: shown.console)
        assert main(["join", f"{server}/t/{code}", "--name", "Ada"]) == 0
    assert [table["view"]["round"] for table in seen] == [1, 2]
    assert {table["view"]["phase"] for table in seen} == {"deal"}
    assert seen[0]["players"][0]["owner"] == ""
    page = ana.http.get(f"/t/{code}").text
    assert "Ada" in page
    assert "’s bot" not in page


def test_a_person_is_no_bot_to_challenge_or_to_wait_with(server: str, token: str) -> None:
    with Client(server, token) as client:
        me = client.ask(calls.me())
        assert (me["name"], me["owner"]) == ("Ada", "")
        with pytest.raises(ServerError, match="only bots wait for games"):
            client.listen(calls.events()).__enter__()
        code = client.ask(calls.set_table(edition="kingup", seats=3))["code"]
        for name in (me["id"], "Ada"):
            with pytest.raises(ServerError, match="There is no bot"):
                client.ask(calls.challenge(name, code))


def test_a_bots_token_still_plays_as_that_bot(
    server: str, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = _table(server, token, sit=False)
    file = tmp_path / "bot.txt"
    file.write_text(make_token(server, "Robin", "Eve"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["join", f"{server}/t/{code}", "--token-file", str(file), "--plain"]) == 0
    with Client(server, token) as client:
        found = client.ask(calls.table(code))["players"]
    assert (found[0]["name"], found[0]["owner"]) == ("Robin", "Eve")


def test_open_tables_are_listed(
    server: str, token: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Client(server, token) as client:
        made = client.ask(calls.set_table(edition="kingup", seats=3, bots=["page"], private=False))
    assert main(["join", server, "--name", "Ada"]) == 0
    assert f"{server}/t/{made['code']}  King Up!  Ada" in capsys.readouterr().out


def test_whoever_leaves_is_replaced_until_they_return(
    server: str, token: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = _table(server, token)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["join", f"{server}/t/{code}", "--name", "Ada", "--plain"]) == 0
    assert "A bot plays for you until you return" in capsys.readouterr().out


async def test_a_person_plays_on_the_full_screen(server: str, token: str) -> None:
    code = _table(server, token)
    table = RemoteTable(code)

    async def drive(app: TableApp) -> None:
        async with AsyncClient(server, token) as client:
            await play_on_screen(app, table, client)

    app = TableApp(drive, tempo=STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        placed = 0
        while placed < 3:
            await pilot.pause(0)
            cursor = app.board.cursor
            if cursor is None or isinstance(app.screen, TextScreen):
                continue
            action = cursor.scene.view.actions[0]
            assert f"{action[0]} " in text_of(app)
            await press(app, pilot, *action.lower(), "enter")
            placed += 1
        app.exit()
    assert app.failure is None
    with Client(server, token) as client:
        view = client.ask(calls.table(code))["view"]
    assert sum(move["seat"] == 0 for move in view["rounds"][0]["moves"]) >= 2


@pytest.mark.full
async def test_a_scoring_read_on_the_full_screen_lets_the_game_go_on(
    server: str, token: str
) -> None:
    table = RemoteTable(_table(server, token))

    async def drive(app: TableApp) -> None:
        async with AsyncClient(server, token) as client:
            await play_on_screen(app, table, client)

    app = TableApp(drive, tempo=STILL)
    async with app.run_test(size=(80, 24)) as pilot:
        while app.failure is None and (app.board.scene is None or app.board.scene.view.round < 2):
            await pilot.pause(0)
            cursor = app.board.cursor
            if isinstance(app.screen, TextScreen):
                await press(app, pilot, "enter")
            elif cursor is not None:
                await press(app, pilot, *cursor.scene.view.actions[0].lower(), "enter")
        app.exit()
    assert app.failure is None

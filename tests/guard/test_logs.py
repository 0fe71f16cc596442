"""No secret is logged: whole games with every log, and errors in the middle of them."""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from kingup.store.database import Database
from kingup.tables import Event, Table, decisions
from kingup.web.observability.logs import write_logs
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import HURRIED, Person, running

LOG_KEYS = {
    "event", "level", "logger", "timestamp", "request", "method", "route", "status",
    "milliseconds", "exception",
}  # fmt: skip
"""All keys that a log line may have."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Write all logs of this process as `kingup serve --log json` does, in more detail."""
    root = logging.getLogger()
    names = ("kingup", "uvicorn", "uvicorn.error", "sqlalchemy", "alembic")
    before = root.handlers, root.level, {name: logging.getLogger(name).level for name in names}
    stream = io.StringIO()
    write_logs("json", stream)
    for name in ("kingup", "uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield stream
    root.handlers, level, levels = before
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)


def secrets_in(folder: Path) -> set[str]:
    """Return every text of the database that must not be logged."""
    database = sqlite3.connect(folder / "tables.sqlite")
    found: set[Any] = set()
    for (body,) in database.execute("select body from events"):
        said = json.loads(body)
        deal = said.get("deal") or {}
        found |= {said.get("secret"), said.get("person"), said.get("host"), said.get("digest")}
        found |= {said.get("contribution"), deal.get("emissary_card"), *deal.get("favourites", ())}
        found |= {f'"{card}"' for pair in deal.get("ambitions", ()) for card in pair}
    for query in ("select value from settings", "select digest from tokens"):
        found |= {str(row[0]) for row in database.execute(query)}
    database.close()
    return {one for one in found if one and len(one) > 5}


def played(server: str, seed: int) -> set[str]:
    """Play a whole game with every kind of request, and return the secrets of its people."""
    with Person(server, "Ana") as ana, Person(server, "Ben") as ben:
        token = make_token(ana, "Robo")
        with ApiBot(server, token) as robo:
            code = robo.new_table(
                edition="vive-le-roi", seats=[1, 1, 1], options=["ambition"], bots=["page", "page"]
            )
            robo.play(code, seed)
        mine = ana.play_now("vive-le-roi")
        link = ana.ask(f"/t/{mine}/link", player="0").json()["link"]
        ben.get(link)
        ana.ask(f"/t/{mine}/talk", text="a very private remark", name="Ana")
        shown = ana.post("/me/code").text
        codes = re.findall(r"<code[^>]*>([^<]+)</code>", shown)
        ana.ask(f"/t/{mine}/act", player="0", action="<script>alert(1)</script>")
        with ana.live(mine, page="table") as socket:
            form = [["player", "0"], ["action", "a very private action"]]
            socket.send(json.dumps({"do": "act", "form": form, "id": 1}))
            while "answer" not in ana.receive(socket):
                pass
        ana.get(f"/t/{mine}/seat/{'w' * 22}")
        ben.ask("/me/move", code="WRONGCODE")
        cookies = {value for person in (ana, ben) for value in person.cookies.values()}
    kept = {token, link.rpartition("/")[2], "a very private remark", *codes}
    kept.add("a very private action")
    return {one for one in kept | cookies if len(one) > 5} | {"WRONGCODE", "w" * 22}


def lines_of(log: io.StringIO) -> list[dict[str, Any]]:
    """Return the log lines; each must be JSON with known keys."""
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    for line in found:
        assert set(line) <= LOG_KEYS, line
    return found


def test_no_secret_of_a_whole_game_is_logged(tmp_path: Path, log: io.StringIO) -> None:
    with running(tmp_path, replace(HURRIED, logged=True, bot_speed=10_000)) as server:
        kept = played(server, 1)
    lines = lines_of(log)
    assert sum(line["event"] == "answered" for line in lines) > 30
    assert [line["route"] for line in lines if line.get("method") == "WS"] == ["/t/{code}/act"]
    hidden = kept | secrets_in(tmp_path)
    assert len(hidden) > 25
    assert not [one for one in hidden if one in log.getvalue()]


def test_a_server_error_is_logged_without_secrets(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(table: Table, person: str, pace: str) -> list[Event]:
        raise RuntimeError("on purpose")

    with running(tmp_path, replace(HURRIED, logged=True)) as server, Person(server, "Ana") as ana:
        code = ana.play_now("vive-le-roi")
        monkeypatch.setattr(decisions, "change_pace", fail)
        assert ana.ask(f"/t/{code}/pace", bot_pace="calm").status_code == 500
    assert any("on purpose" in line.get("exception", "") for line in lines_of(log))
    hidden = secrets_in(tmp_path) | set(ana.cookies.values()) | {code}
    assert not [one for one in hidden if one in log.getvalue()]


async def test_a_database_error_does_not_repeat_its_parameters(
    database_url: str,
) -> None:
    """Its text is logged: it must not contain the parameters, which may be cards."""

    cards = " ".join(("ADEFGM", "BDEMNP"))

    async def fail() -> str:
        database = await Database.open(database_url)
        try:
            async with database.writing() as connection:
                await connection.execute(
                    text("insert into events (code, body) values (:code, :body)"),
                    {"code": "rook-22222", "body": cards},
                )
        except DBAPIError as error:
            return "".join(traceback.format_exception(error))
        finally:
            await database.close()
        return ""

    said = await fail()
    assert "insert into events" in said
    assert cards not in said

"""Nobody acts for another: every route, requested by every role."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal
from kingup.store.push_subscriptions import PushSubscription
from kingup.web.api.errors import BY_STATUS
from kingup.web.http.limits import Limits
from tests.guard.access_table import ROWS, Row
from tests.guard.people import (
    DOV,
    PERSONS,
    ROLES,
    bearer_of,
    challenge_eve,
    cookies_of,
    create_league,
    give_passkey_to_remove,
    give_token_to_revoke,
    give_tokens,
    history,
    set_table,
    whisper,
)
from tests.guard.requests import (
    HERE,
    Answer,
    ask,
    open_socket,
    post,
    post_json,
    read_lines,
    serving,
)
from tests.guard.routes import all_routes

JSON = ("accept", "application/json")
STATUS = {code: status for status, code in BY_STATUS.items()} | {"illegal-action": 409}
"""The status for each error code of the API that a bot's socket may send."""


STAGES = {"league": create_league, "asked": challenge_eve, "whispered": whisper}
"""The stages that need more than a table's history."""


class ServerUnderTest:
    """A server, and a second connection to its database."""

    def __init__(self, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self._serving = serving(folder)
        self.app: FastAPI = self.run(self._serving.__aenter__())
        # Nothing happens by itself: whatever is stored was requested.
        self.app.state.services.tables.wake = _nothing
        self.app.state.services.leagues.run = _nothing
        self.app.state.services.analyses.claim = _none
        self.run(give_tokens(self.app, (*PERSONS.values(), DOV), time.time() + 1e6))
        self._database = sqlite3.connect(folder / "tables.sqlite")
        self._read: dict[str, str] = {}

    def run(self, work: Any) -> Any:
        """Run a coroutine in the server's event loop."""
        return self._runner.run(work)

    def close(self) -> None:
        """Stop the server."""
        self._database.close()
        self.run(self._serving.__aexit__(None, None, None))
        self._runner.close()

    def table_for(self, row: Row, *, unchanged: bool = False) -> str:
        """Return the code of a table at the stage that a row needs: a new one if it may change."""
        if row.method != "GET" and not unchanged:
            return str(self.run(table_for(self.app, row)))
        if row.stage not in self._read:
            self._read[row.stage] = self.run(table_for(self.app, row))
        return self._read[row.stage]

    def written(self) -> int:
        """Return a number that changes whenever anything is stored."""
        return int(self._database.execute("pragma data_version").fetchone()[0])

    def counted(self) -> tuple[int, ...]:
        """Return the row counts of what people do, ignoring the server's own notes."""
        names = ("events", "tables", "tokens", "challenges", "leagues", "league_members")
        counts = ", ".join(f"(select count(*) from {name})" for name in names)
        return tuple(self._database.execute(f"select {counts}").fetchone())


async def _nothing(*_given: object) -> bool:
    return False


async def _none() -> None:
    return None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    running = ServerUnderTest(tmp_path_factory.mktemp("matrix"))
    yield running
    running.close()


async def answer_to(
    app: FastAPI, row: Row, code: str, role: str, headers: tuple[tuple[str, str], ...]
) -> Answer:
    """Return the answer to a row's request from a role."""
    cookies = cookies_of(app, role)
    fields = [(name, value.replace("CODE", code)) for name, value in row.fields]
    if row.method == "WS":
        given = (*headers, *bearer_of(role)) if row.is_api else headers
        return await socket_status(app, row.path(code), fields, given, cookies)
    if row.is_api:
        headers = (*headers, *bearer_of(role))
        if row.never_ends:
            return await read_lines(app, row.path(code), headers=headers)
        if row.method == "POST":
            return await post_json(app, row.path(code), typed(fields), headers)
        return await ask(app, row.method, row.path(code), headers=headers)
    if row.method == "GET":
        return await ask(app, "GET", row.path(code), headers=headers, cookies=cookies)
    return await post(app, row.path(code), fields, headers=headers, cookies=cookies)


async def socket_status(
    app: FastAPI,
    path: str,
    fields: list[tuple[str, str]],
    headers: tuple[tuple[str, str], ...],
    cookies: Mapping[str, str],
) -> Answer:
    """Open a socket, act over it if there are fields, and return the status."""
    async with open_socket(app, path, headers=headers, cookies=cookies) as socket:
        message = await socket.receive()
        if message["type"] == "websocket.http.response.start":
            return Answer(message["status"], (), b"")
        if message["type"] == "websocket.accept":
            message = await socket.receive()
        if message["type"] == "websocket.close":
            return Answer(message.get("code", 1000), (), b"")
        if not fields:
            return Answer(101, (), b"")
        asked = dict(fields)
        if "do" in asked:
            return await socket.do(asked["do"], fields[1:])
        answer = json.loads((await socket.act(**typed(fields))).body)
        return Answer(STATUS[answer["code"]] if answer["type"] == "error" else 200, (), b"")


def typed(fields: list[tuple[str, str]]) -> dict[str, Any]:
    """Return fields with the types that JSON needs."""
    return {name: int(value) if value.isdigit() else value for name, value in fields}


async def table_for(app: FastAPI, row: Row) -> str:
    """Return the code of a new table at the stage that a row needs."""
    await give_token_to_revoke(app)
    await give_passkey_to_remove(app)
    if row.stage in STAGES:
        return await STAGES[row.stage](app)
    if row.stage == "none":
        return "rook-zzzzz"
    code = await set_table(app, history(row.stage))
    if row.stage == "over":
        # Otherwise the first request, allowed or not, would rate it a moment later.
        await app.state.services.accounts.ratings.rate(code)
    return code


def test_every_route_is_in_the_access_table() -> None:
    asked = {row.route for row in ROWS}
    missing = sorted(set(all_routes()) - asked)
    assert not missing, "say in tests/guard/access_table.py who may use these"
    assert asked <= set(all_routes())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_role_gets_the_status_of_the_access_table(server: ServerUnderTest, row: Row) -> None:
    for number, role in enumerate(ROLES):
        code = server.table_for(row)
        before = server.written()
        headers = (("origin", HERE), JSON)
        answer = server.run(answer_to(server.app, row, code, role, headers))
        assert answer.status == row.status(number), (role, answer.body[:300])
        changes = row.method == "POST" or (row.method == "WS" and row.fields)
        if answer.status >= 400 or not changes:
            assert server.written() == before, f"{role} was refused, and something is stored"


class NoLimitsLeft(Limits):
    """Limits that are used up for everybody."""

    def take(self, what: str, connection: HTTPConnection) -> None:
        raise Refusal("That was too much at once.", status=429, retry_after=9)

    def take_for(self, what: str, whom: str) -> None:
        raise Refusal("That was too much at once.", status=429, retry_after=9)


UNLIMITED = ("POST /language", "POST /theme")
"""Forms that cost nothing and store nothing: their answer is a cookie."""


def test_everything_that_changes_state_is_limited(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Creating, joining, acting, chatting and guessing, by pages, sockets and tokens."""
    monkeypatch.setattr(server.app.state.services, "limits", NoLimitsLeft())
    for row in ROWS:
        token = row.is_api and row.status(0) != row.status(5)  # it needs one
        if (row.method == "GET" and not token) or row.route in UNLIMITED:
            continue
        code = server.table_for(row)
        before = server.written()
        answer = server.run(answer_to(server.app, row, code, "owner", (("origin", HERE), JSON)))
        assert answer.status in (429, 1013), row.name
        assert server.written() == before, row.name


def test_nobody_removes_the_push_subscription_of_another(server: ServerUnderTest) -> None:
    subscriptions = server.app.state.services.accounts.subscriptions
    kept = PushSubscription(PERSONS["owner"], "https://push.example/ana", "key", "auth", "en")
    server.run(subscriptions.keep(kept))
    for role in reversed(ROLES):
        assert server.run(subscriptions.of_person(kept.person)), role
        form = [("endpoint", kept.endpoint)]
        cookies = cookies_of(server.app, role)
        server.run(post(server.app, "/me/push/remove", form, cookies=cookies))
    assert not server.run(subscriptions.of_person(kept.person)), "their own they do"


FOREIGN = {
    "another site's page": (("origin", "https://evil.example"),),
    "a page that hides its origin": (("origin", "null"),),
    "a page known by its referer": (("referer", "https://evil.example/t/rook-22222"),),
    "our name on another port": (("origin", HERE + ":8080"),),
    "a name that begins like ours": (("origin", HERE + ".evil.example"),),
    "two origins": (("origin", HERE), ("origin", "https://evil.example")),
    "a page that says nothing": (),
}


@pytest.mark.parametrize("foreign", FOREIGN)
def test_forms_from_other_sites_are_refused(server: ServerUnderTest, foreign: str) -> None:
    for row in ROWS:
        if row.method in ("GET", "WS") or row.is_api:
            continue
        code = server.table_for(row, unchanged=True)
        before = server.written()
        for role in ("owner", "other"):
            for accept in ("application/json", "text/html"):
                headers = (*FOREIGN[foreign], ("accept", accept))
                answer = server.run(answer_to(server.app, row, code, role, headers))
                assert answer.status == 403, (row.name, role, answer.status)
        assert server.written() == before


def test_the_api_accepts_no_cookies(server: ServerUnderTest) -> None:
    """So no page of another site can use the API: it does not know the token."""
    for row in ROWS:
        if not row.is_api or row.statuses == "200":
            continue
        code = server.table_for(row, unchanged=True)
        before = server.written()
        cookies = cookies_of(server.app, "owner")
        if row.method == "WS":
            asked = socket_status(server.app, row.path(code), [], (("origin", HERE),), cookies)
            assert server.run(asked).status == 401, row.name
            continue
        body = b"{}" if row.method == "POST" else b""
        headers = (("origin", HERE), ("content-type", "application/json"))
        asked = ask(
            server.app, row.method, row.path(code), headers=headers, cookies=cookies, body=body
        )
        assert server.run(asked).status == 401, row.name
        assert server.written() == before


def test_sockets_from_other_sites_are_refused(server: ServerUnderTest) -> None:
    for row in ROWS:
        if row.method == "WS" and not row.is_api:  # no browser holds a token
            code = server.table_for(row)
            for foreign, headers in FOREIGN.items():
                if not headers:
                    continue  # programs send no origin; browsers always do
                answer = server.run(answer_to(server.app, row, code, "owner", headers))
                assert answer.status == 4403, (row.name, foreign)

"""Nobody acts for another: every route, asked by everybody who may come."""

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
    ask_eve,
    bearer_of,
    cookies_of,
    found_league,
    give_passkey_to_remove,
    give_token_to_revoke,
    give_tokens,
    history,
    set_table,
    whisper,
)
from tests.guard.requests import HERE, Answer, ask, lines, listening, post, post_json, serving
from tests.guard.routes import all_routes

JSON = ("accept", "application/json")
STATUS = {code: status for status, code in BY_STATUS.items()} | {"illegal-action": 409}
"""The status that goes with a word of the API, of those that are said over a bot's socket."""


STAGES = {"league": found_league, "asked": ask_eve, "whispered": whisper}
"""How stages are set that are more than a table's history."""


class Stage:
    """A server, and a second connection to what it has stored."""

    def __init__(self, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self._serving = serving(folder)
        self.app: FastAPI = self.run(self._serving.__aenter__())
        # Nothing happens by itself: whatever is stored was asked for.
        self.app.state.services.tables.wake = _nothing
        self.app.state.services.leagues.run = _nothing
        self.run(give_tokens(self.app, (*PERSONS.values(), DOV), time.time() + 1e6))
        self._eyes = sqlite3.connect(folder / "tables.sqlite")

    def run(self, work: Any) -> Any:
        """Let something happen."""
        return self._runner.run(work)

    def close(self) -> None:
        """Stop the server."""
        self._eyes.close()
        self.run(self._serving.__aexit__(None, None, None))
        self._runner.close()

    def written(self) -> int:
        """Return a number that changes whenever anything is stored."""
        return int(self._eyes.execute("pragma data_version").fetchone()[0])

    def counted(self) -> tuple[int, ...]:
        """Return how much is stored of what people do, whatever the server notes meanwhile."""
        names = ("events", "tables", "tokens", "challenges", "leagues", "league_members")
        counts = ", ".join(f"(select count(*) from {name})" for name in names)
        return tuple(self._eyes.execute(f"select {counts}").fetchone())


async def _nothing(*_given: object) -> bool:
    return False


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    opened = Stage(tmp_path_factory.mktemp("matrix"))
    yield opened
    opened.close()


async def answered(
    app: FastAPI, row: Row, code: str, role: str, headers: tuple[tuple[str, str], ...]
) -> Answer:
    """Return what somebody is answered who asks as a row says."""
    cookies = cookies_of(app, role)
    fields = [(name, value.replace("CODE", code)) for name, value in row.fields]
    if row.method == "WS":
        given = (*headers, *bearer_of(role)) if row.is_api else headers
        return await opened(app, row.path(code), fields, given, cookies)
    if row.is_api:
        headers = (*headers, *bearer_of(role))
        if row.never_ends:
            return await lines(app, row.path(code), headers=headers)
        if row.method == "POST":
            return await post_json(app, row.path(code), typed(fields), headers)
        return await ask(app, row.method, row.path(code), headers=headers)
    if row.method == "GET":
        return await ask(app, "GET", row.path(code), headers=headers, cookies=cookies)
    return await post(app, row.path(code), fields, headers=headers, cookies=cookies)


async def opened(
    app: FastAPI,
    path: str,
    fields: list[tuple[str, str]],
    headers: tuple[tuple[str, str], ...],
    cookies: Mapping[str, str],
) -> Answer:
    """Open a socket, do something over it if there is something to do, and return the status."""
    async with listening(app, path, headers=headers, cookies=cookies) as socket:
        heard = await socket.hear()
        if heard["type"] == "websocket.http.response.start":
            return Answer(heard["status"], (), b"")
        if heard["type"] == "websocket.accept":
            heard = await socket.hear()
        if heard["type"] == "websocket.close":
            return Answer(heard.get("code", 1000), (), b"")
        if not fields:
            return Answer(101, (), b"")
        asked = dict(fields)
        if "do" in asked:
            return await socket.do(asked["do"], fields[1:])
        said = json.loads((await socket.act(**typed(fields))).body)
        return Answer(STATUS[said["code"]] if said["type"] == "error" else 200, (), b"")


def typed(fields: list[tuple[str, str]]) -> dict[str, Any]:
    """Return fields as JSON has them."""
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
        # Otherwise it is when somebody first looks, whether they may or not, a moment later.
        await app.state.services.accounts.ratings.rate(code)
    return code


def test_every_route_says_who_may_use_it() -> None:
    asked = {row.route for row in ROWS}
    missing = sorted(set(all_routes()) - asked)
    assert not missing, "say in tests/guard/access_table.py who may use these"
    assert asked <= set(all_routes())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_everybody_gets_what_is_theirs_and_nothing_else(stage: Stage, row: Row) -> None:
    for number, role in enumerate(ROLES):
        code = stage.run(table_for(stage.app, row))
        before = stage.written()
        headers = (("origin", HERE), JSON)
        answer = stage.run(answered(stage.app, row, code, role, headers))
        assert answer.status == row.status(number), (role, answer.body[:300])
        changes = row.method == "POST" or (row.method == "WS" and row.fields)
        if answer.status >= 400 or not changes:
            assert stage.written() == before, f"{role} was refused, and something is stored"


class Full(Limits):
    """Limits that everybody has used up."""

    def take(self, what: str, connection: HTTPConnection) -> None:
        raise Refusal("That was too much at once.", status=429, retry_after=9)

    def take_for(self, what: str, whom: str) -> None:
        raise Refusal("That was too much at once.", status=429, retry_after=9)


UNLIMITED = ("POST /language", "POST /theme")
"""Forms that cost nothing and store nothing: their answer is a cookie."""


def test_everything_that_somebody_can_do_is_limited(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Creating, joining, acting, talking, guessing, at pages, at sockets and with a token."""
    monkeypatch.setattr(stage.app.state.services, "limits", Full())
    for row in ROWS:
        token = row.is_api and row.status(0) != row.status(5)  # one is needed for it
        if (row.method == "GET" and not token) or row.route in UNLIMITED:
            continue
        code = stage.run(table_for(stage.app, row))
        before = stage.written()
        answer = stage.run(answered(stage.app, row, code, "owner", (("origin", HERE), JSON)))
        assert answer.status in (429, 1013), row.name
        assert stage.written() == before, row.name


def test_nobody_takes_anothers_browser_off_the_list(stage: Stage) -> None:
    subscriptions = stage.app.state.services.accounts.subscriptions
    kept = PushSubscription(PERSONS["owner"], "https://push.example/ana", "key", "auth", "en")
    stage.run(subscriptions.keep(kept))
    for role in reversed(ROLES):
        assert stage.run(subscriptions.of_person(kept.person)), role
        form = [("endpoint", kept.endpoint)]
        cookies = cookies_of(stage.app, role)
        stage.run(post(stage.app, "/me/push/remove", form, cookies=cookies))
    assert not stage.run(subscriptions.of_person(kept.person)), "their own they do"


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
def test_no_form_is_taken_from_another_site(stage: Stage, foreign: str) -> None:
    for row in ROWS:
        if row.method in ("GET", "WS") or row.is_api:
            continue
        code = stage.run(table_for(stage.app, row))
        before = stage.written()
        for role in ("owner", "other"):
            for accept in ("application/json", "text/html"):
                headers = (*FOREIGN[foreign], ("accept", accept))
                answer = stage.run(answered(stage.app, row, code, role, headers))
                assert answer.status == 403, (row.name, role, answer.status)
        assert stage.written() == before


def test_a_cookie_opens_nothing_of_the_api(stage: Stage) -> None:
    """So no page of another site can use one: it does not know the token."""
    for row in ROWS:
        if not row.is_api or row.statuses == "200":
            continue
        code = stage.run(table_for(stage.app, row))
        before = stage.written()
        cookies = cookies_of(stage.app, "owner")
        if row.method == "WS":
            asked = opened(stage.app, row.path(code), [], (("origin", HERE),), cookies)
            assert stage.run(asked).status == 401, row.name
            continue
        body = b"{}" if row.method == "POST" else b""
        headers = (("origin", HERE), ("content-type", "application/json"))
        asked = ask(
            stage.app, row.method, row.path(code), headers=headers, cookies=cookies, body=body
        )
        assert stage.run(asked).status == 401, row.name
        assert stage.written() == before


def test_no_socket_is_opened_from_another_site(stage: Stage) -> None:
    for row in ROWS:
        if row.method == "WS" and not row.is_api:  # a token is in no browser's hands
            code = stage.run(table_for(stage.app, row))
            for foreign, headers in FOREIGN.items():
                if not headers:
                    continue  # programs say nothing, and browsers cannot
                answer = stage.run(answered(stage.app, row, code, "owner", headers))
                assert answer.status == 4403, (row.name, foreign)

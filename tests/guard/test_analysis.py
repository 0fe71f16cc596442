"""T7: while a game is played, nothing that the server sends holds a byte of its analysis.

Every page, stream, socket and form of `route_samples.py`, in every role. `make test` asks at one
stage of a game, in two roles.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.types import Message

from kingup.store.analyses import AnalysisStore
from tests.analysis.games import stored_analysis
from tests.guard.people import (
    DOV,
    PERSONS,
    ROLES,
    START,
    bearer_of,
    cookies_of,
    give_tokens,
    history,
    set_table,
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
from tests.guard.route_samples import (
    LINE_STREAM_PATHS,
    OTHER_FORMS,
    PAGE_PATHS,
    SOCKET_PATHS,
    FormSample,
    form_samples,
)

METHOD = "1/judge/0/20.0"
PLANTED = "planted-in-the-analysis"
NUMBER = 987_654_321
"""More bluffs and secrets than anybody could have."""
ACCEPTED = ("text/html", "application/json")


@cache
def body() -> str:
    """Return an analysis of three seats that says by its judge that it was planted."""
    analysis = stored_analysis()
    return replace(analysis, judge=PLANTED, players=analysis.players[:3]).to_json()


async def plant(app: FastAPI, stage: str) -> str:
    """Set a table whose analysis is stored, although its game may not be over."""
    code = await set_table(app, history(stage))
    store = AnalysisStore(app.state.services.tables.store.database)
    await store.ask(code, METHOD, 1.0)
    await store.claim(METHOD, "test", 2.0)
    assert await store.finish(code, "test", body(), [[NUMBER] * 3] * 4)
    return code


class Asker:
    """Sends requests about a table with a planted analysis, and looks for it in all answers."""

    def __init__(self, app: FastAPI, stage: str, code: str) -> None:
        self.app = app
        self.stage = stage
        self.code = code
        self.refused = 0
        """The pages of an analysis that were refused."""
        self.acted = 0
        """The sockets that answered an action."""

    async def fetch(self, role: str) -> None:
        """Fetch every page as a role, and listen to every stream."""
        cookies = cookies_of(self.app, role)
        for route, path in _paths(PAGE_PATHS):
            for accept in ACCEPTED:
                headers = (("accept", accept), *bearer_of(role))
                address = self._here(path)
                answer = await ask(self.app, "GET", address, headers=headers, cookies=cookies)
                _check(answer.body, (address, role))
                if route.startswith(("GET /t/{code}/analysis", "GET /t/{code}/retry")):
                    assert answer.status == 409, (address, role)
                    self.refused += 1
        for _route, path in _paths(LINE_STREAM_PATHS):
            answer = await read_lines(self.app, self._here(path), headers=bearer_of(role))
            _check(answer.body, (path, role))

    async def listen(self, role: str) -> None:
        """Open every socket as a role, and act over those that stay open."""
        headers, cookies = [("origin", HERE), *bearer_of(role)], cookies_of(self.app, role)
        for route, path in _paths(SOCKET_PATHS):
            address = self._here(path)
            async with open_socket(self.app, address, headers=headers, cookies=cookies) as socket:
                await socket.receive()
                if (await socket.receive())["type"] == "websocket.send":
                    if "/api/" in route:
                        await socket.act(action="nonsense")
                    else:
                        await socket.do("act", [("player", "0"), ("action", "nonsense")])
                    self.acted += 1
                for message in socket.received:
                    _check(_content(message), (address, role))

    async def send(self, role: str) -> None:
        """Send every form as a role, each to a table where none was accepted before."""
        code = await plant(self.app, self.stage)
        for form in (*form_samples(), *OTHER_FORMS):
            answer = await self._post(form, role, code)
            _check(answer.body, (form, role))
            if form.route == "POST /t/{code}/analysis":
                assert answer.status == 409, role
            if answer.status < 400 and "CODE" in form.path:
                code = await plant(self.app, self.stage)

    async def _post(self, form: FormSample, role: str, code: str) -> Answer:
        path = form.path.replace("CODE", code)
        fields = [(name, value.replace("CODE", code)) for name, value in form.fields]
        if form.is_api:
            given = {name: int(text) if text.isdigit() else text for name, text in fields}
            return await post_json(self.app, path, given, bearer_of(role))
        return await post(self.app, path, fields, cookies=cookies_of(self.app, role))

    def _here(self, path: str) -> str:
        return path.replace("CODE", self.code).replace("LATELY", "1")


def _paths(samples: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(route, path) for route, paths in samples.items() for path in paths]


def _content(message: Message) -> bytes:
    packed: bytes = message.get("bytes") or message.get("body") or b""
    text = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    return text + (message.get("text") or "").encode()


def _check(content: bytes, where: object) -> None:
    for planted in (PLANTED, str(NUMBER)):
        assert planted.encode() not in content, where


ANALYSIS_PAGES = sum(
    route.startswith(("GET /t/{code}/analysis", "GET /t/{code}/retry"))
    for route, _path in _paths(PAGE_PATHS)
)


@pytest.mark.parametrize(
    ("stage", "roles"),
    [
        ("playing", ("owner", "spectator")),
        *(
            pytest.param(stage, ROLES, marks=pytest.mark.full)
            for stage in ("open", "playing", "paused", "scoring", "coached")
        ),
    ],
)
async def test_nothing_gives_a_byte_of_analysis_during_a_game(
    tmp_path: Path, stage: str, roles: Sequence[str]
) -> None:
    """Not even if an analysis were stored for the table by mistake."""
    async with serving(tmp_path) as app:
        _leave_analyses(app)
        await give_tokens(app, (*PERSONS.values(), DOV), START)
        asker = Asker(app, stage, await plant(app, stage))
        for role in roles:
            await asker.fetch(role)
            await asker.listen(role)
            await asker.send(role)
        assert asker.refused == ANALYSIS_PAGES * len(roles) * len(ACCEPTED) > 0
        assert asker.acted >= 5 * len(roles)
        store = AnalysisStore(app.state.services.tables.store.database)
        assert await store.body(asker.code) == body(), "nothing was begun anew"


async def test_the_same_requests_find_it_once_the_game_is_over(tmp_path: Path) -> None:
    """So the test above can fail."""
    async with serving(tmp_path) as app:
        _leave_analyses(app)
        code = await plant(app, "over")
        for path in (f"/t/{code}/analysis.json", "/me/statistics"):
            answer = await ask(app, "GET", path, cookies=cookies_of(app, "other"))
            with pytest.raises(AssertionError):
                _check(answer.body, path)


def _leave_analyses(app: FastAPI) -> None:
    """Let the server make no analysis itself, and take those of the test for its own."""

    async def method() -> str:
        return METHOD

    async def claim() -> None:
        return None

    app.state.services.analyses.method = method
    app.state.services.analyses.claim = claim

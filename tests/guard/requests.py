"""A server without a network: requests go in and every byte of the answers comes out."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from starlette.types import Message, Scope

from kingup.server.settings import ServerSettings
from kingup.web.app import create_app
from tests.server.table_services import url_of
from tests.web.server import HURRIED

HERE = "http://table.example"
HOST = "table.example"
PATIENT = replace(HURRIED, away_after=1e9, bot_speed=1e-6)
"""Bots think for ever and nobody is stood in for: only what a test asks for happens."""

Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """All that a server has answered, in the order in which it came."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def header(self, name: str) -> str:
        """Return a header, or nothing."""
        found = [value for key, value in self.headers if key == name.encode()]
        return found[0].decode("latin-1") if found else ""

    @property
    def cookies(self) -> list[str]:
        """The Set-Cookie headers."""
        return [value.decode("latin-1") for key, value in self.headers if key == b"set-cookie"]

    @property
    def text(self) -> str:
        """The body, unpacked."""
        packed = self.header("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def json(self) -> Any:
        """Return what a script reads."""
        return json.loads(self.text)


@dataclass
class Socket:
    """A socket seen from the browser's side: what came, and what is to be said."""

    sent: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    said: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)

    def say(self, text: str) -> None:
        """Send a text to the server."""
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self, seconds: float = 20) -> Message:
        """Return the next thing that the server does."""
        return await asyncio.wait_for(self.sent.get(), seconds)

    async def message(self) -> bytes:
        """Return the next message of the server as it is on the line."""
        while (heard := await self.hear())["type"] == "websocket.accept":
            pass
        assert heard["type"] == "websocket.send", heard
        return bytes(heard.get("bytes") or heard["text"].encode())

    async def act(self, **asked: Any) -> Answer:
        """Do something over a bot's socket, and return what is answered, without a status."""
        self.say(json.dumps({**asked, "id": "mine"}))
        while b'"id":"mine"' not in (said := await self.message()):
            pass
        return Answer(0, (), said)

    async def do(self, deed: str, fields: Sequence[tuple[str, str]]) -> Answer:
        """Do something at a table over a page's socket, and return what is answered."""
        self.say(json.dumps({"do": deed, "form": [list(field) for field in fields], "id": 1}))
        while b'"answer":' not in (said := await self.message()):
            pass
        return Answer(json.loads(said)["status"], (), said)


@asynccontextmanager
async def serving(
    folder: Path, settings: ServerSettings = PATIENT, clock: float | None = None
) -> AsyncIterator[FastAPI]:
    """Start a server over the tables of a folder; with a clock, time stands still there."""
    app = create_app(replace(settings, database=url_of(folder)))
    async with app.router.lifespan_context(app):
        if clock is not None:
            app.state.services.tables.clock = lambda: clock
        yield app


def scope_of(kind: str, path: str, headers: Headers, method: str = "GET") -> Scope:
    """Return how a server is told of a request."""
    plain, _, query = path.partition("?")
    headers = (*headers, ("x-request-id", "0123456789abcdef"))  # or the server draws one
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(key.encode(), value.encode("latin-1")) for key, value in headers],
        "client": ("192.0.2.7", 5000),
        "server": (HOST, 80),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
        "state": {},
    }


async def ask(
    app: FastAPI,
    method: str,
    path: str,
    *,
    headers: Headers = (),
    cookies: Mapping[str, str] | None = None,
    body: bytes = b"",
    scheme: str = "http",
) -> Answer:
    """Send one request and return the whole answer."""
    named = any(name == "host" for name, _ in headers)
    sent = [*headers] if named else [("host", HOST), *headers]
    if cookies:
        sent.append(("cookie", "; ".join(f"{name}={value}" for name, value in cookies.items())))
    if body or method == "POST":
        sent.append(("content-length", str(len(body))))
    scope = scope_of("http", path, sent, method)
    scope["scheme"] = scheme
    asked = iter([{"type": "http.request", "body": body, "more_body": False}])
    got: list[Message] = []

    async def receive() -> Message:
        try:
            return next(asked)
        except StopIteration:
            await asyncio.Event().wait()  # the line stays open until all has been answered
            raise AssertionError from None

    async def send(message: Message) -> None:
        got.append(message)

    await asyncio.wait_for(app(scope, receive, send), 30)
    start = next(one for one in got if one["type"] == "http.response.start")
    bodies = [one.get("body", b"") for one in got if one["type"] == "http.response.body"]
    return Answer(start["status"], tuple(map(tuple, start["headers"])), b"".join(bodies))


async def lines(app: FastAPI, path: str, *, headers: Headers = (), quiet: float = 0.05) -> Answer:
    """Ask for a stream, and return what it says until it falls silent, and then hang up."""
    scope = scope_of("http", path, [("host", HOST), *headers])
    got: list[Message] = []
    heard, gone = asyncio.Event(), asyncio.Event()
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Message:
        for message in asked:
            return message
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        got.append(message)
        heard.set()

    task = asyncio.create_task(app(scope, receive, send))
    while not task.done():
        heard.clear()
        try:
            await asyncio.wait_for(heard.wait(), quiet if len(got) > 2 else 2 * quiet)
        except TimeoutError:
            break
    gone.set()
    await asyncio.wait_for(task, 60)
    bodies = b"".join(one.get("body", b"") for one in got[1:])
    return Answer(got[0]["status"], tuple(map(tuple, got[0]["headers"])), bodies)


async def post_json(
    app: FastAPI, path: str, fields: Mapping[str, Any], headers: Headers
) -> Answer:
    """Send an object."""
    kind = ("content-type", "application/json")
    body = json.dumps(fields).encode()
    return await ask(app, "POST", path, headers=(*headers, kind), body=body)


async def post(
    app: FastAPI,
    path: str,
    fields: Sequence[tuple[str, str]],
    *,
    headers: Headers = (("origin", HERE), ("accept", "application/json")),
    cookies: Mapping[str, str] | None = None,
) -> Answer:
    """Send a form."""
    kind = ("content-type", "application/x-www-form-urlencoded")
    body = urlencode(fields).encode()
    return await ask(app, "POST", path, headers=(*headers, kind), cookies=cookies, body=body)


@asynccontextmanager
async def listening(
    app: FastAPI,
    path: str,
    *,
    headers: Headers = (("origin", HERE),),
    cookies: Mapping[str, str] | None = None,
) -> AsyncIterator[Socket]:
    """Open a socket, and close it in the end."""
    sent = [("host", HOST), *headers]
    if cookies:
        sent.append(("cookie", "; ".join(f"{name}={value}" for name, value in cookies.items())))
    socket = Socket()
    socket.said.put_nowait({"type": "websocket.connect"})

    async def receive() -> Message:
        return await socket.said.get()

    async def send(message: Message) -> None:
        socket.sent.put_nowait(message)

    task = asyncio.create_task(app(scope_of("websocket", path, sent), receive, send))
    try:
        yield socket
    finally:
        socket.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(task, 60)

"""A server without a network: sends requests and returns every byte of the answers."""

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
from tests.waiting import PATIENCE
from tests.web.server import HURRIED

HERE = "http://table.example"
HOST = "table.example"
PATIENT = replace(HURRIED, away_after=1e9, bot_speed=1e-6)
"""Bots never act and nobody gets a stand-in: only what a test requests happens."""

Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """A whole response of a server, headers in their order."""

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
        """Return the body as JSON."""
        return json.loads(self.text)


@dataclass
class Socket:
    """A socket seen from the browser's side."""

    from_server: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    to_server: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    received: list[Message] = field(default_factory=list)
    """All messages of the server so far."""

    def send(self, text: str) -> None:
        """Send a text to the server."""
        self.to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self, seconds: float = PATIENCE) -> Message:
        """Return the next message of the server."""
        self.received.append(await asyncio.wait_for(self.from_server.get(), seconds))
        return self.received[-1]

    async def message(self) -> bytes:
        """Return the content of the server's next message as bytes."""
        while (message := await self.receive())["type"] == "websocket.accept":
            pass
        assert message["type"] == "websocket.send", message
        return bytes(message.get("bytes") or message["text"].encode())

    async def act(self, **asked: Any) -> Answer:
        """Act over a bot's socket, and return the answer, without a status."""
        self.send(json.dumps({**asked, "id": "mine"}))
        while b'"id":"mine"' not in (answer := await self.message()):
            pass
        return Answer(0, (), answer)

    async def do(self, verb: str, fields: Sequence[tuple[str, str]]) -> Answer:
        """Act at a table over a page's socket, and return the answer."""
        self.send(json.dumps({"do": verb, "form": [list(field) for field in fields], "id": 1}))
        while b'"answer":' not in (answer := await self.message()):
            pass
        return Answer(json.loads(answer)["status"], (), answer)


@asynccontextmanager
async def serving(
    folder: Path, settings: ServerSettings = PATIENT, clock: float | None = None
) -> AsyncIterator[FastAPI]:
    """Start a server on the tables of a folder; with a clock, its time stands still."""
    app = create_app(replace(settings, database=url_of(folder)))
    async with app.router.lifespan_context(app):
        if clock is not None:
            app.state.services.tables.clock = lambda: clock
        yield app


def scope_of(kind: str, path: str, headers: Headers, method: str = "GET") -> Scope:
    """Return the ASGI scope of a request."""
    plain, _, query = path.partition("?")
    headers = (*headers, ("x-request-id", "0123456789abcdef"))  # otherwise random
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
    messages: list[Message] = []

    async def receive() -> Message:
        try:
            return next(asked)
        except StopIteration:
            await asyncio.Event().wait()  # stay connected until the response is complete
            raise AssertionError from None

    async def send(message: Message) -> None:
        messages.append(message)

    await asyncio.wait_for(app(scope, receive, send), PATIENCE)
    start = next(one for one in messages if one["type"] == "http.response.start")
    bodies = [one.get("body", b"") for one in messages if one["type"] == "http.response.body"]
    return Answer(start["status"], tuple(map(tuple, start["headers"])), b"".join(bodies))


async def read_lines(
    app: FastAPI, path: str, *, headers: Headers = (), quiet: float = 0.05
) -> Answer:
    """Request a stream, return what it sends until it falls silent, and disconnect."""
    scope = scope_of("http", path, [("host", HOST), *headers])
    messages: list[Message] = []
    arrived, disconnected = asyncio.Event(), asyncio.Event()
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Message:
        for message in asked:
            return message
        await disconnected.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        messages.append(message)
        arrived.set()

    task = asyncio.create_task(app(scope, receive, send))
    while not task.done():
        arrived.clear()
        try:
            await asyncio.wait_for(arrived.wait(), quiet if len(messages) > 1 else PATIENCE)
        except TimeoutError:
            break
    disconnected.set()
    await asyncio.wait_for(task, PATIENCE)
    bodies = b"".join(one.get("body", b"") for one in messages[1:])
    return Answer(messages[0]["status"], tuple(map(tuple, messages[0]["headers"])), bodies)


async def post_json(
    app: FastAPI, path: str, fields: Mapping[str, Any], headers: Headers
) -> Answer:
    """Send an object as JSON."""
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
async def open_socket(
    app: FastAPI,
    path: str,
    *,
    headers: Headers = (("origin", HERE),),
    cookies: Mapping[str, str] | None = None,
) -> AsyncIterator[Socket]:
    """Open a socket, and close it afterwards."""
    sent = [("host", HOST), *headers]
    if cookies:
        sent.append(("cookie", "; ".join(f"{name}={value}" for name, value in cookies.items())))
    socket = Socket()
    socket.to_server.put_nowait({"type": "websocket.connect"})

    async def receive() -> Message:
        return await socket.to_server.get()

    async def send(message: Message) -> None:
        socket.from_server.put_nowait(message)

    task = asyncio.create_task(app(scope_of("websocket", path, sent), receive, send))
    try:
        yield socket
    finally:
        socket.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(task, PATIENCE)

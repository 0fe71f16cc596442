"""A real server on a local port, and people who use it over HTTP and sockets."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from kingup.commands.addresses import listen
from kingup.commands.serve import server_config
from kingup.server.settings import ServerSettings
from kingup.web.http import limits
from kingup.web.http.limits import Allowance
from tests.server.table_services import url_of
from tests.waiting import PATIENCE, wait_until

HURRIED = ServerSettings(
    database="",
    limited=False,
    bot_speed=100,
    opponent="page",
    stand_in="page",
    prepare=False,
    away_after=1e9,
)
"""Bots answer at once and need no compiler, and nobody is away for too long."""


@contextmanager
def running(folder: Path, settings: ServerSettings = HURRIED) -> Iterator[str]:
    """Serve the tables of a folder, and yield the server's address."""
    config = server_config(replace(settings, database=url_of(folder)))
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive(), "the server starts")
            assert server.started, "the server did not start"
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server did not stop"


@contextmanager
def running_with_limits(folder: Path) -> Iterator[str]:
    """Serve with rate limits whose allowances never come back, however slow the test is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ALLOWANCES", "FOR_ADDRESSES"):
            once = {what: Allowance(one.burst, 1e-6) for what, one in vars(limits)[name].items()}
            patch.setattr(limits, name, once)
        with running(folder, replace(HURRIED, limited=True)) as address:
            yield address


class Person:
    """A person with an own HTTP client, which records every byte it receives."""

    def __init__(self, address: str, name: str = "", language: str = "en") -> None:
        self.address = address
        self.name = name
        self.language = language
        self.received: list[str] = []
        self.http = httpx2.Client(
            base_url=address,
            headers={"origin": address, "accept-language": language},
            timeout=PATIENCE,
            # However slow the test is, it never uses a connection that the server is closing.
            limits=httpx2.Limits(max_keepalive_connections=0),
            verify=False,  # plain http: reading certificates would take longer than the test
            event_hooks={"response": [self._note]},
        )

    def __enter__(self) -> Person:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()

    def _note(self, response: httpx2.Response) -> None:
        response.read()
        self.received.append(f"{response.headers} {response.text}")

    @property
    def cookies(self) -> httpx2.Cookies:
        return self.http.cookies

    @property
    def identity(self) -> str:
        """The identity that the server has given."""
        return str(self.cookies["person"]).partition(".")[0]

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.http.get(path, headers=headers)

    def post(self, path: str, **fields: Any) -> httpx2.Response:
        """Send a form as a page without scripts does."""
        return self.http.post(path, data=fields)

    def ask(self, path: str, **fields: Any) -> httpx2.Response:
        """Send a form as a script does."""
        return self.http.post(path, data=fields, headers={"accept": "application/json"})

    def new_table(self, **fields: Any) -> str:
        """Make a table and return its code."""
        answer = self.ask("/new", **{"name": self.name, **fields})
        assert answer.status_code == 201, answer.text
        code: str = answer.json()["code"]
        return code

    def play_now(self, edition: str = "kingup") -> str:
        return str(self.ask("/play", edition=edition).json()["code"])

    def do(self, code: str, command: str, **fields: Any) -> int:
        """Send a command to a table, and return the event number."""
        answer = self.ask(f"/t/{code}/{command}", **fields)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["number"])

    def table(self, code: str, page: str = "table", **query: Any) -> dict[str, Any]:
        """Return the table as a socket would push it."""
        words = "".join(f"&{name}={value}" for name, value in query.items())
        answer = self.get(f"/t/{code}/scene?page={page}{words}", accept="application/json")
        assert answer.status_code == 200, answer.text
        message: dict[str, Any] = answer.json()
        return message

    def actions(self, html: str) -> list[str]:
        """Return the actions that a page offers."""
        return re.findall(r'<button[^>]*name="action"[^>]*value="([^"]+)"', html)

    @contextmanager
    def live(self, code: str, **query: Any) -> Iterator[ClientConnection]:
        """Open a socket to a table."""
        words = "&".join(f"{name}={value}" for name, value in query.items())
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with connect(
            f"{self.address.replace('http', 'ws')}/t/{code}/live?{words}",
            additional_headers={
                "cookie": cookie,
                "origin": self.address,
                "accept-language": self.language,
            },
            open_timeout=PATIENCE,
        ) as socket:
            yield socket

    def receive(self, socket: ClientConnection, timeout: float = PATIENCE) -> dict[str, Any]:
        """Return the next message of a socket."""
        raw = socket.recv(timeout)
        text = raw if isinstance(raw, str) else gzip.decompress(raw).decode()
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

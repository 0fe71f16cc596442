"""Everything that a browser receives: each answer's body, each message of a socket."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import BrowserContext, Error, Page, Request, WebSocket

from tests.web.browser import Visits
from tests.web.browser_games.player import patient


@dataclass(frozen=True, slots=True)
class Received:
    """One answer or message that a browser received."""

    method: str
    """GET, POST, or SOCKET."""
    url: str
    status: int
    text: str
    after: int = 0
    """The event number that the page had shown before; of a socket's messages only."""
    first: bool = True
    """Whether a socket's message was its first about the table."""

    @property
    def path(self) -> str:
        """The address within the server."""
        return urlsplit(self.url).path


@dataclass
class Recorder:
    """Records what one browser context receives, from its first page on."""

    context: BrowserContext
    received: list[Received] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Answers about a table whose bodies the browser no longer had."""

    def __post_init__(self) -> None:
        self.context.on("requestfinished", self._answered)
        self.context.on("page", self._listen)
        for page in self.context.pages:
            self._listen(page)

    @property
    def person(self) -> str:
        """The identity in the context's cookie."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        return cookies["person"].partition(".")[0]

    def __iter__(self) -> Iterator[Received]:
        return iter(self.received)

    def _answered(self, request: Request) -> None:
        response = request.response()
        if response is None or response.status in (204, 303, 304, 307):
            return
        try:
            text = response.body().decode("utf-8", "replace")
        except Error as error:  # navigated away meanwhile
            if "/t/" in request.url:
                self.lost.append(f"{request.url}: {error}")
            return
        headers = " ".join(f"{name}: {value}" for name, value in response.headers.items())
        self.received.append(
            Received(request.method, request.url, response.status, f"{headers}\n{text}")
        )

    def _listen(self, page: Page) -> None:
        page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        shown, first = int(parse_qs(urlsplit(socket.url).query)["after"][0]), True

        def record_frame(payload: bytes | str) -> None:
            nonlocal shown, first
            text = payload if isinstance(payload, str) else gzip.decompress(payload).decode()
            self.received.append(Received("SOCKET", socket.url, 101, text, shown, first))
            message = json.loads(text)
            if "number" in message:
                shown, first = message["number"], False

        socket.on("framereceived", record_frame)


def recorded(visits: Visits, server: str) -> tuple[Page, Recorder]:
    """Return a new person's page and the recorder of everything it receives."""
    page = patient(visits.open(f"{server}/health"))
    return page, Recorder(page.context)

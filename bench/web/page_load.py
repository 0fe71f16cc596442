"""The bytes of a first visit, as the browser counts them on the wire."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, ViewportSize

VIEWPORT: ViewportSize = {"width": 390, "height": 844}
BINARY = 2
QUIET = 1500
"""Milliseconds without data after which a page counts as loaded."""

Event = dict[str, Any]


@dataclass
class Wire:
    """The bytes that a page received: compressed, headers included."""

    host: str
    files: int = 0
    """Bytes of pages and files."""
    live: int = 0
    """Bytes of live messages."""
    requests: int = 0
    outside: list[str] = field(default_factory=list)
    """Requests to other servers."""

    @property
    def bytes(self) -> int:
        """All bytes together."""
        return self.files + self.live

    def listen(self, page: Page) -> None:
        """Count what a page receives from now on."""
        tools = page.context.new_cdp_session(page)
        tools.on("Network.requestWillBeSent", self._asked)
        tools.on("Network.loadingFinished", self._loaded)
        tools.on("Network.webSocketCreated", lambda event: self._look(event["url"]))
        tools.on("Network.webSocketFrameReceived", self._heard)
        tools.send("Network.enable")

    def _asked(self, event: Event) -> None:
        self._look(event["request"]["url"])
        redirect = event.get("redirectResponse")
        if redirect:
            self.files += int(redirect["encodedDataLength"])

    def _look(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("data", "blob"):
            return
        self.requests += 1
        if parts.netloc != self.host:
            self.outside.append(url)

    def _loaded(self, event: Event) -> None:
        self.files += int(event["encodedDataLength"])

    def _heard(self, event: Event) -> None:
        frame = event["response"]
        text = str(frame["payloadData"])
        self.live += len(b64decode(text) if frame["opcode"] == BINARY else text.encode())


@dataclass(frozen=True, slots=True)
class PageVisit:
    """A first visit: the home page, then a game by one click."""

    home: int
    both: int
    """Bytes of the home page and the game together."""
    game: int
    """Bytes of the game for a new browser, as after following an invitation."""
    live: int
    """Bytes of the first live message, included in the others."""
    requests: int
    outside: tuple[str, ...]


def visit(browser: Browser, address: str) -> PageVisit:
    """Visit a server for the first time, and start a game; bots must not move meanwhile."""
    host = urlsplit(address).netloc
    context = browser.new_context(viewport=VIEWPORT)
    page = context.new_page()
    wire = Wire(host)
    wire.listen(page)
    page.goto(address)
    _settle(page, wire)
    home = wire.bytes
    page.click(".start-game button[value='kingup']")
    page.wait_for_url("**/t/*")
    _settle(page, wire)

    empty = browser.new_context(viewport=VIEWPORT, storage_state=context.storage_state())
    invited = empty.new_page()
    other = Wire(host)
    other.listen(invited)
    invited.goto(page.url)
    _settle(invited, other)
    context.close()
    empty.close()
    outside = (*wire.outside, *other.outside)
    return PageVisit(home, wire.bytes, other.bytes, wire.live, wire.requests, outside)


def _settle(page: Page, wire: Wire) -> None:
    before = -1
    while before != wire.bytes:
        before = wire.bytes
        page.wait_for_timeout(QUIET)

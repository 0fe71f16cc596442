"""A person at a table: plain HTTP for deeds, a real socket for news, no browser around them."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect

ACTION = re.compile(r'name="action" value="([^"]+)"')
CHOICE = re.compile(r'id="(choice-[^"]+)"')
PATIENCE = 60.0


class Refused(Exception):
    """The server has answered with an error."""


class Web:
    """A kept connection over which forms are sent."""

    def __init__(self, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._origin = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""

    async def post(self, path: str, **fields: object) -> dict[str, Any]:
        """Send a form, and return the answer."""
        body = urlencode(fields, doseq=True).encode()
        status, said = await self._ask("POST", path, body)
        if status >= 400:
            raise Refused(f"{path}: {status} {said[:200]!r}")
        answer: dict[str, Any] = json.loads(said)
        return answer

    async def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _ask(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            host, _, port = self._host.partition(":")
            self._streams = await asyncio.open_connection(host, int(port))
        reader, writer = self._streams
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\norigin: {self._origin}\r\n"
            "accept: application/json\r\ncontent-type: application/x-www-form-urlencoded\r\n"
            f"content-length: {len(body)}\r\n"
            + (f"cookie: {self.cookie}\r\n" if self.cookie else "")
            + "\r\n"
        )
        writer.write(head.encode() + body)
        answered = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = 0
        for line in answered.split("\r\n")[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                size = int(value)
            elif name.lower() == "set-cookie" and value.startswith("person="):
                self.cookie = value.partition(";")[0]
        return int(answered.split(" ", 2)[1]), await reader.readexactly(size) if size else b""


@dataclass(eq=False, slots=True)
class Person:
    """Somebody with a seat and an open page."""

    web: Web
    player: int
    number: int = 0
    acts: bool = False
    """Whether the game waits for them."""
    over: bool = False
    choices: dict[str, list[str]] = field(default_factory=dict)
    """The actions that their page offers, by what they are about."""
    bytes: int = 0
    """How much their page was sent."""
    messages: int = 0
    socket: ClientConnection | None = None

    async def sit_down(self, address: str, code: str, how: str = "&parts=1&packed=1") -> None:
        """Open the page's socket, and hear the first message."""
        self.socket = await connect(
            f"{address.replace('http', 'ws', 1)}/t/{code}/live?page=table{how}",
            additional_headers={"cookie": self.web.cookie},
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            max_size=None,
        )
        await self.hear()

    async def hear(self) -> float:
        """Wait for the next message, and return when it came."""
        assert self.socket is not None
        while True:
            data = await self.socket.recv()
            now = time.perf_counter()
            self.bytes += len(data)
            self.messages += 1
            said = json.loads(gzip.decompress(data) if isinstance(data, bytes) else data)
            if "number" in said:
                self._see(said)
                return now

    def actions(self) -> list[str]:
        """Return what the page offers to do."""
        return [action for actions in self.choices.values() for action in actions]

    def _see(self, said: dict[str, Any]) -> None:
        self.number = said["number"]
        self.acts = said["turn"]
        if "html" in said:
            html = said["html"]
            self.over = 'data-phase="over"' in html[:600]
            self._read(html)
            return
        for id_, html in said["parts"].items():
            if id_ == "panel":
                self._read(html)
            elif id_ in self.choices:
                self.choices[id_] = ACTION.findall(html)

    def _read(self, html: str) -> None:
        begins = [*((found.start(), found[1]) for found in CHOICE.finditer(html)), (len(html), "")]
        self.choices = {
            id_: ACTION.findall(html[start:end]) for (start, id_), (end, _) in pairwise(begins)
        }

    async def leave(self) -> None:
        """Close the page."""
        if self.socket:
            await self.socket.close()
        await self.web.close()

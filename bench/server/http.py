"""Plain HTTP over a kept connection: as little of it as a load needs, so that it costs little."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 60.0
"""Seconds after which nothing comes any more."""


class Refused(Exception):
    """The server has answered with an error."""


class Web:
    """Somebody's connection to a server: opened when it is needed, and again if it was closed."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.cookie = ""
        self.token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, **fields: object) -> dict[str, Any]:
        """Send a form, and return the answer."""
        body = urlencode(fields, doseq=True).encode()
        return await self._post(path, "application/x-www-form-urlencoded", body)

    async def ask(self, path: str, **fields: object) -> dict[str, Any]:
        """Send JSON, and return the answer."""
        return await self._post(path, "application/json", json.dumps(fields).encode())

    async def page(self, path: str, **fields: object) -> str:
        """Send a form as a page does that wants a page."""
        body = urlencode(fields).encode()
        kind = "application/x-www-form-urlencoded"
        async with asyncio.timeout(PATIENCE):
            status, said = await self._again(
                self._head("POST", path, kind, len(body), "*/*") + body
            )
        if status >= 400:
            raise Refused(f"{path}: {status} {said[:200]!r}")
        return said.decode()

    async def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _post(self, path: str, kind: str, body: bytes) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            status, said = await self._again(self._head("POST", path, kind, len(body)) + body)
        if status >= 400:
            raise Refused(f"{path}: {status} {said[:200]!r}")
        answer: dict[str, Any] = json.loads(said)
        return answer

    async def _again(self, message: bytes) -> tuple[int, bytes]:
        """Ask; and once more if the server had closed a connection that nobody used."""
        for last in (False, True):
            kept = self._streams is not None
            if self._streams is None:
                self._streams = await self._open()
            try:
                return await self._ask(*self._streams, message)
            except (asyncio.IncompleteReadError, OSError):
                await self.close()
                if last or not kept:
                    raise
        raise AssertionError

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, _, port = urlsplit(self.address).netloc.partition(":")
        return await asyncio.open_connection(host, int(port), limit=1 << 20)

    def _head(
        self,
        method: str,
        path: str,
        kind: str = "",
        size: int = 0,
        accept: str = "application/json",
    ) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"host: {urlsplit(self.address).netloc}"]
        lines += [f"origin: {self.address}", f"accept: {accept}"]
        if kind:
            lines += [f"content-type: {kind}", f"content-length: {size}"]
        if self.cookie:
            lines.append(f"cookie: {self.cookie}")
        if self.token:
            lines.append(f"authorization: Bearer {self.token}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes
    ) -> tuple[int, bytes]:
        writer.write(message)
        answered = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = 0
        for line in answered.split("\r\n")[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                size = int(value)
            elif name.lower() == "set-cookie" and value.startswith("person="):
                self.cookie = value.partition(";")[0]
        return int(answered.split(" ", 2)[1]), await reader.readexactly(size) if size else b""

"""A minimal HTTP client over a kept-alive connection, so that the load itself costs little."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlencode, urlsplit

TIMEOUT = 60.0
"""Seconds to wait for an answer."""


class Refused(Exception):
    """The server answered with an error."""


class HttpConnection:
    """One client's connection to a server, opened when needed and reopened if it was closed."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.cookie = ""
        self.token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post_form(self, path: str, **fields: object) -> dict[str, Any]:
        """Post a form, and return the JSON answer."""
        body = urlencode(fields, doseq=True).encode()
        return await self._post(path, "application/x-www-form-urlencoded", body)

    async def post_json(self, path: str, **fields: object) -> dict[str, Any]:
        """Post JSON, and return the JSON answer."""
        return await self._post(path, "application/json", json.dumps(fields).encode())

    async def post_for_page(self, path: str, **fields: object) -> str:
        """Post a form, and return the HTML page that answers it."""
        body = urlencode(fields).encode()
        kind = "application/x-www-form-urlencoded"
        async with asyncio.timeout(TIMEOUT):
            status, said = await self._request(
                self._head("POST", path, kind, len(body), "*/*") + body
            )
        if status >= 400:
            raise Refused(f"{path}: {status} {said[:200]!r}")
        return said.decode()

    async def close(self) -> None:
        """Close the connection."""
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _post(self, path: str, kind: str, body: bytes) -> dict[str, Any]:
        async with asyncio.timeout(TIMEOUT):
            status, said = await self._request(self._head("POST", path, kind, len(body)) + body)
        if status >= 400:
            raise Refused(f"{path}: {status} {said[:200]!r}")
        answer: dict[str, Any] = json.loads(said)
        return answer

    async def _request(self, message: bytes) -> tuple[int, bytes]:
        """Send a request; repeat it once if the server had closed the idle connection."""
        for last in (False, True):
            kept = self._streams is not None
            if self._streams is None:
                self._streams = await self._open()
            try:
                return await self._exchange(*self._streams, message)
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

    async def _exchange(
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

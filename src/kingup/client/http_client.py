"""HTTP clients for the API: one request at a time, or many at once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx2

from kingup.client.calls import Call
from kingup.client.errors import ServerError, Unreachable
from kingup.language import current_language
from kingup.rules.errors import KingUpError

SECONDS = 30.0
"""Seconds to wait for a response."""
SILENCE = 20.0
"""Seconds for which a stream may be silent: the server sends an empty line every few seconds."""

Line = dict[str, Any]


class Client:
    """A client for one request at a time. Use it in a `with` statement."""

    def __init__(self, server: str, token: str) -> None:
        self._http = httpx2.Client(**_settings(server, token))
        self._server = server

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def ask(self, call: Call) -> Any:
        """Make a request and return the response; a refusal raises `ServerError`."""
        with connecting_to(self._server):
            return _read(self._http.request(call.method, call.path, json=call.body))

    @contextmanager
    def listen(self, call: Call) -> Iterator[Iterator[Line]]:
        """Open a stream and yield an iterator over its lines."""
        with (
            connecting_to(self._server),
            self._http.stream(call.method, call.path, timeout=_stream_timeout()) as answer,
        ):
            if answer.status_code != 200:
                answer.read()
                _read(answer)
            yield (_line(line) for line in answer.iter_lines() if line.strip())


class AsyncClient:
    """A client for many requests at once. Use it in an `async with` statement."""

    def __init__(self, server: str, token: str) -> None:
        self._http = httpx2.AsyncClient(**_settings(server, token))
        self._server = server

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def ask(self, call: Call) -> Any:
        """Make a request and return the response; a refusal raises `ServerError`."""
        with connecting_to(self._server):
            return _read(await self._http.request(call.method, call.path, json=call.body))

    @asynccontextmanager
    async def listen(self, call: Call) -> AsyncIterator[AsyncIterator[Line]]:
        """Open a stream and yield an iterator over its lines."""
        with connecting_to(self._server):
            async with self._http.stream(
                call.method, call.path, timeout=_stream_timeout()
            ) as answer:
                if answer.status_code != 200:
                    await answer.aread()
                    _read(answer)
                yield _lines(answer)


async def _lines(answer: httpx2.Response) -> AsyncIterator[Line]:
    async for line in answer.aiter_lines():
        if line.strip():
            yield _line(line)


def _line(text: str) -> Line:
    """Parse a line of a stream; an error line raises `ServerError`."""
    line: Line = json.loads(text)
    if line.get("type") == "error":
        raise ServerError(str(line.get("error")), str(line.get("code")), 401)
    return line


@contextmanager
def connecting_to(server: str) -> Iterator[None]:
    """Turn whatever goes wrong on the way to a server into a sentence."""
    try:
        yield
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        if isinstance(error, KingUpError):
            raise
        raise Unreachable(
            "The server at {server} cannot be reached, or is not a kingup server.", server=server
        ) from error


def _read(answer: httpx2.Response) -> Any:
    if answer.is_success:
        return answer.json()
    try:
        body = answer.json()
        sentence, code = str(body["error"]), str(body["code"])
    except (ValueError, KeyError, TypeError):
        raise Unreachable(
            "The server at {server} cannot be reached, or is not a kingup server.",
            server=f"{answer.url.scheme}://{answer.url.netloc.decode()}",
        ) from None
    raise ServerError(sentence, code, answer.status_code)


def read_address(server: str) -> str:
    """Return the address of a server without a slash at its end; anything else is refused."""
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Unreachable("“{server}” is not the address of a server.", server=server)
    return server.rstrip("/")


def _settings(server: str, token: str) -> dict[str, Any]:
    address = read_address(server)
    if not token.isascii() or not token.isprintable() or " " in token or not token:
        raise KingUpError("This is not a token: create one with “kingup token”.")
    return {
        "base_url": f"{address}/api",
        # Not in the URL: URLs are logged.
        "headers": {
            "authorization": f"Bearer {token}",
            "accept-language": current_language(),
        },
        "timeout": SECONDS,
        # Connections are not used again at the moment at which a server closes them: after 5 s.
        "limits": httpx2.Limits(
            max_connections=None, max_keepalive_connections=20, keepalive_expiry=3
        ),
        # Loading certificates takes a while, and plain HTTP needs none.
        "verify": address.startswith("https"),
    }


def _stream_timeout() -> httpx2.Timeout:
    return httpx2.Timeout(SECONDS, read=SILENCE)

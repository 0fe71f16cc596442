"""Slow clients and too many connections, as far as the application itself sees them.

What the proxy keeps away (heads that drip or never end, silent connections) is tested with it:
tests/durability/test_proxy.py.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from kingup.web.http import protection
from tests.waiting import PATIENCE, wait_until
from tests.web.server import HURRIED, Person, running

STRANGER = "127.0.0.2"
"""Another address of this machine, which is not the proxy's."""
FORM = (
    b"POST /join HTTP/1.1\r\nhost: x\r\norigin: http://x\r\n"
    b"content-type: application/x-www-form-urlencoded\r\n"
)
FORM_HEADERS = {
    "host": "x",
    "origin": "http://x",
    "content-type": "application/x-www-form-urlencoded",
}


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a server with limits and short deadlines."""
    monkeypatch.setattr(protection, "BODY_SECONDS", 1.0)
    monkeypatch.setattr(protection, "MOST_OPEN", 8)
    with running(tmp_path, replace(HURRIED, limited=True)) as address:
        yield address


def connect(address: str, source: str = STRANGER) -> socket.socket:
    """Open a connection from another address."""
    host, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), 10, source_address=(source, 0))


def read_all(connection: socket.socket) -> bytes:
    """Return everything that the server sends until it closes the connection."""
    connection.settimeout(PATIENCE)
    received = b""
    with contextlib.suppress(ConnectionError):
        while more := connection.recv(65536):
            received += more
    return received


def test_a_slow_form_is_refused_and_its_connection_closed(server: str) -> None:
    with connect(server) as connection:
        connection.sendall(FORM + b"content-length: 5000\r\n\r\na=")
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in answer


@pytest.mark.parametrize(
    "body",
    [
        b"content-length: 5000000\r\n\r\na=b",
        b"transfer-encoding: chunked\r\n\r\n" + 20 * (b"%x\r\n%s\r\n" % (8192, b"a" * 8192)),
    ],
    ids=["announced", "chunked"],
)
def test_a_large_form_is_refused_and_its_connection_closed(server: str, body: bytes) -> None:
    with connect(server) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(FORM + body)
        answer = read_all(connection)
    # A connection may be reset before its client reads why.
    assert answer.startswith(b"HTTP/1.1 413 ") or not answer


def test_a_small_form_keeps_its_connection(server: str) -> None:
    with contextlib.closing(HTTPConnection(urlsplit(server).netloc)) as connection:
        for _ in range(2):
            connection.request("POST", "/join", b"code=x", FORM_HEADERS)
            used = connection.sock
            with connection.getresponse() as answer:
                answer.read()
                assert not answer.will_close
            assert connection.sock is used


def test_long_lived_sockets_are_not_closed(server: str) -> None:
    """Deadlines are for bodies: sockets and streams stay open as long as they like."""
    with Person(server, "Ana") as ana:
        code = ana.play_now()
        with ana.live(code) as connection:
            ana.receive(connection)
            time.sleep(2 * protection.BODY_SECONDS)
            connection.send('{"ping":1}')
            while "pong" not in ana.receive(connection):
                pass
        assert ana.get("/").status_code == 200


def test_open_sockets_are_limited_per_address(server: str) -> None:
    with Person(server, "Ana") as ana, contextlib.ExitStack() as stack:
        code = ana.play_now()
        for _ in range(protection.MOST_OPEN):
            ana.receive(stack.enter_context(ana.live(code)))
        with pytest.raises(InvalidStatus) as refused, ana.live(code):
            pass
        assert refused.value.response.status_code == 503
        refusal = ana.get("/robots.txt")
        assert (refusal.status_code, refusal.headers["retry-after"]) == (503, "5")
        with connect(server) as other:
            other.sendall(b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n")
            assert b" 200 " in other.recv(4096)
        stack.close()
        wait_until(lambda: ana.get("/robots.txt").status_code == 200)

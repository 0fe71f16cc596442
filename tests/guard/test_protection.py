"""Slow clients, and addresses that bring a crowd: others are served all the while."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from kingup.web.http import protection
from tests.web.server import HURRIED, Person, running

STRANGER = "127.0.0.2"
"""Another address of this machine, from which no proxy speaks."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve with limits, and with little patience."""
    monkeypatch.setattr(protection, "HEAD_SECONDS", 0.6)
    monkeypatch.setattr(protection, "BODY_SECONDS", 0.6)
    with running(tmp_path, replace(HURRIED, limited=True)) as address:
        yield address


def connect(address: str, source: str = STRANGER) -> socket.socket:
    """Open a connection from another address."""
    host, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), 10, source_address=(source, 0))


def is_closed(line: socket.socket, seconds: float = 5) -> bool:
    """Return whether the server hangs up within some seconds."""
    line.settimeout(seconds)
    with contextlib.suppress(ConnectionError, TimeoutError):
        while line.recv(65536):
            pass
        return True
    with contextlib.suppress(OSError):
        line.settimeout(0.2)
        return line.recv(1) == b""
    return True


def drips(line: socket.socket, letters: bytes, seconds: float = 5) -> float:
    """Send one byte after the other, and return after how many seconds nobody listens."""
    began = time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() - began < seconds:
            line.sendall(letters)
            time.sleep(0.1)
    return time.monotonic() - began


def test_who_says_nothing_at_all_is_not_waited_for(server: str) -> None:
    with connect(server) as line:
        assert is_closed(line)


def test_headers_that_drip_are_not_waited_for(server: str) -> None:
    with connect(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        assert drips(line, b"a: b\r\n") < 3


def test_a_form_that_drips_is_not_waited_for(server: str) -> None:
    head = (b"POST /join HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncontent-length: 5000\r\n"
            b"content-type: application/x-www-form-urlencoded\r\n\r\n")  # fmt: skip
    with connect(server) as line:
        line.sendall(head)
        assert drips(line, b"a") < 3


def test_a_second_request_that_drips_is_not_waited_for_either(server: str) -> None:
    with connect(server) as line:
        line.sendall(b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b"200" in line.recv(4096)
        line.sendall(b"GET / HT")
        assert drips(line, b"T") < 3


def test_headers_without_an_end_are_refused(server: str) -> None:
    with connect(server) as line:
        got = b""
        with contextlib.suppress(OSError):
            line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
            for number in range(2000):
                line.sendall(b"x-%d: " % number + b"y" * 1000 + b"\r\n")
        with contextlib.suppress(OSError):
            got = line.recv(4096)
        assert is_closed(line)
        assert got in (b"", protection.TOO_LONG)


def test_a_long_game_is_no_slow_client(server: str) -> None:
    """Patience is for requests: sockets and streams stay open as long as they like."""
    with Person(server, "Ana") as ana:
        code = ana.play_now()
        with ana.live(code) as line:
            ana.hear(line)
            time.sleep(1.5)
            line.send('{"ping":1}')
            while "pong" not in ana.hear(line):
                pass
        assert ana.get("/").status_code == 200


def test_one_address_holds_only_so_many_connections(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protection, "HEAD_SECONDS", 60.0)
    with contextlib.ExitStack() as stack:
        lines = [
            stack.enter_context(connect(server)) for _ in range(protection.MOST_CONNECTIONS + 5)
        ]
        one_more = stack.enter_context(connect(server))
        one_more.settimeout(5)
        assert one_more.recv(4096) == protection.FULL
        with connect(server, "127.0.0.3") as other:
            other.sendall(b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n")
            assert b" 200 " in other.recv(4096)
        with Person(server) as neighbour:
            assert neighbour.get("/").status_code == 200
        for line in lines:
            line.close()
    for _ in range(50):
        with connect(server) as again:
            again.sendall(b"GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n")
            if b" 200 " in again.recv(4096):
                return
        time.sleep(0.1)
    pytest.fail("who has hung up is still counted")


def test_a_socket_that_was_closed_is_no_longer_counted(tmp_path: Path) -> None:
    crowd = protection.Crowd(2, "127.0.0.1, 10.0.0.0/8, nonsense")
    lines = [_Line(("192.0.2.7", 1)), _Line(("192.0.2.7", 2)), _Line(("192.0.2.7", 3))]
    assert [crowd.enter(line) for line in lines] == [True, True, False]
    crowd.leave(lines[2])
    crowd.leave(lines[0])
    crowd.leave(lines[0])
    assert [crowd.enter(_Line(("192.0.2.7", 4))) for _ in range(2)] == [True, False]
    assert all(crowd.enter(_Line(("10.1.2.3", 1))) for _ in range(9))
    assert all(protection.Crowd(1, "*").enter(_Line(("192.0.2.7", 1))) for _ in range(9))
    assert all(protection.Crowd(1).enter(_Line("")) for _ in range(9))


def test_who_sends_very_much_is_read_more_slowly_and_others_are_not() -> None:
    crowd = protection.Crowd(2)
    lines = [_Line(("192.0.2.7", 1)), _Line(("192.0.2.7", 2)), _Line(("192.0.2.8", 1))]
    assert all(crowd.enter(line) for line in lines)
    assert not any(crowd.wait(lines[0], 0.0) for _ in range(int(protection.BURST)))
    assert crowd.wait(lines[1], 0.0) == pytest.approx(1 / protection.RATE)
    assert crowd.wait(lines[0], 0.0) == pytest.approx(2 / protection.RATE)
    assert crowd.wait(lines[2], 0.0) == 0.0
    assert crowd.wait(lines[0], 60.0) == 0.0
    assert protection.Crowd(None).wait(lines[0], 0.0) == 0.0


def test_everything_that_was_held_back_is_answered_in_its_order(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protection, "BURST", 3.0)
    monkeypatch.setattr(protection, "RATE", 20.0)
    with connect(server) as line:
        line.settimeout(10)
        for number in range(12):
            path = b"/robots.txt" if number % 2 else b"/nothing-here"
            line.sendall(
                b"GET " + path + b" HTTP/1.1\r\nhost: x\r\naccept: application/json\r\n\r\n"
            )
            time.sleep(0.01)
        got = b""
        while got.count(b"HTTP/1.1") < 12:
            got += line.recv(65536)
    statuses = re.findall(rb"HTTP/1.1 (\d+)", got)
    assert statuses == [b"404", b"200"] * 6


class _Line(asyncio.BaseTransport):
    def __init__(self, peer: object) -> None:
        super().__init__({"peername": peer})


def test_a_crowd_of_idle_connections_keeps_nobody_else_out(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How much slower others are is measured by `make bench-attack`."""
    monkeypatch.setattr(protection, "HEAD_SECONDS", 60.0)
    with Person(server, "Ana") as ana, contextlib.ExitStack() as stack:
        for number in range(500):
            line = stack.enter_context(connect(server))
            with contextlib.suppress(OSError):
                if number % 2:
                    line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        assert all(ana.get("/robots.txt").status_code == 200 for _ in range(100))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
@pytest.mark.parametrize(("kind", "opcode"), [(protection.TEXT, 1), (protection.BINARY, 2)])
def test_a_message_is_framed_as_any_websocket_expects_it(
    size: int, kind: int, opcode: int
) -> None:
    client = ClientProtocol(parse_uri("ws://x/"), state=State.OPEN)
    data = b"x" * size
    client.receive_data(protection.frame(kind, data))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (opcode, True, data)

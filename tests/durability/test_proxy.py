"""What the documented proxy keeps away: deploy/nginx.conf in front of a real server."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from deploy.topology import configuration, nginx

from tests.waiting import PATIENCE, wait_until
from tests.web.server import HURRIED, Person, running

HEADER_SECONDS = 1
MOST_OPEN = 20


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run nginx in front of a server, with short deadlines and a low limit of connections."""
    program = nginx()
    if program is None:
        pytest.skip("nginx is not installed (apt-get install nginx-light)")
    folder = tmp_path_factory.mktemp("proxy")
    folder.chmod(0o755)
    with running(tmp_path_factory.mktemp("tables"), replace(HURRIED, limited=True)) as server:
        port = _free_port()
        text = configuration(port, [int(server.rpartition(":")[2])], folder)
        text = text.replace("        server web2:8000 max_fails=1 fail_timeout=2s;\n", "")
        text = _changed(
            text, "client_header_timeout 10s", f"client_header_timeout {HEADER_SECONDS}s"
        )
        text = _changed(text, "limit_conn addresses 200", f"limit_conn addresses {MOST_OPEN}")
        file = folder / "nginx.conf"
        file.write_text(text, encoding="utf-8")
        process = subprocess.Popen([program, "-e", "stderr", "-c", str(file)])
        try:
            wait_until(lambda: process.poll() is not None or _answers(port))
            assert process.poll() is None
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
        return True
    return False


def _connect(address: str) -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    connection = socket.create_connection((host, int(port)), 30)
    connection.settimeout(PATIENCE)
    return connection


def _is_closed_while_sending(connection: socket.socket, data: bytes) -> bool:
    """Send something again and again until the other end closes, for a minute at most."""
    deadline = time.monotonic() + 60
    with contextlib.suppress(OSError):
        connection.settimeout(0.1)
        while time.monotonic() < deadline:
            connection.sendall(data)
            with contextlib.suppress(TimeoutError):
                if connection.recv(4096) == b"":
                    return True
        return False
    return True


def test_a_silent_connection_is_closed(proxy: str) -> None:
    with _connect(proxy) as connection, contextlib.suppress(ConnectionError):
        assert connection.recv(4096) == b""


def test_a_slow_request_head_is_closed(proxy: str) -> None:
    with _connect(proxy) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        assert _is_closed_while_sending(connection, b"a: b\r\n")


def test_an_endless_request_head_is_refused(proxy: str) -> None:
    with _connect(proxy) as connection:
        received = b""
        with contextlib.suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
            connection.sendall(b"".join(b"x-%d: %s\r\n" % (n, b"y" * 1000) for n in range(200)))
        with contextlib.suppress(OSError):
            received = connection.recv(4096)
        assert received == b"" or b" 400 " in received.partition(b"\r\n")[0]


def test_open_sockets_are_limited_per_address(
    proxy: str,
) -> None:
    with Person(proxy, "Ana") as ana, contextlib.ExitStack() as stack:
        code = ana.play_now()
        for _ in range(MOST_OPEN):
            ana.receive(stack.enter_context(ana.live(code)))
        assert ana.get("/robots.txt").status_code == 503
        stack.close()
        wait_until(lambda: ana.get("/robots.txt").status_code == 200)

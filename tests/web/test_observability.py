"""Health, readiness, metrics, logs, and a clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kingup.store import Store, Unavailable
from kingup.web.api.ndjson import Stream
from kingup.web.http.health import may_read
from kingup.web.observability.logs import write_logs
from kingup.web.observability.shutdown import Shutdown
from tests.guard.requests import ask, serving
from tests.server.table_services import url_of
from tests.waiting import PATIENCE, wait_until_async
from tests.web.api.bots import ApiBot, make_token
from tests.web.api.test_sockets import socket_of
from tests.web.server import HURRIED, Person, running

TOKEN = "a-token-that-nobody-may-read"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Capture the log as lines of JSON."""
    root, ours = logging.getLogger(), logging.getLogger("kingup")
    before = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    write_logs("json", stream)
    yield stream
    root.handlers, root.level = before[0], before[1]
    ours.setLevel(before[2])
    structlog.reset_defaults()


def test_a_running_server_is_healthy_and_ready(ana: Person) -> None:
    for path in ("/health", "/ready"):
        answer = ana.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_a_stopping_server_is_healthy_but_not_ready(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        app.state.services.shutdown.begin()
        health, ready = await ask(app, "GET", "/health"), await ask(app, "GET", "/ready")
        assert health.status == 200
        assert (ready.status, ready.json()) == (503, {"status": "stopping"})
        assert ready.header("retry-after") == "1"


@pytest.mark.parametrize("silent", [False, True], ids=["refuses", "is silent"])
async def test_a_server_without_its_database_is_neither_healthy_nor_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    monkeypatch.setattr("kingup.web.http.health.DATABASE_TIMEOUT", 0.1)

    async def gone(*_given: object) -> None:
        if silent:
            await asyncio.Event().wait()
        raise Unavailable

    async with serving(tmp_path) as app:
        monkeypatch.setattr(Store, "setting", gone)
        for path in ("/health", "/ready"):
            answer = await ask(app, "GET", path)
            assert (answer.status, answer.json()) == (503, {"status": "no database"})
            assert answer.header("retry-after") == "1"


def test_metrics_are_hidden_by_default(ana: Person) -> None:
    assert ana.get("/metrics").status_code == 404


def test_metrics_count_requests_and_name_nobody(tmp_path: Path) -> None:
    settings = replace(HURRIED, metrics_for=("127.0.0.0/8",))
    with running(tmp_path, settings) as server, Person(server, "Ana") as ana:
        code = ana.play_now()
        with ana.live(code, page="table") as socket:
            ana.receive(socket)
            ana.do(code, "pause")
            ana.receive(socket)
            ana.get(f"/t/{code}/seat/{TOKEN}")
            text = ana.get("/metrics").text
        person = ana.cookies["person"].partition(".")[0]
    assert re.search(r'kingup_requests_total{.*route="/t/{code}/pause".*} 1\.0', text)
    assert re.search(r'kingup_request_seconds_count{route="/play"} 1\.0', text)
    assert 'kingup_open_pages{page="table"} 1.0' in text
    assert "kingup_tables_in_memory 1.0" in text
    assert "kingup_tables_watched 1.0" in text
    assert float(re.findall(r"(?m)^kingup_messages_total (\S+)", text)[0]) >= 2
    for secret in (code, TOKEN, person, "Ana"):
        assert secret not in text


@pytest.mark.parametrize(
    ("address", "networks", "allowed"),
    [
        ("127.0.0.1", ("127.0.0.1",), True),
        ("::ffff:10.1.2.3", ("10.0.0.0/8",), True),
        ("10.1.2.3", ("10.2.0.0/16", "::1"), False),
        ("10.1.2.3", (), False),
        ("testclient", ("0.0.0.0/0",), False),
    ],
)
def test_metrics_are_readable_from_allowed_networks_only(
    address: str, networks: tuple[str, ...], allowed: bool
) -> None:
    assert may_read(address, networks) is allowed


def test_every_response_is_logged_with_an_id_and_without_tokens(
    tmp_path: Path, written: io.StringIO
) -> None:
    with (
        running(tmp_path, replace(HURRIED, logged=True)) as server,
        Person(server, "Ana") as ana,
    ):
        code = ana.play_now()
        ana.get(f"/t/{code}/seat/{TOKEN}?token={TOKEN}")
        answer = ana.get("/health", **{"x-request-id": "from-the-proxy-17"})
        foul = ana.get("/health", **{"x-request-id": "<script>" * 3})
        ana.get(f"/api/tables/{code}", authorization=f"Bearer {TOKEN}")
        person = ana.cookies["person"]
    assert answer.headers["x-request-id"] == "from-the-proxy-17"
    assert re.fullmatch(r"[0-9a-f]{16}", foul.headers["x-request-id"])
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    seen = {line["route"]: line for line in lines if line["event"] == "answered"}
    assert seen["/t/{code}/seat/{token}"]["method"] == "GET"
    assert seen["/play"]["status"] == 201
    assert seen["/api/tables/{code}"]["status"] == 401
    assert seen["/play"]["milliseconds"] > 0
    assert any(line["request"] == "from-the-proxy-17" for line in lines)
    for secret in (TOKEN, code, person):
        assert secret not in written.getvalue()


def test_a_server_error_is_logged_with_its_request_id(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("kingup.store.store.Store.listing", broken)
    with running(tmp_path) as server, Person(server, "Ana") as ana:
        answer = ana.get("/")
    assert answer.status_code == 500
    (line,) = [json.loads(x) for x in written.getvalue().splitlines() if "on purpose" in x]
    assert line["request"] == answer.headers["x-request-id"]
    assert line["level"] == "error"
    assert "GET / failed" in line["event"]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_an_api_error_is_logged_by_route_and_never_by_path(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    with running(tmp_path) as server, Person(server, "Ana", language) as ana:
        code, token = ana.play_now(), make_token(ana)
        monkeypatch.setattr("kingup.web.api.tables.table_line", broken)
        headers = {"authorization": f"Bearer {token}", "accept-language": language}
        answer = ana.get(f"/api/tables/{code}?secret={TOKEN}", **headers)
        person = ana.cookies["person"]
    assert answer.status_code == 500
    assert answer.json()["code"] == "broken"
    assert answer.json()["error"] == {
        "en": "Something broke on our side. Your game is safe: try again in a moment.",
        "fr": "Un problème est survenu de notre côté. "
        "Votre partie est en sécurité\u00a0: réessayez dans un instant.",
        "it": "Qualcosa è andato storto da noi. "
        "La tua partita è al sicuro: riprova fra un attimo.",
    }[language]  # fmt: skip
    (line,) = [json.loads(x) for x in written.getvalue().splitlines() if "on purpose" in x]
    assert line["request"] == answer.headers["x-request-id"]
    assert line["level"] == "error"
    assert "GET /api/tables/{code} failed" in line["event"]
    for secret in (code, token, TOKEN, person):
        assert secret not in written.getvalue()


async def test_a_stream_ends_cleanly_when_the_server_stops() -> None:
    async def lines() -> AsyncGenerator[bytes, None]:
        yield b"1\n"
        await asyncio.Event().wait()

    services = SimpleNamespace(shutdown=Shutdown())
    scope = {"type": "http", "app": SimpleNamespace(state=SimpleNamespace(services=services))}
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()

    answering = asyncio.create_task(Stream(lines())(scope, receive, send))
    await wait_until_async(lambda: answering.done() or (sent and sent[-1].get("body") == b"1\n"))
    services.shutdown.begin()
    await asyncio.wait_for(answering, PATIENCE)
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


def test_a_terminated_server_closes_connections_cleanly_and_loses_nothing(tmp_path: Path) -> None:
    settings = {"database": url_of(tmp_path), "limited": False, "prepare": False}
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.web.server", json.dumps(settings)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        with Person(address, "Ana") as ana:
            code = ana.play_now()
            cookie = {"cookie": f"person={ana.cookies['person']}"}
            live = f"{address.replace('http', 'ws')}/t/{code}/live?page=table"
            with (
                ApiBot(address, make_token(ana)) as robo,
                robo.stream("events") as events,
                robo.stream(f"games/{code}") as lines,
                socket_of(robo, code) as line,
                connect(live, additional_headers=cookie, open_timeout=PATIENCE) as socket,
            ):
                socket.recv(PATIENCE)
                next(lines)
                number = ana.do(code, "pause")
                process.send_signal(signal.SIGTERM)
                for one in (socket, line.connection):
                    with contextlib.suppress(ConnectionClosed):
                        while True:
                            one.recv(PATIENCE)
                    assert one.close_code == 1012
                # Streams end cleanly: one that breaks off would raise.
                assert not list(events)
                assert all(message["number"] <= number for message in lines)
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
    finally:
        process.kill()
        process.stdout.close()
    with running(tmp_path) as server, Person(server, "Ana") as again:
        assert again.table(code, "watch")["number"] >= number

"""Floods and bombs from one address are refused or bounded, and others are still served."""

from __future__ import annotations

import contextlib
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from kingup.web.http.limits import ALLOWANCES, PEOPLE_BEHIND_ONE_ADDRESS
from kingup.web.http.protection import LARGEST_BODY
from tests.guard.test_protection import connect
from tests.waiting import PATIENCE
from tests.web.api.bots import ApiBot, make_token
from tests.web.api.test_sockets import socket_of
from tests.web.server import HURRIED, Person, running

FLOODER = "127.0.0.2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server with limits."""
    with running(tmp_path_factory.mktemp("floods"), replace(HURRIED, limited=True)) as address:
        yield address


@pytest.fixture
def flooder(server: str) -> Iterator[httpx2.Client]:
    """Open a client at another address that keeps no cookies: a new person every time."""
    transport = httpx2.HTTPTransport(local_address=FLOODER)
    headers = {"origin": server, "accept": "application/json"}
    with httpx2.Client(
        base_url=server, transport=transport, headers=headers, timeout=PATIENCE
    ) as client:
        yield client


def others_play(server: str) -> None:
    """Check that another person can set a table and open it."""
    with Person(server, "Ana") as ana:
        code = ana.play_now()
        assert ana.get(f"/t/{code}").status_code == 200
        with ana.live(code) as connection:
            assert ana.receive(connection)


def allowed(what: str, people: int, started: float) -> float:
    """Return how often so many people may have done something since a time, however slowly."""
    allowance, seconds = ALLOWANCES[what], time.monotonic() - started
    return people * (allowance.burst + allowance.rate * seconds) + 1


def test_a_flood_of_new_tables_is_refused_and_others_are_served(
    server: str, flooder: httpx2.Client
) -> None:
    statuses: Counter[int] = Counter()
    started = time.monotonic()
    for _ in range(300):
        flooder.cookies.clear()
        answer = flooder.post("/play", data={"edition": "kingup", "wait": "1"})
        statuses[answer.status_code] += 1
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) > 0
            assert answer.json()["error"]
    assert set(statuses) == {201, 429}
    assert statuses[201] <= allowed("create", PEOPLE_BEHIND_ONE_ADDRESS, started)
    others_play(server)


def test_one_person_has_a_lower_limit_than_an_address(server: str) -> None:
    started = time.monotonic()
    with Person(server, "Ben") as ben:
        statuses = [ben.ask("/play", edition="kingup", wait="1").status_code for _ in range(40)]
    assert statuses.count(201) <= allowed("create", 1, started)
    others_play(server)


def test_a_flood_of_wrong_codes_is_refused(server: str, flooder: httpx2.Client) -> None:
    statuses: Counter[int] = Counter()
    started = time.monotonic()
    for number in range(600):
        flooder.cookies.clear()
        code = f"rook-{number:05d}".translate(str.maketrans("01", "ab"))
        statuses[flooder.get(f"/t/{code}").status_code] += 1
    assert set(statuses) == {404, 429}
    assert statuses[404] <= allowed("lookup", PEOPLE_BEHIND_ONE_ADDRESS, started)
    others_play(server)


def test_a_compressed_form_is_refused(server: str, flooder: httpx2.Client) -> None:
    bomb = gzip.compress(b"edition=" + b"x" * 50_000_000)
    assert len(bomb) < LARGEST_BODY
    kind = {"content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip"}
    answer = flooder.post("/join", content=bomb, headers=kind)
    assert 400 <= answer.status_code < 500
    with Person(server, "Cleo") as cleo, ApiBot(server, make_token(cleo, "Robo")) as robo:
        packed = gzip.compress(json.dumps({"edition": "x" * 50_000_000}).encode())
        kind = {"content-type": "application/json", "content-encoding": "gzip"}
        answer = robo.http.post("/tables", content=packed, headers=kind)
        assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    "bomb",
    [b"[" * 60_000, b'{"a":' * 10_000, b'{"player":' + b"9" * 60_000 + b"}",
     b'"' + b"\\u0041" * 9000, b"\xff" * 60_000],
)  # fmt: skip
def test_a_json_bomb_is_refused(server: str, bomb: bytes) -> None:
    with Person(server, "Dov") as dov, ApiBot(server, make_token(dov, "Robo")) as robo:
        code = robo.new_table(seats=3)
        before = robo.get(f"/tables/{code}")
        kind = {"content-type": "application/json"}
        for path in ("sit", "act", "bot"):
            answer = robo.http.post(f"/tables/{code}/{path}", content=bomb, headers=kind)
            assert 400 <= answer.status_code < 500, answer.text
        assert robo.get(f"/tables/{code}")["number"] == before["number"]


def test_an_endless_body_is_cut_off(server: str) -> None:
    head = (b"POST /join HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ntransfer-encoding: chunked\r\n"
            b"content-type: application/x-www-form-urlencoded\r\n\r\n")  # fmt: skip
    chunk = b"%x\r\n%s\r\n" % (8192, b"a" * 8192)
    sent = 0
    with connect(server) as connection, contextlib.suppress(OSError):
        connection.sendall(head)
        connection.settimeout(5)
        for _ in range(4000):
            connection.sendall(chunk)
            sent += len(chunk)
    assert sent < 4000 * len(chunk)
    others_play(server)


def test_invalid_bytes_are_no_server_errors(server: str) -> None:
    for asked in (
        b"GET /t/\xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /?code=%ff%fe HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: \xff\xfe\r\ncookie: person=\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\naccept-language: \xff\r\nreferer: \xff\r\n\r\n",
        b"GET /t/%00/%ff HTTP/1.1\r\nhost: x\r\n\r\n",
    ):
        with connect(server) as connection:
            connection.sendall(asked)
            connection.settimeout(PATIENCE)
            status = connection.recv(64)[9:10]
        assert status in (b"2", b"3", b"4"), asked


@pytest.mark.parametrize(
    ("frame", "codes"),
    # With so much under way, a connection may break before its client reads why.
    [(b"\xff\xfe" * 9, {1007}), (b"x" * 3_000_000, {1009, 1006})],
    ids=["bytes", "huge"],
)
def test_a_bad_frame_closes_only_its_own_socket(
    server: str, frame: bytes, codes: set[int]
) -> None:
    with Person(server, "Ana") as ana, ApiBot(server, make_token(ana, "Robo")) as robo:
        table = ana.play_now()
        with ana.live(table) as calm:
            ana.receive(calm)
            with ana.live(table) as page, socket_of(robo, table) as bot:
                for connection in (page, bot.connection):
                    with contextlib.suppress(ConnectionClosed):
                        connection.send(frame, text=True)
                        while True:
                            connection.recv(PATIENCE)
                    assert connection.close_code in codes
            calm.send('{"ping":1}')
            while "pong" not in ana.receive(calm):
                pass


def test_a_client_that_never_reads_does_not_delay_others(server: str) -> None:
    with Person(server, "Ana") as ana, contextlib.ExitStack() as stack:
        code = ana.play_now()
        for _ in range(12):
            stranger = stack.enter_context(Person(server))
            stack.enter_context(stranger.live(code, page="watch"))  # recv is never called
        with ana.live(code) as connection:
            for number in range(10):
                done = ana.do(code, "pace", bot_pace=("calm", "swift")[number % 2])
                while ana.receive(connection).get("number", 0) < done:
                    pass

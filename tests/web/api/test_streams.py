"""Streams: resumed, opened twice, slow, revoked; and presence."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any
from urllib.parse import urlsplit

import pytest

from kingup.web.api import streams
from tests.waiting import PATIENCE, wait_until
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person


def test_events_report_a_game_from_start_to_end(robo: ApiBot) -> None:
    with robo.stream("events") as events:
        code = robo.new_table(seats=3, bots=["page", "page"])
        start = next(events)
        assert start["type"] == "game-start"
        assert (start["table"], start["player"], start["edition"]) == (code, 0, "kingup")
        assert (start["seats"], start["options"]) == ([1, 1, 1], [])
        turns = 0
        for event in events:
            if event["type"] == "game-end":
                break
            assert event["type"] == "your-turn"
            assert event["table"] == code
            table = robo.get(f"/tables/{code}")
            if table["view"]["actions"]:
                robo.act(code, table["view"]["actions"][0], table["number"])
            turns += 1
    assert event["result"] in ("won", "lost", "shared")
    assert turns > 10


def test_a_new_event_stream_begins_with_current_games(robo: ApiBot) -> None:
    codes = {robo.new_table(seats=3, bots=["page", "page"]) for _ in range(3)}
    with robo.stream("events") as events:
        events_by_table: dict[str, Any] = {}
        while len(events_by_table) < 3:
            event = next(events)
            if event["type"] == "game-start":
                events_by_table[event["table"]] = event
    assert set(events_by_table) == codes
    for code in codes:
        robo.post(f"/tables/{code}/abandon")


def test_a_lost_seat_ends_the_game_for_a_bot(robo: ApiBot, ben: Person) -> None:
    code = ben.new_table(**{"seats": 3, "player-2": "page"})
    with robo.stream("events") as events:
        robo.post(f"/tables/{code}/sit")
        ben.do(code, "confirm", player=0, ready=1)
        assert next(event for event in events if event["table"] == code)["type"] == "game-start"
        ben.do(code, "give", player=1, to="bot", level="page")
        end = next(event for event in events if event["type"] == "game-end")
    assert (end["table"], end["result"]) == (code, "broken-off")


def test_a_game_stream_begins_with_the_whole_view_and_ends_with_the_game(robo: ApiBot) -> None:
    code = robo.new_table(edition="vive-le-roi", seats=2, options=["emissary"], bots=["page"])
    numbers = []
    with robo.stream(f"games/{code}") as lines:
        for table in lines:
            numbers.append(table["number"])
            actions = table["view"]["actions"]
            if actions and table["status"] == "playing":
                robo.act(code, actions[0], table["number"])
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 20
    with robo.stream(f"games/{code}") as lines:
        assert [line["status"] for line in lines] == ["over"]


def test_a_stream_resumes_after_a_given_number(robo: ApiBot) -> None:
    code = robo.new_table(seats=3)
    number = robo.get(f"/tables/{code}")["number"]
    with robo.stream(f"games/{code}?after={number}") as lines:
        robo.post(f"/tables/{code}/bot", {"player": 1, "level": "page"})
        assert next(lines)["number"] == number + 1
    with robo.stream(f"games/{code}?after={number}") as lines:
        assert next(lines)["number"] == number + 1
    robo.post(f"/tables/{code}/abandon")
    with robo.stream(f"games/{code}?after={number + 2}") as lines:
        assert list(lines) == []  # nothing was missed, and nothing will come


def test_two_streams_of_one_bot_receive_the_same(robo: ApiBot) -> None:
    code = robo.new_table(seats=3)
    with robo.stream(f"games/{code}") as one, robo.stream(f"games/{code}") as other:
        assert next(one) == next(other)
        robo.post(f"/tables/{code}/bot", {"player": 1, "level": "page"})
        assert next(one) == next(other)
    with robo.stream("events") as one, robo.stream("events") as other:
        again = robo.new_table(seats=3, bots=["page", "page"])
        first = [next(lines) for lines in (one, other)]
        assert first[0]["type"] == first[1]["type"] == "game-start"
        assert first[0]["table"] == first[1]["table"] == again
    robo.post(f"/tables/{again}/abandon")


def test_an_idle_stream_sends_keep_alive_lines(
    robo: ApiBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.1)
    code = robo.new_table(seats=3)
    with robo.http.stream("GET", f"/stream/games/{code}") as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["code"] == code
        assert next(lines) == ""


def test_a_revoked_token_ends_its_streams(
    ana: Person, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 3600.0)  # so that no keep-alive ends the stream
    token = make_token(ana, "Gone")
    with ApiBot(server, token) as bot:
        code = bot.new_table(seats=3)
        with bot.stream("events") as events, bot.stream(f"games/{code}") as lines:
            next(lines)
            id_ = bot.get("/me")["id"]
            ana.post(f"/me/tokens/{id_}/revoke")
            for stream in (events, lines):
                rest = list(stream)
                assert rest[-1]["type"] == "error"
                assert rest[-1]["code"] == "bad-token"


@pytest.mark.full
def test_a_slow_reader_holds_up_nobody_and_gets_the_newest_state(
    robo: ApiBot, server: str
) -> None:
    code = robo.new_table(seats=3, sit=False, bots=["page"] * 3, ready=False)
    place = urlsplit(server)
    with socket.create_connection((place.hostname or "", place.port or 0)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        request = (
            f"GET /api/stream/games/{code} HTTP/1.1\r\nHost: {place.netloc}\r\n"
            f"Authorization: Bearer {robo.token}\r\n\r\n"
        )
        line.sendall(request.encode())
        robo.post(f"/tables/{code}/start")
        wait_until(lambda: robo.get(f"/tables/{code}")["status"] == "over")
        line.settimeout(PATIENCE)
        received = b""
        while b"\r\n0\r\n" not in received:
            part = line.recv(65536)
            assert part
            received += part
    assert b'"status":"over"' in received


def test_an_open_stream_counts_as_presence(robo: ApiBot, ben: Person) -> None:
    code = ben.new_table(**{"seats": 3, "player-2": "page"})
    robo.post(f"/tables/{code}/sit")
    assert ", away" in ben.table(code)["page"]
    with robo.stream(f"games/{code}") as lines:
        next(lines)
        with ben.live(code) as live:
            assert ", away" not in ben.receive(live)["page"]


def test_abandoned_streams_are_closed(robo: ApiBot) -> None:
    code = robo.new_table(seats=3)
    for _ in range(80):  # more than may be open at the same time
        with robo.http.stream("GET", f"/stream/games/{code}") as answer:
            assert answer.status_code == 200


def test_too_many_streams_are_refused(ana: Person, server: str) -> None:
    with ApiBot(server, make_token(ana, "Many")) as bot:
        code = bot.new_table(seats=3)
        statuses: list[int] = []
        enough = threading.Event()

        def listen() -> None:
            with bot.http.stream("GET", f"/stream/games/{code}") as answer:
                statuses.append(answer.status_code)
                enough.wait(PATIENCE)

        threads = [threading.Thread(target=listen) for _ in range(70)]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(statuses) == 70)
        enough.set()
        for thread in threads:
            thread.join()
    assert statuses.count(429) == 6

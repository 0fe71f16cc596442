"""A server that stops loses nothing, and the next one continues its games."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from kingup.web.http.limits import ALLOWANCES
from tests.waiting import wait_until
from tests.web.server import Person, running, running_with_limits


def test_a_new_server_continues_games_of_the_same_database(tmp_path: Path) -> None:
    with Person("http://127.0.0.1:1", "Ana") as ana:
        with running(tmp_path) as address:
            move_to(ana, address)
            code = ana.play_now()
            wait_until(lambda: bool(ana.table(code)["turn"]))
            before = ana.table(code)
            fields = {"player": 0, "action": ana.actions(before["page"])[0], "key": "once"}
            number = ana.do(code, "act", number=before["number"], **fields)
        with running(tmp_path) as address:
            move_to(ana, address)
            # The cookie is still valid, the action is stored, and the bots play on.
            assert ana.do(code, "act", number=before["number"], **fields) >= number
            with ana.live(code, page="table", kind="game", after=before["number"]) as socket:
                caught_up = ana.receive(socket)
                assert caught_up["number"] >= number
                assert caught_up["beats"][0]["said"]
            wait_until(lambda: bool(ana.table(code)["turn"]))
            shown = ana.table(code)
            ana.do(code, "act", player=0, action=ana.actions(shown["page"])[0])
            assert f"/t/{code}" in ana.get("/").text


def move_to(person: Person, address: str) -> None:
    """Point a person's client at another server."""
    person.address = address
    person.http.base_url = address
    person.http.headers["origin"] = address


def test_a_server_stops_with_sockets_open(tmp_path: Path) -> None:
    with ExitStack() as stack:
        ana = stack.enter_context(Person("http://127.0.0.1:1", "Ana"))
        with running(tmp_path) as address:
            move_to(ana, address)
            code = ana.play_now()
            socket = stack.enter_context(ana.live(code, page="table"))
            ana.receive(socket)
        wait_until(lambda: socket.close_code is not None)
        assert socket.close_code == 1012  # service restart: the page will try again


def test_too_many_requests_are_refused_with_a_waiting_time(tmp_path: Path) -> None:
    with running_with_limits(tmp_path) as address, Person(address) as ana:
        for _ in range(int(ALLOWANCES["create"].burst)):
            assert ana.ask("/play", edition="kingup").status_code == 201
        refused = ana.ask("/play", edition="kingup")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert refused.headers["retry-after"] in refused.json()["error"]
        page = ana.post("/play", edition="kingup")
        assert page.status_code == 429
        assert "<html" in page.text
        guesses = [
            ana.get(f"/t/rook-2222{i}").status_code for i in "23456789abcdefghjkmnpqrst" * 2
        ]
        assert guesses[0] == 404
        assert guesses[-1] == 429
        assert ana.get("/").status_code == 200

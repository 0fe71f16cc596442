"""Actions over an open socket: the same as by a form, and counted once with it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from kingup.server.table_service import TableService
from kingup.store import Store
from kingup.web.http.limits import ALLOWANCES
from kingup.web.http.sockets import MOST_WAITING_ACTIONS, CloseSocket, SocketActions
from kingup.web.observability.metrics import Metrics
from kingup.web.observability.request_log import RequestLog
from tests.waiting import PATIENCE, wait_until, wait_until_async
from tests.web.browser_games.worlds import log_of
from tests.web.server import HURRIED, Person, running, running_with_limits


class Page:
    """A person's page with an open socket, and the messages it has received."""

    def __init__(self, person: Person, socket: ClientConnection) -> None:
        self.person = person
        self.socket = socket
        self.received: list[dict[str, Any]] = [person.receive(socket)]

    def send(self, command: str, id_: int = 1, **fields: Any) -> None:
        """Send a command over the socket without waiting for the answer."""
        form = [[name, str(value)] for name, value in fields.items()]
        self.socket.send(json.dumps({"do": command, "form": form, "id": id_}))

    def answer(self, id_: int = 1) -> dict[str, Any]:
        """Return the answer to a command."""
        while True:
            message = self.person.receive(self.socket)
            self.received.append(message)
            if message.get("id") == id_:
                return message

    def do(self, command: str, **fields: Any) -> dict[str, Any]:
        """Send a command over the socket, and return the answer."""
        self.send(command, **fields)
        return self.answer()

    def closes(self) -> int | None:
        """Return the code with which the socket is closed."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.person.receive(self.socket)
        return self.socket.close_code


@contextmanager
def page_of(person: Person, code: str, page: str = "table") -> Iterator[Page]:
    """Open a page of a table."""
    with person.live(code, page=page) as socket:
        yield Page(person, socket)


def table_at_turn(person: Person, code: str) -> dict[str, Any]:
    """Return the table once it is a person's turn."""
    while not (shown := person.table(code))["turn"]:
        pass
    return shown


def test_an_action_over_the_socket_is_answered_before_it_is_pushed(ana: Person) -> None:
    code = ana.play_now()
    with page_of(ana, code) as page:
        shown = table_at_turn(ana, code)
        action = ana.actions(shown["page"])[0]
        answer = page.do("act", player=0, action=action, number=shown["number"], key="k1")
        assert set(answer) == {"id", "status", "answer"}
        assert answer["status"] == 200
        number = answer["answer"]["number"]
        assert number > shown["number"]
        # Committed before the answer, and pushed to this page, as to any other, after it.
        assert all(message.get("number", 0) < number for message in page.received)
        assert ana.table(code)["number"] >= number
        while page.person.receive(page.socket).get("number", 0) < number:
            pass


def test_the_same_action_over_the_socket_and_by_a_form_counts_once(ana: Person) -> None:
    code = ana.play_now()
    shown = table_at_turn(ana, code)
    fields = {"player": 0, "action": ana.actions(shown["page"])[0], "number": shown["number"]}
    with page_of(ana, code) as page:
        first = page.do("act", **fields, key="same")
        again = page.do("act", **fields, key="same")
        form = ana.ask(f"/t/{code}/act", **fields, key="same")
        other = page.do("act", **fields, key="other")
    assert first["status"] == again["status"] == form.status_code == 200
    assert other["status"] == 409
    since = ana.table(code, kind="game", after=shown["number"])
    cue = {"kind": "placed", "who": fields["action"][0]}
    assert [beat["cue"] for beat in since["beats"]].count(cue) == 1


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_socket_refusals_match_those_of_forms(server: str, language: str) -> None:
    with Person(server, "Ana", language) as ana, Person(server, "Ben", language) as ben:
        code = ana.play_now()
        ben.get("/")
        table_at_turn(ana, code)  # nothing changes before she acts
        tries: list[tuple[Person, str, dict[str, Any]]] = [
            (ana, "act", {"player": 0, "action": "nonsense"}),
            (ana, "act", {"player": 0, "action": "A2", "number": 1}),
            (ana, "act", {"player": 9, "action": "A2"}),
            (ana, "act", {"player": "x", "action": "A2"}),
            (ana, "act", {}),
            (ana, "continue", {"player": 0}),
            (ben, "act", {"player": 0, "action": "A2"}),
            (ben, "continue", {"player": 0}),
        ]
        for person, command, fields in tries:
            with page_of(person, code, "watch" if person is ben else "table") as page:
                answer = page.do(command, **fields)
            form = person.ask(f"/t/{code}/{command}", **fields)
            assert answer["status"] == form.status_code >= 400, (command, fields)
            assert answer["answer"] == form.json(), (command, fields)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"do": "act"},
        {"do": "act", "id": 1},
        {"do": "act", "id": 1, "form": {}},
        {"do": "act", "id": 1, "form": [["player"]]},
        {"do": "act", "id": 1, "form": [["player", 0]]},
        {"do": "act", "id": 1, "form": [["action", "\ud800"]]},
        {"do": "act", "id": 1, "form": [["a", "b"]] * 300},
        {"do": "act", "id": "1", "form": []},
        {"do": "abandon", "id": 1, "form": [["sure", "1"]]},
        {"do": ["act"], "id": 1, "form": []},
        {"do": None, "id": 1, "form": []},
    ],
)
def test_nonsense_closes_the_socket_and_does_nothing(ana: Person, nonsense: Any) -> None:
    code = ana.play_now()
    ana.do(code, "pause")
    before = ana.table(code)["number"]
    with page_of(ana, code) as page:
        page.socket.send(json.dumps(nonsense))
        assert page.closes() in (1008, 1009)
    assert ana.table(code)["number"] == before


def test_a_flood_of_actions_closes_the_socket(ana: Person) -> None:
    code = ana.play_now()
    with page_of(ana, code) as page:
        with contextlib.suppress(ConnectionClosed):
            for id_ in range(2000):
                page.send("act", id_, player=0, action="nonsense")
        assert page.closes() == 1008
    assert ana.table(code)["number"]


def test_actions_over_a_socket_are_limited_like_forms(tmp_path: Path) -> None:
    with running_with_limits(tmp_path) as address, Person(address, "Ana") as ana:
        code = ana.play_now()
        with page_of(ana, code) as page:
            for _ in range(int(ALLOWANCES["act"].burst)):
                assert page.do("act", player=0, action="x")["status"] == 400
            refused = page.do("act", player=0, action="x")
        assert refused["status"] == 429
        assert set(refused["answer"]) == {"error"}
        assert ana.ask(f"/t/{code}/act", player=0, action="x").status_code == 429


def test_actions_over_a_socket_are_counted_by_route(tmp_path: Path) -> None:
    with_metrics = replace(HURRIED, metrics_for=("127.0.0.1",))
    with running(tmp_path, with_metrics) as address, Person(address, "Ana") as ana:
        code = ana.play_now()
        with page_of(ana, code) as page:
            assert page.do("act", player=0, action="x")["status"] == 400
        metrics = ana.get("/metrics").text
    assert 'kingup_requests_total{method="WS",route="/t/{code}/act",status="400"} 1.0' in metrics


class FakeSocket:
    """A socket that may be closed, and its actions."""

    def __init__(self) -> None:
        request_log = RequestLog(Metrics(), logged=False)
        self.actions = SocketActions(cast("WebSocket", self), request_log)
        self.sent: list[str | int] = []
        self.gone = False

    async def send_text(self, text: str) -> None:
        if self.gone:
            raise ConnectionError
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.sent.append(code)


async def test_actions_run_in_order_and_to_their_end_after_the_socket_has_closed() -> None:
    socket = FakeSocket()
    may_continue = asyncio.Event()
    done: list[str] = []

    async def slow(name: str) -> tuple[int, str]:
        await may_continue.wait()
        done.append(name)
        return 200, name

    names = [f"{n}" for n in range(MOST_WAITING_ACTIONS)]
    for name in names:
        socket.actions.add("/x", partial(slow, name))
    with pytest.raises(CloseSocket):
        socket.actions.add("/x", partial(slow, "one too many"))
    await asyncio.sleep(0)
    assert done == []
    socket.gone = True
    finishing = asyncio.create_task(socket.actions.finish())
    await asyncio.sleep(0)
    finishing.cancel()  # stops the waiting, not the actions
    may_continue.set()
    await socket.actions.finish()
    assert done == names
    assert socket.sent == []


async def test_an_action_that_fails_closes_the_socket_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    socket = FakeSocket()

    async def broken() -> tuple[int, str]:
        raise ValueError("what nobody has foreseen")

    socket.actions.add("/t/{code}/act", broken)
    await socket.actions.finish()
    assert socket.sent == [1011]
    assert "unhandled error in websocket action: route=/t/{code}/act" in caplog.text


def test_a_ping_is_answered_while_an_action_waits_for_the_database(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ana.play_now()
    table_at_turn(ana, code)
    may_continue = threading.Event()
    original = TableService.change

    async def slow(self: TableService, *given: Any, **named: Any) -> int:
        await wait_until_async(may_continue.is_set, "the action may go on")
        return await original(self, *given, **named)

    monkeypatch.setattr(TableService, "change", slow)
    with page_of(ana, code) as page:
        page.send("act", player=0, action="nonsense")
        page.socket.send('{"ping":1}')
        while "pong" not in (message := ana.receive(page.socket)):
            assert "answer" not in message
        may_continue.set()
        assert page.answer()["status"] == 400


def test_an_action_completes_although_its_socket_closes(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ana.play_now()
    shown = table_at_turn(ana, code)
    begun, may_continue = threading.Event(), threading.Event()
    original = Store.append

    async def slow(self: Store, *given: Any, **named: Any) -> None:
        begun.set()
        await wait_until_async(may_continue.is_set, "the action may go on")
        await original(self, *given, **named)

    monkeypatch.setattr(Store, "append", slow)
    with page_of(ana, code) as page:
        action = ana.actions(shown["page"])[0]
        page.send("act", player=0, action=action, number=shown["number"], key="k")
        assert begun.wait(PATIENCE)
    may_continue.set()  # after the socket was closed
    wait_until(lambda: ana.table(code)["number"] > shown["number"])


def test_a_stopping_server_completes_actions_begun_over_a_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    original = Store.append

    async def slow(self: Store, *given: Any, **named: Any) -> None:
        begun.set()
        await asyncio.sleep(0.5)
        await original(self, *given, **named)

    with running(tmp_path) as address, Person(address, "Ana") as ana:
        code = ana.play_now()
        shown = table_at_turn(ana, code)
        monkeypatch.setattr(Store, "append", slow)
        with page_of(ana, code) as page:
            action = ana.actions(shown["page"])[0]
            page.send("act", player=0, action=action, number=shown["number"], key="k")
            assert begun.wait(PATIENCE)
            monkeypatch.setattr(Store, "append", original)
    # The server was told to stop while it still wrote.
    assert len(log_of(tmp_path, code)) > shown["number"]

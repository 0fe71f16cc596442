"""Live pages: what is pushed, to whom, and what is not."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import time
from collections import Counter
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest
from starlette.datastructures import URL
from starlette.websockets import WebSocket, WebSocketState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from kingup.server.live_table import LiveTable
from kingup.tables import Event, Table, decisions
from kingup.web.live.scenes import Shown
from kingup.web.live.socket import LivePage
from kingup.web.observability.metrics import Metrics
from kingup.web.observability.request_log import RequestLog
from kingup.web.pages.common.view_context import SPECTATOR
from tests.server.table_services import table_of, table_service_at
from tests.waiting import PATIENCE, wait_until_async
from tests.web.bound_page import read, scene_in
from tests.web.server import Person
from tests.web.staged_page import StagedPage

PACES = ("swift", "brisk", "calm", "swift")
TEAMS = {"edition": "vive-le-roi", "seats": 3, "team": 0, "player-3": "page"}


def receive_until(person: Person, socket: ClientConnection, number: int) -> list[dict[str, Any]]:
    """Return the messages of a socket up to an event number."""
    received: list[dict[str, Any]] = []
    while not received or received[-1]["number"] < number:
        received.append(person.receive(socket))
    return received


def receive_all(person: Person, socket: ClientConnection) -> list[dict[str, Any]]:
    """Return the messages of a socket up to now.

    What was new before a ping is sent with the first answer or after it, but before the second.
    """
    received: list[dict[str, Any]] = []
    for _ in range(2):
        socket.send('{"ping":1}')
        while "pong" not in (message := person.receive(socket)):
            received.append(message)
    return received


def receive_page(person: Person, socket: ClientConnection, away: int) -> dict[str, Any]:
    """Return the first message whose page says of so many people that they are away."""
    while (message := person.receive(socket)).get("page", "").count(", away") != away:
        pass
    return message


def close_code(person: Person, socket: ClientConnection) -> int:
    """Return the code with which a socket is closed, after its last messages."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            person.receive(socket)
    assert socket.close_code is not None
    return socket.close_code


def test_a_page_is_sent_the_table_at_once_and_at_every_change(ana: Person, ben: Person) -> None:
    code = ana.new_table(seats=3)
    with ben.live(code, page="watch") as socket:
        first = ben.receive(socket)
        assert first["page"].startswith("<main")
        assert first["said"] == []
        assert set(first) == {"number", "page", "said", "title", "turn"}
        number = ana.do(code, "bot", player=1, level="page")
        received = receive_until(ben, socket, number)
        assert received[-1]["number"] == number
        assert received[-1]["page"] == ben.table(code, "watch")["page"]


def test_compressed_messages_hold_the_same_in_fewer_bytes(ana: Person) -> None:
    code = ana.play_now()
    ana.do(code, "pause")
    with ana.live(code, page="table", packed=1) as socket, ana.live(code, page="table") as plain:
        packed = socket.recv(PATIENCE)
        text = plain.recv(PATIENCE)
    assert isinstance(packed, bytes)
    assert isinstance(text, str)
    assert gzip.decompress(packed).decode() == text
    assert len(packed) < len(text.encode()) / 3


def test_a_page_that_was_away_catches_up_by_number(ana: Person) -> None:
    code = ana.play_now()
    with ana.live(code, page="table", after=0) as socket:
        before = ana.receive(socket)
    number = ana.do(code, "pause")
    with ana.live(code, page="table", kind="game", after=before["number"]) as socket:
        after = ana.receive(socket)
    assert after["number"] >= number
    assert after["missed"]
    page = StagedPage()
    page.receive(after)
    assert "The game is paused." in page.said
    assert page.scene == scene_in(read(ana.table(code)["page"]))


def test_merged_updates_announce_every_change(ana: Person, ben: Person) -> None:
    code = ana.play_now()
    with ben.live(code, page="watch") as socket:
        page, later = StagedPage(), StagedPage()
        page.receive(ben.receive(socket))
        seen = page.number
        while page.number < seen + 3:
            if ana.table(code)["turn"]:  # otherwise nothing would ever come
                action = ana.actions(ana.table(code)["page"])[0]
                ana.do(code, "act", player=0, action=action)
            page.receive(ben.receive(socket))
    later.receive(ben.table(code, "watch", kind="game", after=seen))
    assert page.said
    assert page.said == later.said[: len(page.said)]


@pytest.mark.parametrize(
    ("path", "close"),
    [
        ("rook-22222/live?page=table", 4404),
        ("nonsense/live", 4404),
        ("CODE/live?page=hand", 4403),
        ("CODE/live?page=table&as=0", 4403),
        ("CODE/live?page=table&as=x", 4403),
        ("CODE/live?page=secrets", 4404),
    ],
)
def test_forbidden_sockets_are_closed_before_the_first_byte(
    ana: Person, ben: Person, path: str, close: int
) -> None:
    code = ana.play_now()
    ben.get("/")
    address = f"{ben.address.replace('http', 'ws')}/t/{path.replace('CODE', code)}"
    cookie = f"person={ben.cookies['person']}"
    with connect(address, additional_headers={"cookie": cookie}, open_timeout=PATIENCE) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == close
        assert closed.value.rcvd.reason


def test_pages_of_other_sites_get_no_socket(ana: Person) -> None:
    code = ana.play_now()
    address = f"{ana.address.replace('http', 'ws')}/t/{code}/live"
    headers = {"cookie": f"person={ana.cookies['person']}", "origin": "http://evil.example"}
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers=headers, open_timeout=PATIENCE),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_losing_a_seat_closes_its_hand_page(server: str, ana: Person, ben: Person) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page"})
    ben.do(code, "sit", player=1, name="Ben", colour="")
    ana.do(code, "confirm", player=0)
    ben.do(code, "confirm", player=1)
    with ben.live(code, page="hand") as socket:
        ben.receive(socket)
        ana.do(code, "give", player=1, to="bot", level="page")
        assert close_code(ben, socket) == 4403


def test_a_ping_is_answered_with_the_time(ana: Person) -> None:
    code = ana.new_table()
    with ana.live(code, page="watch") as socket:
        ana.receive(socket)
        socket.send('{"ping":1}')
        assert abs(ana.receive(socket)["pong"] - time.time()) < 60


@pytest.mark.parametrize("nonsense", ["x", "[]", '"ping"', "[" * 3000, b"bytes", "{" * 5000])
def test_nonsense_closes_the_socket_and_nothing_else(ana: Person, nonsense: str | bytes) -> None:
    code = ana.new_table()
    with ana.live(code, page="watch") as socket, ana.live(code, page="watch") as other:
        ana.receive(socket)
        ana.receive(other)
        socket.send(nonsense)
        with pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE)
        other.send('{"ping":1}')
        assert ana.receive(other)["pong"]


def test_two_tabs_of_one_player_show_the_same(ana: Person) -> None:
    code = ana.play_now()
    with ana.live(code, page="table") as one, ana.live(code, page="table") as two:
        number = ana.do(code, "pause")
        scenes = []
        for socket in (one, two):
            page = StagedPage()
            for message in receive_until(ana, socket, number):
                page.receive(message)
            scenes.append(page.scene)
        assert scenes[0] == scenes[1]


def test_presence_changes_are_pushed_to_other_pages(ana: Person, ben: Person) -> None:
    code = ana.new_table(seats=3)
    ben.do(code, "sit", player=1, name="Ben", colour="")
    with ana.live(code, page="table") as socket:
        alone = receive_page(ana, socket, away=1)
        with ben.live(code, page="hand"):
            together = receive_page(ana, socket, away=0)
        assert together["number"] == alone["number"]
        assert together["page"] != alone["page"]
        assert together["said"] == []
        gone = receive_page(ana, socket, away=1)  # after the grace period for a page that reloads
        assert gone["page"] == alone["page"]


def test_only_teammates_see_where_a_player_points(server: str, ana: Person, ben: Person) -> None:
    code = ana.new_table(**TEAMS)
    with ExitStack() as stack:
        cleo = stack.enter_context(Person(server, "Cleo"))
        for person, player in ((ben, 1), (cleo, 2)):
            person.do(code, "sit", player=player, name=person.name, colour="")
        for player, person in enumerate((ana, ben, cleo)):
            person.do(code, "confirm", player=player)
        people = (ana, ben, cleo)
        lines = [stack.enter_context(person.live(code, page="table")) for person in people]
        watcher = stack.enter_context(cleo.live(code, page="watch"))
        lines[0].send('{"hover":"A"}')
        while "hover" not in (message := ben.receive(lines[1])):
            pass
        assert message == {"hover": {"player": 0, "who": "A"}}
        lines[0].send('{"hover":"?"}')
        while "hover" not in (message := ben.receive(lines[1])):
            pass
        assert message == {"hover": None}
        watcher.send('{"hover":"A"}')  # a spectator has no teammate
        for person, line in ((cleo, watcher), (cleo, lines[2]), (ana, lines[0])):
            assert not any("hover" in message for message in receive_all(person, line))


def paced(table: Table, pace: str) -> list[Event]:
    return decisions.change_pace(table, "ana", pace)


class FakeSocket:
    """A page's end of a socket: it reads when the test allows it, and sends nothing."""

    client_state = application_state = WebSocketState.CONNECTED
    query_params: ClassVar[dict[str, str]] = {"page": "watch"}
    url = URL("http://here/")

    def __init__(self, services: SimpleNamespace) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(services=services))
        self.state = SimpleNamespace(person="p")
        self.reads = asyncio.Event()
        self.sent: list[int] = []

    async def accept(self) -> None:
        """Accept every connection."""

    async def receive(self) -> Any:
        await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(json.loads(text)["number"])


async def test_a_slow_browser_delays_nobody_and_gets_the_newest_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = SimpleNamespace(has_news=False, is_open=True)
    monkeypatch.setattr("kingup.web.live.socket.ChatListener", lambda *_: chat)

    def draw(live: LiveTable, *_: object) -> tuple[bytes, Shown]:
        number = live.table.number
        return json.dumps({"number": number}).encode(), Shown("lobby", number, SPECTATOR)

    metrics = Metrics()
    services = SimpleNamespace(
        scenes=SimpleNamespace(first=draw, following=draw, forget=lambda live: None),
        metrics=metrics,
        request_log=RequestLog(metrics, logged=False),
        open_pages=Counter(),
        renderer=None,
        chat=None,
        settings=SimpleNamespace(address=None),
    )
    async with table_service_at(tmp_path) as service:
        live = await table_of(service, ["ana", "ben", "cleo", "dov"])
        slow, quick = FakeSocket(services), FakeSocket(services)
        quick.reads.set()
        pages = [
            asyncio.create_task(LivePage(cast("WebSocket", one), live).run())
            for one in (slow, quick)
        ]
        first = live.table.number
        for pace in PACES:
            await wait_until_async(lambda: quick.sent[-1:] == [live.table.number])
            await service.change(live.code, partial(paced, pace=pace))
        await wait_until_async(lambda: quick.sent[-1:] == [live.table.number])
        assert quick.sent == list(range(first, live.table.number + 1))
        assert slow.sent == []
        slow.reads.set()
        await wait_until_async(lambda: slow.sent[-1:] == [live.table.number])
        assert slow.sent == [first, live.table.number]
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
        assert not live.watched
        assert not services.open_pages


def test_a_page_is_sent_only_what_has_changed(ana: Person, ben: Person) -> None:
    code = ana.play_now()
    ana.do(code, "pause")
    with ben.live(code, page="watch") as socket:
        first = ben.receive(socket)
        assert first["page"].startswith("<main")
        number = ana.do(code, "resume")
        message = receive_until(ben, socket, number)[-1]
    assert set(message) == {"number", "beats", "title", "turn"}
    assert len(json.dumps(message)) < len(first["page"]) / 10


def test_a_page_that_shows_nothing_yet_is_sent_whole(ana: Person) -> None:
    code = ana.play_now()
    for kind, field in (("", "page"), ("lobby", "page"), ("result", "page"), ("game", "scene")):
        with ana.live(code, page="table", kind=kind, after=3) as socket:
            assert field in ana.receive(socket)

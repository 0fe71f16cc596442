"""A bot's socket at a table: the lines of the stream, and actions."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.waiting import PATIENCE, wait_until
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person


class Socket:
    """A bot's open socket."""

    def __init__(self, bot: ApiBot, connection: ClientConnection) -> None:
        self._bot = bot
        self.connection = connection

    def receive(self) -> dict[str, Any] | None:
        """Return the next message; None when the socket was closed."""
        try:
            text = self.connection.recv(PATIENCE)
        except ConnectionClosed:
            return None
        assert isinstance(text, str)
        self._bot.received.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while (message := self.receive()) is not None:
            yield message

    def send(self, **asked: Any) -> None:
        """Send an action without waiting for the answer."""
        self.connection.send(json.dumps(asked))

    def ask(self, **asked: Any) -> dict[str, Any]:
        """Send an action, and return its answer, past any updates in between."""
        self.send(**asked, id="mine")
        return next(message for message in self if message["type"] != "table")


@contextmanager
def socket_of(bot: ApiBot, code: str, query: str = "", **headers: str) -> Iterator[Socket]:
    """Open a bot's socket at a table."""
    address = str(bot.http.base_url).replace("http", "ws", 1).rstrip("/")
    given = {"authorization": f"Bearer {bot.token}", **headers}
    path = f"{address}/stream/games/{code}{query}"
    with connect(path, additional_headers=given, open_timeout=PATIENCE) as connection:
        yield Socket(bot, connection)


def test_a_whole_game_is_played_over_one_socket_which_ends_with_it(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    chance, numbers, done, table = random.Random(2), [], [], {}
    with socket_of(robo, code) as socket:
        for message in socket:
            if message["type"] == "done":
                done.append(message["number"])
                continue
            if message["type"] == "error":  # another player was faster
                assert message["code"] in ("moved-on", "illegal-action"), message
                continue
            table = message
            numbers.append(table["number"])
            actions = table["view"]["actions"]
            if actions and table["status"] == "playing" and table["number"] >= max([0, *done]):
                action = "Y" if "Y" in actions else chance.choice(actions)
                socket.send(action=action, number=table["number"], key=f"k{table['number']}")
        assert socket.connection.close_code == 1000
    assert table["status"] == "over"
    assert numbers == sorted(set(numbers))
    assert len(done) > 10
    assert done == sorted(set(done))


def test_the_lines_are_those_of_the_stream(robo: ApiBot) -> None:
    code = robo.new_table(seats=3)
    with robo.stream(f"games/{code}") as lines, socket_of(robo, code) as socket:
        assert next(lines) == socket.receive()
        robo.post(f"/tables/{code}/bot", {"player": 1, "level": "page"})
        assert next(lines) == socket.receive()
    with socket_of(robo, code, f"?after={robo.get(f'/tables/{code}')['number']}") as socket:
        robo.post(f"/tables/{code}/bot", {"player": 2, "level": "page"})
        update = socket.receive()
        assert update is not None
        assert update["players"][2]["level"] == "page"
    robo.post(f"/tables/{code}/abandon")
    with socket_of(robo, code) as socket:
        assert [message["status"] for message in socket] == ["abandoned"]


def test_an_answer_comes_before_the_resulting_update(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    with socket_of(robo, code) as socket:
        table = next(
            message for message in socket if message["view"] and message["view"]["actions"]
        )
        socket.send(action=table["view"]["actions"][0], number=table["number"], id=[1, "x"])
        answer = next(message for message in socket if message["type"] == "done")
        update = socket.receive()
    assert answer == {"type": "done", "id": [1, "x"], "number": answer["number"]}
    assert update is not None
    assert update["number"] >= answer["number"] > table["number"]
    robo.post(f"/tables/{code}/abandon")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_socket_refusals_match_those_of_requests(robo: ApiBot, language: str) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    wait_until(lambda: bool(robo.get(f"/tables/{code}")["view"]["actions"]))
    tries: list[dict[str, Any]] = [
        {"action": "nonsense"},
        {"action": "A9"},
        {"action": "A1", "number": 1},
        {"number": 3},
        {"action": 3},
        {"action": "A1", "number": "3"},
        {"action": "A1", "more": 1},
        {"action": "A" * 300},
        {"action": "\ud800"},
        {},
    ]
    path = f"/tables/{code}/act"
    with socket_of(robo, code, **{"accept-language": language}) as socket:
        for asked in tries:
            request = robo.http.post(
                path,
                content=json.dumps(asked),
                headers={"accept-language": language, "content-type": "application/json"},
            )
            assert request.status_code >= 400
            message = socket.ask(**asked)
            assert message == {"type": "error", "id": "mine", **request.json()}, asked
        for nonsense in ("x", "[]", "[" * 3000, b"{}"):
            socket.connection.send(nonsense)
            refused = next(message for message in socket if message["type"] != "table")
            assert (refused["type"], refused["id"]) == ("error", None)
            assert refused["code"] == "bad-request"
    robo.post(f"/tables/{code}/abandon")


def test_the_same_action_over_the_socket_and_by_a_request_counts_once(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    with socket_of(robo, code) as socket:
        table = next(
            message for message in socket if message["view"] and message["view"]["actions"]
        )
        asked = {"action": table["view"]["actions"][0], "number": table["number"], "key": "same"}
        first, again = socket.ask(**asked), socket.ask(**asked)
        request = robo.post(f"/tables/{code}/act", asked)
        other = socket.ask(**{**asked, "key": "other"})
    assert first["type"] == again["type"] == "done"
    assert request["number"] >= first["number"]
    assert other["type"] == "error"
    robo.post(f"/tables/{code}/abandon")


@pytest.mark.parametrize(
    ("token", "path", "status", "code"),
    [
        ("", "CODE", 401, "bad-token"),
        ("kingup_" + "x" * 43, "CODE", 401, "bad-token"),
        ("mine", "rook-22222", 404, "not-found"),
        ("mine", "nonsense", 404, "not-found"),
        ("mine", "CODE?after=x", 400, "bad-request"),
        ("mine", "CODE?after=99999999999", 400, "bad-request"),
    ],
)
def test_forbidden_sockets_are_refused_with_a_reason_before_they_open(
    robo: ApiBot, token: str, path: str, status: int, code: str
) -> None:
    table = robo.new_table(seats=3)
    given = {} if token == "mine" else {"authorization": f"Bearer {token}"}
    place, _, query = path.replace("CODE", table).partition("?")
    with (
        pytest.raises(InvalidStatus) as refused,
        socket_of(robo, place, f"?{query}" if query else "", **given),
    ):
        pass
    assert refused.value.response.status_code == status
    message = json.loads(refused.value.response.body or b"")
    assert message["code"] == code
    assert message["error"]


def test_a_spectator_receives_updates_and_cannot_act(
    robo: ApiBot, ana: Person, server: str
) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    with (
        ApiBot(server, make_token(ana, "Watcher")) as watcher,
        socket_of(watcher, code) as socket,
    ):
        first = socket.receive()
        assert first is not None
        assert first["you"] is None
        assert first["view"]["own"] is None
        assert socket.ask(action="A1")["code"] == "not-yours"
    robo.post(f"/tables/{code}/abandon")


def test_an_open_socket_counts_as_presence(robo: ApiBot, ana: Person) -> None:
    code = robo.new_table(seats=3)
    away = ana.table(code, "watch")["page"]
    with socket_of(robo, code) as socket:
        socket.receive()
        wait_until(lambda: ana.table(code, "watch")["page"] != away)
    robo.post(f"/tables/{code}/abandon")


def test_revoking_a_token_closes_its_sockets(ana: Person, server: str) -> None:
    token = make_token(ana, "Gone")
    with ApiBot(server, token) as bot:
        code = bot.new_table(seats=3)
        with socket_of(bot, code) as socket:
            socket.receive()
            name = bot.get("/me")["id"]
            ana.post(f"/me/tokens/{name}/revoke")
            message = list(socket)
            assert [one["code"] for one in message] == ["bad-token"]


def test_a_flood_of_actions_is_refused_or_disconnected(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    with socket_of(robo, code) as socket:
        try:
            for number in range(3000):
                socket.send(action="nonsense", id=number)
        except ConnectionClosed:
            pass
        else:
            assert any(message for message in socket if message.get("code"))
        assert socket.receive() is None or socket.connection.close_code in (None, 1008)
    assert robo.get(f"/tables/{code}")["number"]
    robo.post(f"/tables/{code}/abandon")

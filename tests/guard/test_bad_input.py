"""Bad input in forms, addresses and sockets: nothing breaks and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingup.web.http.protection import LARGEST_BODY
from tests.guard.access_table import ROWS, Row
from tests.guard.people import bearer_of, cookies_of, history, set_table
from tests.guard.requests import HERE, Answer, ask, open_socket
from tests.guard.test_matrix import ServerUnderTest

FORMS = [row for row in ROWS if row.method == "POST" and not row.is_api]
NAMES = sorted({name for row in FORMS for name, _ in row.fields} | {"key", "number", "x"})
KIND = ("content-type", "application/x-www-form-urlencoded")
FUZZ = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)

odd = st.sampled_from(
    ["", "0", "-1", "1e9", "9" * 30, "²", "٣", "NaN", "null", "\x00", "\r\n", "\ud7ff", "🂡" * 50,
     "%00", "../..", "<script>", "{}", "[]", "a" * 5000, "Y", "A2", "true"]
)  # fmt: skip
values = odd | st.text(max_size=60)
fields = st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=8)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerUnderTest]:
    opened = ServerUnderTest(tmp_path_factory.mktemp("bad"))
    yield opened
    opened.close()


def send_body(
    server: ServerUnderTest, row: Row, role: str, body: bytes, *more: tuple[str, str]
) -> Answer:
    """Send a body to a form at a new table; a refusal must change nothing."""
    code = server.table_for(row)
    before = server.written()
    headers = (("origin", HERE), ("accept", "application/json"), *(more or (KIND,)))
    answer: Answer = server.run(
        ask(
            server.app,
            "POST",
            row.path(code),
            headers=headers,
            cookies=cookies_of(server.app, role),
            body=body,
        )
    )
    assert answer.status < 500, (row.name, body, answer.body)
    if answer.status >= 400:
        assert server.written() == before, (row.name, body)
        assert answer.body
    return answer


@FUZZ
@given(st.sampled_from(FORMS), fields, st.sampled_from(["owner", "other", "nobody"]))
def test_no_fields_break_a_form(
    server: ServerUnderTest, row: Row, fields: list[tuple[str, str]], role: str
) -> None:
    body = "&".join(f"{name}={quote_plus(value, errors='replace')}" for name, value in fields)
    send_body(server, row, role, body.encode())


@FUZZ
@given(st.sampled_from(FORMS), st.binary(max_size=200))
def test_no_bytes_break_a_form(server: ServerUnderTest, row: Row, body: bytes) -> None:
    send_body(server, row, "owner", body)


@pytest.mark.parametrize(
    "row",
    [row for row in FORMS if row.fields and "/me/" not in row.route],
    ids=lambda row: row.name,
)
def test_large_and_multipart_forms_are_refused(server: ServerUnderTest, row: Row) -> None:
    assert send_body(server, row, "owner", b"a=" + b"x" * LARGEST_BODY).status in (413, 404)
    many = b"&".join(b"f%d=1" % number for number in range(2000))
    assert send_body(server, row, "owner", many).status < 500
    kind = ("content-type", "multipart/form-data; boundary=x")
    assert send_body(server, row, "owner", b"--x--", kind).status in (404, 415)


@FUZZ
@given(st.text(max_size=80), st.text(max_size=80))
def test_no_address_breaks_a_page(server: ServerUnderTest, path: str, query: str) -> None:
    asked = f"/t/{path.replace('?', '')}?page={quote_plus(query, errors='replace')}&as={query[:3]}"
    answer = server.run(ask(server.app, "GET", asked.encode("utf-8", "replace").decode()))
    assert answer.status < 500


@pytest.mark.parametrize(
    "message",
    ["", "[]", "null", "[" * 3000, '{"hover":' * 300, '{"hover":[1]}', '{"hover":{"a":1}}',
     "1e999", '{"ping":NaN}', '{"hover":"' + "A" * 3000 + '"}', "\x00"],
)  # fmt: skip
def test_no_message_breaks_a_socket(server: ServerUnderTest, message: str) -> None:
    async def exchange() -> None:
        code = await set_table(server.app, history("playing"))
        cookies = cookies_of(server.app, "owner")
        live = await server.app.state.services.tables.table(code)
        number = live.table.number
        async with open_socket(server.app, f"/t/{code}/live", cookies=cookies) as socket:
            await socket.receive()
            await socket.receive()
            socket.send(message)
            socket.send('{"ping":1}')
            received: Any = await socket.receive()
            while "pong" not in received.get("text", "") and received["type"] != "websocket.close":
                received = await socket.receive()
            assert received["type"] == "websocket.send" or received["code"] == 1008
        assert live.table.number == number

    server.run(exchange())


words = st.sampled_from(["do", "id", "form", "hover", "ping", "action", "number", "key", "more"])
scraps = odd | st.none() | st.booleans() | st.integers() | st.floats()
things = st.recursive(
    scraps, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4)
)
action_messages = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["act", "continue"]) | scraps,
        "id": st.integers(0, 9) | scraps,
        "form": st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=5) | things,
    }
)
message_lists = st.lists(
    st.dictionaries(words, things, max_size=5).map(json.dumps)
    | action_messages.map(json.dumps)
    | things.map(json.dumps)
    | st.text(max_size=40)
    | st.binary(max_size=40),
    min_size=1,
    max_size=5,
)


@FUZZ
@given(
    st.sampled_from(
        ["/t/CODE/live?kind=game", "/t/CODE/live?page=watch", "/api/stream/games/CODE"]
    ),
    message_lists,
    st.sampled_from(["owner", "other", "spectator"]),
)
def test_no_sequence_of_messages_breaks_a_socket_or_changes_a_table(
    server: ServerUnderTest, path: str, messages: list[str | bytes], role: str
) -> None:
    """For pages and bots: refused or disconnected, and only accepted actions are stored."""

    async def exchange() -> None:
        code = await set_table(server.app, history("playing"))
        live = await server.app.state.services.tables.table(code)
        number, bot = live.table.number, path.startswith("/api")
        headers = (("origin", HERE), *bearer_of(role))
        cookies = cookies_of(server.app, role)
        async with open_socket(
            server.app, path.replace("CODE", code), headers=headers, cookies=cookies
        ) as socket:
            for message in messages:
                kind = "bytes" if isinstance(message, bytes) else "text"
                socket.to_server.put_nowait({"type": "websocket.receive", kind: message})
            # A page answers this; a bot gets an error, as there is no such action.
            socket.send('{"ping":1,"action":"ping","id":"last"}' if bot else '{"ping":1}')
            received: list[Any] = [await socket.receive()]
            while received[-1]["type"] != "websocket.close":
                if any(end in received[-1].get("text", "") for end in ('"pong"', '"id":"last"')):
                    break
                received.append(await socket.receive())
        while not socket.from_server.empty():  # messages that were already under way
            received.append(socket.from_server.get_nowait())
        assert {one["code"] for one in received if one["type"] == "websocket.close"} <= {1008}
        texts = "".join(one.get("text", "") for one in received)
        granted = '"status":200' in texts or '"type":"done"' in texts
        assert live.table.number == number or granted

    server.run(exchange())


def test_host_names_and_languages_do_not_fill_the_cache(server: ServerUnderTest) -> None:
    async def kept_after_visits() -> int:
        code = await set_table(server.app, history("playing"))
        for number in range(60):
            headers = (("host", f"h{number}.example"), ("accept-language", f"x{number}"))
            address = f"/t/{code}/scene?page=watch&kind=game&after={number}"
            await ask(server.app, "GET", address, headers=headers)
        live = await server.app.state.services.tables.table(code)
        moments, beats = server.app.state.services.scenes.kept(live)
        assert moments <= live.table.number
        assert beats <= live.table.number
        return int(moments)

    assert server.run(kept_after_visits()) > 0

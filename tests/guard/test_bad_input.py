"""Bad input: whatever a form, an address or a socket says, nothing breaks and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingup.web.http.protection import LARGEST_BODY
from kingup.web.live.screens import MOST_DRAWN
from tests.guard.access_table import ROWS, Row
from tests.guard.people import bearer_of, cookies_of, history, set_table
from tests.guard.requests import HERE, Answer, ask, listening
from tests.guard.test_matrix import Stage, table_for

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
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    opened = Stage(tmp_path_factory.mktemp("bad"))
    yield opened
    opened.close()


def sent(stage: Stage, row: Row, role: str, body: bytes, *more: tuple[str, str]) -> Answer:
    """Send a body to a form at a new table; whatever is refused must change nothing."""
    code = stage.run(table_for(stage.app, row))
    before = stage.written()
    headers = (("origin", HERE), ("accept", "application/json"), *(more or (KIND,)))
    answer: Answer = stage.run(
        ask(
            stage.app,
            "POST",
            row.path(code),
            headers=headers,
            cookies=cookies_of(stage.app, role),
            body=body,
        )
    )
    assert answer.status < 500, (row.name, body, answer.body)
    if answer.status >= 400:
        assert stage.written() == before, (row.name, body)
        assert answer.body
    return answer


@FUZZ
@given(st.sampled_from(FORMS), fields, st.sampled_from(["owner", "other", "nobody"]))
def test_no_fields_break_a_form(
    stage: Stage, row: Row, fields: list[tuple[str, str]], role: str
) -> None:
    body = "&".join(f"{name}={quote_plus(value, errors='replace')}" for name, value in fields)
    sent(stage, row, role, body.encode())


@FUZZ
@given(st.sampled_from(FORMS), st.binary(max_size=200))
def test_no_bytes_break_a_form(stage: Stage, row: Row, body: bytes) -> None:
    sent(stage, row, "owner", body)


@pytest.mark.parametrize(
    "row",
    [row for row in FORMS if row.fields and "/me/" not in row.route],
    ids=lambda row: row.name,
)
def test_only_forms_of_a_sensible_size_are_read(stage: Stage, row: Row) -> None:
    assert sent(stage, row, "owner", b"a=" + b"x" * LARGEST_BODY).status in (413, 404)
    many = b"&".join(b"f%d=1" % number for number in range(2000))
    assert sent(stage, row, "owner", many).status < 500
    kind = ("content-type", "multipart/form-data; boundary=x")
    assert sent(stage, row, "owner", b"--x--", kind).status in (404, 415)


@FUZZ
@given(st.text(max_size=80), st.text(max_size=80))
def test_no_address_breaks_a_page(stage: Stage, path: str, query: str) -> None:
    asked = f"/t/{path.replace('?', '')}?page={quote_plus(query, errors='replace')}&as={query[:3]}"
    answer = stage.run(ask(stage.app, "GET", asked.encode("utf-8", "replace").decode()))
    assert answer.status < 500


@pytest.mark.parametrize(
    "said",
    ["", "[]", "null", "[" * 3000, '{"hover":' * 300, '{"hover":[1]}', '{"hover":{"a":1}}',
     "1e999", '{"ping":NaN}', '{"hover":"' + "A" * 3000 + '"}', "\x00"],
)  # fmt: skip
def test_no_word_breaks_a_socket(stage: Stage, said: str) -> None:
    async def talk() -> None:
        code = await set_table(stage.app, history("playing"))
        cookies = cookies_of(stage.app, "owner")
        live = await stage.app.state.services.tables.table(code)
        number = live.table.number
        async with listening(stage.app, f"/t/{code}/live", cookies=cookies) as socket:
            await socket.hear()
            await socket.hear()
            socket.say(said)
            socket.say('{"ping":1}')
            heard: Any = await socket.hear()
            while "pong" not in heard.get("text", "") and heard["type"] != "websocket.close":
                heard = await socket.hear()
            assert heard["type"] == "websocket.send" or heard["code"] == 1008
        assert live.table.number == number

    stage.run(talk())


words = st.sampled_from(["do", "id", "form", "hover", "ping", "action", "number", "key", "more"])
scraps = odd | st.none() | st.booleans() | st.integers() | st.floats()
things = st.recursive(
    scraps, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4)
)
deeds = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["act", "continue"]) | scraps,
        "id": st.integers(0, 9) | scraps,
        "form": st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=5) | things,
    }
)
messages = st.lists(
    st.dictionaries(words, things, max_size=5).map(json.dumps)
    | deeds.map(json.dumps)
    | things.map(json.dumps)
    | st.text(max_size=40)
    | st.binary(max_size=40),
    min_size=1,
    max_size=5,
)


@FUZZ
@given(
    st.sampled_from(["/t/CODE/live?parts=1", "/t/CODE/live?page=watch", "/api/stream/games/CODE"]),
    messages,
    st.sampled_from(["owner", "other", "spectator"]),
)
def test_no_words_break_a_socket_or_change_what_they_may_not(
    stage: Stage, path: str, said: list[str | bytes], role: str
) -> None:
    """Of pages and of bots: refused, or hung up on, and nothing is stored that was not granted."""

    async def talk() -> None:
        code = await set_table(stage.app, history("playing"))
        live = await stage.app.state.services.tables.table(code)
        number, bot = live.table.number, path.startswith("/api")
        headers = (("origin", HERE), *bearer_of(role))
        cookies = cookies_of(stage.app, role)
        async with listening(
            stage.app, path.replace("CODE", code), headers=headers, cookies=cookies
        ) as socket:
            for message in said:
                kind = "bytes" if isinstance(message, bytes) else "text"
                socket.said.put_nowait({"type": "websocket.receive", kind: message})
            # Which a page answers, and a bot is told that there is no such action.
            socket.say('{"ping":1,"action":"ping","id":"last"}' if bot else '{"ping":1}')
            heard: list[Any] = [await socket.hear()]
            while heard[-1]["type"] != "websocket.close":
                if any(end in heard[-1].get("text", "") for end in ('"pong"', '"id":"last"')):
                    break
                heard.append(await socket.hear())
        while not socket.sent.empty():  # what was begun is done to its end
            heard.append(socket.sent.get_nowait())
        assert {one["code"] for one in heard if one["type"] == "websocket.close"} <= {1008}
        told = "".join(one.get("text", "") for one in heard)
        granted = '"status":200' in told or '"type":"done"' in told
        assert live.table.number == number or granted

    stage.run(talk())


def test_nobody_fills_the_memory_with_names_of_hosts(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_DRAWN > 100
    monkeypatch.setattr("kingup.web.live.screens.MOST_DRAWN", 20)

    async def visits() -> int:
        code = await set_table(stage.app, history("open"))
        for number in range(60):
            host = (("host", f"h{number}.example"),)
            await ask(stage.app, "GET", f"/t/{code}/fragment?page=watch", headers=host)
        live = await stage.app.state.services.tables.table(code)
        return len(stage.app.state.services.screens._drawn[live][1])

    assert stage.run(visits()) <= 25

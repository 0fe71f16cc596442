"""Whatever anybody sends: a sentence, the right status, nothing lost, never our fault."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx2
import pytest

from kingup.web.api.errors import SLUGS
from tests.web.api.bots import ApiBot

POSTS: dict[str, dict[str, Any]] = {
    "/tables": {"edition": "kingup", "seats": 3},
    "/tables/{code}/sit": {"player": 1},
    "/tables/{code}/confirm": {"ready": True},
    "/tables/{code}/stand": {"player": 1},
    "/tables/{code}/bot": {"player": 1, "level": "page"},
    "/tables/{code}/act": {"action": "A4"},
    "/challenges": {"bot": "nobody", "table": "{code}"},
}
"""Everything that takes a body, with one that can be read."""

PLAIN = ["start", "pause", "resume", "abandon", "rematch", "leave", "return"]


def problem(answer: httpx2.Response, *statuses: int) -> str:
    """Return the word for what is wrong, after a look at the whole answer."""
    assert answer.status_code in statuses, (answer.status_code, answer.text)
    body = answer.json()
    assert set(body) == {"error", "code"}
    assert body["error"][0] == "“" or body["error"][0].isupper()
    assert body["error"].endswith(".")
    assert body["code"] in SLUGS
    return str(body["code"])


@pytest.fixture
def code(robo: ApiBot) -> str:
    return robo.new_table(seats=3)


BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"7",
    b'"text"',
    b"\xff\xfe",
    b"\x00",
    b"{" * 20_000,
    b'{"a":' * 5_000,
    b'{"unknown": 1}',
    b'{"player": 1e999}',
    b'{"player": NaN}',
]


@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_none_is_refused(robo: ApiBot, code: str, path: str) -> None:
    before = robo.get(f"/tables/{code}")
    headers = {"content-type": "application/json"}
    for body in BODIES:
        if body == b"" and path.endswith(("sit", "confirm", "stand")):
            continue  # there, nothing has a meaning
        answer = robo.http.post(path.format(code=code), content=body, headers=headers)
        assert problem(answer, 400) == "bad-request"
    assert robo.get(f"/tables/{code}") == before


@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_too_large_is_refused(robo: ApiBot, code: str, path: str) -> None:
    body = json.dumps({**POSTS[path], "title": "x" * 100_000}).encode()
    answer = robo.http.post(
        path.format(code=code), content=body, headers={"content-type": "application/json"}
    )
    assert problem(answer, 413) == "too-large"


@pytest.mark.parametrize("path", POSTS)
def test_a_form_is_not_json(robo: ApiBot, code: str, path: str) -> None:
    answer = robo.http.post(path.format(code=code), data={"player": "1", "action": "A4"})
    assert problem(answer, 415) == "not-json"


@pytest.mark.parametrize("path", POSTS)
def test_every_field_of_the_wrong_kind_is_named(robo: ApiBot, code: str, path: str) -> None:
    scraps: list[Any] = [{}, [[]], 1.5, "\x00" * 300, -1, 10**30, [None]]
    for field in POSTS[path]:
        for wrong in scraps:
            body = {**POSTS[path], field: wrong}
            answer = robo.http.post(path.format(code=code), json=body)
            assert problem(answer, 400) in ("bad-request", "impossible-game")
            if answer.json()["code"] == "bad-request":
                assert f"“{field}" in answer.json()["error"]


@pytest.mark.parametrize("path", POSTS)
def test_half_a_character_is_no_text(robo: ApiBot, code: str, path: str) -> None:
    for field, value in POSTS[path].items():
        if isinstance(value, str):
            body = json.dumps({**POSTS[path], field: "\ud800"}).encode()
            answer = robo.http.post(
                path.format(code=code), content=body, headers={"content-type": "application/json"}
            )
            assert problem(answer, 400) == "bad-request"


GETS = ["/tables/{code}", "/tables/{code}/record.json", "/tables/{code}/record.txt"]


@pytest.mark.parametrize("missing", ["rook-22222", "x", "🐙", "..%2f..", "%00", "a" * 3000])
def test_a_table_that_does_not_exist_is_a_sentence_everywhere(robo: ApiBot, missing: str) -> None:
    for path in [*GETS, "/stream/games/{code}"]:
        answer = robo.http.get(path.format(code=missing))
        assert problem(answer, 404) == "not-found"
    for path, body in POSTS.items():
        if "{code}" in path:
            answer = robo.http.post(path.format(code=missing), json=body)
            assert problem(answer, 404) == "not-found"
    for deed in PLAIN:
        assert problem(robo.http.post(f"/tables/{missing}/{deed}"), 404) == "not-found"


def test_strangers_can_do_nothing_at_a_table(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    robo.post(f"/tables/{code}/pause")  # so that nothing else happens meanwhile
    before = robo.get(f"/tables/{code}")
    for deed in PLAIN:
        problem(gizmo.http.post(f"/tables/{code}/{deed}"), 403, 409)
    for path, body in POSTS.items():
        if "{code}" in path:
            problem(gizmo.http.post(path.format(code=code), json=body), 403, 409)
    assert robo.get(f"/tables/{code}") == before


def test_a_stale_answer_is_refused_and_a_repeated_one_done_once(robo: ApiBot) -> None:
    code = robo.new_table(edition="vive-le-roi", seats=3, sit=True, bots=["page", "page"])
    while True:
        table = robo.get(f"/tables/{code}")
        if table["view"]["actions"]:
            break
    action = table["view"]["actions"][0]
    body = {"action": action, "number": table["number"], "key": "once"}
    first = robo.http.post(f"/tables/{code}/act", json=body)
    assert first.status_code == 200
    again = robo.http.post(f"/tables/{code}/act", json=body)
    assert again.status_code == 200  # done already
    acts = sum(
        move["seat"] == 0 for move in robo.get(f"/tables/{code}")["view"]["rounds"][0]["moves"]
    )
    assert acts <= 2  # mine once, and perhaps the stand-in's never
    late = robo.http.post(f"/tables/{code}/act", json={**body, "key": "other"})
    assert problem(late, 409) == "moved-on"


def test_what_the_rules_forbid_is_said(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    for action in ("Z9", "?", "Y", "throne", "<script>", "ambition"):
        answer = robo.http.post(f"/tables/{code}/act", json={"action": action})
        assert problem(answer, 400, 409) == "illegal-action"


@pytest.mark.parametrize(
    "setting",
    [
        {"seats": 9},
        {"seats": 0},
        {"seats": []},
        {"seats": [3, 3, 3]},
        {"seats": 2},
        {"options": ["ambition"]},
        {"edition": "vive-le-roi", "options": ["nonsense"]},
        {"bots": ["page"] * 5},
        {"bots": ["page"] * 4},
        {"bots": ["nobody"]},
        {"pace": {"kind": "seconds", "amount": 1}},
        {"pace": {"kind": "years", "amount": 1}},
        {"title": "x" * 100},
        {"edition": "chess"},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_a_sentence(robo: ApiBot, setting: dict[str, Any]) -> None:
    problem(robo.http.post("/tables", json=setting), 400, 409)


@pytest.mark.parametrize("seats", [9, 99, [1] * 9])
def test_too_many_seats_are_the_rules_business(robo: ApiBot, seats: Any) -> None:
    answer = robo.http.post("/tables", json={"edition": "kingup", "seats": seats})
    assert problem(answer, 400) == "impossible-game"
    number = seats if isinstance(seats, int) else len(seats)
    assert answer.json()["error"] == f"King Up! is for 3 to 6 seats, not {number}."


@pytest.mark.parametrize(
    ("body", "field"),
    [
        *(({"seats": seats}, "seats") for seats in ("3", None, 3.5, -1, 10**12, {"x": 1})),
        ({"options": ["ambition", 1]}, "options.1"),
        ({"pace": {"kind": "none", "amount": "1"}}, "pace.amount"),
    ],
    ids=str,
)
def test_a_wrong_field_is_called_by_its_name(
    robo: ApiBot, body: dict[str, Any], field: str
) -> None:
    answer = robo.http.post("/tables", json=body)
    assert problem(answer, 400) == "bad-request"
    assert answer.json()["error"].startswith(f"The field “{field}” has the wrong type")


@pytest.mark.parametrize("after", ["-1", "x", "1e3", "9" * 30, "", "1.5"])
def test_a_strange_number_to_go_on_after_is_refused(robo: ApiBot, code: str, after: str) -> None:
    answer = robo.http.get(f"/stream/games/{code}?after={after}")
    assert problem(answer, 400) == "bad-request"


def test_what_is_not_there_and_what_cannot_be_asked_like_that(robo: ApiBot, code: str) -> None:
    for path in ("/", "/nothing", "/tables/", f"/tables/{code}/nothing", "/stream", "/docs"):
        assert problem(robo.http.get(path), 404) == "not-found"
    for path in ("/me", f"/tables/{code}", "/stream/events"):
        assert problem(robo.http.post(path, json={}), 405) == "wrong-method"
        assert problem(robo.http.delete(path), 405) == "wrong-method"
    for path in (f"/tables/{code}/act", "/tables/x/sit", f"/challenges/{'x' * 900}/accept"):
        assert problem(robo.http.put(path), 405) == "wrong-method"


def test_errors_speak_the_askers_language(robo: ApiBot) -> None:
    said = {
        language: robo.http.get("/tables/rook-22222", headers={"accept-language": language})
        for language in ("en", "fr", "it")
    }
    assert len({answer.json()["error"] for answer in said.values()}) == 3
    assert {answer.json()["code"] for answer in said.values()} == {"not-found"}


def test_noise_is_never_our_fault(robo: ApiBot, code: str) -> None:
    chance = random.Random(7)
    scraps: list[Any] = [None, True, 0, -5, 1.5, "", "A4", "é", "\x00", [], [1], {}, 10**12]
    fields = ["player", "action", "level", "ready", "seats", "edition", "bot", "table", "x"]
    for _ in range(250):
        path = chance.choice(list(POSTS)).format(code=code)
        body = {chance.choice(fields): chance.choice(scraps) for _ in range(chance.randrange(4))}
        answer = robo.http.post(path, json=body)
        assert answer.status_code < 500, (path, body)
        if answer.status_code >= 400:
            problem(answer, answer.status_code)

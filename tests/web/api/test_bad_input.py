"""Bad input gets an explanation and the right status, and changes nothing."""

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
"""Every route that takes a body, with a readable one."""

COMMANDS = ["start", "pause", "resume", "abandon", "rematch", "leave", "return"]


def problem(answer: httpx2.Response, *statuses: int) -> str:
    """Return the error code of an answer, after a check of the whole answer."""
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
def test_an_unreadable_body_is_refused(robo: ApiBot, code: str, path: str) -> None:
    before = robo.get(f"/tables/{code}")
    headers = {"content-type": "application/json"}
    for body in BODIES:
        if body == b"" and path.endswith(("sit", "confirm", "stand")):
            continue  # an empty body is allowed there
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
def test_a_form_instead_of_json_is_refused(robo: ApiBot, code: str, path: str) -> None:
    answer = robo.http.post(path.format(code=code), data={"player": "1", "action": "A4"})
    assert problem(answer, 415) == "not-json"


@pytest.mark.parametrize("path", POSTS)
def test_errors_name_fields_of_the_wrong_type(robo: ApiBot, code: str, path: str) -> None:
    wrong_values: list[Any] = [{}, [[]], 1.5, "\x00" * 300, -1, 10**30, [None]]
    for field in POSTS[path]:
        for wrong in wrong_values:
            body = {**POSTS[path], field: wrong}
            answer = robo.http.post(path.format(code=code), json=body)
            assert problem(answer, 400) in ("bad-request", "impossible-game")
            if answer.json()["code"] == "bad-request":
                assert f"“{field}" in answer.json()["error"]


@pytest.mark.parametrize("path", POSTS)
def test_a_lone_surrogate_is_refused(robo: ApiBot, code: str, path: str) -> None:
    for field, value in POSTS[path].items():
        if isinstance(value, str):
            body = json.dumps({**POSTS[path], field: "\ud800"}).encode()
            answer = robo.http.post(
                path.format(code=code), content=body, headers={"content-type": "application/json"}
            )
            assert problem(answer, 400) == "bad-request"


GETS = ["/tables/{code}", "/tables/{code}/record.json", "/tables/{code}/record.txt"]


@pytest.mark.parametrize("missing", ["rook-22222", "x", "🐙", "..%2f..", "%00", "a" * 3000])
def test_a_missing_table_is_not_found_on_every_route(robo: ApiBot, missing: str) -> None:
    for path in [*GETS, "/stream/games/{code}"]:
        answer = robo.http.get(path.format(code=missing))
        assert problem(answer, 404) == "not-found"
    for path, body in POSTS.items():
        if "{code}" in path:
            answer = robo.http.post(path.format(code=missing), json=body)
            assert problem(answer, 404) == "not-found"
    for command in COMMANDS:
        assert problem(robo.http.post(f"/tables/{missing}/{command}"), 404) == "not-found"


def test_strangers_can_do_nothing_at_a_table(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    robo.post(f"/tables/{code}/pause")  # so that nothing else happens meanwhile
    before = robo.get(f"/tables/{code}")
    for command in COMMANDS:
        problem(gizmo.http.post(f"/tables/{code}/{command}"), 403, 409)
    for path, body in POSTS.items():
        if "{code}" in path:
            problem(gizmo.http.post(path.format(code=code), json=body), 403, 409)
    assert robo.get(f"/tables/{code}") == before


def test_a_stale_action_is_refused_and_a_repeated_one_counts_once(robo: ApiBot) -> None:
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
    assert acts <= 2  # the bot's own action once, and perhaps one of its stand-in
    late = robo.http.post(f"/tables/{code}/act", json={**body, "key": "other"})
    assert problem(late, 409) == "moved-on"


def test_an_illegal_action_is_refused(robo: ApiBot) -> None:
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
def test_an_impossible_table_is_refused(robo: ApiBot, setting: dict[str, Any]) -> None:
    problem(robo.http.post("/tables", json=setting), 400, 409)


@pytest.mark.parametrize("seats", [9, 99, [1] * 9])
def test_too_many_seats_are_refused_by_the_rules(robo: ApiBot, seats: Any) -> None:
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
def test_errors_give_the_path_of_a_nested_field(
    robo: ApiBot, body: dict[str, Any], field: str
) -> None:
    answer = robo.http.post("/tables", json=body)
    assert problem(answer, 400) == "bad-request"
    assert answer.json()["error"].startswith(f"The field “{field}” has the wrong type")


@pytest.mark.parametrize("after", ["-1", "x", "1e3", "9" * 30, "", "1.5"])
def test_an_invalid_after_number_is_refused(robo: ApiBot, code: str, after: str) -> None:
    answer = robo.http.get(f"/stream/games/{code}?after={after}")
    assert problem(answer, 400) == "bad-request"


def test_unknown_paths_and_wrong_methods_are_refused(robo: ApiBot, code: str) -> None:
    for path in ("/", "/nothing", "/tables/", f"/tables/{code}/nothing", "/stream", "/docs"):
        assert problem(robo.http.get(path), 404) == "not-found"
    for path in ("/me", f"/tables/{code}", "/stream/events"):
        assert problem(robo.http.post(path, json={}), 405) == "wrong-method"
        assert problem(robo.http.delete(path), 405) == "wrong-method"
    for path in (f"/tables/{code}/act", "/tables/x/sit", f"/challenges/{'x' * 900}/accept"):
        assert problem(robo.http.put(path), 405) == "wrong-method"


def test_errors_are_in_the_language_of_the_request(robo: ApiBot) -> None:
    answers = {
        language: robo.http.get("/tables/rook-22222", headers={"accept-language": language})
        for language in ("en", "fr", "it")
    }
    assert len({answer.json()["error"] for answer in answers.values()}) == 3
    assert {answer.json()["code"] for answer in answers.values()} == {"not-found"}


def test_random_input_never_causes_a_server_error(robo: ApiBot, code: str) -> None:
    chance = random.Random(7)
    wrong_values: list[Any] = [None, True, 0, -5, 1.5, "", "A4", "é", "\x00", [], [1], {}, 10**12]
    fields = ["player", "action", "level", "ready", "seats", "edition", "bot", "table", "x"]
    for _ in range(250):
        path = chance.choice(list(POSTS)).format(code=code)
        body = {
            chance.choice(fields): chance.choice(wrong_values) for _ in range(chance.randrange(4))
        }
        answer = robo.http.post(path, json=body)
        assert answer.status_code < 500, (path, body)
        if answer.status_code >= 400:
            problem(answer, answer.status_code)

"""Records that people bring: watched at their own address, or refused with a sentence."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

import pytest

from kingup import Game
from kingup.notation import write_json, write_text
from tests.guard.requests import HERE, Answer, post
from tests.web.pages.lobby.lobbies import game_played
from tests.web.pages.replay.test_replay_routes import Server, perspective_in

GAME = game_played("vive-le-roi", ["Ann", ["Ben", "Cleo"], "Dan"], ["ambition"], 4)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("records"))
    yield running
    running.close()


def bring(server: Server, text: str, accept: str = "text/html") -> Answer:
    headers = (("origin", HERE), ("accept", accept))
    answer: Answer = server.run(post(server.app, "/replay", [("record", text)], headers=headers))
    return answer


def test_text_and_json_of_a_game_have_one_address(server: Server) -> None:
    places = {
        bring(server, text).header("location") for text in (write_text(GAME), write_json(GAME))
    }
    (place,) = places
    assert re.fullmatch(r"/replay/[a-z2-7]{16}/r1\.0", place)
    page = server.get(place).text
    assert perspective_in(page) == "public"
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        assert f">{name}</bdi>" in page
    base = place.removesuffix("/r1.0")
    message = server.get(f"{base}/rounds/3?as=2", accept="application/json").json()
    assert message["last"] is True
    last = message["moments"][-1]["name"]
    assert f'data-moment="{last}"' in server.get(f"{base}/end?as=open").text
    assert server.get(f"{base}/r1.999").status == 404
    assert server.get(f"{base}/rounds/9").status == 404
    assert server.get(base).status == 200


def unfinished() -> str:
    game = Game("kingup", seats=3, seed=1)
    game.play(game.to_act[0], "A3")
    return write_text(game)


def changed(key: str, value: object) -> str:
    return json.dumps({**json.loads(write_json(GAME)), key: value})


def damaged() -> str:
    record = json.loads(write_json(GAME))
    record["rounds"][1]["moves"].pop(3)
    return json.dumps(record)


REFUSED = {
    "empty": ("  \n", "Paste a record here"),
    "foreign": ('{"event": "chess"}', "A game record has"),
    "prose": ("1. e4 e5 2. Nf3", "Line 1"),
    "damaged": (damaged(), "rounds[1]"),
    "unfinished": (unfinished(), "not finished"),
    "oversized": ("x" * 16_001, "at most 16000 characters"),
    "another format": (changed("version", 99), "reads version"),
    "other rules": (changed("rules", "9.0.0"), "under version 9.0.0 of the rules"),
    "half": (write_json(GAME)[:300], "JSON"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_anything_else_is_refused_beside_the_field(server: Server, case: str) -> None:
    text, reason = REFUSED[case]
    answer = bring(server, text)
    assert answer.status == 409
    sentence = re.search(r'id="record-error" role="alert">([^<]+)<', answer.text)
    assert sentence is not None
    assert reason in html.unescape(sentence[1])
    assert 'aria-invalid="true" aria-describedby="record-error"' in answer.text
    as_json = bring(server, text, "application/json")
    assert as_json.json() == {"error": html.unescape(sentence[1]), "field": "record"}


def test_markup_in_a_record_stays_text(server: Server) -> None:
    game = game_played("kingup", ["<b>Ann", "Ben\u202e", "C" * 300], [], 2)
    game.tags["event"] = "<i>Cup\u202e"
    place = bring(server, write_json(game)).header("location")
    page = server.get(place.replace("r1.0", "r2.4")).text
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann" in page
    assert "&lt;i&gt;Cup" in page
    assert "\u202e" not in page
    assert "C" * 81 not in page
    picture = server.get(place.replace("r1.0", "pictures/r2.4.svg?as=open"))
    assert picture.status == 200
    assert "\u202e" not in picture.text
    assert "<b>Ann" not in picture.text
    assert server.get(place.replace("r1.0", "pictures/r2.4.jpg")).status == 200


def test_an_unknown_record_does_not_exist(server: Server) -> None:
    for name in ("aaaaaaaaaaaaaaaa", "AAAAAAAAAAAAAAAA", "x", "a" * 400):
        for rest in ("", "/r1.0", "/rounds/1"):
            assert server.get(f"/replay/{name}{rest}").status == 404


def test_a_record_expires(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = bring(server, write_json(game_played("kingup", 4, [], 9))).header("location")
    tables = server.app.state.services.tables
    now = tables.clock()
    assert server.get(place).status == 200
    monkeypatch.setattr(tables, "clock", lambda: now + 91 * 86_400)
    assert server.get(place).status == 404

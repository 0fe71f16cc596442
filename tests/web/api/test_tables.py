"""Bots set tables, sit down, get ready, play beside people, and are asked to tables."""

from __future__ import annotations

import threading

import pytest

from kingup.notation import read_json
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person


def test_a_bot_sets_a_table_and_plays_against_bots_of_ours(robo: ApiBot) -> None:
    code = robo.new_table(edition="vive-le-roi", seats=3, bots=["page", "page"])
    table = robo.play(code)
    assert table["you"] == 0
    assert [player["level"] for player in table["players"]] == [None, "page", "page"]
    assert [player["owner"] for player in table["players"]] == ["Ana", "", ""]
    assert table["view"]["winners"] is not None


def test_a_table_that_is_asked_for_again_under_its_key_is_the_same_one(
    robo: ApiBot, gizmo: ApiBot
) -> None:
    asked = {"seats": 3, "ready": False, "key": "once"}
    first, again = (robo.new_table(**asked) for _ in range(2))
    assert again == first
    assert len({first, robo.new_table(**{**asked, "key": "twice"}), gizmo.new_table(**asked)}) == 3


def test_a_table_of_a_bot_can_be_set_in_every_detail(robo: ApiBot) -> None:
    code = robo.new_table(
        edition="vive-le-roi",
        seats=[2, 1],
        options=["emissary", "ambition"],
        pace={"kind": "seconds", "amount": 30},
        title="Duel",
        private=False,
        ready=False,
    )
    table = robo.get(f"/tables/{code}")
    assert table["seats"] == [2, 1]
    assert table["options"] == ["ambition", "emissary"]
    assert table["pace"] == {"kind": "seconds", "amount": 30}
    assert table["title"] == "Duel"
    assert table["host"] is True
    assert [bool(player) for player in table["players"]] == [True, False, False]
    assert table["players"][0]["ready"] is False
    assert table["view"] is None
    assert code in [one["code"] for one in robo.get("/tables")["tables"]]


def test_a_bot_sits_down_at_a_persons_table_and_everybody_sees_whose_it_is(
    robo: ApiBot, ben: Person
) -> None:
    code = ben.new_table(**{"seats": 3, "player-2": "page"})
    robo.post(f"/tables/{code}/sit")
    page = ben.get(f"/t/{code}").text
    assert "Robo" in page
    assert "<bdi>Ana</bdi>’s bot" in page
    ben.do(code, "confirm", player=0, ready=1)
    table = robo.get(f"/tables/{code}")
    assert (table["status"], table["you"], table["host"]) == ("playing", 1, False)
    assert table["view"]["viewer"] == 1
    assert "Ana’s bot" in ben.get(f"/t/{code}").text


def test_people_can_play_against_their_own_bots(ana: Person, server: str) -> None:
    code = ana.new_table(seats=3)
    for name in ("One", "Two"):
        with ApiBot(server, make_token(ana, name)) as bot:
            bot.post(f"/tables/{code}/sit")
    ana.do(code, "confirm", player=0, ready=1)
    assert 'data-phase="place"' in ana.table(code)["html"]


def test_two_bots_of_one_name_are_told_apart(ana: Person, robo: ApiBot, server: str) -> None:
    code = robo.new_table(seats=3)
    with ApiBot(server, make_token(ana, "Robo")) as twin:
        twin.post(f"/tables/{code}/sit")
        names = [player and player["name"] for player in twin.get(f"/tables/{code}")["players"]]
    assert names == ["Robo", "Robo 2", None]


def test_a_bot_is_not_waited_for_between_rounds_but_people_are(
    robo: ApiBot, gizmo: ApiBot
) -> None:
    code = robo.new_table(seats=3, bots=["page"])
    gizmo.post(f"/tables/{code}/sit")
    others = threading.Thread(target=gizmo.play, args=(code, 2))
    others.start()
    table = robo.play(code)
    others.join()
    assert table["status"] == "over"
    assert table["view"]["round"] == 3


def test_standing_up_and_being_ready_or_not(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3, ready=False)
    gizmo.post(f"/tables/{code}/sit", {"player": 2, "colour": 8, "ready": False})
    gizmo.post(f"/tables/{code}/confirm")
    gizmo.post(f"/tables/{code}/confirm", {"ready": False})
    assert gizmo.get(f"/tables/{code}")["players"][2]["ready"] is False
    assert gizmo.get(f"/tables/{code}")["players"][2]["colour"] == 8
    assert gizmo.post(f"/tables/{code}/stand", {"player": 0}, 403)["code"] == "not-yours"
    gizmo.post(f"/tables/{code}/stand")
    assert gizmo.get(f"/tables/{code}")["you"] is None
    assert gizmo.post(f"/tables/{code}/stand", None, 403)["code"] == "not-yours"
    robo.post(f"/tables/{code}/bot", {"player": 2, "level": "page"})
    assert gizmo.post(f"/tables/{code}/bot", {"player": 1}, 403)["code"] == "not-yours"


def test_the_host_pauses_resumes_and_gives_up(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    assert gizmo.post(f"/tables/{code}/pause", None, 403)["code"] == "not-yours"
    robo.post(f"/tables/{code}/pause")
    assert robo.get(f"/tables/{code}")["status"] == "paused"
    assert robo.act(code, "A1").json()["code"] == "not-now"
    robo.post(f"/tables/{code}/resume")
    robo.post(f"/tables/{code}/leave")
    assert robo.get(f"/tables/{code}")["players"][0]["standing_in"] is True
    robo.post(f"/tables/{code}/return")
    assert robo.get(f"/tables/{code}")["players"][0]["standing_in"] is False
    robo.post(f"/tables/{code}/abandon")
    assert robo.get(f"/tables/{code}")["status"] == "abandoned"
    again = robo.post(f"/tables/{code}/rematch")["code"]
    assert robo.get(f"/tables/{code}")["next"] == again
    assert robo.get(f"/tables/{again}")["status"] == "playing"  # bots are ready at once


def test_a_game_of_bots_of_ours_alone_is_begun_by_its_host(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, sit=False, bots=["page"] * 3)
    assert robo.get(f"/tables/{code}")["status"] == "open"
    robo.post(f"/tables/{code}/start")
    with robo.stream(f"games/{code}") as lines:
        tables = list(lines)
    assert tables[-1]["status"] == "over"
    assert {table["you"] for table in tables} == {None}


def test_records_are_given_out_when_the_game_is_over(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    assert robo.get(f"/tables/{code}/record.json", 409)["code"] == "not-now"
    robo.play(code)
    game = read_json(robo.http.get(f"/tables/{code}/record.json").text)
    assert game.is_over
    assert robo.http.get(f"/tables/{code}/record.txt").text.startswith("[Game")
    mine = robo.get("/me/games")["tables"]
    assert mine[0]["code"] == code
    assert mine[0]["scores"] == list(game.scores)


def test_no_bot_joins_people_who_pass_one_device_around(robo: ApiBot, ben: Person) -> None:
    places = {"name-0": "Ben", "name-1": "Bea", "player-2": ""}
    code = ben.new_table(**{"seats": 3, "screens": "passed", "private": "0", **places})
    assert robo.post(f"/tables/{code}/sit", None, 409)["code"] == "not-now"
    assert code not in [one["code"] for one in robo.get("/tables")["tables"]]


# Challenges.


def test_a_bot_that_listens_is_asked_to_a_table_and_comes(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page"])
    with gizmo.stream("events") as events:
        id_ = gizmo.get("/me")["id"]
        assert id_ in [bot["id"] for bot in robo.get("/bots")["bots"]]
        asked = robo.post("/challenges", {"bot": id_, "table": code}, 201)
        assert (asked["table"], asked["by"]) == (code, "Robo")
        event = next(events)
        assert event == {"type": "challenge", "challenge": asked}
        assert gizmo.get("/challenges")["challenges"] == [asked]
        gizmo.post(f"/challenges/{asked['id']}/accept")
        assert next(events)["type"] == "game-start"
    assert gizmo.get("/challenges")["challenges"] == []
    assert gizmo.post(f"/challenges/{asked['id']}/accept", None, 404)["code"] == "not-found"


def test_a_challenge_waits_for_a_bot_that_comes_later(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3)
    id_ = gizmo.get("/me")["id"]
    asked = robo.post("/challenges", {"bot": id_, "table": code}, 201)
    assert robo.post("/challenges", {"bot": id_, "table": code}, 201) == asked  # once is enough
    with gizmo.stream("events") as events:
        assert next(events)["challenge"] == asked
    gizmo.post(f"/challenges/{asked['id']}/decline")
    assert gizmo.get("/challenges")["challenges"] == []


def test_nobody_is_asked_to_a_table_that_is_not_ones_own_or_full(
    robo: ApiBot, gizmo: ApiBot, ben: Person, server: str
) -> None:
    code = ben.new_table(seats=3)
    id_ = gizmo.get("/me")["id"]
    assert robo.post("/challenges", {"bot": id_, "table": code}, 403)["code"] == "not-yours"
    full = robo.new_table(seats=3, bots=["page", "page"])
    assert robo.post("/challenges", {"bot": id_, "table": full}, 409)["code"] == "not-now"
    assert robo.post("/challenges", {"bot": "nobody", "table": full}, 404)["code"] == "not-found"
    mine = robo.new_table(seats=3)
    with ApiBot(server, make_token(ben, "Solo")) as solo:
        asked = robo.post("/challenges", {"bot": "Solo", "table": mine}, 201)  # by name
        assert solo.get("/challenges")["challenges"] == [asked]
    make_token(ben, "Solo")
    assert robo.post("/challenges", {"bot": "Solo", "table": mine}, 409)["code"] == "not-now"


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_nobody_answers_anothers_challenge(robo: ApiBot, gizmo: ApiBot, answer: str) -> None:
    code = robo.new_table(seats=3)
    asked = robo.post("/challenges", {"bot": gizmo.get("/me")["id"], "table": code}, 201)
    assert robo.post(f"/challenges/{asked['id']}/{answer}", None, 404)["code"] == "not-found"

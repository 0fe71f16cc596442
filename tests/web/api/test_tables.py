"""Bots create tables, sit down, get ready, play with people, and are invited to tables."""

from __future__ import annotations

import threading

import pytest

from kingup.notation import read_json
from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person


def test_a_bot_creates_a_table_and_plays_against_built_in_bots(robo: ApiBot) -> None:
    code = robo.new_table(edition="vive-le-roi", seats=3, bots=["page", "page"])
    table = robo.play(code)
    assert table["you"] == 0
    assert [player["level"] for player in table["players"]] == [None, "page", "page"]
    assert [player["owner"] for player in table["players"]] == ["Ana", "", ""]
    assert table["view"]["winners"] is not None


def test_repeating_a_create_request_with_its_key_returns_the_same_table(
    robo: ApiBot, gizmo: ApiBot
) -> None:
    challenge = {"seats": 3, "ready": False, "key": "once"}
    first, again = (robo.new_table(**challenge) for _ in range(2))
    assert again == first
    assert (
        len({first, robo.new_table(**{**challenge, "key": "twice"}), gizmo.new_table(**challenge)})
        == 3
    )


def test_a_bot_can_choose_every_setting_of_a_table(robo: ApiBot) -> None:
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


def test_a_bot_at_a_persons_table_is_shown_with_its_owner(robo: ApiBot, ben: Person) -> None:
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
    assert 'data-phase="place"' in ana.table(code)["page"]


def test_two_bots_of_one_name_are_told_apart(ana: Person, robo: ApiBot, server: str) -> None:
    code = robo.new_table(seats=3)
    with ApiBot(server, make_token(ana, "Robo")) as namesake:
        namesake.post(f"/tables/{code}/sit")
        names = [
            player and player["name"] for player in namesake.get(f"/tables/{code}")["players"]
        ]
    assert names == ["Robo", "Robo 2", None]


def test_the_next_round_waits_for_people_but_not_for_bots(robo: ApiBot, gizmo: ApiBot) -> None:
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


def test_only_the_host_pauses_resumes_and_abandons(robo: ApiBot, gizmo: ApiBot) -> None:
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


def test_a_game_of_built_in_bots_is_started_by_its_host(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, sit=False, bots=["page"] * 3)
    assert robo.get(f"/tables/{code}")["status"] == "open"
    robo.post(f"/tables/{code}/start")
    with robo.stream(f"games/{code}") as lines:
        tables = list(lines)
    assert tables[-1]["status"] == "over"
    assert {table["you"] for table in tables} == {None}


def test_records_are_available_when_the_game_is_over(robo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page", "page"])
    assert robo.get(f"/tables/{code}/record.json", 409)["code"] == "not-now"
    robo.play(code)
    game = read_json(robo.http.get(f"/tables/{code}/record.json").text)
    assert game.is_over
    assert robo.http.get(f"/tables/{code}/record.txt").text.startswith("[Game")
    mine = robo.get("/me/games")["tables"]
    assert mine[0]["code"] == code
    assert mine[0]["scores"] == list(game.scores)


def test_bots_cannot_join_a_pass_around_table(robo: ApiBot, ben: Person) -> None:
    places = {"name-0": "Ben", "name-1": "Bea", "player-2": ""}
    code = ben.new_table(**{"seats": 3, "screens": "passed", "private": "0", **places})
    assert robo.post(f"/tables/{code}/sit", None, 409)["code"] == "not-now"
    assert code not in [one["code"] for one in robo.get("/tables")["tables"]]


# Challenges.


def test_a_listening_bot_receives_and_accepts_a_challenge(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3, bots=["page"])
    with gizmo.stream("events") as events:
        id_ = gizmo.get("/me")["id"]
        assert id_ in [bot["id"] for bot in robo.get("/bots")["bots"]]
        challenge = robo.post("/challenges", {"bot": id_, "table": code}, 201)
        assert (challenge["table"], challenge["by"]) == (code, "Robo")
        event = next(events)
        assert event == {"type": "challenge", "challenge": challenge}
        assert gizmo.get("/challenges")["challenges"] == [challenge]
        gizmo.post(f"/challenges/{challenge['id']}/accept")
        assert next(events)["type"] == "game-start"
    assert gizmo.get("/challenges")["challenges"] == []
    assert gizmo.post(f"/challenges/{challenge['id']}/accept", None, 404)["code"] == "not-found"


def test_a_challenge_waits_for_a_bot_that_connects_later(robo: ApiBot, gizmo: ApiBot) -> None:
    code = robo.new_table(seats=3)
    id_ = gizmo.get("/me")["id"]
    challenge = robo.post("/challenges", {"bot": id_, "table": code}, 201)
    assert (
        robo.post("/challenges", {"bot": id_, "table": code}, 201) == challenge
    )  # once is enough
    with gizmo.stream("events") as events:
        assert next(events)["challenge"] == challenge
    gizmo.post(f"/challenges/{challenge['id']}/decline")
    assert gizmo.get("/challenges")["challenges"] == []


def test_challenges_to_foreign_or_full_tables_are_refused(
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
        challenge = robo.post("/challenges", {"bot": "Solo", "table": mine}, 201)  # by name
        assert solo.get("/challenges")["challenges"] == [challenge]
    make_token(ben, "Solo")
    assert robo.post("/challenges", {"bot": "Solo", "table": mine}, 409)["code"] == "not-now"


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_bots_cannot_answer_another_bots_challenge(
    robo: ApiBot, gizmo: ApiBot, answer: str
) -> None:
    code = robo.new_table(seats=3)
    challenge = robo.post("/challenges", {"bot": gizmo.get("/me")["id"], "table": code}, 201)
    assert robo.post(f"/challenges/{challenge['id']}/{answer}", None, 404)["code"] == "not-found"

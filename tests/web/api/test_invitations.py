"""Waiting bots are listed in a table's lobby and can be invited there."""

from __future__ import annotations

import pytest

from kingup.server.waiting_bot import MOST_SHOWN, WaitingBot, waiting_bots
from kingup.tables import TableSetting
from kingup.web.pages.lobby.view_model import lobby
from tests.waiting import wait_until
from tests.web.api.bots import ApiBot, make_token
from tests.web.pages.lobby import lobbies
from tests.web.server import Person

TITLE = "Bots waiting for a game"


def shown(person: Person, code: str) -> str:
    """Return a table's page as a script fetches it."""
    html: str = person.table(code)["page"]
    return html


def test_a_person_invites_a_waiting_bot_and_plays_with_it(
    gizmo: ApiBot, ana: Person, cleo: Person
) -> None:
    code = ana.new_table(**{"seats": 3, "player-2": "page"})
    assert TITLE not in shown(ana, code)
    id_ = gizmo.get("/me")["id"]
    with gizmo.stream("events") as events:
        wait_until(lambda: "Gizmo" in shown(ana, code))
        page = shown(ana, code)
        assert TITLE in page
        assert "<bdi>Ben</bdi>’s bot" in page
        assert TITLE not in shown(cleo, code)  # people without a seat cannot invite
        ana.do(code, "challenge", bot=id_)
        challenge = next(events)["challenge"]
        assert (challenge["table"], challenge["by"]) == (code, "Ana")
        assert "invited" in shown(ana, code)
        ana.do(code, "challenge", bot=id_)  # once is enough
        assert gizmo.get("/challenges")["challenges"] == [challenge]
        gizmo.post(f"/challenges/{challenge['id']}/accept")
        page = shown(ana, code)
        assert TITLE not in page  # no other bot waits, and no seat is free
        assert "<bdi>Ben</bdi>’s bot" in page
        ana.do(code, "confirm", player=0, ready=1)
        assert next(events)["type"] == "game-start"


def test_the_lobby_follows_a_bot_that_declines_or_leaves(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    with gizmo.stream("events") as events:
        wait_until(lambda: "Gizmo" in shown(ana, code))
        ana.do(code, "challenge", bot="Gizmo")
        challenge = next(events)["challenge"]
        gizmo.post(f"/challenges/{challenge['id']}/decline")
        page = shown(ana, code)
        assert "invited" not in page
        assert "Invite it" in page
    wait_until(lambda: TITLE not in shown(ana, code))


def test_waiting_bots_are_pushed_to_open_pages(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    with ana.live(code, page="table") as line:
        assert "Gizmo" not in ana.receive(line)["page"]
        with gizmo.stream("events"):
            wait_until(lambda: "Gizmo" in ana.receive(line)["page"])
        wait_until(lambda: "Gizmo" not in ana.receive(line)["page"])


def test_bots_can_be_invited_without_scripts(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    with gizmo.stream("events") as events:
        wait_until(lambda: "Gizmo" in shown(ana, code))
        back = ana.post(f"/t/{code}/challenge", bot="Gizmo")
        assert (back.status_code, back.headers["location"]) == (303, f"/t/{code}")
        assert "invited" in ana.get(f"/t/{code}").text
        assert next(events)["challenge"]["table"] == code
    ana.post(f"/t/{code}/challenge", bot="nobody at all")
    assert "There is no bot “nobody at all”." in ana.get(f"/t/{code}").text


@pytest.mark.parametrize(
    ("bot", "status"),
    [("", 404), ("x" * 500, 404), ("\x00", 400), ("‮👑", 404), ("Robo", 200)],
    ids=["empty", "long", "nul", "odd", "by name"],
)
def test_inviting_an_unknown_bot_is_refused(
    robo: ApiBot, ben: Person, bot: str, status: int
) -> None:
    code = ben.new_table(seats=3)
    answer = ben.ask(f"/t/{code}/challenge", bot=bot)
    assert answer.status_code in (status, 409), answer.text  # several may be called Robo by now
    if status != 200:
        assert answer.json()["error"].endswith(".")
        assert len(answer.json()["error"]) < 100


def test_strangers_full_tables_and_shared_devices_cannot_invite_bots(
    robo: ApiBot, gizmo: ApiBot, ana: Person, ben: Person, server: str
) -> None:
    id_ = gizmo.get("/me")["id"]
    code = ana.new_table(seats=3)
    assert ben.ask(f"/t/{code}/challenge", bot=id_).status_code == 403
    full = ana.new_table(**{"seats": 3, "player-1": "page", "player-2": "page"})
    assert ana.ask(f"/t/{full}/challenge", bot=id_).status_code == 409
    places = {"name-0": "Ana", "name-1": "Ada", "player-2": ""}
    passed = ana.new_table(**{"seats": 3, "screens": "passed", **places})
    with gizmo.stream("events"):
        wait_until(lambda: TITLE in shown(ana, code))
        assert TITLE not in shown(ana, passed)
        answer = ana.ask(f"/t/{passed}/challenge", bot=id_)
    assert (answer.status_code, "no bot from outside can join" in answer.text) == (409, True)
    with Person(server, "Zoe", "it") as zoe:
        error = zoe.ask(f"/t/{code}/challenge", bot=id_).json()["error"]
    assert error == "Questo lo può fare solo chi siede al tavolo."


def test_a_seated_bot_is_not_invited_again(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    gizmo.post(f"/tables/{code}/sit")
    with gizmo.stream("events"):
        answer = ana.ask(f"/t/{code}/challenge", bot=gizmo.get("/me")["id"])
        assert (answer.status_code, "Gizmo" in answer.text) == (409, True)
        assert TITLE not in shown(ana, code)


def test_a_table_invites_twenty_bots_at_most(server: str, ana: Person) -> None:
    code = ana.new_table(seats=3)
    statuses = []
    for owner in ("First", "Second"):
        with Person(server, owner) as person:
            for number in range(11):
                make_token(person, f"{owner} {number}")
                answer = ana.ask(f"/t/{code}/challenge", bot=f"{owner} {number}")
                statuses.append(answer.status_code)
    assert statuses == [200] * 20 + [409] * 2
    assert "Enough bots" in answer.json()["error"]


def test_pages_do_not_contain_the_id_of_a_bots_owner(
    gizmo: ApiBot, ana: Person, ben: Person
) -> None:
    code = ana.new_table(seats=3)
    owner = str(ben.cookies["person"]).partition(".")[0]
    with gizmo.stream("events"):
        wait_until(lambda: "Gizmo" in shown(ana, code))
    assert owner not in "".join(ana.received)


# What a lobby lists.


def test_own_bots_come_first_and_long_lists_are_replaced_by_a_name_field() -> None:
    many = tuple(WaitingBot(f"id{n}", f"Bot {n:02}", "Ada", "ada") for n in range(MOST_SHOWN + 3))
    mine = WaitingBot("mine", "Zed", "Nora", lobbies.HOST)
    found = waiting_bots((*many, mine), lobbies.HOST)
    assert found.bots[0].mine
    assert [one.name for one in found.bots[1:3]] == ["Bot 00", "Bot 01"]
    assert (len(found.bots), found.more) == (MOST_SHOWN, 4)
    table = lobbies.table(TableSetting(), lobbies.sat(0, "Nora"))
    page = lobbies.page_of(table, lobbies.viewer(0), (*many, mine))
    assert "Your bot" in page
    assert 'id="guest-name"' in page
    assert "4 more are waiting" in page
    stranger = lobby(table, lobbies.viewer(person=None), lobbies.PRESENT, lobbies.ADDRESS, many)
    assert not stranger.waiting.bots

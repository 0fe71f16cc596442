"""Bots that wait for games, seen and asked from a table's lobby in the browser."""

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
    html: str = person.table(code)["html"]
    return html


def test_a_person_sees_who_waits_asks_and_plays_with_the_bot(
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
        assert TITLE not in shown(cleo, code)  # who does not sit here asks nobody
        ana.do(code, "challenge", bot=id_)
        asked = next(events)["challenge"]
        assert (asked["table"], asked["by"]) == (code, "Ana")
        assert "invited" in shown(ana, code)
        ana.do(code, "challenge", bot=id_)  # once is enough
        assert gizmo.get("/challenges")["challenges"] == [asked]
        gizmo.post(f"/challenges/{asked['id']}/accept")
        page = shown(ana, code)
        assert TITLE not in page  # nobody else waits, and no seat is free
        assert "<bdi>Ben</bdi>’s bot" in page
        ana.do(code, "confirm", player=0, ready=1)
        assert next(events)["type"] == "game-start"


def test_a_bot_that_declines_or_leaves_is_seen_to(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    with gizmo.stream("events") as events:
        wait_until(lambda: "Gizmo" in shown(ana, code))
        ana.do(code, "challenge", bot="Gizmo")
        asked = next(events)["challenge"]
        gizmo.post(f"/challenges/{asked['id']}/decline")
        page = shown(ana, code)
        assert "invited" not in page
        assert "Invite it" in page
    wait_until(lambda: TITLE not in shown(ana, code))


def test_an_open_page_is_told_who_comes_and_goes(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    with ana.live(code, page="table") as line:
        assert "Gizmo" not in ana.hear(line)["html"]
        with gizmo.stream("events"):
            wait_until(lambda: "Gizmo" in ana.hear(line)["html"])
        wait_until(lambda: "Gizmo" not in ana.hear(line)["html"])


def test_plain_forms_ask_bots_too(gizmo: ApiBot, ana: Person) -> None:
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
def test_who_cannot_be_found_is_said(robo: ApiBot, ben: Person, bot: str, status: int) -> None:
    code = ben.new_table(seats=3)
    answer = ben.ask(f"/t/{code}/challenge", bot=bot)
    assert answer.status_code in (status, 409), answer.text  # several may be called Robo by now
    if status != 200:
        assert answer.json()["error"].endswith(".")
        assert len(answer.json()["error"]) < 100


def test_strangers_full_tables_and_shared_devices_ask_nobody(
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
        said = zoe.ask(f"/t/{code}/challenge", bot=id_).json()["error"]
    assert said == "Questo lo può fare solo chi siede al tavolo."


def test_a_bot_that_sits_there_is_not_asked_again(gizmo: ApiBot, ana: Person) -> None:
    code = ana.new_table(seats=3)
    gizmo.post(f"/tables/{code}/sit")
    with gizmo.stream("events"):
        answer = ana.ask(f"/t/{code}/challenge", bot=gizmo.get("/me")["id"])
        assert (answer.status_code, "Gizmo" in answer.text) == (409, True)
        assert TITLE not in shown(ana, code)


def test_a_table_asks_twenty_bots_at_most(server: str, ana: Person) -> None:
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


def test_no_byte_tells_who_owns_a_bot(gizmo: ApiBot, ana: Person, ben: Person) -> None:
    code = ana.new_table(seats=3)
    owner = str(ben.cookies["person"]).partition(".")[0]
    with gizmo.stream("events"):
        wait_until(lambda: "Gizmo" in shown(ana, code))
    assert owner not in "".join(ana.received)


# What a lobby lists.


def test_ones_own_bots_come_first_and_a_crowd_is_asked_by_name() -> None:
    crowd = tuple(WaitingBot(f"id{n}", f"Bot {n:02}", "Ada", "ada") for n in range(MOST_SHOWN + 3))
    mine = WaitingBot("mine", "Zed", "Nora", lobbies.HOST)
    found = waiting_bots((*crowd, mine), lobbies.HOST)
    assert found.bots[0].mine
    assert [one.name for one in found.bots[1:3]] == ["Bot 00", "Bot 01"]
    assert (len(found.bots), found.more) == (MOST_SHOWN, 4)
    table = lobbies.table(TableSetting(), lobbies.sat(0, "Nora"))
    page = lobbies.renderer().page(
        table,
        lobbies.looker(0),
        present=lobbies.THERE,
        address=lobbies.ADDRESS,
        waiting_bots=(*crowd, mine),
    )
    assert "Your bot" in page
    assert 'id="guest-name"' in page
    assert "4 more are waiting" in page
    stranger = lobby(table, lobbies.looker(person=None), lobbies.THERE, lobbies.ADDRESS, crowd)
    assert not stranger.waiting.bots

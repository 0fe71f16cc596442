"""The table before the game: everybody sees who sits where; the host sees the tools."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from kingup.tables import Event, Table, TableSetting, decisions
from kingup.web.pages.common.view_context import Page
from kingup.web.pages.lobby.view_model import lobby
from kingup.web.pages.table.curtain import curtain
from kingup.web.pages.table.menu import menu
from kingup.web.pages.table.reclaim import reclaim_page
from tests.web.pages.lobby.lobbies import (
    ADDRESS,
    HOST,
    THERE,
    after,
    bot,
    looker,
    played_on,
    renderer,
    sat,
    table,
)

TEAMS = TableSetting(edition="vive-le-roi", seats=(1, 2, 1), options=("ambition",))


def test_a_guest_is_offered_the_free_places_and_pennants_only() -> None:
    made = table(TEAMS, sat(0, "Nora"), bot(3, "chancellor"))
    shown = lobby(made, looker(person=None), THERE, ADDRESS)
    assert shown.may_sit
    assert [chair.player for chair in shown.free] == [1, 2]
    taken = {chair.colour for chair in shown.chairs if not chair.free}
    assert {p.colour for p in shown.pennants if p.taken} == taken
    assert not any(chair.may_free for chair in shown.chairs)
    page = renderer().page(made, looker(person=None), present=THERE, address=ADDRESS)
    assert "/sit" in page
    assert "/bot" not in page
    assert "/abandon" not in page


def test_the_host_may_seat_bots_and_free_seats() -> None:
    made = table(TEAMS, sat(0, "Nora"), sat(1, "Tomasz", "tomasz"), bot(3))
    page = renderer().page(made, looker(0), present=THERE, address=ADDRESS)
    for tool in ("/bot", "/stand", "/confirm", "/abandon"):
        assert f"/t/{made.code}{tool}" in page
    assert "Cheers for its favourites" in page


def test_who_sits_and_is_not_ready_is_asked() -> None:
    made = table(TableSetting(), sat(0, "Nora"), bot(1), bot(2), bot(3))
    shown = lobby(made, looker(0), THERE, ADDRESS)
    assert shown.you_act
    assert "Nora" in shown.waits


def test_bots_alone_wait_for_the_host() -> None:
    made = table(TableSetting(), bot(0), bot(1), bot(2), bot(3))
    assert f"/t/{made.code}/start" in renderer().page(
        made, looker(), present=THERE, address=ADDRESS
    )


def test_the_board_shows_the_invitation_and_no_form_of_the_table() -> None:
    made = table(TableSetting(screens="board"), sat(0, "Nora"))
    page = renderer().page(made, looker(person=None, page="board"), present=THERE, address=ADDRESS)
    assert f"{ADDRESS}/t/{made.code}" in page
    assert "qr.svg" in page
    assert "data-live" not in page


def test_a_person_who_is_not_connected_is_away() -> None:
    made = table(TableSetting(), sat(0, "Nora"), sat(1, "Tomasz", "tomasz"))
    chairs = lobby(made, looker(0), THERE, ADDRESS).chairs
    assert [chair.away for chair in chairs[:2]] == [False, True]


@pytest.mark.parametrize("page", ["table", "board", "watch"])
def test_everybody_sees_what_binds_the_server_before_anybody_sits_down(page: Page) -> None:
    made = table(TableSetting())
    guest = looker(person=None, page=page)
    shown = renderer().page(made, guest, present=THERE, address=ADDRESS)
    assert hashlib.sha256(bytes.fromhex(made.secret)).hexdigest() in shown


def test_nothing_of_the_secret_or_of_persons_is_on_the_page() -> None:
    made = table(TEAMS, sat(0, "Nora"), sat(1, "Tomasz", "somebodys-id"))
    page = renderer().page(made, looker(0), present=THERE, address=ADDRESS)
    assert made.secret not in page
    assert "somebodys-id" not in page
    assert HOST not in page


def ready(player: int) -> Callable[[Table], list[Event]]:
    return lambda made: decisions.confirm(made, HOST, player)


def passed_table() -> Table:
    return table(
        TableSetting(screens="passed"),
        sat(0, "Nora"),
        sat(1, "Tomasz"),
        sat(2, "Inès"),
        bot(3),
        *(ready(player) for player in (0, 1, 2)),
    )


def test_the_curtain_names_whom_the_game_waits_for() -> None:
    made = played_on(passed_table(), lambda t: t.game is not None and t.game.phase == "vote")
    holder = looker(0, 1, 2)
    shown = curtain(made, holder)
    assert [hand.player for hand in shown.wanted] == [0, 1, 2]
    page = renderer().page(made, holder, present=THERE, address=ADDRESS)
    assert 'data-as="1"' in page
    for player in range(4):
        card = made.view(player).own
        assert card is not None
        assert card.favourites[0] not in page
    sealed = after(made, lambda t: decisions.act(t, 0, "Y", "person", person=HOST))
    assert [hand.player for hand in curtain(sealed, holder).wanted] == [1, 2]


def test_the_menu_has_tools_for_the_host_only() -> None:
    made = table(TableSetting(), sat(0, "Nora", ready=True), bot(1), bot(2), bot(3))
    assert made.is_running
    assert menu(made, looker(0), THERE, ADDRESS).host
    assert not menu(made, looker(person=None), THERE, ADDRESS).host
    dialog = renderer().environment.get_template("common/dialogs/menu.html")
    for_host = dialog.render(menu=menu(made, looker(0), THERE, ADDRESS))
    for_guest = dialog.render(menu=menu(made, looker(person=None), THERE, ADDRESS))
    for tool in ("pause", "abandon", "give", "link"):
        assert f"/{tool}" in for_host
        assert f"/{tool}" not in for_guest
    paused = after(made, lambda t: decisions.pause(t, HOST))
    assert "/resume" in dialog.render(menu=menu(paused, looker(0), THERE, ADDRESS))


def test_a_link_to_a_seat_asks_before_it_is_used() -> None:
    made = table(TableSetting(), sat(0, "Nora", ready=True), bot(1), bot(2), bot(3))
    own = renderer().document(
        "table/reclaim.html", reclaim=reclaim_page(made, 0, "token"), name=""
    )
    assert "/reclaim" in own
    assert "/take" in own
    bots = renderer().document(
        "table/reclaim.html", reclaim=reclaim_page(made, 1, "token"), name=""
    )
    assert "/reclaim" not in bots
    assert "/take" in bots

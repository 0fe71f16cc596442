"""The table before the game: everybody sees the seats; the host sees the tools."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from kingup.tables import Event, Sitter, Table, TableSetting, decisions
from kingup.web.pages.common.view_context import Page, ViewContext
from kingup.web.pages.lobby.view_model import lobby
from kingup.web.pages.table.curtain import curtain
from kingup.web.pages.table.menu import menu
from tests.web.pages.lobby.lobbies import (
    ADDRESS,
    HOST,
    PRESENT,
    after,
    bot,
    page_of,
    played_on,
    renderer,
    sat,
    table,
    viewer,
)

TEAMS = TableSetting(edition="vive-le-roi", seats=(1, 2, 1), options=("ambition",))


def test_a_visitor_is_offered_only_free_seats_and_colours() -> None:
    made = table(TEAMS, sat(0, "Nora"), bot(3, "chancellor"))
    shown = lobby(made, viewer(person=None), PRESENT, ADDRESS)
    assert shown.may_sit
    assert [chair.player for chair in shown.free] == [1, 2]
    taken = {chair.colour for chair in shown.chairs if not chair.free}
    assert {p.colour for p in shown.pennants if p.taken} == taken
    assert not any(chair.may_free for chair in shown.chairs)
    page = page_of(made, viewer(person=None))
    assert "/sit" in page
    assert "/bot" not in page
    assert "/abandon" not in page


def test_the_host_may_seat_bots_and_free_seats() -> None:
    made = table(TEAMS, sat(0, "Nora"), sat(1, "Tomasz", "tomasz"), bot(3))
    page = page_of(made, viewer(0))
    for tool in ("/bot", "/stand", "/confirm", "/abandon"):
        assert f"/t/{made.code}{tool}" in page
    assert "Cheers for its favourites" in page


def test_a_seated_player_is_asked_to_get_ready() -> None:
    made = table(TableSetting(), sat(0, "Nora"), bot(1), bot(2), bot(3))
    shown = lobby(made, viewer(0), PRESENT, ADDRESS)
    assert shown.you_act
    assert "Nora" in shown.waits


def test_bots_alone_wait_for_the_host() -> None:
    made = table(TableSetting(), bot(0), bot(1), bot(2), bot(3))
    assert f"/t/{made.code}/start" in page_of(made, viewer())


def test_the_board_shows_the_invitation_and_no_form_of_the_table() -> None:
    made = table(TableSetting(screens="board"), sat(0, "Nora"))
    page = page_of(made, viewer(person=None, page="board"))
    assert f"{ADDRESS}/t/{made.code}" in page
    assert "qr.svg" in page
    assert "data-live" not in page


def test_a_person_who_is_not_connected_is_away() -> None:
    made = table(TableSetting(), sat(0, "Nora"), sat(1, "Tomasz", "tomasz"))
    chairs = lobby(made, viewer(0), PRESENT, ADDRESS).chairs
    assert [chair.away for chair in chairs[:2]] == [False, True]


@pytest.mark.parametrize("page", ["table", "board", "watch"])
def test_the_servers_commitment_is_shown_before_anybody_sits_down(page: Page) -> None:
    made = table(TableSetting())
    visitor = viewer(person=None, page=page)
    shown = page_of(made, visitor)
    assert hashlib.sha256(bytes.fromhex(made.secret)).hexdigest() in shown


def test_the_page_contains_neither_the_secret_nor_ids_of_people() -> None:
    made = table(TEAMS, sat(0, "Nora"), sat(1, "Tomasz", "somebodys-id"))
    page = page_of(made, viewer(0))
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


def test_the_curtain_names_the_players_to_act() -> None:
    made = played_on(passed_table(), lambda t: t.game is not None and t.game.phase == "vote")
    holder = viewer(0, 1, 2)
    shown = curtain(ViewContext(made, holder))
    assert [hand.id for hand in shown.wanted] == ["0", "1", "2"]
    page = page_of(made, holder)
    assert 'data-as="1"' in page
    for player in range(4):
        card = made.view(player).own
        assert card is not None
        assert card.favourites[0] not in page
    sealed = after(made, lambda t: decisions.act(t, 0, "Y", "person", person=HOST))
    assert [hand.id for hand in curtain(ViewContext(sealed, holder)).wanted] == ["1", "2"]


def test_the_menu_has_tools_for_the_host_only() -> None:
    made = table(TableSetting(), sat(0, "Nora", ready=True), bot(1), bot(2), bot(3))
    assert made.is_running
    assert menu(made, viewer(0), PRESENT, ADDRESS).host
    assert not menu(made, viewer(person=None), PRESENT, ADDRESS).host
    dialog = renderer().environment.get_template("common/dialogs/menu.html")
    for_host = dialog.render(menu=menu(made, viewer(0), PRESENT, ADDRESS))
    for_visitor = dialog.render(menu=menu(made, viewer(person=None), PRESENT, ADDRESS))
    for tool in ("pause", "abandon", "give", "link"):
        assert f"/{tool}" in for_host
        assert f"/{tool}" not in for_visitor
    paused = after(made, lambda t: decisions.pause(t, HOST))
    assert "/resume" in dialog.render(menu=menu(paused, viewer(0), PRESENT, ADDRESS))


def seat_page(sitter: Sitter) -> str:
    return renderer().document(
        "table/reclaim.html",
        title="King Up!",
        action="/t/rook-7k2fm",
        token="token",
        running=True,
        sitter=sitter,
        name="",
    )


def test_a_link_to_a_seat_asks_before_it_is_used() -> None:
    made = table(TableSetting(), sat(0, "Nora", ready=True), bot(1), bot(2), bot(3))
    own = seat_page(made.sitter(0))
    assert "/reclaim" in own
    assert "/take" in own
    bots = seat_page(made.sitter(1))
    assert "/reclaim" not in bots
    assert "/take" in bots

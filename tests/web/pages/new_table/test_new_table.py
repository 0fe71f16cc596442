"""The form of a new table knows which settings fit together, and explains the rest."""

from __future__ import annotations

import pytest
from starlette.datastructures import QueryParams

from kingup.rules.errors import SetupError
from kingup.tables import TableError
from kingup.web.pages.new_table.view_model import NewPage, NewTableForm, new_page
from tests.web.pages.lobby.lobbies import renderer


def read(query: str, name: str = "") -> NewTableForm:
    return NewTableForm.read(QueryParams(query), name=name)


def options(page: NewPage) -> dict[str, tuple[bool, str | None]]:
    return {
        option.id: (option.chosen, option.reason)
        for group in page.groups
        for option in group.options
    }


def html(page: NewPage) -> str:
    return renderer().document("new_table/page.html", new=page)


def test_the_default_table_is_king_up_with_four_seats_and_the_host_in_the_first() -> None:
    chosen = read("", name="Nora")
    assert chosen.setting().seats == (1, 1, 1, 1)
    assert chosen.setting().private
    assert chosen.people == [(0, "Nora", None)]
    assert chosen.bots == {}


def test_king_up_has_no_options_and_says_so_once() -> None:
    page = new_page(read("edition=kingup"))
    assert all(reason for _chosen, reason in options(page).values())
    assert html(page).count("King Up! has no options") == 1


def test_seat_numbers_outside_an_edition_are_disabled_with_the_reason() -> None:
    page = new_page(read("edition=kingup"))
    assert [choice.id for choice in page.seats if choice.reason] == ["2", "7", "8"]
    assert "3 to 6" in str(page.seats[0].reason)


def test_another_edition_keeps_as_many_seats_as_it_can() -> None:
    assert new_page(read("edition=kingup&seats=8")).chosen.seats == 6
    assert new_page(read("edition=kingup&seats=2")).chosen.seats == 3


def test_two_seats_require_the_emissary() -> None:
    page = new_page(read("edition=vive-le-roi&seats=2"))
    assert options(page)["emissary"][0]
    assert options(page)["emissary"][1]
    assert page.chosen.setting().options == ("emissary",)


def test_an_option_that_becomes_impossible_is_unchecked_with_the_reason() -> None:
    page = new_page(read("edition=vive-le-roi&seats=6&option=emissary&option=wedding"))
    assert not options(page)["emissary"][0]
    assert "Emissary" in str(options(page)["emissary"][1])
    assert options(page)["wedding"] == (True, None)


def test_an_impossible_choice_is_refused_and_never_dropped_silently() -> None:
    with pytest.raises(SetupError, match="Emissary"):
        read("edition=vive-le-roi&seats=6&option=emissary").setting()
    with pytest.raises(SetupError):
        read("edition=kingup&seats=8").setting()
    with pytest.raises(TableError):
        read(f"title={'x' * 50}").setting()


def test_many_teams_share_a_marker() -> None:
    teams = "&".join(f"team={seat}" for seat in range(8))
    page = new_page(read(f"edition=vive-le-roi&seats=8&{teams}&option=ambition"))
    assert options(page)["shared-marker"][0]
    assert options(page)["ambition"] == (False, options(page)["ambition"][1])
    assert sum(len(row.places) for row in page.rows) == 16


def test_king_up_has_no_teams() -> None:
    page = new_page(read("edition=kingup&team=0"))
    assert page.teams_reason
    assert [len(row.places) for row in page.rows] == [1, 1, 1, 1]


def test_bots_of_any_level_sit_anywhere() -> None:
    chosen = read("player-0=page&player-1=me&player-2=chancellor&player-3=", name="Nora")
    assert chosen.bots == {0: "page", 2: "chancellor"}
    assert chosen.people == [(1, "Nora", None)]


def test_a_person_on_their_own_screen_has_one_seat() -> None:
    assert read("player-0=me&player-2=me&name=Nora").people == [(0, "Nora", None)]


def test_a_device_that_is_passed_around_has_a_name_for_every_place() -> None:
    chosen = read("screens=passed&name-0=Nora&name-1=Tomasz&player-2=page&name-3=Inès")
    assert chosen.people == [(0, "Nora", None), (1, "Tomasz", None), (3, "Inès", None)]
    assert 'name="name-1"' in html(new_page(chosen))


@pytest.mark.parametrize(
    "query",
    [
        "edition=chess&seats=99&pace=soon&screens=wall&bot_pace=warp&colour=77",
        "seats=-1&team=x&team=99&team=&option=cheating&player-0=king&name-0=a",
        "seats=%F0%9F%91%91&title=%3Cscript%3E&name=%E2%80%AEevil",
        "seats=²&colour=¹&team=٣",
    ],
)
def test_odd_values_never_break_the_form(query: str) -> None:
    page = new_page(read(query))
    page.chosen.setting()
    assert "<script>" not in html(page).replace('<script src="', "").replace("<script type", "")


@pytest.mark.parametrize(
    ("pace", "seconds"), [("none", None), ("30", 30), ("300", 300), ("1d", 86400), ("7d", 604800)]
)
def test_every_pace_is_one_that_tables_know(pace: str, seconds: int | None) -> None:
    assert read(f"pace={pace}").setting().pace.seconds == seconds


def test_an_error_is_shown_beside_the_button() -> None:
    page = html(new_page(read(""), error="Enter your name first."))
    assert '<p class="error" role="alert">Enter your name first.</p>' in page

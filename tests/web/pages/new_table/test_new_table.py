"""The form of a new table knows which settings fit together, and explains the rest."""

from __future__ import annotations

import re

import pytest
from starlette.datastructures import QueryParams

from kingup.rules.errors import SetupError
from kingup.tables import TableError
from kingup.web.pages.new_table.view_model import NewPage, NewTableForm, faults, new_page
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


def seats(page: NewPage) -> list[str]:
    """Return the numbers of seats that a form shows."""
    return re.findall(r'name="seats" value="(\d)"', html(page))


def test_the_default_table_is_king_up_with_four_seats_and_the_host_in_the_first() -> None:
    chosen = read("", name="Nora")
    assert chosen.setting().seats == (1, 1, 1, 1)
    assert chosen.setting().private
    assert chosen.people == [(0, "Nora", None)]
    assert chosen.bots == {}


def test_only_the_options_and_seats_of_the_chosen_edition_are_shown() -> None:
    page = new_page(read("edition=kingup"))
    assert options(page) == {}
    assert 'name="option"' not in html(page)
    assert 'name="team"' not in html(page)
    assert seats(page) == ["3", "4", "5", "6"]
    other = new_page(read("edition=vive-le-roi"))
    assert len(options(other)) == 7
    assert seats(other) == ["2", "3", "4", "5", "6", "7", "8"]


def test_seat_numbers_outside_an_edition_have_a_reason() -> None:
    page = new_page(read("edition=kingup"))
    assert [choice.id for choice in page.seats if choice.reason] == ["2", "7", "8"]
    assert "3 to 6" in str(page.seats[0].reason)


def test_what_is_folded_is_summed_up_in_one_line() -> None:
    page = new_page(
        read(
            "edition=vive-le-roi&option=ambition&option=wedding&pace=60&private=0&bot_pace=swift"
            "&show_votes=1&talk=off&title=Sunday"
        )
    )
    assert page.options_summary == "Ambition, Royal wedding"
    assert page.more_summary == (
        "Sunday · Open to all · 1 minute a move · Bots: Swift · Show all votes of the round"
        " · Nobody: no messages"
    )
    usual = new_page(read("edition=vive-le-roi"))
    assert usual.options_summary == "None chosen"
    assert usual.more_summary == "Private · No clock · Bots: Calm"
    shown = html(usual)
    assert shown.count("<details") == 3  # the bots, the options, everything else
    assert "<details open" not in shown


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
    assert not page.chosen.offer.teams
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


def wrong(query: str, name: str = "") -> dict[str, str]:
    return {field: str(error) for field, error in faults(read(query, name)).items()}


@pytest.mark.parametrize("length", [21, 60])
def test_a_long_name_is_refused_beside_its_field(length: int) -> None:
    found = wrong(f"name={'x' * length}")
    assert found == {"name": "A name can have at most 20 letters."}
    page = html(new_page(read(f"name={'x' * length}"), found))
    assert re.search(
        r'id="name"[^>]* aria-invalid="true" aria-describedby="name-error">\s*'
        r'<p class="error" id="name-error" role="alert" data-keep>A name can have at most 20',
        page,
    )


def test_every_wrong_field_is_named() -> None:
    found = wrong(f"screens=passed&seats=3&title={'t' * 41}&name-0=Ann&name-1=ann&name-2=")
    assert set(found) == {"title", "name-1", "name-2"}
    assert "already called Ann" in found["name-1"]
    assert wrong("edition=kingup&seats=8", "Ann").keys() == {"seats"}
    assert wrong("edition=vive-le-roi&seats=6&option=emissary", "Ann").keys() == {"option"}
    assert wrong("name=Ann") == {}


@pytest.mark.parametrize(
    ("query", "fold"), [("title=" + "x" * 50, "more-settings"), ("option=emissary", "options")]
)
def test_a_fold_with_an_error_is_open(query: str, fold: str) -> None:
    query = f"edition=vive-le-roi&seats=6&name=Ann&{query}"
    page = html(new_page(read(query), wrong(query)))
    assert re.search(rf'<details class="panel fold {fold}"[^>]* open>', page)


def test_choosing_one_device_seats_somebody_here_everywhere() -> None:
    """As a browser does it: the seats of the form were chosen for screens of their own."""
    chosen = read("screens=passed&seats_for=own&player-0=me&player-1=&player-2=page&player-3=")
    assert [player for player, _name, _colour in chosen.people] == [0, 1, 3]
    assert chosen.bots == {2: "page"}
    assert html(new_page(chosen)).count(">Somebody here</option>") == 4
    back = read("screens=own&seats_for=passed&player-0=me&player-1=me&player-2=page&name=Ann")
    assert back.people == [(0, "Ann", None)]


def test_a_seat_left_free_at_one_device_stays_free() -> None:
    chosen = read("screens=passed&seats_for=passed&seats=3&player-2=&name-0=Ann&name-1=Ben")
    assert [player for player, _name, _colour in chosen.people] == [0, 1]


def test_a_television_takes_no_seat_and_is_asked_for_no_name() -> None:
    chosen = read("screens=board")
    assert chosen.is_television
    assert chosen.people == []
    page = html(new_page(chosen))
    assert 'name="name"' not in page
    assert ">You</option>" not in page
    assert wrong("screens=board") == {}


def test_a_phone_that_sets_a_table_for_a_television_takes_a_seat() -> None:
    for chosen in (
        read("screens=board&here=phone&name=Ann"),
        read("screens=board&here=phone&seats_for=board-tv&player-0=&name=Ann"),
        read("screens=board&name=Ann"),
        NewTableForm.read(QueryParams("screens=board"), name="Ann", mobile=True),
    ):
        assert chosen.people == [(0, "Ann", None)]
        assert 'name="name"' in html(new_page(chosen))

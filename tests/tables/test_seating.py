"""Taking seats: names, colours, readiness; nothing is dealt before everybody is ready."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from kingup.rules.errors import SetupError
from kingup.rules.setup import Setup
from kingup.tables import NotAllowed, Pace, TableError, TableSetting, decisions
from kingup.tables.events import Dealt, Started
from tests.tables.sample_tables import HOST, LEVELS, SampleTable


def lobby(**setting: Any) -> SampleTable:
    sample = SampleTable(**{"seats": (1, 1, 1), **setting})
    sample.do(decisions.sit(sample.table, "ann", 0, "Ann", 3))
    return sample


def test_a_seat_is_taken_with_a_name_and_a_colour() -> None:
    sitter = lobby().table.sitter(0)
    assert (sitter.person, sitter.name, sitter.colour) == ("ann", "Ann", 3)
    assert not sitter.confirmed


def test_a_taken_seat_is_refused() -> None:
    with pytest.raises(TableError, match="Ann is already sitting there"):
        decisions.sit(lobby().table, "ben", 0, "Ben")


def test_names_and_colours_are_unique() -> None:
    table = lobby().table
    with pytest.raises(TableError, match="already called Ann"):
        decisions.sit(table, "ben", 1, " ａＮＮ ")
    with pytest.raises(TableError, match="Ann already has this colour"):
        decisions.sit(table, "ben", 1, "Ben", 3)
    with pytest.raises(TableError, match="no such colour"):
        decisions.sit(table, "ben", 1, "Ben", 9)
    with pytest.raises(TableError, match="no such seat"):
        decisions.sit(table, "ben", 3, "Ben")


def test_a_person_may_change_name_colour_and_place() -> None:
    sample = lobby()
    sample.do(decisions.sit(sample.table, "ann", 0, "Anna", 4))
    assert sample.table.sitter(0).colour == 4
    sample.do(decisions.sit(sample.table, "ann", 2, "Anna", 4))
    assert sample.table.player_of("ann") == (2,)
    assert sample.table.players[0] is None


def test_the_first_free_colour_is_the_default() -> None:
    sample = lobby()
    sample.do(decisions.seat_bot(sample.table, HOST, 1, "page", LEVELS))
    sample.do(decisions.sit(sample.table, "ben", 2, "Ben"))
    assert [sample.table.sitter(p).colour for p in range(3)] == [3, 1, 2]


def test_teammates_share_a_colour_so_that_sixteen_can_sit() -> None:
    sample = SampleTable(edition="vive-le-roi", seats=(2,) * 8, options=("shared-marker",)).seat(
        range(16)
    )
    colours = [sample.table.sitter(p).colour for p in range(16)]
    assert colours == [seat for seat in range(1, 9) for _ in range(2)]
    assert sample.table.status == "playing"


def test_with_a_device_passed_around_one_person_holds_several_players() -> None:
    sample = SampleTable(seats=(1, 1, 1), screens="passed").seat([0, 1, 2])
    assert sample.table.player_of(HOST) == (0, 1, 2)
    assert sample.table.people() == (HOST,)


def test_only_the_host_seats_bots_and_frees_others_seats() -> None:
    sample = lobby()
    with pytest.raises(NotAllowed):
        decisions.seat_bot(sample.table, "ann", 1, "page", LEVELS)
    with pytest.raises(NotAllowed):
        decisions.stand_up(sample.table, "ben", 0)
    with pytest.raises(TableError, match="level"):
        decisions.seat_bot(sample.table, HOST, 1, "emperor", LEVELS)
    with pytest.raises(TableError, match="Ann is already sitting"):
        decisions.seat_bot(sample.table, HOST, 0, "page", LEVELS)
    sample.do(decisions.stand_up(sample.table, HOST, 0))
    assert sample.table.players == [None] * 3


def test_a_bot_keeps_its_name_when_its_level_changes() -> None:
    sample = lobby()
    sample.do(decisions.seat_bot(sample.table, HOST, 1, "page", LEVELS))
    name = sample.table.sitter(1).name
    sample.do(decisions.seat_bot(sample.table, HOST, 1, "courtier", LEVELS))
    assert (sample.table.sitter(1).name, sample.table.sitter(1).level) == (name, "courtier")


def test_sixteen_bots_have_different_names() -> None:
    sample = SampleTable(edition="vive-le-roi", seats=(2,) * 8, options=("shared-marker",)).seat(
        []
    )
    assert len({sample.table.sitter(p).name for p in range(16)}) == 16


def test_nothing_is_dealt_before_everybody_is_ready() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1], ready=False)
    sample.ready(0)
    sample.do(decisions.unconfirm(sample.table, HOST, 0))
    sample.ready(1)
    assert sample.table.unconfirmed() == (0,)
    assert sample.table.game is None
    with pytest.raises(TableError, match="not begun"):
        sample.table.view(0)
    with pytest.raises(TableError, match="ready"):
        decisions.start(sample.table, HOST)
    stored = sample.do(decisions.confirm(sample.table, HOST, 0))
    assert [type(one.event) for one in stored[1:]] == [Started, Dealt]


def test_a_person_confirms_only_for_themselves_and_once() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1], ready=False)
    with pytest.raises(NotAllowed, match="P1's seat"):
        decisions.confirm(sample.table, HOST, 1)
    sample.ready(1)
    assert decisions.confirm(sample.table, "person-1", 1) == []
    assert decisions.unconfirm(sample.table, HOST, 0) == []


def test_a_game_of_bots_waits_for_its_host() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([], ready=False)
    assert sample.table.status == "open"
    with pytest.raises(NotAllowed):
        decisions.start(sample.table, "ann")
    sample.do(decisions.start(sample.table, HOST))
    assert sample.play(random.Random(1)).table.status == "over"


def test_a_game_does_not_start_with_empty_seats() -> None:
    with pytest.raises(TableError, match="all seats are taken"):
        decisions.start(lobby().table, HOST)


def test_nobody_sits_down_or_stands_up_in_a_running_game() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0])
    attempts: tuple[Callable[[], Any], ...] = (
        lambda: decisions.sit(sample.table, "ben", 1, "Ben"),
        lambda: decisions.stand_up(sample.table, HOST, 0),
        lambda: decisions.confirm(sample.table, HOST, 0),
        lambda: decisions.seat_bot(sample.table, HOST, 1, "page", LEVELS),
    )
    for decide in attempts:
        with pytest.raises(TableError, match="already begun"):
            decide()
    sample.do(decisions.abandon(sample.table, HOST))
    with pytest.raises(TableError, match="closed"):
        decisions.sit(sample.table, "ben", 1, "Ben")


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ({"screens": "cinema"}, "no screen setting"),
        ({"bot_pace": "frantic"}, "no pace"),
        ({"first": 4}, "first seat"),
        ({"title": "x" * 41}, "at most 40"),
    ],
)
def test_a_wrong_setting_says_what_is_wrong(setting: dict[str, object], why: str) -> None:
    with pytest.raises(TableError, match=why):
        TableSetting(**setting)  # type: ignore[arg-type]


def test_a_setting_that_the_rules_forbid_says_so() -> None:
    with pytest.raises(SetupError):
        TableSetting("kingup", (1, 1))


@pytest.mark.parametrize("pace", [("seconds", 5), ("days", 31), ("none", 1), ("weeks", 1)])
def test_a_pace_outside_its_limits_is_refused(pace: tuple[str, int]) -> None:
    with pytest.raises(TableError):
        Pace(*pace)  # type: ignore[arg-type]


def test_an_empty_seat_cannot_be_confirmed() -> None:
    table = lobby().table
    with pytest.raises(TableError, match="Nobody sits there"):
        decisions.confirm(table, "ben", 1)
    assert table.player_of(None) == table.player_of("ben") == ()


def test_a_setting_is_read_back_unchanged_and_others_are_refused() -> None:
    setting = TableSetting("vive-le-roi", (2, 1, 1), ("wedding",), Pace("days", 2), title="Ça")
    assert TableSetting.from_json(setting.to_json()) == setting
    assert setting.setup == Setup.of("vive-le-roi", (2, 1, 1), ["wedding"])
    with pytest.raises(TableError, match="no such setting"):
        TableSetting.from_json({"music": "loud"})


def test_filling_seats_bots_with_other_names_and_pennants_and_starts() -> None:
    sample = SampleTable(edition="vive-le-roi", seats=(1, 2, 1, 2))
    sample.do(decisions.sit(sample.table, HOST, 0, "Ann", 3))
    stored = sample.do(decisions.fill(sample.table, HOST, "page", LEVELS, "salt"))
    table = sample.table
    assert table.status == "playing"
    assert any(isinstance(one.event, Started) for one in stored)
    assert table.sitter(0).contribution == "salt"
    assert all(table.sitter(player).level == "page" for player in range(1, 6))
    assert len({table.sitter(player).name for player in range(6)}) == 6
    colours = [table.sitter(player).colour for player in range(6)]
    assert colours[1] == colours[2]
    assert colours[4] == colours[5]
    assert len(set(colours)) == 4
    assert colours[0] == 3


def test_filling_waits_for_people_who_are_not_ready() -> None:
    sample = lobby(seats=(1, 1, 1, 1))
    sample.do(decisions.sit(sample.table, HOST, 1, "Host"))
    sample.do(decisions.fill(sample.table, HOST, "page", LEVELS))
    assert not sample.table.is_running
    assert sample.table.unconfirmed() == (0,)
    sample.ready(0)
    assert sample.table.is_running


def test_a_host_who_only_watches_fills_a_whole_table() -> None:
    sample = SampleTable(seats=(1, 1, 1))
    sample.do(decisions.fill(sample.table, HOST, "page", LEVELS))
    assert sample.table.status == "playing"
    assert sample.table.people() == ()


def test_only_the_host_fills_unless_the_host_has_no_seat() -> None:
    sample = lobby()
    assert decisions.may_fill(sample.table, HOST)
    assert decisions.may_fill(sample.table, "ann")  # the host is a television
    assert not decisions.may_fill(sample.table, "ben")
    assert not decisions.may_fill(sample.table, None)
    sample.do(decisions.sit(sample.table, HOST, 1, "Host"))
    assert not decisions.may_fill(sample.table, "ann")
    with pytest.raises(NotAllowed, match="Only the host"):
        decisions.fill(sample.table, "ann", "page", LEVELS)
    with pytest.raises(TableError, match="no bot of the level"):
        decisions.fill(sample.table, HOST, "wizard", LEVELS)
    sample.do(decisions.fill(sample.table, HOST, "page", LEVELS))
    sample.ready(0)
    with pytest.raises(TableError, match="already begun"):
        decisions.fill(sample.table, HOST, "page", LEVELS)

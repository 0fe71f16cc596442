"""The coach: for one person alone among bots, and the game does not count."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kingup.people.outcomes import outcome_of
from kingup.people.statistics import played_game
from kingup.tables import decisions
from kingup.tables.codec import from_json, to_json
from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.events import Coached
from kingup.tables.listing import about
from tests.tables.sample_tables import HOST, LEVELS, SampleTable


def alone(**setting: Any) -> SampleTable:
    """Return a running game of one person and bots."""
    return SampleTable(**setting).seat([0])


def coached(**setting: Any) -> SampleTable:
    sample = alone(**setting)
    sample.do(decisions.coach(sample.table, HOST))
    return sample


def test_the_only_person_among_bots_may_have_a_coach() -> None:
    sample = alone()
    assert decisions.coached_player(sample.table, HOST) is None, "off by default"
    sample.do(decisions.coach(sample.table, HOST))
    assert decisions.coached_player(sample.table, HOST) == 0
    assert decisions.coach(sample.table, HOST) == [], "once is enough"
    for other in ("somebody", "", None):
        assert decisions.coached_player(sample.table, other) is None


def test_a_coach_can_be_chosen_before_the_game() -> None:
    sample = SampleTable().seat([0], ready=False)
    sample.do(decisions.coach(sample.table, HOST))
    assert decisions.coached_player(sample.table, HOST) is None, "there is nothing to advise"
    sample.ready(0)
    assert decisions.coached_player(sample.table, HOST) == 0
    assert sample.game.tags["coached"] == "yes"


def test_nobody_has_a_coach_among_other_people() -> None:
    sample = SampleTable().seat([0, 1])
    for person in (HOST, "person-1"):
        with pytest.raises(TableError, match="alone among our bots"):
            decisions.coach(sample.table, person)


def test_nobody_else_can_order_one() -> None:
    with pytest.raises(NotAllowed):
        decisions.coach(alone().table, "somebody")
    bots = SampleTable().seat([])
    with pytest.raises(NotAllowed):
        decisions.coach(bots.table, HOST)


def test_a_seat_that_is_free_or_an_external_bots_excludes_a_coach() -> None:
    sample = SampleTable(seats=(1, 1, 1))
    sample.do(decisions.sit(sample.table, HOST, 0, "Ana"))
    sample.do(decisions.seat_bot(sample.table, HOST, 1, "page", LEVELS))
    with pytest.raises(TableError, match="alone among our bots"):
        decisions.coach(sample.table, HOST)
    sample.do(decisions.sit_ready(sample.table, "robot", 2, "Robo", owner="Ada"))
    with pytest.raises(TableError, match="alone among our bots"):
        decisions.coach(sample.table, HOST)


def test_an_external_bot_alone_among_bots_has_none() -> None:
    sample = SampleTable(seats=(1, 1, 1))
    sample.do(decisions.sit_ready(sample.table, "robot", 0, "Robo", owner="Ada"))
    for player in (1, 2):
        sample.do(decisions.seat_bot(sample.table, HOST, player, "page", LEVELS))
    with pytest.raises(TableError, match="alone among our bots"):
        decisions.coach(sample.table, "robot")


def test_a_device_that_is_passed_around_has_none() -> None:
    with pytest.raises(TableError, match="alone among our bots"):
        decisions.coach(alone(screens="passed").table, HOST)


def test_when_somebody_else_takes_a_seat_the_coach_falls_silent() -> None:
    sample = coached()
    sample.do(decisions.issue_link(sample.table, HOST, 2, "token"))
    sample.do(decisions.take_over(sample.table, "ben", "token", "Ben"))
    assert decisions.coached_player(sample.table, HOST) is None
    assert decisions.coached_player(sample.table, "ben") is None
    assert sample.table.coached, "the game still does not count"


def test_a_person_keeps_the_coach_on_another_device() -> None:
    sample = coached()
    sample.do(decisions.issue_link(sample.table, HOST, 0, "token"))
    sample.do(decisions.reclaim(sample.table, "phone", "token"))
    assert decisions.coached_player(sample.table, "phone") == 0
    assert decisions.coached_player(sample.table, HOST) is None


@pytest.mark.parametrize("late", [False, True])
def test_a_coached_game_does_not_count(late: bool) -> None:
    sample = alone() if late else coached()
    if late:
        sample.play(random.Random(1), lambda table: table.number > 60)
        sample.do(decisions.coach(sample.table, HOST))
    sample.play(random.Random(1))
    listed = about(sample.table)
    assert listed["status"] == "over"
    assert listed["coached"] is True
    assert outcome_of("x", 0.0, listed, {0: HOST}) is None
    assert outcome_of("x", 0.0, {**listed, "coached": False}, {0: HOST}) is not None
    assert played_game("x", 0.0, listed, (0,)) is None
    assert sample.game.tags["coached"] == "yes"


def test_games_from_before_there_were_coaches_count() -> None:
    listed = about(alone().play(random.Random(1)).table)
    del listed["coached"]
    assert outcome_of("x", 0.0, listed, {0: HOST}) is not None


def test_it_is_too_late_after_the_end() -> None:
    sample = alone().play(random.Random(1))
    with pytest.raises(TableError, match="closed"):
        decisions.coach(sample.table, HOST)
    assert "coached" not in sample.game.tags


def test_a_rematch_has_no_coach() -> None:
    sample = coached().play(random.Random(1))
    events = decisions.rematch_table(sample.table, HOST, "rook-99999", "5e" * 300)
    assert not any(isinstance(event, Coached) for event in events)


def test_the_event_is_stored_and_read() -> None:
    assert from_json("coached", to_json(Coached())) == Coached()

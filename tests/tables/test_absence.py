"""Clocks, stand-ins and returning."""

from __future__ import annotations

import random

import pytest

from kingup.tables import NotAllowed, Pace, TableError, decisions
from kingup.tables.events import ClockExpired, StoodIn
from tests.tables.sample_tables import HOST, SECONDS, SampleTable, family

DAY = 86_400


def voting(pace: Pace = SECONDS) -> SampleTable:
    sample = family(0, pace=pace).seat([0, 1, 2])
    return sample.play(random.Random(3), lambda table: table.game.phase == "vote")


def test_everybodys_clock_starts_when_the_vote_opens() -> None:
    sample = voting()
    opened = sample.now
    assert [sample.table.deadline(p) for p in range(3)] == [opened + 30] * 3
    sample.do(decisions.act(sample.table, 0, "Y", "person", person=HOST), after=20)
    assert [sample.table.deadline(p) for p in range(3)] == [None, opened + 30, opened + 30]


def test_days_are_days_and_without_a_clock_there_is_no_deadline() -> None:
    assert voting(Pace("days", 3)).table.deadline(0) == voting().now + 3 * DAY
    assert voting(Pace()).table.deadline(0) is None


def test_only_a_clock_that_has_run_out_expires() -> None:
    sample = voting()
    deadline = sample.table.deadline(1)
    assert deadline
    assert decisions.expire_clock(sample.table, 1, deadline - 0.1) == []
    expired = decisions.expire_clock(sample.table, 1, deadline)
    assert expired == [ClockExpired(1), StoodIn(1, "clock")]
    sample.do(expired)
    assert sample.table.deadline(1) is None
    assert decisions.expire_clock(sample.table, 1, deadline + 99) == []
    assert sample.table.sitter(1).standing_in == "clock"


def test_a_bot_has_no_deadline() -> None:
    sample = (
        family(0, pace=SECONDS)
        .seat([0])
        .play(random.Random(3), lambda table: table.game.phase == "vote")
    )
    assert [sample.table.deadline(p) is None for p in range(3)] == [False, True, True]


def test_a_returning_player_gets_the_full_time() -> None:
    sample = voting()
    opened = sample.now
    sample.do(decisions.stand_in(sample.table, 1))
    sample.do(decisions.return_(sample.table, "person-1", 1), after=10)
    assert sample.table.deadline(1) == sample.now + 30
    assert sample.table.deadline(0) == opened + 30
    assert decisions.return_(sample.table, "person-1", 1) == []


def test_a_pause_stops_all_clocks() -> None:
    sample = voting()
    sample.do(decisions.pause(sample.table, HOST))
    assert sample.table.deadline(0) is None
    assert decisions.expire_clock(sample.table, 0, sample.now + DAY) == []
    sample.do(decisions.resume(sample.table, HOST), after=DAY)
    assert sample.table.deadline(0) == sample.now + 30


def test_the_scoring_lasts_at_least_a_minute() -> None:
    sample = family(0, pace=SECONDS).seat([0, 1])
    sample.play(random.Random(4), lambda table: table.between_rounds)
    assert sample.table.deadline(0) == sample.now + 60
    sample.do(decisions.expire_clock(sample.table, 0, sample.now + 60), after=60)
    assert sample.table.waiting_for() == (1,)
    sample.do(decisions.expire_clock(sample.table, 1, sample.now), after=0)
    assert sample.game.round == 2


def test_the_host_may_ask_for_a_stand_in() -> None:
    sample = voting()
    with pytest.raises(NotAllowed):
        decisions.stand_in(sample.table, 0, "host", person="person-1")
    sample.do(decisions.stand_in(sample.table, 1, "host", person=HOST))
    assert sample.table.sitter(1).standing_in == "host"
    assert decisions.stand_in(sample.table, 1) == []
    sample.do(decisions.pause(sample.table, HOST))
    assert decisions.stand_in(sample.table, 0) == []
    sample.do(decisions.return_(sample.table, "person-1", 1))
    assert sample.table.is_there(1)


def test_a_bot_has_no_stand_in() -> None:
    sample = family(0).seat([0])
    with pytest.raises(TableError, match="A bot sits there"):
        decisions.stand_in(sample.table, 1)


def test_nobody_leaves_or_returns_for_another() -> None:
    sample = voting()
    sample.do(decisions.leave(sample.table, "person-1", 1))
    with pytest.raises(NotAllowed):
        decisions.return_(sample.table, HOST, 1)
    with pytest.raises(NotAllowed):
        decisions.leave(sample.table, HOST, 2)

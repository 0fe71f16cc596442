"""Clocks, stand-ins and returning."""

from __future__ import annotations

import random

import pytest

from kingup.tables import NotYours, Pace, TableError, decisions
from kingup.tables.events import ClockExpired, StoodIn
from tests.tables.sample_tables import HOST, SECONDS, Life, family

DAY = 86_400


def voting(pace: Pace = SECONDS) -> Life:
    life = family(0, pace=pace).seat([0, 1, 2])
    return life.play(random.Random(3), lambda table: table.game.phase == "vote")


def test_everybodys_clock_starts_when_the_vote_opens() -> None:
    life = voting()
    opened = life.now
    assert [life.table.deadline(p) for p in range(3)] == [opened + 30] * 3
    life.do(decisions.act(life.table, 0, "Y", "person", person=HOST), after=20)
    assert [life.table.deadline(p) for p in range(3)] == [None, opened + 30, opened + 30]


def test_days_are_days_and_without_a_clock_there_is_no_deadline() -> None:
    assert voting(Pace("days", 3)).table.deadline(0) == voting().now + 3 * DAY
    assert voting(Pace()).table.deadline(0) is None


def test_only_a_clock_that_has_run_out_expires() -> None:
    life = voting()
    deadline = life.table.deadline(1)
    assert deadline
    assert decisions.expire_clock(life.table, 1, deadline - 0.1) == []
    expired = decisions.expire_clock(life.table, 1, deadline)
    assert expired == [ClockExpired(1), StoodIn(1, "clock")]
    life.do(expired)
    assert life.table.deadline(1) is None
    assert decisions.expire_clock(life.table, 1, deadline + 99) == []
    assert life.table.sitter(1).standing_in == "clock"


def test_a_bot_has_no_deadline() -> None:
    life = (
        family(0, pace=SECONDS)
        .seat([0])
        .play(random.Random(3), lambda table: table.game.phase == "vote")
    )
    assert [life.table.deadline(p) is None for p in range(3)] == [False, True, True]


def test_who_returns_has_the_full_time_and_others_theirs() -> None:
    life = voting()
    opened = life.now
    life.do(decisions.stand_in(life.table, 1))
    life.do(decisions.return_(life.table, "person-1", 1), after=10)
    assert life.table.deadline(1) == life.now + 30
    assert life.table.deadline(0) == opened + 30
    assert decisions.return_(life.table, "person-1", 1) == []


def test_a_pause_stops_all_clocks() -> None:
    life = voting()
    life.do(decisions.pause(life.table, HOST))
    assert life.table.deadline(0) is None
    assert decisions.expire_clock(life.table, 0, life.now + DAY) == []
    life.do(decisions.resume(life.table, HOST), after=DAY)
    assert life.table.deadline(0) == life.now + 30


def test_the_scoring_has_at_least_a_minute() -> None:
    life = family(0, pace=SECONDS).seat([0, 1])
    life.play(random.Random(4), lambda table: table.between_rounds)
    assert life.table.deadline(0) == life.now + 60
    life.do(decisions.expire_clock(life.table, 0, life.now + 60), after=60)
    assert life.table.waiting_for() == (1,)
    life.do(decisions.expire_clock(life.table, 1, life.now), after=0)
    assert life.game.round == 2


def test_the_host_may_have_somebody_stood_in_for() -> None:
    life = voting()
    with pytest.raises(NotYours):
        decisions.stand_in(life.table, 0, "host", person="person-1")
    life.do(decisions.stand_in(life.table, 1, "host", person=HOST))
    assert life.table.sitter(1).standing_in == "host"
    assert decisions.stand_in(life.table, 1) == []
    life.do(decisions.pause(life.table, HOST))
    assert decisions.stand_in(life.table, 0) == []
    life.do(decisions.return_(life.table, "person-1", 1))
    assert life.table.is_there(1)


def test_nobody_stands_in_for_a_bot() -> None:
    life = family(0).seat([0])
    with pytest.raises(TableError, match="A bot sits there"):
        decisions.stand_in(life.table, 1)


def test_nobody_returns_for_another() -> None:
    life = voting()
    life.do(decisions.leave(life.table, "person-1", 1))
    with pytest.raises(NotYours):
        decisions.return_(life.table, HOST, 1)
    with pytest.raises(NotYours):
        decisions.leave(life.table, HOST, 2)

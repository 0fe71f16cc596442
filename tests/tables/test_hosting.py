"""The host's tools: links, replaced seats, pausing, giving up, rematch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from kingup.tables import NotAllowed, TableError, advance, decisions
from kingup.tables.events import LinkIssued
from tests.tables.sample_tables import HOST, LEVELS, SECRET, SampleTable, family


def game(people: tuple[int, ...] = (0, 1), **setting: Any) -> SampleTable:
    return family(0, **setting).seat(people)


def linked(sample: SampleTable, player: int, token: str = "token") -> SampleTable:
    sample.do(decisions.issue_link(sample.table, HOST, player, token))
    return sample


def test_a_link_returns_a_seat_once() -> None:
    sample = linked(game(), 1)
    issued = sample.log[-1].event
    assert isinstance(issued, LinkIssued)
    assert "token" not in issued.digest
    assert decisions.linked_player(sample.table, "token") == 1
    sample.do(decisions.stand_in(sample.table, 1))
    sample.do(decisions.reclaim(sample.table, "new phone", "token"))
    assert sample.table.player_of("new phone") == (1,)
    assert sample.table.player_of("person-1") == ()
    assert sample.table.is_there(1)
    with pytest.raises(TableError, match="ask the host for a new one"):
        decisions.reclaim(sample.table, "thief", "token")


def test_a_newer_link_replaces_an_older_one() -> None:
    sample = linked(linked(game(), 1, "old"), 1, "new")
    with pytest.raises(TableError):
        decisions.linked_player(sample.table, "old")
    assert decisions.linked_player(sample.table, "new") == 1


def test_a_link_is_issued_by_the_host_or_for_ones_own_seat() -> None:
    sample = game()
    with pytest.raises(NotAllowed):
        decisions.issue_link(sample.table, "person-1", 0, "token")
    assert decisions.issue_link(sample.table, "person-1", 1, "token")


def test_the_hosts_new_device_is_host() -> None:
    sample = linked(game(), 0)
    sample.do(decisions.reclaim(sample.table, "new phone", "token"))
    assert sample.table.host == "new phone"


def test_a_link_returns_all_seats_of_a_device_passed_around() -> None:
    sample = linked(game((0, 1, 2), screens="passed"), 1)
    sample.do(decisions.reclaim(sample.table, "tablet", "token"))
    assert sample.table.player_of("tablet") == (0, 1, 2)


def test_a_seated_person_cannot_take_a_second_seat_by_link() -> None:
    sample = linked(game(), 1)
    with pytest.raises(TableError, match="already at this table, as P0"):
        decisions.reclaim(sample.table, HOST, "token")
    with pytest.raises(TableError, match="already at this table"):
        decisions.take_over(sample.table, HOST, "token", "Me")


def test_another_person_takes_over_a_seat() -> None:
    sample = linked(game(), 1)
    with pytest.raises(TableError, match="called P0"):
        decisions.take_over(sample.table, "cleo", "token", "P0")
    sample.do(decisions.take_over(sample.table, "cleo", "token", "Cleo"))
    assert sample.table.player_of("cleo") == (1,)
    assert sample.table.view(None).names[1] == ("Cleo",)
    assert sample.table.links == {}


def test_a_bots_seat_is_taken_over_but_not_reclaimed() -> None:
    sample = linked(game(), 2)
    with pytest.raises(TableError, match="A bot sits there"):
        decisions.reclaim(sample.table, "cleo", "token")
    sample.do(decisions.take_over(sample.table, "cleo", "token", "Cleo", 7))
    assert sample.table.sitter(2).colour == 7
    assert sample.table.acting_by(2) == "person"


def test_the_host_replaces_a_person_with_a_bot() -> None:
    sample = game()
    with pytest.raises(NotAllowed):
        decisions.give_seat(sample.table, "person-1", 0, "page", LEVELS)
    with pytest.raises(TableError, match="level"):
        decisions.give_seat(sample.table, HOST, 1, "tsar", LEVELS)
    sample.do(decisions.give_seat(sample.table, HOST, 1, "courtier", LEVELS))
    assert sample.table.sitter(1).level == "courtier"
    assert sample.table.player_of("person-1") == ()
    assert sample.play(random.Random(1)).table.status == "over"


def test_a_seat_given_to_a_bot_between_rounds_does_not_delay_the_game() -> None:
    sample = game().play(random.Random(4), lambda table: table.between_rounds)
    sample.do(decisions.continue_(sample.table, HOST, 0))
    sample.do(decisions.give_seat(sample.table, HOST, 1, "page", LEVELS))
    assert sample.game.round == 2


Decide = Callable[[Any, str], Any]


@pytest.mark.parametrize(
    "decide", [decisions.pause, decisions.resume, decisions.abandon], ids=lambda f: f.__name__
)
def test_only_the_host_pauses_resumes_and_abandons(decide: Decide) -> None:
    with pytest.raises(NotAllowed, match="Only the host"):
        decide(game().table, "person-1")


def test_a_game_is_paused_and_resumed() -> None:
    sample = game()
    with pytest.raises(TableError, match="not paused"):
        decisions.resume(sample.table, HOST)
    sample.do(decisions.pause(sample.table, HOST))
    with pytest.raises(TableError, match="is paused"):
        decisions.pause(sample.table, HOST)
    sample.do(decisions.give_seat(sample.table, HOST, 1, "page", LEVELS))
    sample.do(decisions.resume(sample.table, HOST))
    assert sample.table.status == "playing"


def test_an_abandoned_table_stays_closed_and_proves_its_deals() -> None:
    sample = game().play(random.Random(1), lambda table: table.number > 20)
    assert sample.table.proof() is None
    sample.do(decisions.abandon(sample.table, HOST))
    assert sample.table.status == "abandoned"
    assert sample.table.proof()
    attempts: tuple[Callable[[], Any], ...] = (
        lambda: decisions.abandon(sample.table, HOST),
        lambda: decisions.issue_link(sample.table, HOST, 0, "token"),
        lambda: decisions.change_pace(sample.table, HOST, "swift"),
    )
    for decide in attempts:
        with pytest.raises(TableError, match="closed"):
            decide()


def test_people_at_the_table_change_the_bots_pace() -> None:
    sample = game()
    with pytest.raises(NotAllowed):
        decisions.change_pace(sample.table, "stranger", "swift")
    assert decisions.change_pace(sample.table, HOST, "calm") == []
    with pytest.raises(TableError, match="no pace"):
        decisions.change_pace(sample.table, HOST, "frantic")
    sample.do(decisions.change_pace(sample.table, "person-1", "swift"))
    assert sample.table.bot_pace == "swift"


def test_a_rematch_seats_the_same_people_and_the_next_seat_begins() -> None:
    sample = game()
    with pytest.raises(TableError, match="not over"):
        decisions.rematch(sample.table, HOST, "king-23456")
    sample.play(random.Random(2))
    with pytest.raises(NotAllowed):
        decisions.rematch(sample.table, "stranger", "king-23456")
    sample.do(decisions.rematch(sample.table, "person-1", "king-23456"))
    assert decisions.rematch(sample.table, HOST, "king-34567") == []
    assert sample.table.next_code == "king-23456"

    events = decisions.rematch_table(sample.table, "person-1", "king-23456", SECRET[::-1])
    again = SampleTable()
    again.table, again.log = advance(None, events, sample.now)
    assert again.table.host == "person-1"
    assert [sitter and sitter.name for sitter in again.table.players] == [
        sitter and sitter.name for sitter in sample.table.players
    ]
    assert again.table.unconfirmed() == (0, 1)
    again.ready(0)
    again.ready(1)
    first = sample.game.rounds[0].deal.first
    assert again.game.rounds[0].deal.first == (first + 1) % 3

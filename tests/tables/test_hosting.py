"""The host's tools: links, replaced seats, pausing, giving up, rematch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from kingup.tables import NotYours, TableError, advance, decisions
from kingup.tables.events import LinkIssued
from tests.tables.sample_tables import HOST, LEVELS, SECRET, Life, family


def game(people: tuple[int, ...] = (0, 1), **setting: Any) -> Life:
    return family(0, **setting).seat(people)


def linked(life: Life, player: int, token: str = "token") -> Life:
    life.do(decisions.issue_link(life.table, HOST, player, token))
    return life


def test_a_lost_phone_gets_its_seat_back_once() -> None:
    life = linked(game(), 1)
    issued = life.log[-1].event
    assert isinstance(issued, LinkIssued)
    assert "token" not in issued.digest
    assert decisions.linked_player(life.table, "token") == 1
    life.do(decisions.stand_in(life.table, 1))
    life.do(decisions.reclaim(life.table, "new phone", "token"))
    assert life.table.player_of("new phone") == (1,)
    assert life.table.player_of("person-1") == ()
    assert life.table.is_there(1)
    with pytest.raises(TableError, match="ask the host for a new one"):
        decisions.reclaim(life.table, "thief", "token")


def test_a_newer_link_replaces_an_older_one() -> None:
    life = linked(linked(game(), 1, "old"), 1, "new")
    with pytest.raises(TableError):
        decisions.linked_player(life.table, "old")
    assert decisions.linked_player(life.table, "new") == 1


def test_a_link_is_made_by_the_host_or_for_oneself() -> None:
    life = game()
    with pytest.raises(NotYours):
        decisions.issue_link(life.table, "person-1", 0, "token")
    assert decisions.issue_link(life.table, "person-1", 1, "token")


def test_the_hosts_new_phone_is_the_hosts() -> None:
    life = linked(game(), 0)
    life.do(decisions.reclaim(life.table, "new phone", "token"))
    assert life.table.host == "new phone"


def test_a_passed_device_gives_all_its_seats_back() -> None:
    life = linked(game((0, 1, 2), screens="passed"), 1)
    life.do(decisions.reclaim(life.table, "tablet", "token"))
    assert life.table.player_of("tablet") == (0, 1, 2)


def test_who_sits_here_takes_no_second_seat_by_a_link() -> None:
    life = linked(game(), 1)
    with pytest.raises(TableError, match="already at this table, as P0"):
        decisions.reclaim(life.table, HOST, "token")
    with pytest.raises(TableError, match="already at this table"):
        decisions.take_over(life.table, HOST, "token", "Me")


def test_another_person_takes_a_seat_over() -> None:
    life = linked(game(), 1)
    with pytest.raises(TableError, match="called P0"):
        decisions.take_over(life.table, "cleo", "token", "P0")
    life.do(decisions.take_over(life.table, "cleo", "token", "Cleo"))
    assert life.table.player_of("cleo") == (1,)
    assert life.table.view(None).names[1] == ("Cleo",)
    assert life.table.links == {}


def test_a_bots_seat_is_taken_over_but_not_back() -> None:
    life = linked(game(), 2)
    with pytest.raises(TableError, match="A bot sits there"):
        decisions.reclaim(life.table, "cleo", "token")
    life.do(decisions.take_over(life.table, "cleo", "token", "Cleo", 7))
    assert life.table.sitter(2).colour == 7
    assert life.table.acting_by(2) == "person"


def test_the_host_replaces_a_person_by_a_bot() -> None:
    life = game()
    with pytest.raises(NotYours):
        decisions.give_seat(life.table, "person-1", 0, "page", LEVELS)
    with pytest.raises(TableError, match="level"):
        decisions.give_seat(life.table, HOST, 1, "tsar", LEVELS)
    life.do(decisions.give_seat(life.table, HOST, 1, "courtier", LEVELS))
    assert life.table.sitter(1).level == "courtier"
    assert life.table.player_of("person-1") == ()
    assert life.play(random.Random(1)).table.status == "over"


def test_a_seat_given_away_between_rounds_holds_nobody_up() -> None:
    life = game().play(random.Random(4), lambda table: table.between_rounds)
    life.do(decisions.continue_(life.table, HOST, 0))
    life.do(decisions.give_seat(life.table, HOST, 1, "page", LEVELS))
    assert life.game.round == 2


Decide = Callable[[Any, str], Any]


@pytest.mark.parametrize(
    "decide", [decisions.pause, decisions.resume, decisions.abandon], ids=lambda f: f.__name__
)
def test_these_are_the_hosts_alone(decide: Decide) -> None:
    with pytest.raises(NotYours, match="Only the host"):
        decide(game().table, "person-1")


def test_pausing_and_going_on() -> None:
    life = game()
    with pytest.raises(TableError, match="not paused"):
        decisions.resume(life.table, HOST)
    life.do(decisions.pause(life.table, HOST))
    with pytest.raises(TableError, match="is paused"):
        decisions.pause(life.table, HOST)
    life.do(decisions.give_seat(life.table, HOST, 1, "page", LEVELS))
    life.do(decisions.resume(life.table, HOST))
    assert life.table.status == "playing"


def test_a_table_given_up_stays_so_and_opens_its_record() -> None:
    life = game().play(random.Random(1), lambda table: table.number > 20)
    assert life.table.proof() is None
    life.do(decisions.abandon(life.table, HOST))
    assert life.table.status == "abandoned"
    assert life.table.proof()
    attempts: tuple[Callable[[], Any], ...] = (
        lambda: decisions.abandon(life.table, HOST),
        lambda: decisions.issue_link(life.table, HOST, 0, "token"),
        lambda: decisions.change_pace(life.table, HOST, "swift"),
    )
    for decide in attempts:
        with pytest.raises(TableError, match="closed"):
            decide()


def test_people_at_the_table_change_the_bots_pace() -> None:
    life = game()
    with pytest.raises(NotYours):
        decisions.change_pace(life.table, "stranger", "swift")
    assert decisions.change_pace(life.table, HOST, "calm") == []
    with pytest.raises(TableError, match="no pace"):
        decisions.change_pace(life.table, HOST, "frantic")
    life.do(decisions.change_pace(life.table, "person-1", "swift"))
    assert life.table.bot_pace == "swift"


def test_a_rematch_seats_the_same_people_and_the_next_seat_begins() -> None:
    life = game()
    with pytest.raises(TableError, match="not over"):
        decisions.rematch(life.table, HOST, "king-23456")
    life.play(random.Random(2))
    with pytest.raises(NotYours):
        decisions.rematch(life.table, "stranger", "king-23456")
    life.do(decisions.rematch(life.table, "person-1", "king-23456"))
    assert decisions.rematch(life.table, HOST, "king-34567") == []
    assert life.table.next_code == "king-23456"

    events = decisions.rematch_table(life.table, "person-1", "king-23456", SECRET[::-1])
    again = Life()
    again.table, again.log = advance(None, events, life.now)
    assert again.table.host == "person-1"
    assert [sitter and sitter.name for sitter in again.table.players] == [
        sitter and sitter.name for sitter in life.table.players
    ]
    assert again.table.unconfirmed() == (0, 1)
    again.ready(0)
    again.ready(1)
    first = life.game.rounds[0].deal.first
    assert again.game.rounds[0].deal.first == (first + 1) % 3

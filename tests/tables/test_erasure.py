"""Erasing a person's data leaves nothing of theirs at any table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kingup.notation import read_json, write_json
from kingup.tables import Table, decisions, to_json
from kingup.tables.dealing import verify
from kingup.tables.erasure import NAME, is_anonymous, new_anonymous_id, without
from kingup.tables.errors import TableError
from kingup.tables.events import Abandoned, HostChanged, Numbered, SeatGiven, StoodUp
from tests.tables.sample_tables import HOST, SampleTable


def everything(events: list[Numbered]) -> str:
    return json.dumps([to_json(one.event) for one in events], ensure_ascii=False)


def erase(sample: SampleTable, person: str) -> Table:
    nobody = new_anonymous_id()
    sample.do(decisions.forget(sample.table, person, nobody, "page"))
    return Table.of(without(sample.log, person, nobody))


def table_with_names(*people: int, **setting: Any) -> SampleTable:
    """Return an open table with people whose names are easy to search for."""
    sample = SampleTable(**setting)
    for player in range(sample.table.setting.players):
        if player in people:
            person = HOST if player == people[0] else f"person-{player}"
            sample.do(decisions.sit(sample.table, person, player, f"Zebulon{player}"))
        else:
            sample.do(decisions.seat_bot(sample.table, HOST, player, "page", ("page",)))
    return sample


def test_a_finished_table_shows_a_placeholder_name() -> None:
    sample = table_with_names(0, 1, title="Zebulon's night")
    for player in (0, 1):
        sample.ready(player, f"salt {player}")
    sample.play(random.Random(1))
    table = erase(sample, "person-1")
    assert "person-1" not in everything(table.numbered)
    assert "Zebulon1" not in everything(table.numbered)
    assert table.sitter(1).name == NAME
    assert is_anonymous(table.sitter(1).person or "")
    assert table.host == HOST
    assert table.setting.title == "Zebulon's night"
    assert table.status == "over"
    assert table.game
    again = read_json(write_json(table.game))
    assert NAME in str(again.names)
    verify(again)  # the contribution was no name: the deals can still be checked


def test_deleting_the_host_deletes_the_title() -> None:
    sample = table_with_names(0, 1, title="Zebulon's night")
    for player in (0, 1):
        sample.ready(player, "salt")
    sample.play(random.Random(1))
    table = erase(sample, HOST)
    assert "Zebulon" not in everything(table.numbered).replace("Zebulon1", "")
    assert HOST not in json.dumps([table.host, *(s.person for s in table.players if s)])
    assert table.setting.title == ""
    assert table.game
    assert "Zebulon's" not in write_json(table.game)


def test_everybody_can_be_deleted_and_gets_a_distinct_name() -> None:
    sample = table_with_names(0, 1)
    for player in (0, 1):
        sample.ready(player, "salt")
    sample.play(random.Random(1))
    for person in (HOST, "person-1"):
        nobody = new_anonymous_id()
        sample.do(decisions.forget(sample.table, person, nobody, "page"))
        sample.log = without(sample.log, person, nobody)
        sample.table = Table.of(sample.log)
    assert [sample.table.sitter(p).name for p in (0, 1)] == [NAME, f"{NAME} 2"]
    assert "Zebulon" not in everything(sample.log)


def test_a_name_used_as_contribution_is_deleted_with_the_proof() -> None:
    sample = table_with_names(0, 1)
    for player in (0, 1):
        sample.ready(player)  # without a contribution, the name is used
    sample.play(random.Random(1))
    table = erase(sample, "person-1")
    assert "Zebulon1" not in everything(table.numbered)
    assert table.game
    assert table.proof() is None
    with pytest.raises(TableError, match="no proof"):
        verify(read_json(write_json(table.game)))


def test_a_bot_replaces_a_deleted_host_and_another_person_hosts() -> None:
    sample = table_with_names(0, 1)
    for player in (0, 1):
        sample.ready(player, "salt")
    sample.play(random.Random(1), lambda table: table.number > 40)
    table = erase(sample, HOST)
    assert table.sitter(0).is_bot
    assert table.host == "person-1"
    assert f': "{HOST}"' not in everything(table.numbered)
    assert "Zebulon0" not in everything(table.numbered)
    sample.table, sample.log = table, table.numbered
    sample.play(random.Random(2))
    assert sample.table.status == "over"


def test_a_game_without_people_is_abandoned() -> None:
    sample = table_with_names(0)
    sample.ready(0, "salt")
    events = decisions.forget(sample.table, HOST, "~1", "page")
    assert [type(event) for event in events] == [SeatGiven, Abandoned, HostChanged]
    assert erase(sample, HOST).status == "abandoned"


def test_a_seat_becomes_free_before_the_game() -> None:
    sample = table_with_names(0, 1)
    events = decisions.forget(sample.table, "person-1", "~1", "page")
    assert events == [StoodUp(1)]
    assert decisions.forget(sample.table, HOST, "~1", "page") == [
        StoodUp(0),
        HostChanged("person-1"),
    ]
    table = erase(sample, "person-1")
    assert table.players[1] is None
    assert "Zebulon1" not in everything(table.numbered)


def test_former_seats_and_devices_are_erased_too() -> None:
    sample = table_with_names(0, 1)
    sample.do(decisions.stand_up(sample.table, "person-1", 1))
    sample.do(decisions.sit(sample.table, "person-9", 1, "Zebulon9"))
    token = "token"
    for player in (0, 1):
        sample.ready(player, "salt")
    sample.do(decisions.issue_link(sample.table, HOST, 1, token))
    sample.do(decisions.reclaim(sample.table, "person-10", token))  # their other device
    sample.play(random.Random(1))
    log = without(sample.log, "person-1", "~1")
    assert 'person-1"' not in everything(log)
    assert "Zebulon1" not in everything(log)
    assert "Zebulon9" in everything(log)
    log = without(log, "person-10", "~2")
    for gone in ("person-10", "person-9", "Zebulon9"):
        assert gone not in everything(log)


def test_erasing_a_stranger_changes_nothing() -> None:
    sample = table_with_names(0, 1)
    assert decisions.forget(sample.table, "stranger", "~1", "page") == []
    assert without(sample.log, "stranger", "~1") == sample.log

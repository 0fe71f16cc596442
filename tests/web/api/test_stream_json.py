"""A table as a line of JSON, in ASCII, as its reader may see it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kingup.tables import TableSetting, advance, decisions
from kingup.tables.names import new_code, new_secret
from kingup.tables.table import Table
from kingup.web.api.stream_json import table_line

PEOPLE = ("ann", "ben", "cas")
SETTINGS = (
    TableSetting("kingup", (1, 1, 1)),
    TableSetting("vive-le-roi", (1, 1, 1), ("ambition", "emissary", "wedding")),
)


def started_table(setting: TableSetting) -> Table:
    table, _ = advance(None, decisions.create("ann", setting, new_code(), new_secret(3)), at=0.0)
    for player, person in enumerate(PEOPLE):
        table, _ = advance(table, decisions.sit(table, person, player, f"{person} “é”"), at=1.0)
    for player, person in enumerate(PEOPLE):
        table, _ = advance(table, decisions.confirm(table, person, player, ""), at=2.0)
    return table


def line_for(table: Table, person: str) -> dict[str, Any]:
    line = table_line(table, person)
    assert line.isascii()
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    message: dict[str, Any] = json.loads(line)
    return message


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.edition)
def test_every_line_of_a_game_holds_exactly_its_readers_view(
    setting: TableSetting,
) -> None:
    chance = random.Random(3)
    table = started_table(setting)
    while table.status == "playing":
        for player, person in enumerate((*PEOPLE, "stranger")):
            you = player if person in PEOPLE else None
            message = line_for(table, person)
            assert message["view"] == json.loads(json.dumps(table.view(you).as_dict()))
            assert message["number"] == table.number
            assert message["you"] == you
            assert message["host"] is (person == "ann")
            assert message["waiting_for"] == list(table.waiting_for())
        player = table.waiting_for()[0]
        if table.between_rounds:
            events = decisions.continue_(table, PEOPLE[player], player)
        else:
            action = chance.choice(table.view(player).actions)
            events = decisions.act(table, player, action, "person", person=PEOPLE[player])
        table, _ = advance(table, events, at=3.0)
    assert line_for(table, "stranger")["view"]["winners"] is not None


def test_a_table_where_nothing_is_dealt_has_no_view() -> None:
    created = decisions.create("ann", SETTINGS[0], new_code(), new_secret(3))
    table, _ = advance(None, created, at=0.0)
    message = line_for(table, "ann")
    assert message["view"] is None
    assert message["host"] is True
    assert message["players"] == [None, None, None]

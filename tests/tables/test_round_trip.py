"""A table is its log: written as JSON and read again, it is the same table."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingup.tables import Numbered, Table, TableError, decisions, from_json, to_json
from kingup.tables.codec import KINDS
from kingup.tables.dealing import verify
from tests.strategies import SEEDS, each_family
from tests.tables.sample_tables import LEVELS, SECONDS, SampleTable, everything, family


def reread(log: list[Numbered]) -> list[Numbered]:
    rows = [(one.number, one.at, one.event.kind, json.dumps(to_json(one.event))) for one in log]
    return [
        Numbered(number, at, from_json(kind, json.loads(body))) for number, at, kind, body in rows
    ]


def disturb(sample: SampleTable, rng: random.Random) -> None:
    """Apply a random event that is no move."""
    table = sample.table
    player = rng.randrange(len(table.players))
    sitter = table.sitter(player)
    person = sitter.person or ""
    match rng.randrange(9):
        case 0 if not sitter.is_bot:
            sample.do(decisions.stand_in(table, player, "host", person=table.host))
        case 1 if sitter.standing_in:
            sample.do(decisions.return_(table, person, player))
        case 2:
            sample.do(decisions.pause(table, table.host))
            sample.do(decisions.resume(sample.table, table.host))
        case 3 if table.deadline(player) is not None:
            sample.do(decisions.expire_clock(table, player, table.deadline(player) or 0))
        case 4:
            sample.do(decisions.issue_link(table, table.host, player, token := f"t{rng.random()}"))
            name = f"New {table.number}"
            sample.do(decisions.take_over(sample.table, f"n{table.number}", token, name))
        case 5 if not sitter.is_bot:
            sample.do(decisions.issue_link(table, table.host, player, token := f"t{rng.random()}"))
            sample.do(decisions.reclaim(sample.table, f"{person}'", token))
        case 6:
            sample.do(decisions.give_seat(table, table.host, player, rng.choice(LEVELS), LEVELS))
        case 7:
            pace = rng.choice(("calm", "brisk", "swift"))
            sample.do(decisions.change_pace(table, table.host, pace))


@pytest.mark.parametrize("number", each_family(number=True))
@settings(max_examples=3)
@given(SEEDS, st.data())
def test_a_game_is_unchanged_after_writing_and_reading(
    number: int, seed: int, data: st.DataObject
) -> None:
    rng = random.Random(seed)
    sample = family(number, pace=SECONDS, title="Évening", screens=rng.choice(["own", "board"]))
    players = sample.table.setting.players
    sample.seat(data.draw(st.sets(st.integers(0, players - 1))))
    stop = rng.randrange(1, 600)
    while sample.table.status == "playing" and sample.table.number < stop:
        if rng.random() < 0.05:
            disturb(sample, rng)
        elif sample.table.waiting_for():
            sample.step(rng)
    again = Table.of(reread(sample.log))
    assert everything(again) == everything(sample.table)
    assert [one.number for one in sample.log] == list(range(1, len(sample.log) + 1))
    if again.status == "over":
        assert again.game
        verify(again.game)


@pytest.mark.parametrize("number", each_family(number=True))
def test_a_copy_is_independent(number: int) -> None:
    rng = random.Random(number)
    sample = family(number).seat([0]).play(rng, lambda table: table.number > 60)
    table, before = sample.table, everything(sample.table)
    assert everything(table.copy()) == before
    sample.play(rng)
    assert sample.table.status == "over"
    assert everything(table) == before


def test_the_number_of_event_kinds_is_known() -> None:
    assert len(KINDS) == 26


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("exploded", {}),
        ("sat", {"player": 1}),
        ("sat", {"player": "1", "person": "x", "name": "y", "colour": 1}),
        ("acted", {"player": 1, "action": "A", "by": "ghost"}),
        ("started", {"why": 1}),
        ("dealt", {"deal": {}}),
        ("dealt", {"deal": 3}),
        ("created", {"host": "", "setting": [], "code": "", "commitment": "", "secret": ""}),
        ("stood-in", {"player": True, "reason": "away"}),
        ("started", []),
    ],
)
def test_an_invalid_event_is_refused(kind: str, body: object) -> None:
    with pytest.raises(TableError, match="is unreadable"):
        from_json(kind, body)  # type: ignore[arg-type]


def test_newer_fields_may_be_missing_in_an_old_log() -> None:
    assert from_json("confirmed", {"player": 2}) == KINDS["confirmed"](player=2)  # type: ignore[call-arg]


def test_a_log_with_a_gap_is_refused() -> None:
    sample = family(0).seat([0])
    with pytest.raises(TableError, match="Event 3 is missing"):
        Table.of([one for one in sample.log if one.number != 3])
    with pytest.raises(TableError, match="no such table"):
        Table.of([])

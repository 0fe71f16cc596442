"""What a viewer sees of a table does not depend on what they may not know (ruling 15)."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingup.tables import Table
from kingup.tables.listing import about, summary_of
from tests.strategies import SEEDS, each_family
from tests.tables.sample_tables import HOST, SECONDS, SECRET, family
from tests.test_view import change_secrets


def visible_to(table: Table, viewer: int | None) -> str:
    """Return everything that a viewer can see."""
    players = range(len(table.players))
    return json.dumps(
        [
            table.view(viewer).as_dict(),
            about(table),
            table.waiting_for(),
            table.for_bots(),
            [table.deadline(player) for player in players],
            table.proof(),
        ]
    )


@pytest.mark.parametrize("number", each_family(number=True))
@settings(max_examples=5)
@given(SEEDS, st.data())
def test_what_a_viewer_sees_does_not_depend_on_secrets(
    number: int, seed: int, data: st.DataObject
) -> None:
    rng = random.Random(seed)
    sample = family(number, pace=SECONDS)
    players = sample.table.setting.players
    sample.seat(data.draw(st.sets(st.integers(0, players - 1), min_size=1)))
    stop = rng.randrange(10, 300)
    table = sample.play(rng, lambda table: table.number > stop).table
    viewer = data.draw(st.none() | st.integers(0, players - 1))
    other = table.copy()
    assert other.game
    other.game = change_secrets(other.game, viewer, rng)
    if not table.is_closed:
        other.secret = "00" * 32
        other.contributions = ("x",) * players
    assert visible_to(table, viewer) == visible_to(other, viewer)


def test_a_listing_contains_no_person_ids_and_no_secret() -> None:
    sample = family(11).seat([0, 1, 2]).play(random.Random(1), lambda table: table.number > 60)
    listed = json.dumps(about(sample.table))
    assert HOST not in listed
    assert "person-1" not in listed
    assert SECRET not in listed
    assert summary_of(sample.table).people == ((HOST, 0), ("person-1", 1), ("person-2", 2))

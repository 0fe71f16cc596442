"""Records that people bring are stored by content, for a while, and not too many of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kingup.store import Store
from kingup.store.records import KEPT_FOR, RecordStore, id_of
from kingup.tables.setting import DAY
from tests.server.table_services import url_of

NOW = 1.7e9


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(url_of(tmp_path))
    yield opened
    await opened.close()


async def test_the_same_record_is_stored_once(store: Store) -> None:
    records = RecordStore(store.database, most=2)
    first = await records.add("one", NOW)
    assert first == await records.add("one", NOW + 5) == id_of("one")
    other = await records.add("two", NOW + 10)
    assert other != first
    assert [await records.find(id_, NOW + 20) for id_ in (first, other)] == ["one", "two"]


async def test_the_one_that_was_not_watched_for_longest_goes_first(store: Store) -> None:
    records = RecordStore(store.database, most=2)
    one, two = await records.add("one", NOW), await records.add("two", NOW + 1)
    assert await records.find(one, NOW + 2 * DAY) == "one"
    three = await records.add("three", NOW + 2 * DAY)
    now = NOW + 3 * DAY
    assert [await records.find(id_, now) for id_ in (one, two, three)] == ["one", None, "three"]


async def test_a_record_expires_unless_it_is_watched(store: Store) -> None:
    records = RecordStore(store.database)
    one, two = await records.add("one", NOW), await records.add("two", NOW)
    half = NOW + KEPT_FOR / 2
    assert await records.find(one, half) == "one"
    assert await records.find(one, half + KEPT_FOR - 1) == "one"
    assert await records.find(two, NOW + KEPT_FOR) is None
    await records.add("three", NOW + KEPT_FOR)  # deletes what has expired
    assert await records.find(two, NOW) is None

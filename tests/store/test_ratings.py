"""Ratings on disk: each game counts once, even if several processes rate it."""

from __future__ import annotations

import asyncio

import pytest

from kingup.people.rating import Rating
from kingup.store import Store
from kingup.store.profiles import NameTaken, Profiles
from kingup.store.ratings import RatingStore
from kingup.tables import TableSetting
from tests.store.databases import with_store
from tests.web.pages.me.finished_games import keep, played

ANA, BEN, CLEO = ("ana", "Ana"), ("ben", "Ben"), ("cleo", "Cleo")


@with_store
async def test_a_game_is_rated_once(store: Store) -> None:
    ratings = RatingStore(store.database)
    code = await keep(store, played([ANA, BEN], 1, TableSetting()))
    assert await ratings.waiting() == [code]
    assert await ratings.rate(code)
    before = await ratings.of_person("ana")
    assert {key[1] for key in before} == {"people", "bots", "together"}
    assert all(rating.games == 1 for rating in before.values())
    assert not await ratings.rate(code)
    assert await ratings.of_person("ana") == before
    assert await ratings.waiting() == []
    assert not await ratings.rate("rook-22222")


@with_store
async def test_editions_are_rated_separately(store: Store) -> None:
    ratings = RatingStore(store.database)
    for edition in ("kingup", "vive-le-roi", "vive-le-roi"):
        setting = TableSetting(edition, (1, 1, 1))
        await ratings.rate(await keep(store, played([ANA, BEN], 1, setting)))
    found = await ratings.of_person("ana")
    assert found["kingup", "people"].games == 1
    assert found["vive-le-roi", "people"].games == 2


@with_store
async def test_an_unrated_game_is_processed_once(store: Store) -> None:
    ratings = RatingStore(store.database)
    code = await keep(store, played([ANA], 1, TableSetting(screens="passed")))
    assert await ratings.rate(code)
    assert await ratings.of_person("ana") == {}
    assert await ratings.waiting() == []


@with_store
async def test_processes_that_rate_the_same_people_lose_no_game(
    store: Store, other: Store
) -> None:
    stores = [store, other]
    codes = [await keep(stores[0], played([ANA, BEN], i, TableSetting())) for i in range(4)]
    both = [RatingStore(store.database) for store in stores]
    firsts = await asyncio.gather(*(ratings.rate(code) for code in codes for ratings in both))
    assert sum(firsts) == len(codes)
    assert (await both[0].of_person("ana"))["kingup", "people"].games == len(codes)
    assert (await both[0].of_person("ben"))["kingup", "together"].games == len(codes)


@with_store
async def test_only_people_with_a_name_are_on_the_leaderboard(store: Store) -> None:
    ratings, profiles = RatingStore(store.database), Profiles(store.database)
    for seed in range(3):
        await ratings.rate(await keep(store, played([ANA, BEN, CLEO], seed, TableSetting())))
    assert await ratings.leaders("kingup", "people") == []
    await profiles.choose("ana", "Ana the Great")
    await profiles.choose("ben", "Ben")
    board = await ratings.leaders("kingup", "people")
    assert {one.name for one in board} == {"Ana the Great", "Ben"}
    assert [one.rating.games for one in board] == [3, 3]
    proven = [one.rating.proven for one in board]
    assert proven == sorted(proven, reverse=True)
    assert await ratings.leaders("vive-le-roi", "people") == []
    await profiles.leave("ben")
    assert [one.person for one in await ratings.leaders("kingup", "people")] == ["ana"]


@with_store
async def test_taken_and_lookalike_names_are_refused(store: Store) -> None:
    profiles = Profiles(store.database)
    await profiles.choose("ana", "Ana")
    with pytest.raises(NameTaken):
        await profiles.choose("ben", "ＡＮＡ")
    await profiles.choose("ana", "Anna")
    await profiles.choose("ben", "Ana")
    assert (await profiles.name("ana"), await profiles.name("ben")) == ("Anna", "Ana")
    assert await profiles.name("cleo") is None


@with_store
async def test_outcomes_are_those_of_a_persons_own_games(store: Store) -> None:
    ratings = RatingStore(store.database)
    code = await keep(store, played([ANA, BEN], 1, TableSetting()))
    await keep(store, played([BEN, CLEO], 1, TableSetting()))
    assert [outcome.code for outcome in await ratings.outcomes("ana")] == [code]
    assert len(await ratings.outcomes("ben")) == 2


@with_store
async def test_current_ratings_are_the_last_ones_of_each_edition(store: Store) -> None:
    ratings = RatingStore(store.database)
    assert await ratings.current("ana", "bots") == {}
    for seed, edition in enumerate(("kingup", "kingup", "vive-le-roi")):
        setting = TableSetting(edition, (1, 1, 1, 1))
        await ratings.rate(await keep(store, played([ANA], seed, setting)))
    every = await ratings.of_person("ana")
    assert await ratings.current("ana", "bots") == {
        "kingup": every["kingup", "bots"],
        "vive-le-roi": every["vive-le-roi", "bots"],
    }
    assert every["kingup", "bots"].games == 2


@with_store
async def test_a_game_tells_how_it_changed_a_rating(store: Store) -> None:
    ratings = RatingStore(store.database)
    first, second = [await keep(store, played([ANA, BEN], i, TableSetting())) for i in range(2)]
    assert await ratings.changes(first, "ana") is None
    await ratings.rate(first)
    after_first = await ratings.of_person("ana")
    await ratings.rate(second)
    after_second = await ratings.of_person("ana")
    for code, before, after in (
        (first, {}, after_first),
        (second, after_first, after_second),
    ):
        found = await ratings.changes(code, "ana")
        assert found is not None
        assert set(found) == {"people", "bots", "together"}
        for pool, change in found.items():
            assert change.after == after["kingup", pool]
            assert change.before == before.get(("kingup", pool), Rating())
    assert await ratings.changes(second, "cleo") == {}

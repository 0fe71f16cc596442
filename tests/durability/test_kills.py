"""Servers are killed at random points under play: nothing is lost, and nothing done twice."""

from __future__ import annotations

import asyncio

import pytest

from tests.durability.harness import Nursery, check, nursery, playing
from tests.durability.observer import Watcher, watched

pytestmark = pytest.mark.full

PATIENCE = 60.0
"""Seconds in which people must have done something since the last kill."""
QUICK = 5
MANY = 200


async def kill_under_play(servers: Nursery, database: str, times: int, seed: int = 1) -> int:
    """Kill servers again and again while people play; return how many deeds that was."""
    async with playing(servers, database, seed) as play:
        code = await play.new_table()
        watcher = Watcher(play, code)
        async with watched(watcher):
            game = asyncio.create_task(play.play(code))
            for _ in range(times):
                await asyncio.sleep(play.rng.uniform(0.02, 0.5))
                port = play.rng.choice(servers.ports)
                servers.kill(port)
                servers.start(port)
                await servers.ready(port)
            async with asyncio.timeout(PATIENCE):
                while sum(map(len, play.acknowledged.values())) <= times:
                    await asyncio.sleep(0.05)
            play.stopped = True
            await game
            number = (await play.table(code)).number
            await watcher.reaches(number, 10)
            assert watcher.connections > 1
    deeds = await check(play.acknowledged, database)
    print(f"{times} kills, {deeds} deeds, {play.lost} without an answer, {play.refusals} refused")
    return deeds


def test_a_server_that_is_killed_has_lost_nothing_it_had_acknowledged(database_url: str) -> None:
    with nursery(database_url) as servers:
        assert asyncio.run(kill_under_play(servers, database_url, QUICK)) > QUICK


def test_two_hundred_kills_lose_nothing(database_url: str) -> None:
    with nursery(database_url) as servers:
        assert asyncio.run(kill_under_play(servers, database_url, MANY)) > MANY


def test_two_hundred_kills_of_two_servers_lose_nothing(postgresql_url: str) -> None:
    with nursery(postgresql_url, 2) as servers:
        assert asyncio.run(kill_under_play(servers, postgresql_url, MANY)) > MANY

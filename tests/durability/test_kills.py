"""Servers are killed at random points during play: nothing is lost, and nothing done twice."""

from __future__ import annotations

import asyncio

import pytest

from tests.durability.harness import ServerProcesses, check, playing, server_processes
from tests.durability.observer import Watcher, watched
from tests.waiting import wait_until_async

pytestmark = pytest.mark.full

MANY = 40


async def kill_during_play(
    servers: ServerProcesses, database: str, times: int, seed: int = 1
) -> int:
    """Kill servers again and again while people play; return the number of actions."""
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
            await wait_until_async(lambda: sum(map(len, play.acknowledged.values())) > times)
            play.stopped = True
            await game
            number = (await play.table(code)).number
            await watcher.reaches(number)
            assert watcher.connections > 1
    actions = await check(play.acknowledged, database)
    print(f"{times} kills, {actions} actions, {play.lost} unanswered, {play.refusals} refused")
    return actions


async def test_many_kills_lose_nothing(database_url: str) -> None:
    with server_processes(database_url) as servers:
        assert await kill_during_play(servers, database_url, MANY) > MANY


async def test_many_kills_of_two_servers_lose_nothing(postgresql_url: str) -> None:
    with server_processes(postgresql_url, 2) as servers:
        assert await kill_during_play(servers, postgresql_url, MANY) > MANY

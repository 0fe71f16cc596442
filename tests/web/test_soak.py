"""A server's memory does not grow during long play."""

from __future__ import annotations

import asyncio
import os
import random
import time
from pathlib import Path

import pytest
from bench.server.players import Players
from bench.server.process import memory
from bench.web.server import allow_many_files, running, url_of

from kingup.server.settings import ServerSettings

pytestmark = pytest.mark.full

SECONDS = float(os.environ.get("KINGUP_SOAK_SECONDS", "150"))
TABLES = 10
RATE = float(os.environ.get("KINGUP_SOAK_RATE", "2"))
"""Actions a second at each table."""
GROWTH = 4 * 1024 * 1024
"""Bytes by which repeated measurements differ."""


async def play_on(address: str, chance: random.Random, end: float) -> int:
    """Let four people play one game after the other; return the number of actions."""
    actions = 0
    while time.monotonic() < end:
        players = Players([address], chance)
        await players.gather()
        while time.monotonic() < end and await players.act():
            actions += 1
            await asyncio.sleep(1 / RATE)
        await players.leave()
    return actions


async def soak(address: str, server: int) -> tuple[list[int], int]:
    """Return the server's memory at ten moments, and the number of actions."""
    begun = time.monotonic()
    end = begun + SECONDS
    playing = [asyncio.create_task(play_on(address, random.Random(i), end)) for i in range(TABLES)]
    held = []
    for moment in range(1, 11):
        await asyncio.sleep(max(0.0, begun + SECONDS * moment / 10 - time.monotonic()))
        held.append(memory(server))
    return held, sum(await asyncio.gather(*playing))


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux's /proc")
async def test_memory_does_not_grow_during_long_play(tmp_path: Path) -> None:
    allow_many_files()
    settings = ServerSettings(url_of(tmp_path), limited=False, prepare=False)
    with running(settings) as server:
        held, actions = await soak(server.address, server.process)
    print(f"{actions} actions, MiB: {[round(one / 2**20, 1) for one in held]}")
    assert actions > SECONDS
    # Caches fill up first; from the middle on nothing grows.
    assert max(held[7:]) < max(held[3:6]) + GROWTH

"""A server that is played on for long needs no more memory at the end than after a while."""

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

SECONDS = float(os.environ.get("KINGUP_SOAK_SECONDS", "600"))
TABLES = 10
RATE = float(os.environ.get("KINGUP_SOAK_RATE", "2"))
"""Actions a second at each table."""
GROWTH = 8 * 1024 * 1024
"""Bytes by which measurements of the same thing differ."""


async def play_on(address: str, chance: random.Random, end: float) -> int:
    """Let four people play one game after the other; return how many actions that were."""
    actions = 0
    while time.monotonic() < end:
        company = Players([address], chance)
        await company.gather()
        while time.monotonic() < end and await company.act():
            actions += 1
            await asyncio.sleep(1 / RATE)
        await company.leave()
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
async def test_memory_stays_as_it_is_however_long_people_play(tmp_path: Path) -> None:
    allow_many_files()
    settings = ServerSettings(url_of(tmp_path), limited=False, prepare=False)
    with running(settings) as server:
        held, actions = await soak(server.address, server.process)
    print(f"{actions} actions, MiB: {[round(one / 2**20, 1) for one in held]}")
    assert actions > SECONDS
    # What is remembered for all tables fills up first; from the middle on nothing grows.
    assert max(held[7:]) < max(held[3:6]) + GROWTH

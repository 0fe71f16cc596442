"""Bots from outside: how soon an action reaches the other's stream, and actions a second."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import connect

from kingup.client import AsyncClient, ServerError, calls

TOKEN = re.compile(r"kingup_[\w-]{43}")
DUEL = {"edition": "vive-le-roi", "seats": 2, "options": ["emissary"]}
"""Two seats, so that every event is measured."""
TABLES = 8
SECONDS = 10.0
TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Outside:
    """The measurements."""

    answer: list[float]
    """Milliseconds until an action was answered."""
    stream: list[float]
    """Milliseconds until it was in the other bot's stream."""
    socket: list[float]
    """Milliseconds until a spectator's WebSocket had it, with what changes on the page."""
    actions: float
    """Actions a second, at several tables at once."""


@dataclass(slots=True)
class Watcher:
    """Records when each event arrived."""

    number: int = 0
    table: dict[str, Any] = field(default_factory=dict)
    _came: asyncio.Event = field(default_factory=asyncio.Event)
    _at: dict[int, float] = field(default_factory=dict)

    def note(self, number: int, table: dict[str, Any] | None = None) -> None:
        """Record the arrival of an event."""
        if number > self.number:
            self.number = number
            self._at[number] = time.perf_counter()
        if table is not None:
            self.table = table
        self._came.set()

    async def came(self, number: int) -> float:
        """Wait for an event, or a later one, and return when it arrived."""
        async with asyncio.timeout(TIMEOUT):
            while self.number < number:
                self._came.clear()
                await self._came.wait()
        return min(at for known, at in self._at.items() if known >= number)


def measure(address: str, actions: int) -> Outside:
    """Let bots from outside play on a server, and measure."""
    # In another thread: Playwright runs an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(_measure(address, actions))).result()


async def _measure(address: str, actions: int) -> Outside:
    answer: list[float] = []
    stream: list[float] = []
    socket: list[float] = []
    async with _bots(address) as bots:
        while len(answer) < actions:
            await _duel(address, bots, answer, stream, socket)
        done = await asyncio.gather(*(_race(bots) for _ in range(TABLES)))
    return Outside(answer[:actions], stream[:actions], socket[:actions], sum(done) / SECONDS)


@asynccontextmanager
async def _bots(address: str) -> AsyncIterator[tuple[AsyncClient, AsyncClient]]:
    async with httpx2.AsyncClient(headers={"origin": address}) as browser:
        tokens = []
        for name in ("One", "Two"):
            page = await browser.post(f"{address}/me/tokens", data={"name": name, "owner": "Ada"})
            tokens += TOKEN.findall(page.text)[:1]
    async with AsyncClient(address, tokens[0]) as one, AsyncClient(address, tokens[1]) as two:
        yield one, two


async def _table(bots: tuple[AsyncClient, AsyncClient]) -> str:
    code: str = (await bots[0].ask(calls.set_table(**DUEL)))["code"]
    await bots[1].ask(calls.sit(code))
    return code


async def _duel(
    address: str,
    bots: tuple[AsyncClient, AsyncClient],
    answer: list[float],
    stream: list[float],
    socket: list[float],
) -> None:
    """Play one game, one action after the other, and record their times."""
    code = await _table(bots)
    chance = random.Random(4)
    players, spectator = (Watcher(), Watcher()), Watcher()
    tasks = [
        asyncio.create_task(_listen(bot, code, watcher))
        for bot, watcher in zip(bots, players, strict=True)
    ]
    tasks.append(asyncio.create_task(_spectate(address, code, spectator)))
    try:
        number = (await bots[0].ask(calls.table(code)))["number"]
        while True:
            for watcher in (*players, spectator):
                await watcher.came(number)
            if players[0].table["status"] != "playing":
                return
            able = [p for p in (0, 1) if players[p].table["view"]["actions"]]
            player = chance.choice(able)
            action = chance.choice(players[player].table["view"]["actions"])
            begun = time.perf_counter()
            number = (await bots[player].ask(calls.act(code, action)))["number"]
            answer.append(1000 * (time.perf_counter() - begun))
            stream.append(1000 * (await players[1 - player].came(number) - begun))
            socket.append(1000 * (await spectator.came(number) - begun))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(bot: AsyncClient, code: str, watcher: Watcher) -> None:
    async with bot.listen(calls.game(code)) as lines:
        async for table in lines:
            watcher.note(table["number"], table)


async def _spectate(address: str, code: str, watcher: Watcher) -> None:
    place = f"{address.replace('http', 'ws', 1)}/t/{code}/live?page=watch"
    async with connect(place, compression=None) as line:
        async for message in line:
            watcher.note(int(json.loads(message)["number"]))


async def _race(bots: tuple[AsyncClient, AsyncClient]) -> int:
    """Act as fast as answers arrive, at one table after the other; return how often."""
    until = time.perf_counter() + SECONDS
    done = 0
    while time.perf_counter() < until:
        code = await _table(bots)
        status = "playing"
        while status == "playing" and time.perf_counter() < until:
            for bot in bots:
                table = await bot.ask(calls.table(code))
                status = table["status"]
                if status == "playing" and table["view"]["actions"]:
                    try:
                        await bot.ask(calls.act(code, table["view"]["actions"][0]))
                    except ServerError:
                        continue
                    done += 1
    return done

"""The loads: closed loops, people's pace, idle tables, and the memory of live ones."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bench.server.person import BotPerson, PagePerson, Person
from bench.server.players import NAMES, SEATS, Players
from bench.server.process import cpu_seconds, memory
from bench.server.sites import Site

AT_ONCE = 8
"""Tables that are created at the same time."""
SETTLING = 2.0
SPECTATORS = 4
"""Spectators at each table where the memory of a client is measured."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements of one load."""

    actions: int
    seconds: float
    cpu_seconds: float
    database: float
    """Processor time of PostgreSQL, in seconds."""
    arrivals: tuple[float, float]
    """Milliseconds until an action had reached all four: p50, p99."""
    answers: tuple[float, float]
    message: float
    """Mean bytes of a message."""

    @property
    def each(self) -> float:
        """Milliseconds of processor time per action."""
        return 1000 * self.cpu_seconds / self.actions

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds


@asynccontextmanager
async def playing_tables(
    site: Site, tables: int, kind: type[Person] = PagePerson, seed: int = 1
) -> AsyncIterator[list[Players]]:
    """Yield tables of four players each, with a game begun."""
    made = [Players(site.addresses, random.Random(f"{seed}/{i}"), kind) for i in range(tables)]
    try:
        await _each(made, Players.gather)
        await asyncio.sleep(SETTLING)
        yield made
    finally:
        await asyncio.gather(*(table.leave() for table in made), return_exceptions=True)


async def closed_loop(
    site: Site, playing: Sequence[Players], warm_up: int, actions: int
) -> Measured:
    """Let every table act again as soon as its four players have the last action."""
    await _all(play(table, warm_up) for table in playing)
    return await _measured(site, playing, lambda: _all(play(table, actions) for table in playing))


async def play(table: Players, actions: int) -> None:
    """Act a number of times, or until the game is over."""
    for _ in range(actions):
        if not await table.act():
            return


async def paced(
    site: Site, playing: Sequence[Players], seconds: float, rate: float = 1.0
) -> Measured:
    """Let every table act at a given rate a second, each with its own phase."""
    chance = random.Random(7)

    async def act_at(table: Players, first: float, end: float) -> None:
        due = first
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await table.act():
                return
            due = max(due + 1 / rate, time.perf_counter())

    async def run() -> None:
        now = time.perf_counter()
        await _all(act_at(table, now + chance.random() / rate, now + seconds) for table in playing)

    return await _measured(site, playing, run)


async def _measured(
    site: Site, playing: Sequence[Players], run: Callable[[], Coroutine[Any, Any, None]]
) -> Measured:
    people = [person for table in playing for person in table.people]
    for table in playing:
        table.arrivals.clear()
        table.answers.clear()
    for person in people:
        person.bytes = person.messages = 0
    before, stored, begun = cpu_seconds(*site.servers), site.stored(), time.perf_counter()
    await run()
    seconds = time.perf_counter() - begun
    used, stored = cpu_seconds(*site.servers) - before, site.stored() - stored
    arrivals = [1000 * took for table in playing for took in table.arrivals]
    answers = [1000 * took for table in playing for took in table.answers]
    messages = sum(person.messages for person in people)
    return Measured(
        len(arrivals),
        seconds,
        used,
        stored,
        percentiles(arrivals),
        percentiles(answers),
        sum(person.bytes for person in people) / max(1, messages),
    )


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """Return the 50th and the 99th percentile."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


@dataclass(frozen=True, slots=True)
class Idle:
    """The cost of tables that their players have left."""

    tables: int
    each: float
    """Bytes per table, in memory or evicted."""
    seconds: float
    """Seconds to create one."""
    revived: tuple[float, float]
    """Milliseconds until a table answers a returning player: p50, p99."""


async def idle_tables(site: Site, tables: int, revive: int = 200) -> Idle:
    """Create tables, start their games, leave them, and return to some."""

    async def set_up(share: int, made: list[tuple[Person, str]]) -> None:
        people = [BotPerson(site.addresses[0], player) for player in range(SEATS)]
        for _ in range(share):
            code = await people[0].set_table(SEATS, NAMES[0])
            for person in people[1:]:
                await person.join(code, NAMES[person.player])
            made.append((people[0], code))

    made: list[tuple[Person, str]] = []
    before, begun = memory(*site.servers), time.perf_counter()
    await _all(set_up(tables // AT_ONCE, made) for _ in range(AT_ONCE))
    took = (time.perf_counter() - begun) / len(made)
    await asyncio.sleep(SETTLING)
    after = memory(*site.servers)
    revived = []
    for person, code in random.Random(1).sample(made, min(revive, len(made))):
        start = time.perf_counter()
        await person.listen(code)
        revived.append(1000 * (time.perf_counter() - start))
        await person.leave()
    return Idle(len(made), (after - before) / len(made), took, percentiles(revived))


async def live_memory(
    site: Site, tables: int, kind: type[Person] = PagePerson
) -> tuple[float, float]:
    """Return the bytes of one more table with four players, and of one more spectator.

    Other tables play first, so that caches shared by all tables are already full.
    """
    async with playing_tables(site, tables // 2, kind, seed=4) as others:
        await _all(play(table, 40) for table in others)
        before = memory(*site.servers)
        async with playing_tables(site, tables, kind, seed=3) as playing:
            await _all(play(table, 40) for table in playing)
            after = memory(*site.servers)
            spectators = [(kind(site.addresses[0], 0), one.code) for one in playing * SPECTATORS]
            for person, code in spectators:
                await person.spectate(code)
            await asyncio.sleep(SETTLING)
            crowded = memory(*site.servers)
            await _all(person.leave() for person, _code in spectators)
    return (after - before) / tables, (crowded - after) / len(spectators)


async def _each(
    made: Sequence[Players], enter: Callable[[Players], Coroutine[Any, Any, None]]
) -> None:
    """Let all tables do something, AT_ONCE of them at a time."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(table: Players) -> None:
        async with limit:
            await enter(table)

    await _all(one(table) for table in made)


async def _all(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run everything concurrently; if one task fails, cancel the others."""
    async with asyncio.TaskGroup() as group:
        for one in work:
            group.create_task(one)

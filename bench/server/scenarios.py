"""The loads: one action after the other, at people's pace, many idle tables, and for long."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bench.server.company import Company
from bench.server.process import computed, memory

AT_ONCE = 8
"""Tables that are set at the same time."""
SETTLING = 2.0


@dataclass(frozen=True, slots=True)
class Measured:
    """What a load has shown."""

    actions: int
    seconds: float
    computed: float
    arrivals: tuple[float, float]
    """Milliseconds until an action had reached all pages: p50, p99."""
    answers: tuple[float, float]
    message: float
    """Bytes of a message, on average."""

    @property
    def each(self) -> float:
        """Milliseconds of processor time for an action."""
        return 1000 * self.computed / self.actions

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds


@asynccontextmanager
async def companies(address: str, tables: int, seed: int = 1) -> AsyncIterator[list[Company]]:
    """Let four people each sit at so many tables, where a game has begun."""
    made = [Company(address, random.Random(f"{seed}/{i}")) for i in range(tables)]
    door = asyncio.Semaphore(AT_ONCE)

    async def enter(company: Company) -> None:
        async with door:
            await company.gather()

    await asyncio.gather(*(enter(company) for company in made))
    await asyncio.sleep(SETTLING)
    try:
        yield made
    finally:
        await asyncio.gather(*(company.leave() for company in made), return_exceptions=True)


async def closed_loop(
    server: int, playing: Sequence[Company], warm_up: int, actions: int
) -> Measured:
    """Let every table act again as soon as everybody there has seen the last action."""

    async def play(company: Company, most: int) -> None:
        for _ in range(most):
            if not await company.act():
                return

    await asyncio.gather(*(play(company, warm_up) for company in playing))
    return await _measured(
        server, playing, lambda: asyncio.gather(*(play(company, actions) for company in playing))
    )


async def paced(
    server: int, playing: Sequence[Company], seconds: float, rate: float = 1.0
) -> Measured:
    """Let every table act so many times a second, each at moments of its own."""
    chance = random.Random(7)

    async def play(company: Company, first: float, end: float) -> None:
        due = first
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await company.act():
                return
            due = max(due + 1 / rate, time.perf_counter())

    async def run() -> None:
        now = time.perf_counter()
        await asyncio.gather(
            *(play(company, now + chance.random() / rate, now + seconds) for company in playing)
        )

    return await _measured(server, playing, run)


async def _measured(
    server: int, playing: Sequence[Company], run: Callable[[], Awaitable[object]]
) -> Measured:
    for company in playing:
        company.arrivals.clear()
        company.answers.clear()
        for person in company.people:
            person.bytes = person.messages = 0
    before, begun = computed(server), time.perf_counter()
    await run()
    seconds, used = time.perf_counter() - begun, computed(server) - before
    arrivals = [1000 * took for company in playing for took in company.arrivals]
    answers = [1000 * took for company in playing for took in company.answers]
    people = [person for company in playing for person in company.people]
    messages = sum(person.messages for person in people)
    return Measured(
        len(arrivals),
        seconds,
        used,
        percentiles(arrivals),
        percentiles(answers),
        sum(person.bytes for person in people) / max(1, messages),
    )


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """Return what half of all values and what 99 % of them do not exceed."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


@dataclass(frozen=True, slots=True)
class Idle:
    """What tables cost at which nobody is any more."""

    tables: int
    each: float
    """Bytes a table, kept in memory or not."""
    seconds: float
    """How long setting one takes."""
    revived: tuple[float, float]
    """Milliseconds until one that was forgotten answers again: p50, p99."""


async def idle_tables(address: str, server: int, tables: int, revive: int = 200) -> Idle:
    """Set tables, begin their games, leave them, and come back to some."""
    before = memory(server)
    begun = time.perf_counter()
    made: list[Company] = []
    door = asyncio.Semaphore(AT_ONCE)

    async def enter(company: Company) -> None:
        async with door:
            await company.gather(watching=False)
            for person in company.people[1:]:
                await person.web.close()

    made = [Company(address, random.Random(i)) for i in range(tables)]
    await asyncio.gather(*(enter(company) for company in made))
    took = (time.perf_counter() - begun) / tables
    await asyncio.sleep(SETTLING)
    after = memory(server)
    revived = []
    for company in random.Random(1).sample(made, min(revive, tables)):
        person = company.people[0]
        start = time.perf_counter()
        await person.sit_down(address, company.code)
        revived.append(1000 * (time.perf_counter() - start))
        await person.leave()
    for company in made:
        await company.leave()
    return Idle(tables, (after - before) / tables, took, percentiles(revived))


async def live_memory(address: str, server: int, tables: int) -> float:
    """Return the bytes that a table costs which four people look at."""
    before = memory(server)
    async with companies(address, tables, seed=3) as playing:
        await asyncio.gather(*(_some(company, 40) for company in playing))
        after = memory(server)
    return (after - before) / tables


async def _some(company: Company, actions: int) -> None:
    for _ in range(actions):
        if not await company.act():
            return

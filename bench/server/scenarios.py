"""The loads: one action after the other, at people's pace, many idle tables, and for long."""

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
from bench.server.process import computed, memory
from bench.server.sites import Site

AT_ONCE = 8
"""Tables that are set at the same time."""
SETTLING = 2.0
LOOKERS = 4
"""Who look on at each table, where the memory of a client is measured."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a load has shown."""

    actions: int
    seconds: float
    computed: float
    database: float
    """Seconds that a PostgreSQL has computed."""
    arrivals: tuple[float, float]
    """Milliseconds until an action had reached all four: p50, p99."""
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
async def companies(
    site: Site, tables: int, kind: type[Person] = PagePerson, seed: int = 1
) -> AsyncIterator[list[Players]]:
    """Let four each sit at so many tables, where a game has begun."""
    made = [Players(site.addresses, random.Random(f"{seed}/{i}"), kind) for i in range(tables)]
    try:
        await _each(made, Players.gather)
        await asyncio.sleep(SETTLING)
        yield made
    finally:
        await asyncio.gather(*(company.leave() for company in made), return_exceptions=True)


async def closed_loop(
    site: Site, playing: Sequence[Players], warm_up: int, actions: int
) -> Measured:
    """Let every table act again as soon as everybody there has seen the last action."""
    await _all(play(company, warm_up) for company in playing)
    return await _measured(
        site, playing, lambda: _all(play(company, actions) for company in playing)
    )


async def play(company: Players, actions: int) -> None:
    """Act so many times, or until the game is over."""
    for _ in range(actions):
        if not await company.act():
            return


async def paced(
    site: Site, playing: Sequence[Players], seconds: float, rate: float = 1.0
) -> Measured:
    """Let every table act so many times a second, each at moments of its own."""
    chance = random.Random(7)

    async def act_at(company: Players, first: float, end: float) -> None:
        due = first
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await company.act():
                return
            due = max(due + 1 / rate, time.perf_counter())

    async def run() -> None:
        now = time.perf_counter()
        await _all(
            act_at(company, now + chance.random() / rate, now + seconds) for company in playing
        )

    return await _measured(site, playing, run)


async def _measured(
    site: Site, playing: Sequence[Players], run: Callable[[], Coroutine[Any, Any, None]]
) -> Measured:
    people = [person for company in playing for person in company.people]
    for company in playing:
        company.arrivals.clear()
        company.answers.clear()
    for person in people:
        person.bytes = person.messages = 0
    before, stored, begun = computed(*site.servers), site.stored(), time.perf_counter()
    await run()
    seconds = time.perf_counter() - begun
    used, stored = computed(*site.servers) - before, site.stored() - stored
    arrivals = [1000 * took for company in playing for took in company.arrivals]
    answers = [1000 * took for company in playing for took in company.answers]
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


async def idle_tables(site: Site, tables: int, revive: int = 200) -> Idle:
    """Set tables, begin their games, leave them, and come back to some."""

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
    """Return the bytes of one more table where four play, and of one more who looks on.

    What a server remembers for all of them (templates, words, drawn parts) is there before.
    """
    async with companies(site, tables // 2, kind, seed=4) as others:
        await _all(play(company, 40) for company in others)
        before = memory(*site.servers)
        async with companies(site, tables, kind, seed=3) as playing:
            await _all(play(company, 40) for company in playing)
            after = memory(*site.servers)
            lookers = [(kind(site.addresses[0], 0), one.code) for one in playing * LOOKERS]
            for person, code in lookers:
                await person.look_on(code)
            await asyncio.sleep(SETTLING)
            crowded = memory(*site.servers)
            await _all(person.leave() for person, _code in lookers)
    return (after - before) / tables, (crowded - after) / len(lookers)


async def _each(
    made: Sequence[Players], enter: Callable[[Players], Coroutine[Any, Any, None]]
) -> None:
    """Let all companies do something, some of them at a time."""
    door = asyncio.Semaphore(AT_ONCE)

    async def one(company: Players) -> None:
        async with door:
            await enter(company)

    await _all(one(company) for company in made)


async def _all(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Do everything at once; where one thing fails nothing else goes on behind it."""
    async with asyncio.TaskGroup() as group:
        for one in work:
            group.create_task(one)

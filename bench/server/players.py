"""Four players at one table, who play a real game, and how long their actions take to arrive."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.server.http import TIMEOUT
from bench.server.person import PagePerson, Person

SEATS = 4
NAMES = ("Nora", "Tomasz", "Inès", "Bo")
MOST_NO = 0.4
"""How often a player who can say No does: votes then fail as often as among people."""
QUIET = 0.2
"""Seconds without a message after which a table has settled."""


@dataclass
class Players:
    """A table, its players, and its measurements."""

    addresses: Sequence[str]
    """One or several servers; the players are spread over them."""
    chance: random.Random
    kind: type[Person] = PagePerson
    code: str = ""
    people: list[Person] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    """Seconds from sending each action until all four had it."""
    answers: list[float] = field(default_factory=list)
    """Seconds from sending each action until its answer, when it is stored."""

    async def gather(self, *, watching: bool = True) -> None:
        """Create a table, take all seats, start, and let all players listen."""
        servers = len(self.addresses)
        self.people = [self.kind(self.addresses[p % servers], p) for p in range(SEATS)]
        self.code = await self.people[0].set_table(SEATS, NAMES[0])
        begun = 0
        for person in self.people[1:]:
            begun = await person.join(self.code, NAMES[person.player])
        for person in self.people:
            begun = await person.confirm(self.code) or begun
        if watching:
            async with asyncio.timeout(TIMEOUT):
                await asyncio.gather(*(person.listen(self.code) for person in self.people))
                await asyncio.gather(*(_settle(person, begun) for person in self.people))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return any(person.over for person in self.people)

    async def act(self) -> bool:
        """Let one of the players to act do something; return False when the game is over."""
        able = [person for person in self.people if person.acts]
        if not able:
            return False
        person = self.chance.choice(able)
        actions, number = person.actions(), person.number
        key = f"{number}-{self.chance.getrandbits(64):x}"
        begun = time.perf_counter()
        async with asyncio.timeout(TIMEOUT):
            answered, *arrived = await asyncio.gather(
                self._send(person, self._choice(actions) if actions else None, key),
                *(_receive_after(p, number) for p in self.people),
            )
        self.answers.append(answered - begun)
        self.arrivals.append(max(arrived) - begun)
        return not self.over

    async def _send(self, person: Person, action: str | None, key: str) -> float:
        await person.act(self.code, action, key)
        return time.perf_counter()

    def _choice(self, actions: list[str]) -> str:
        if set(actions) <= {"Y", "N", "B"}:
            return "N" if "N" in actions and self.chance.random() < MOST_NO else "Y"
        return self.chance.choice(actions)

    async def leave(self) -> None:
        """Close all players' connections."""
        await asyncio.gather(*(person.leave() for person in self.people))


async def _settle(person: Person, begun: int) -> None:
    """Wait until the game has begun and no more messages arrive."""
    while person.number < begun:
        await person.receive()
    receiving = asyncio.ensure_future(person.receive())
    while True:
        done, _ = await asyncio.wait({receiving}, timeout=QUIET)
        if not done:
            break
        receiving = asyncio.ensure_future(person.receive())
    receiving.cancel()
    await asyncio.gather(receiving, return_exceptions=True)


async def _receive_after(person: Person, number: int) -> float:
    while True:
        at = await person.receive()
        if person.number > number:
            return at

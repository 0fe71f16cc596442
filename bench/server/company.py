"""Four people at one table who play a real game, and how long their actions take to arrive."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field

from bench.server.person import PATIENCE, Person, Web

SEATS = 4
NAMES = ("Nora", "Tomasz", "Inès", "Bo")
MOST_NO = 0.4
"""How often somebody says No who could: votes fail as often as among people."""


@dataclass
class Company:
    """A table, its people, and what was measured there."""

    address: str
    chance: random.Random
    code: str = ""
    people: list[Person] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    """Seconds from sending each action until all four pages had it."""
    answers: list[float] = field(default_factory=list)
    """Seconds from sending each action until its answer: then it is kept for good."""

    async def gather(self, *, watching: bool = True) -> None:
        """Set a table, take all seats, begin, and open everybody's page."""
        self.people = [Person(Web(self.address), player) for player in range(SEATS)]
        host = self.people[0].web
        made = await host.post("/new", edition="kingup", seats=SEATS, name=NAMES[0])
        self.code = str(made["code"])
        for person in self.people[1:]:
            await person.web.post(
                f"/t/{self.code}/sit", player=person.player, name=NAMES[person.player]
            )
        for person in self.people:
            await person.web.post(f"/t/{self.code}/confirm", player=person.player, ready=1)
        if watching:
            await asyncio.gather(*(p.sit_down(self.address, self.code) for p in self.people))
            await self.settle()

    async def settle(self) -> None:
        """Hear what is still under way: people who came after one another."""
        for person in self.people:
            while True:
                try:
                    await asyncio.wait_for(person.hear(), 0.2)
                except TimeoutError:
                    break

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return any(person.over for person in self.people)

    async def act(self) -> bool:
        """Let one of those who may act do something; False when the game is over."""
        able = [person for person in self.people if person.acts]
        if not able:
            return False
        person = self.chance.choice(able)
        actions = person.actions()
        number = person.number
        begun = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            answered, *arrived = await asyncio.gather(
                self._send(person, actions, number),
                *(self._hear_after(p, number) for p in self.people),
            )
        self.answers.append(answered - begun)
        self.arrivals.append(max(arrived) - begun)
        return not self.over

    async def _send(self, person: Person, actions: list[str], number: int) -> float:
        fields = {"action": self._choice(actions)} if actions else {}
        what = "act" if actions else "continue"
        key = f"{number}-{self.chance.getrandbits(64):x}"
        await person.web.post(
            f"/t/{self.code}/{what}", player=person.player, number=number, key=key, **fields
        )
        return time.perf_counter()

    def _choice(self, actions: list[str]) -> str:
        if set(actions) <= {"Y", "N", "B"}:
            return "N" if "N" in actions and self.chance.random() < MOST_NO else "Y"
        return self.chance.choice(actions)

    @staticmethod
    async def _hear_after(person: Person, number: int) -> float:
        while True:
            at = await person.hear()
            if person.number > number:
                return at

    async def leave(self) -> None:
        """Let everybody go."""
        await asyncio.gather(*(person.leave() for person in self.people))

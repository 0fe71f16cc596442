"""Tables that are brought to a moment of a game before a server reads them from its store."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from kingup.game import Game
from kingup.store import Store
from kingup.tables import Event, TableSetting, advance, decisions
from kingup.tables.listing import summary_of
from kingup.tables.names import new_code
from tests.server.table_services import LEVELS, url_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOP = "5"
"""The floor below the throne."""
LONGEST = 200
"""Actions after which a moment should have come."""


class Crafted:
    """A table whose people and bots do what a test wants."""

    def __init__(
        self,
        people: Sequence[str | None],
        setting: TableSetting,
        names: Sequence[str] = (),
        seed: str = "ab" * 32,
    ) -> None:
        self.people = people
        host = next(person for person in people if person)
        created = decisions.create(host, setting, new_code(), seed)
        self.table, _ = advance(None, created, time.time())
        for player, person in enumerate(people):
            if person is None:
                self.add(decisions.seat_bot(self.table, host, player, "courtier", LEVELS))
            else:
                name = names[player] if names else f"Player {player}"
                self.add(decisions.sit(self.table, person, player, name))
        for player, person in enumerate(people):
            if person is not None:
                self.add(decisions.confirm(self.table, person, player))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def add(self, events: list[Event]) -> None:
        self.table, _ = advance(self.table, events, time.time())

    def act(self, player: int, action: str) -> None:
        person = self.people[player]
        by = self.table.acting_by(player)
        self.add(decisions.act(self.table, player, action, by, person=person))

    def place_all(self) -> None:
        """Place everybody as high as possible; keep the first Ambition cards before."""
        while self.game.phase in ("ambition", "place"):
            player = self.table.waiting_for()[0]
            actions = self.table.view(player).actions
            placing = self.game.phase == "place"
            self.act(player, max(actions, key=lambda a: a[1]) if placing else actions[0])

    def call_vote(self, candidate: str, mover: int) -> None:
        """Play until a player has moved a candidate to the throne."""
        self.place_all()
        for _ in range(LONGEST):
            if self.game.phase == "vote":
                return
            player = self.table.waiting_for()[0]  # of a team, either may act
            self.act(player, self._climb(candidate, player == mover))
        raise AssertionError(f"{candidate} never came to the throne")

    def bring(self, candidate: str, turn: int) -> None:
        """Play until a candidate stands below the throne, and it is a player's turn."""
        self.place_all()
        for _ in range(LONGEST):
            player = self.table.waiting_for()[0]
            if self.game.view(None).castle[candidate] == TOP and player == turn:
                return
            self.act(player, self._climb(candidate, may_call=False))
        raise AssertionError(f"{candidate} never came to floor {TOP}")

    def highest(self, rank: int = 0) -> str:
        """Place everybody, and return who is nearest to the throne, but not the jester.

        With a rank, so many others are nearer.
        """
        self.place_all()
        at = self.game.view(None).castle
        order = sorted(at, key=lambda who: (at[who].isdigit() and who != "X", at[who], who))
        return order[-1 - rank]

    def _climb(self, candidate: str, may_call: bool) -> str:
        """Return who climbs: the candidate, or somebody who is not in its way."""
        view = self.table.view(self.table.waiting_for()[0])
        at = view.castle
        if candidate in view.actions and (at[candidate] != TOP or may_call):
            return candidate
        others = [who for who in view.actions if who != candidate]
        below = [who for who in others if at[who] < at[candidate] and at[who].isdigit()]
        # Somebody above must make room; nobody but the candidate may reach the throne.
        above = [who for who in others if at[candidate] < at[who] < TOP]
        blocked = candidate not in view.actions
        wanted = (above or below) if blocked else (below or above)
        return min(wanted or [who for who in others if at[who] != TOP], key=lambda who: at[who])

    def crown(self) -> None:
        """Let everybody say Yes."""
        while self.game.phase == "vote":
            self.act(self.table.waiting_for()[0], "Y")

    def go_on(self) -> None:
        """Let everybody put away the scoring of a round."""
        for player, person in enumerate(self.people):
            if person is not None:
                self.add(decisions.continue_(self.table, person, player))

    def keep(self, folder: Path) -> str:
        """Put the table into a server's store, and return its code."""

        async def work() -> None:
            store = await Store.open(url_of(folder))
            try:
                await store.create(self.table.numbered, summary_of(self.table))
            finally:
                await store.close()

        # In a separate thread: no event loop may run beside a browser's.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, work()).result()
        return self.table.code


def person_of(page: Page) -> str:
    """Return the identity of a page's person, which a server gives with the first answer."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return cookies["person"].partition(".")[0]

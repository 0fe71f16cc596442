"""The hall: all tables that are in use, and the one way in which they change.

Decide, commit, take over, and only then tell anybody. What is stored in one transaction
includes all that follows by itself, such as a deal, so that a crash leaves nothing half done.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from kingup.rules.errors import KingUpError
from kingup.store import Conflict, Duplicate, Store
from kingup.tables import Event, Table, TableSetting, advance, decisions
from kingup.tables.listing import summary_of
from kingup.tables.names import new_code, new_secret, read_code
from kingup.web.live import LiveTable
from kingup.web.refusals import Refusal, no_such_table

Decide = Callable[[Table], Sequence[Event]]

MOST_TRIES = 5
MOST_IDLE = 200
"""Tables kept in memory although nobody looks at them and no bot plays there."""


class Hall:
    """The tables of one server."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        """Called after a table was loaded or has changed; sees to bots and clocks."""
        self._tables: dict[str, LiveTable] = {}
        self._loading = asyncio.Lock()

    async def create(self, host: str, setting: TableSetting, *then: Decide) -> LiveTable:
        """Make a table, with decisions that are part of its beginning."""
        return await self._begin(
            lambda code: decisions.create(host, setting, code, new_secret()), then
        )

    async def table(self, text: str) -> LiveTable:
        """Return the table with a code, from memory or from the store."""
        code = read_code(text)
        if code is None:
            raise no_such_table(text)
        live = self._tables.get(code)
        if live is None:
            async with self._loading:
                live = self._tables.get(code) or await self._load(code)
        live.used_at = self.clock()
        return live

    async def do(self, code: str, decide: Decide, key: str | None = None) -> int:
        """Change a table, and return the number of the last event afterwards.

        `decide` sees the table as it is and says what happens, or raises the error that says
        why it cannot. A key that was used before changes nothing: its deed is done already.
        """
        live = await self.table(code)
        async with live.lock:
            for _ in range(MOST_TRIES):
                try:
                    events = decide(live.table)
                except KingUpError:
                    # A deed that is done already can often not be done again.
                    if key is not None and await self.store.number_of(live.code, key) is not None:
                        return live.table.number
                    # True only if nobody has done anything in another process meanwhile.
                    if await self._catch_up(live):
                        continue
                    raise
                if not events:
                    return live.table.number
                after, stored = advance(live.table, events, self.clock())
                try:
                    await self.store.append(live.code, stored, key=key, summary=summary_of(after))
                except Duplicate:
                    await self._catch_up(live)
                    return live.table.number
                except Conflict:
                    # Another process was faster: see what it did, and decide anew.
                    await self._catch_up(live)
                    continue
                self._take_over(live, after)
                return after.number
        raise Refusal("The table is busy. Try again in a moment.", status=503, retry_after=1)

    async def rematch(self, code: str, person: str) -> str:
        """Let the people of a table meet again, and return the code of the new table."""
        live = await self.table(code)
        decisions.rematch(live.table, person, "")  # refuses whoever may not
        if live.table.next_code is None:
            old = live.table
            fresh = await self._begin(
                lambda new: decisions.rematch_table(old, person, new, new_secret()), ()
            )
            await self.do(code, lambda table: decisions.rematch(table, person, fresh.code))
        next_code = live.table.next_code
        assert next_code is not None  # noqa: S101 - one of us has just said which
        return next_code

    async def wake(self) -> None:
        """Load the tables that are being played, so that bots and clocks go on."""
        for code in await self.store.running():
            try:
                await self.table(code)
            except Refusal:
                continue

    async def _begin(
        self, first: Callable[[str], Sequence[Event]], then: Sequence[Decide]
    ) -> LiveTable:
        now = self.clock()
        for _ in range(MOST_TRIES):
            code = new_code()
            table, stored = advance(None, first(code), now)
            for decide in then:
                table, more = advance(table, decide(table), now)
                stored += more
            try:
                await self.store.create(stored, summary_of(table))
            except Conflict:  # the code is taken
                continue
            live = self._keep(LiveTable(table, self.clock))
            self.on_change(live)
            return live
        raise Refusal("The table is busy. Try again in a moment.", status=503, retry_after=1)

    async def _load(self, code: str) -> LiveTable:
        events = await self.store.events(code)
        if not events:
            raise no_such_table(code)
        live = self._keep(LiveTable(Table.of(events), self.clock))
        self.on_change(live)
        return live

    async def _catch_up(self, live: LiveTable) -> bool:
        """Take over what other processes have stored; return whether there was anything."""
        missed = await self.store.events(live.code, after=live.table.number)
        if missed:
            after = live.table.copy()
            for numbered in missed:
                after.apply(numbered)
            self._take_over(live, after)
        return bool(missed)

    def _take_over(self, live: LiveTable, after: Table) -> None:
        live.table = after
        live.changed()
        self.on_change(live)

    def _keep(self, live: LiveTable) -> LiveTable:
        self._tables[live.code] = live
        idle = [t for t in self._tables.values() if not t.watched and t is not live]
        idle.sort(key=lambda table: table.used_at)
        for table in idle[: max(0, len(idle) - MOST_IDLE)]:
            if not table.lock.locked():
                del self._tables[table.code]
        return live

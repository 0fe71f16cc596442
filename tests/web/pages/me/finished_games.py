"""Finished games without a server: logs of tables, stored as the server would."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kingup.store import Store
from kingup.store.analyses import AnalysisStore
from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.listing import summary_of
from kingup.tables.names import new_code, new_secret
from tests.server.table_services import LEVELS, url_of


def played(
    people: Sequence[tuple[str, str]], seed: int, setting: TableSetting, begun: float = 1.0
) -> Table:
    """Return a game of people (id, name) and bots of level page, played at random to its end."""
    chance = random.Random(seed)
    host = people[0][0]
    secret = new_secret(setting.players)
    table, _ = advance(None, decisions.create(host, setting, new_code(), secret), begun)
    for player in range(setting.players):
        if player < len(people):
            events = decisions.sit(table, people[player][0], player, people[player][1])
        else:
            events = decisions.seat_bot(table, host, player, "page", LEVELS)
        table, _ = advance(table, events, begun + 1)
    for player, (person, _name) in enumerate(people):
        table, _ = advance(
            table, decisions.confirm(table, person, player, f"salt {player}"), begun + 2
        )
    while table.status == "playing":
        player = chance.choice(table.waiting_for())
        who = table.sitter(player).person
        if table.between_rounds:
            events = decisions.continue_(table, who or "", player)
        else:
            action = chance.choice(table.view(player).actions)
            by = table.acting_by(player)
            events = decisions.act(table, player, action, by, person=who)
        table, _ = advance(table, events, table.updated_at + 1)
    return table


async def keep(store: Store, table: Table) -> str:
    """Store a table as if it had been played there, and return its code."""
    await store.create(table.numbered, summary_of(table))
    return table.code


async def analysed(store: Store, code: str, hiding: Sequence[Sequence[int]]) -> None:
    """Store bluffs, kept secrets and rounds by player, as the analysis of a table would say."""
    analyses = AnalysisStore(store.database)
    await analyses.ask(code, "a test", 1.0)
    await analyses.claim("a test", "server", 2.0)
    assert await analyses.finish(code, "server", "{}", hiding)


def finish(
    folder: Path,
    people: Sequence[tuple[str, str]],
    *,
    seed: int = 1,
    setting: TableSetting | None = None,
) -> str:
    """Add a finished game to the tables of a folder, and return its code."""
    return keep_in(folder, played(people, seed, setting or TableSetting()))


def keep_in(folder: Path, table: Table, hiding: Sequence[Sequence[int]] = ()) -> str:
    """Add a table, analysed if `hiding` says how, to those of a folder; return its code."""

    async def work() -> str:
        store = await Store.open(url_of(folder))
        try:
            code = await keep(store, table)
            if hiding:
                await analysed(store, code, hiding)
            return code
        finally:
            await store.close()

    # In a separate thread: no event loop may run beside a browser's.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work()).result()

"""The game with a known blunder, as a finished table of four people."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path

from kingup.analysis import Analysis
from kingup.analysis.analysis import method_of
from kingup.game import Game
from kingup.history import Climbed, Placed, Voted
from kingup.store import Store
from kingup.store.analyses import AnalysisStore
from kingup.tables import Event, Numbered, Table, TableSetting, advance, decisions
from kingup.tables.events import Acted, Dealt
from tests.analysis.games import QUICK, golden
from tests.server.table_services import url_of
from tests.web.pages.me.finished_games import keep

PEOPLE = tuple(f"player-{player}-{'identity' * 3}"[:22] for player in range(4))
BLUNDER = "r3.36v"
"""The moment of the known blunder, of the third player."""


def table_with(game: Game, people: Sequence[str] = PEOPLE) -> Table:
    """Return a table at which people, called P0, P1…, have played a game."""
    setup = game.setup
    setting = TableSetting(setup.edition, tuple(setup.seats), tuple(setup.options))
    table, _ = advance(None, decisions.create(people[0], setting, "rook-22222", "5e" * 300), 1.0)
    for player, person in enumerate(people):
        table, _ = advance(table, decisions.sit(table, person, player, f"P{player}"), 2.0)
    for player, person in enumerate(people):
        table, _ = advance(table, decisions.confirm(table, person, player), 3.0)
    # Everything until the deal; then the deals and actions of the game.
    log = list(takewhile(lambda one: not isinstance(one.event, Dealt), table.numbered))
    for event in _events(game):
        log.append(Numbered(len(log) + 1, log[-1].at + 1, event))
    return Table.of(log)


def golden_table() -> Table:
    """Return the table of the golden game."""
    return table_with(golden())


def _events(game: Game) -> Iterator[Event]:
    first_of = game.state.first_of
    for round_ in game.rounds:
        yield Dealt(round_.deal)
        for player, kept in enumerate(round_.kept):
            if kept is not None:
                yield Acted(player, kept, "person")
        for move in round_.moves:
            match move:
                case Placed(seat, letter, floor):
                    yield Acted(first_of[seat], f"{letter}{floor}", "person")
                case Climbed(seat, letter):
                    yield Acted(first_of[seat], letter, "person")
                case Voted():
                    for seat, card in enumerate(move.votes):
                        yield Acted(first_of[seat], card, "person")


def stored(folder: Path, table: Table, analysis: Analysis | None = None) -> str:
    """Store a table, and perhaps its quick analysis, for a server; return its code."""
    method = method_of(seconds=QUICK)

    async def work() -> str:
        store = await Store.open(url_of(folder))
        try:
            code = await keep(store, table)
            if analysis is not None:
                analyses = AnalysisStore(store.database)
                await analyses.ask(code, method, 1.0)
                await analyses.claim(method, "test", 2.0)
                await analyses.finish(code, "test", analysis.to_json(), analysis.hiding())
            return code
        finally:
            await store.close()

    # In a separate thread: no event loop may run beside a browser's.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work()).result()

"""A person's statistics: read from the store, and counted in a low-priority thread."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial

from kingup.people.statistics import (
    GameDeeds,
    GameHiding,
    PersonStatistics,
    PlayedGame,
    deeds_of,
    played_game,
    statistics,
)
from kingup.server.bot_threads import BotThreads
from kingup.store import Store
from kingup.store.analyses import AnalysisStore
from kingup.tables import Table
from kingup.tables.events import Numbered

MOST_GAMES = 1_000
"""The latest finished games of a person that are counted at all."""
MOST_RECORDS = 200
"""The latest of those whose records are read."""
MOST_AT_ONCE = 40
"""How many records one request reads; the next one goes on where it stopped."""
MOST_KEPT = 20_000
"""How many games' deeds are kept in memory."""


class Statistician:
    """Counts people's games. What was read once is kept: a finished game does not change."""

    def __init__(self, store: Store, analyses: AnalysisStore, threads: BotThreads) -> None:
        self._store = store
        self._analyses = analyses
        self._threads = threads
        self._kept: OrderedDict[tuple[str, int], GameDeeds] = OrderedDict()
        self._turn = asyncio.Lock()
        """One person's records at a time: the rest of the server goes on."""

    async def of_person(self, person: str) -> PersonStatistics:
        """Return a person's statistics, with up to `MOST_AT_ONCE` more records than before."""
        held = await self._store.held(person)
        entries = await self._store.of_person(person, MOST_GAMES, ("over",))
        found = [
            played_game(entry.code, entry.updated_at, entry.about, held.get(entry.code, ()))
            for entry in entries
        ]
        games = [game for game in found if game is not None]
        async with self._turn:
            await self._read([game for game in games[:MOST_RECORDS] if self._known(game) is None])
        known = {game.code: self._known(game) for game in games[:MOST_RECORDS]}
        deeds = {code: found for code, found in known.items() if found is not None}
        analysed = await self._analyses.hiding([game.code for game in games])
        hiding = {
            game.code: GameHiding(*analysed[game.code][game.player])
            for game in games
            if game.code in analysed
        }
        return statistics(games, deeds, hiding, MOST_RECORDS)

    async def _read(self, games: list[PlayedGame]) -> None:
        for game in games[:MOST_AT_ONCE]:
            events = await self._store.events(game.code)
            deeds = await self._threads.run(partial(_count, events, game.player))
            self._kept[game.code, game.player] = deeds
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _known(self, game: PlayedGame) -> GameDeeds | None:
        found = self._kept.get((game.code, game.player))
        if found is not None:
            self._kept.move_to_end((game.code, game.player))
        return found


def _count(events: list[Numbered], player: int) -> GameDeeds:
    game = Table.of(events).game
    assert game is not None  # noqa: S101 (its table is over)
    return deeds_of(game, player)

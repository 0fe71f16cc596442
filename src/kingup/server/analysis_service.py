"""Analyses of finished games: made one at a time when somebody asks, and kept with the game.

Games are those of tables and those of records that people bring. Tables come first.

All state is in the store, so a restarted server goes on with the rounds that are done. Servers
that share a database share the work: each analysis is claimed by one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kingup.notation import read
from kingup.rules.errors import KingUpError, sentence
from kingup.server.analysis_process import analysing, nameless_record
from kingup.server.live_table import LiveTable, Signal
from kingup.server.refusals import Refusal
from kingup.server.table_service import TableService
from kingup.store import Unavailable
from kingup.store.analyses import AnalysisStore, ClaimedAnalysis
from kingup.store.records import RecordStore
from kingup.telling.words import clean

if TYPE_CHECKING:
    from kingup.analysis import Analysis
    from kingup.game import Game

log = logging.getLogger("kingup.web")

NOTE_SECONDS = 2.0
"""Seconds between two notes in the database that an analysis goes on."""
IDLE_SECONDS = 10.0
"""Seconds between two looks for analyses that another server left unfinished."""
MOST_TRIES = 3
"""How often an analysis is begun before it counts as failed."""
MOST_KEPT = 8
"""Finished analyses in memory."""

FAILED = sentence("The analysis stopped without a result. The server’s log says more.")


@dataclass(frozen=True, slots=True)
class AnalysisStatus:
    """How far the analysis of a game is."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    progress: float = 0.0
    ahead: int = 0
    """How many others come first."""
    fault: KingUpError | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that can be analysed."""

    code: str
    """The table's code, or the record's id."""
    game: Game
    is_record: bool = False


def finished_game(live: LiveTable) -> FinishedGame:
    """Return the game of a table if it can be analysed; else refuse, and say why."""
    table = live.table
    if not table.is_closed:
        raise Refusal("The analysis is available when the game is over.", status=409)
    if table.status != "over" or table.game is None:
        raise Refusal("This game was abandoned. Only a finished game can be analysed.", status=409)
    return FinishedGame(table.code, table.game)


class AnalysisService:
    """The analyses of one server."""

    def __init__(
        self, tables: TableService, store: AnalysisStore, records: RecordStore, seconds: float
    ) -> None:
        self._tables = tables
        self._store = store
        self._records = records
        self._seconds = seconds
        self._server = secrets.token_hex(8)
        self._woken = Signal()
        self._method: str | None = None
        self._current: tuple[str, float] | None = None
        """The code of the game that is analysed here, and the share that is done."""
        self._kept: OrderedDict[str, Analysis] = OrderedDict()

    async def status(self, finished: FinishedGame) -> AnalysisStatus:
        """Return how far the analysis of a game is.

        One by another method than this server's (schema, judge or effort) is made again.
        """
        entry = await self._store.find(finished.code)
        if entry is None:
            return AnalysisStatus("none")
        if entry.method != await self.method():
            return AnalysisStatus("waiting" if await self._ask(finished) else "none")
        if entry.is_done:
            return AnalysisStatus("done", 1.0)
        if entry.fault is not None:
            return AnalysisStatus("failed", fault=entry.fault)
        if self._current is not None and self._current[0] == finished.code:
            return AnalysisStatus("running", self._current[1])
        state: Literal["running", "waiting"] = "running" if entry.is_running else "waiting"
        return AnalysisStatus(state, entry.progress, entry.ahead)

    async def ask(self, finished: FinishedGame) -> None:
        """Ask for the analysis of a game: it is made as soon as none comes before it."""
        if not await self._ask(finished):
            raise Refusal(
                "Many records wait to be analysed already. Try again in some minutes.", status=503
            )

    async def _ask(self, finished: FinishedGame) -> bool:
        code, method = finished.code, await self.method()
        asked = await self._store.ask(code, method, time.time(), is_record=finished.is_record)
        self._kept.pop(code, None)
        self._woken.wake()
        return asked

    async def analysis(self, finished: FinishedGame) -> Analysis | None:
        """Return the finished analysis of a game with everybody's names, or None."""
        if (await self.status(finished)).state != "done":
            return None
        code = finished.code
        found = self._kept.pop(code, None)
        if found is None:
            body = await self._store.body(code)
            if body is None:
                return None
            found = await asyncio.to_thread(_read, body)
        self._kept[code] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        players = (
            replace(player, names=tuple(map(clean, names)))  # records may hold any text
            for player, names in zip(found.players, finished.game.names, strict=True)
        )
        return replace(found, players=tuple(players))

    async def method(self) -> str:
        """Return how this server analyses games."""
        if self._method is None:
            self._method = await asyncio.to_thread(_method_of, self._seconds)
        return self._method

    async def keep_running(self) -> None:
        """Make the analyses that are asked for, one after the other, until cancelled."""
        if not self._tables.shared:
            with contextlib.suppress(Unavailable):
                await self._store.release_all()  # by a server that was killed
        while True:
            try:
                while (claimed := await self.claim()) is not None:
                    await self._make(claimed)
            except Unavailable:
                pass  # until the database answers again
            except Exception:
                log.exception("analysis queue failed; trying again")
            await self._woken.wait(IDLE_SECONDS)

    async def claim(self) -> ClaimedAnalysis | None:
        """Return the next analysis to make, now this server's, or None."""
        if not await self._store.is_any_waiting():
            return None  # nothing is imported before somebody asks
        return await self._store.claim(await self.method(), self._server, time.time())

    async def _make(self, claimed: ClaimedAnalysis) -> None:
        code, began = claimed.code, time.monotonic()
        self._current = (code, 0.0)
        noting = asyncio.create_task(self._keep_noting(code))
        try:
            game = await self._game(claimed)
            if not await self._follow(claimed, game):
                if claimed.tries >= MOST_TRIES:
                    raise KingUpError(FAILED)
                log.warning("analysis stopped: game=%s try=%d", code, claimed.tries)
                await self._store.release(code, self._server)
                return
            log.info("analysis made: game=%s seconds=%.1f", code, time.monotonic() - began)
        except KingUpError as error:
            if isinstance(error, Unavailable):
                raise
            log.warning("analysis failed: game=%s error=%s", code, error)
            await self._store.fail(code, self._server, error)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                await self._store.release(code, self._server)
            raise
        finally:
            noting.cancel()
            self._current = None

    async def _game(self, claimed: ClaimedAnalysis) -> Game:
        if not claimed.is_record:
            return finished_game(await self._tables.table(claimed.code)).game
        body = await self._records.find(claimed.code, self._tables.clock())
        if body is None:  # it has just been deleted, and with it what was asked for
            raise KingUpError(FAILED)
        return await asyncio.to_thread(read, body)

    async def _follow(self, claimed: ClaimedAnalysis, game: Game) -> bool:
        """Let a child analyse a game, and store what it says; return whether it came to an end."""
        code, steps = claimed.code, list(claimed.steps)
        async with analysing(nameless_record(game), self._seconds, steps) as lines:
            async for said in lines:
                if "analysis" in said:
                    found = said["analysis"], said["hiding"]
                    await self._store.finish(code, self._server, *found)
                    return True
                if "fault" in said:
                    template, values = said["fault"]
                    raise KingUpError(template, **values)
                if "step" in said:
                    steps.append(said["step"])
                    if not await self._store.keep_steps(code, self._server, steps, time.time()):
                        return True  # another server took this one for dead, and goes on with it
                else:
                    self._current = (code, said["progress"])
        return False

    async def _keep_noting(self, code: str) -> None:
        """Note in the database how far an analysis is, until cancelled."""
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            if self._current is not None:
                with contextlib.suppress(Unavailable):
                    progress = self._current[1]
                    await self._store.note(code, self._server, progress, time.time())


def _read(body: str) -> Analysis:
    from kingup.analysis import Analysis

    return Analysis.from_json(body)


def _method_of(seconds: float) -> str:
    from kingup.analysis.analysis import method_of

    return method_of(seconds=seconds)

"""Plays what happens without a click: bots, stand-ins, clocks and returning people.

One task for each table with a game in progress. What is due, and when, follows from the table's
events and from who is present, so a restarted server carries on where it stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from kingup.rules.errors import KingUpError
from kingup.server.bot_delays import bot_due_at, next_step_at
from kingup.server.bot_threads import Choose, SeatBot
from kingup.server.live_table import LiveTable, Signal
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.tables import Event, Table, decisions
from kingup.tables.events import StoodIn

log = logging.getLogger("kingup.web")

Kind = Literal["bot", "clock", "away", "return"]
SHORTEST_WAIT = 0.001
RETRY_SECONDS = 1.0
TAKEOVER_DELAY = 2.0
"""Seconds a server waits for the server that stored the last event before it acts instead."""
IDLE_SECONDS = 60.0
"""Seconds: an unwatched table with nothing due within this time gets no task."""


@dataclass(frozen=True, slots=True)
class ScheduledStep:
    """Something that will happen at a given time unless the table changes first."""

    at: float
    kind: Kind
    player: int


class BotDecisions:
    """The decisions that the bots of one table are making about the current question."""

    def __init__(self, choose: Choose, stand_in: str) -> None:
        self._choose = choose
        self._stand_in = stand_in
        self._bots: dict[tuple[int, str], SeatBot] = {}
        self._pending: dict[int, asyncio.Task[str]] = {}
        self._question = -1

    def decision(self, table: Table, player: int) -> asyncio.Task[str]:
        """Return the task that decides for a player; the first call starts it."""
        if self._question != table.question_number:
            self.cancel()
            self._question = table.question_number
        if player not in self._pending:
            level = table.sitter(player).level or self._stand_in
            bot = self._bots.setdefault((player, level), SeatBot(level))
            self._pending[player] = asyncio.create_task(self._choose(bot, table, player))
        return self._pending[player]

    def cancel(self) -> None:
        """Cancel all decisions: the question they answer is no longer open."""
        for task in self._pending.values():
            task.cancel()
        self._pending.clear()


class Autoplayer:
    """Runs the bots, clocks and stand-ins of all tables in memory."""

    def __init__(self, tables: TableService, choose: Choose, settings: ServerSettings) -> None:
        self._tables = tables
        self._choose = choose
        self._settings = settings
        self._tasks: dict[str, asyncio.Task[None]] = {}
        tables.on_change(self.watch)

    def watch(self, live: LiveTable) -> None:
        """Start a task for a table whose game is in progress, unless one is running."""
        if _is_played(live) and live.code not in self._tasks:
            task = asyncio.create_task(self._run(live), name=f"autoplay {live.code}")
            self._tasks[live.code] = task

    async def close(self) -> None:
        """Stop all tasks. The tables carry on when the server starts again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, live: LiveTable) -> None:
        bot_decisions = BotDecisions(self._choose, self._settings.stand_in)
        try:
            with live.watch_for_autoplay() as signal:
                while _is_played(live):
                    try:
                        if not await self._advance(live, bot_decisions, signal):
                            break
                    except Exception:
                        log.exception("autoplay failed: table=%s", live.code)
                        await asyncio.sleep(RETRY_SECONDS)
        finally:
            bot_decisions.cancel()
            del self._tasks[live.code]

    async def _advance(self, live: LiveTable, bot_decisions: BotDecisions, signal: Signal) -> bool:
        """Play the step that is due, or wait for the next; False if none is due soon."""
        now = self._tables.clock()
        delay = TAKEOVER_DELAY if self._tables.shared and not live.stored_here else 0.0
        upcoming = scheduled_steps(live, bot_decisions, self._settings, now, delay)
        step = min(upcoming, key=lambda step: step.at, default=None)
        if not live.watched and (step is None or step.at > now + IDLE_SECONDS):
            return False
        if step is None or step.at > now:
            await signal.wait(IDLE_SECONDS if step is None else min(step.at - now, IDLE_SECONDS))
            return True
        try:
            await self._tables.change(live.code, self._decision(live, step, bot_decisions))
        except KingUpError:
            # The table changed first, for example because a person returned: schedule anew.
            await signal.wait(RETRY_SECONDS)
        return True

    def _decision(
        self, live: LiveTable, step: ScheduledStep, bot_decisions: BotDecisions
    ) -> Callable[[Table], list[Event]]:
        player = step.player
        if step.kind == "clock":
            now = self._tables.clock()
            return lambda table: decisions.expire_clock(table, player, now)
        if step.kind == "away":
            return lambda table: (
                []  # back just in time
                if table.sitter(player).person in live.presence.people
                else decisions.stand_in(table, player, "away")
            )
        if step.kind == "return":
            person = live.table.sitter(player).person or ""
            return lambda table: decisions.return_(table, person, player)
        action = bot_decisions.decision(live.table, player).result()
        question_number = live.table.question_number
        by = live.table.acting_by(player)
        return lambda table: decisions.act(table, player, action, by, question_number)


def scheduled_steps(
    live: LiveTable,
    bot_decisions: BotDecisions,
    settings: ServerSettings,
    now: float,
    delay: float = 0.0,
) -> Iterator[ScheduledStep]:
    """Yield what will happen at a table unless it changes first.

    `delay` postpones everything, to let another server act first.
    """
    table = live.table
    for player in _bots_to_act(table):
        at = bot_due_at(table, player, settings.bot_speed)
        # While another server is expected to act, the bot does not think until that one is late.
        may_think = not delay or now >= at
        at += delay
        if may_think and not bot_decisions.decision(table, player).done():
            # The decision is not made yet: the step cannot be due now, however fast bots are.
            at = max(at, next_step_at(table, now, settings.bot_speed), now + SHORTEST_WAIT)
        yield ScheduledStep(at, "bot", player)
    here = live.present()
    for player in table.waiting_for():
        deadline = table.deadline(player)
        if deadline is not None:
            yield ScheduledStep(deadline + delay, "clock", player)
        person = table.sitter(player).person
        if person and table.is_there(player) and _holds_up_others(table, person, here):
            gone = live.presence.last_seen(person) + settings.away_after
            yield ScheduledStep(gone + delay, "away", player)
    for player, sitter in enumerate(table.players):
        if sitter and sitter.person in here and sitter.standing_in:
            arrived = _back_since(live, player)
            if arrived is not None:
                yield ScheduledStep(arrived + delay, "return", player)


def _is_played(live: LiveTable) -> bool:
    return live.table.status == "playing"


def _bots_to_act(table: Table) -> tuple[int, ...]:
    return () if table.between_rounds else table.for_bots()


def _holds_up_others(table: Table, person: str, here: frozenset[str]) -> bool:
    """Return whether an absent person keeps others who are present waiting.

    Never in a game with days per move: there the clock alone decides.
    """
    return table.setting.pace.kind != "days" and person not in here and bool(here)


def _back_since(live: LiveTable, player: int) -> float | None:
    """Return when a person opened a page, if that was after a bot took over for them.

    None for a person whose clock ran out with the page open: they may be asleep in front of it,
    and return with a click.
    """
    sitter = live.table.sitter(player)
    arrived = live.presence.arrived_at(sitter.person or "")
    since = next(
        numbered.at
        for numbered in reversed(live.table.numbered)
        if isinstance(numbered.event, StoodIn) and numbered.event.player == player
    )
    return arrived if arrived is not None and arrived > since else None

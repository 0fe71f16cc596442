"""Everything at a table that happens without a click: bots, stand-ins, clocks, returns.

One task for each table that is being played. What is due, and when, is worked out from the
table's events and from who is there; so a server that starts again goes on where it stopped.
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
A_MOMENT = 0.001
AFTER_A_FAULT = 1.0
PATIENCE = 2.0
"""Seconds for which a server leaves what is due to the one that stored the last event."""
SOON = 60.0
"""Seconds: a table where nothing happens by itself before is left alone until somebody comes."""


@dataclass(frozen=True, slots=True)
class ScheduledStep:
    """Something that will happen by itself at a time."""

    at: float
    kind: Kind
    player: int


class BotDecisions:
    """What the bots of one table think about the question that is asked now."""

    def __init__(self, choose: Choose, stand_in: str) -> None:
        self._choose = choose
        self._stand_in = stand_in
        self._minds: dict[tuple[int, str], SeatBot] = {}
        self._thoughts: dict[int, asyncio.Task[str]] = {}
        self._question = -1

    def about(self, table: Table, player: int) -> asyncio.Task[str]:
        """Return the thought about what a player is asked, which begins at the first look."""
        if self._question != table.question_number:
            self.forget()
            self._question = table.question_number
        if player not in self._thoughts:
            level = table.sitter(player).level or self._stand_in
            mind = self._minds.setdefault((player, level), SeatBot(level))
            self._thoughts[player] = asyncio.create_task(self._choose(mind, table, player))
        return self._thoughts[player]

    def forget(self) -> None:
        """Stop thinking about what is no longer asked."""
        for thought in self._thoughts.values():
            thought.cancel()
        self._thoughts.clear()


class Autoplayer:
    """Lets bots, clocks and stand-ins play their parts at all tables of a hall."""

    def __init__(self, hall: TableService, choose: Choose, settings: ServerSettings) -> None:
        self._hall = hall
        self._choose = choose
        self._settings = settings
        self._tasks: dict[str, asyncio.Task[None]] = {}
        hall.on_change(self.attend)

    def attend(self, live: LiveTable) -> None:
        """See to it that somebody looks after a table that is being played."""
        if _is_played(live) and live.code not in self._tasks:
            task = asyncio.create_task(self._look_after(live), name=f"players {live.code}")
            self._tasks[live.code] = task

    async def close(self) -> None:
        """Stop looking after tables; they go on when the server starts again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_after(self, live: LiveTable) -> None:
        thoughts = BotDecisions(self._choose, self._settings.stand_in)
        try:
            with live.tend() as signal:
                while _is_played(live):
                    try:
                        if not await self._go_on(live, thoughts, signal):
                            break
                    except Exception:
                        log.exception("the table %s could not go on", live.code)
                        await asyncio.sleep(AFTER_A_FAULT)
        finally:
            thoughts.forget()
            del self._tasks[live.code]

    async def _go_on(self, live: LiveTable, thoughts: BotDecisions, signal: Signal) -> bool:
        """Do what is due, or wait until something is; False if nothing will be soon."""
        now = self._hall.clock()
        patience = PATIENCE if self._hall.shared and not live.ours else 0.0
        coming = steps(live, thoughts, self._settings, now, patience)
        step = min(coming, key=lambda step: step.at, default=None)
        if not live.watched and (step is None or step.at > now + SOON):
            return False
        if step is None or step.at > now:
            await signal.wait(SOON if step is None else min(step.at - now, SOON))
            return True
        try:
            await self._hall.do(live.code, self._decision(live, step, thoughts))
        except KingUpError:
            # Somebody was faster, as a person who returns is; what is due is looked at anew.
            await signal.wait(AFTER_A_FAULT)
        return True

    def _decision(
        self, live: LiveTable, step: ScheduledStep, thoughts: BotDecisions
    ) -> Callable[[Table], list[Event]]:
        player = step.player
        if step.kind == "clock":
            now = self._hall.clock()
            return lambda table: decisions.expire_clock(table, player, now)
        if step.kind == "away":
            return lambda table: (
                []  # back at the last moment
                if table.sitter(player).person in live.presence.people
                else decisions.stand_in(table, player, "away")
            )
        if step.kind == "return":
            person = live.table.sitter(player).person or ""
            return lambda table: decisions.return_(table, person, player)
        action = thoughts.about(live.table, player).result()
        asked = live.table.question_number
        by = live.table.acting_by(player)
        return lambda table: decisions.act(table, player, action, by, asked)


def steps(
    live: LiveTable,
    thoughts: BotDecisions,
    settings: ServerSettings,
    now: float,
    patience: float = 0.0,
) -> Iterator[ScheduledStep]:
    """Yield what will happen at a table by itself if nothing else happens before.

    With patience everything happens so much later: another server is expected to be faster.
    """
    table = live.table
    for player in _bots_to_act(table):
        at = bot_due_at(table, player, settings.bot_speed)
        # Who leaves it to another server does not think before that one is late.
        thinks = not patience or now >= at
        at += patience
        if thinks and not thoughts.about(table, player).done():
            # However fast bots are to be: not now, because nobody knows yet what it will do.
            at = max(at, next_step_at(table, now, settings.bot_speed), now + A_MOMENT)
        yield ScheduledStep(at, "bot", player)
    here = live.present()
    for player in table.waiting_for():
        deadline = table.deadline(player)
        if deadline is not None:
            yield ScheduledStep(deadline + patience, "clock", player)
        person = table.sitter(player).person
        if person and table.is_there(player) and _kept_waiting(table, person, here):
            gone = live.presence.last_seen(person) + settings.away_after
            yield ScheduledStep(gone + patience, "away", player)
    for player, sitter in enumerate(table.players):
        if sitter and sitter.person in here and sitter.standing_in:
            arrived = _back_since(live, player)
            if arrived is not None:
                yield ScheduledStep(arrived + patience, "return", player)


def _is_played(live: LiveTable) -> bool:
    return live.table.status == "playing"


def _bots_to_act(table: Table) -> tuple[int, ...]:
    return () if table.between_rounds else table.for_bots()


def _kept_waiting(table: Table, person: str, here: frozenset[str]) -> bool:
    """Return whether an absent person keeps others waiting who are there.

    In a game of days nobody needs to be there: the clock alone decides.
    """
    return table.setting.pace.kind != "days" and person not in here and bool(here)


def _back_since(live: LiveTable, player: int) -> float | None:
    """Return when a person opened a page, if a bot had begun to play for them before.

    Who let a clock run out with the page open may be asleep before it, and says so.
    """
    sitter = live.table.sitter(player)
    arrived = live.presence.arrived_at(sitter.person or "")
    since = next(
        numbered.at
        for numbered in reversed(live.table.numbered)
        if isinstance(numbered.event, StoodIn) and numbered.event.player == player
    )
    return arrived if arrived is not None and arrived > since else None

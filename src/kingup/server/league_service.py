"""The leagues of one server: creating and joining them, and playing their rounds.

All state is in the store, so a restarted server carries on where it stopped. Several processes
may run the same league: each game is claimed by one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import inf

from kingup.leagues import (
    League,
    LeagueGame,
    LeagueRow,
    LeagueSetting,
    LeagueStandings,
    Member,
    lineups,
    settle,
    walkover,
)
from kingup.leagues.league import MOST_MEMBERS
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.server.table_service import Decide, TableService
from kingup.store import Conflict, Unavailable
from kingup.store.leagues import LeagueStore
from kingup.store.tokens import ApiToken
from kingup.tables import Pace, TableSetting, decisions
from kingup.tables.names import new_code, read_code, same_name

log = logging.getLogger("kingup.web")

MOST_TABLES = 8
"""How many games of a league are played at the same time."""
ACTIVE_INTERVAL = 0.5
"""Seconds between two checks of a league whose round is being played."""
IDLE_INTERVAL = 2.0
"""Seconds between two checks of a league where nothing is happening."""
FILLER = "page"
"""The built-in bot that fills a table, and takes the seat of a member that is missing."""
FEWEST_BOTS = 2
SNAPSHOT_SECONDS = 1.0
"""Seconds for which a snapshot of a league is served to everybody."""
MOST_CACHED = 200
"""Leagues whose snapshots and standings are cached."""
CLAIM_TIMEOUT = 15.0
"""Seconds after which a game that was claimed but has no table becomes free again."""


@dataclass(frozen=True, slots=True)
class LeagueSnapshot:
    """A league with its members and games."""

    league: League
    members: tuple[Member, ...]
    everybody: tuple[Member, ...]
    """The members, and those who have left."""
    games: tuple[LeagueGame, ...]
    connected: frozenset[str]

    @property
    def round(self) -> int:
        """The number of the last round; 0 before the first."""
        return self.games[-1].round if self.games else 0

    @property
    def unfinished(self) -> tuple[LeagueGame, ...]:
        """The games that wait or are being played."""
        return tuple(game for game in self.games if game.status != "done")


class LeagueService:
    """All leagues; `connected` returns the bots that listen to their event streams."""

    def __init__(
        self, tables: TableService, store: LeagueStore, connected: Callable[[], Collection[str]]
    ) -> None:
        self.store = store
        self._tables = tables
        self._connected = connected
        self._woken = asyncio.Event()
        self._snapshots: dict[str, tuple[float, LeagueSnapshot]] = {}
        self._claimed: dict[tuple[str, int, int], float] = {}
        """Since when games are claimed but have no table, by league, round and number."""
        self._standings: dict[str, tuple[int, LeagueStandings]] = {}
        """The last finished round, and the standings after it, by league."""

    # What people do.

    async def create(self, host: str, setting: LeagueSetting) -> League:
        """Create a league with a new code."""
        while True:
            league = League(new_code(), host, setting, False, self._tables.clock())
            try:
                await self.store.add(league)
            except Conflict:
                continue
            return league

    async def find(self, text: str) -> League:
        """Return the league with a code, or refuse an unknown one."""
        code = read_code(text)
        league = None if code is None else await self.store.find(code)
        if league is None:
            raise Refusal(
                "There is no league “{code}”. Check the code.", status=404, code=text[:40]
            )
        return league

    async def recent_snapshot(self, league: League) -> LeagueSnapshot:
        """Return a snapshot at most a second old: a whole class may reload every few seconds."""
        now = time.monotonic()
        at, snapshot = self._snapshots.get(league.code, (-inf, None))
        if snapshot is None or now - at > SNAPSHOT_SECONDS or snapshot.league != league:
            snapshot = await self.snapshot(league)
            self._snapshots[league.code] = (now, snapshot)
            if len(self._snapshots) > MOST_CACHED:
                del self._snapshots[next(iter(self._snapshots))]
        return snapshot

    def standings_of(self, snapshot: LeagueSnapshot) -> list[LeagueRow]:
        """Return the standings. Finished rounds are counted once and cached."""
        code, over = snapshot.league.code, snapshot.round - bool(snapshot.unfinished)
        counted, standings = self._standings.get(code, (0, LeagueStandings()))
        if counted > over:
            counted, standings = 0, LeagueStandings()
        for game in snapshot.games:
            if counted < game.round <= over:
                standings.add(game)
        self._standings[code] = (over, standings)
        if len(self._standings) > MOST_CACHED:
            del self._standings[next(iter(self._standings))]
        now = standings.copy()
        for game in snapshot.games:
            if game.round > over:
                now.add(game)
        return now.rows(snapshot.members)

    async def snapshot(self, league: League) -> LeagueSnapshot:
        """Return a league with its members and games as stored now."""
        everybody = await self.store.members(league.code, gone=True)
        members = await self.store.members(league.code)
        games = await self.store.games(league.code)
        return LeagueSnapshot(
            league,
            tuple(members),
            tuple(everybody),
            tuple(games),
            frozenset(self._connected()),
        )

    async def enter(self, league: League, token: ApiToken) -> None:
        """Add a bot; nothing happens if it is a member already."""
        members = await self.store.members(league.code)
        if any(member.bot == token.bot for member in members):
            return
        if len(members) >= MOST_MEMBERS:
            raise Refusal("This league is full.", status=409)
        if any(same_name(member.name, token.name) for member in members):
            raise Refusal(
                "This league already has a bot called {name}. Choose another name.",
                status=409,
                name=token.name,
            )
        now = self._tables.clock()
        member = Member(token.bot, token.id, token.person, token.name, token.owner, now)
        await self.store.enter(league.code, member)
        self._snapshots.pop(league.code, None)

    async def leave(self, league: League, person: str, token: str) -> None:
        """Remove a bot: its owner and the host of the league may do that."""
        for member in await self.store.members(league.code):
            if member.token == token:
                if person not in (member.person, league.host):
                    raise Refusal("This is not your bot.", status=403)
                await self.store.leave(league.code, member.bot)
                self._snapshots.pop(league.code, None)
                return
        raise Refusal("There is no such bot in this league.", status=404)

    async def start_round(self, league: League) -> None:
        """Draw the games of the next round; they begin by themselves."""
        snapshot = await self.snapshot(league)
        if snapshot.unfinished:
            raise Refusal(
                "Round {number} is still being played.", status=409, number=snapshot.round
            )
        if len(snapshot.members) < FEWEST_BOTS:
            raise Refusal("A round needs at least two bots.", status=409)
        if not any(member.bot in snapshot.connected for member in snapshot.members):
            raise Refusal("No bot is connected.", status=409)
        number = snapshot.round + 1
        seatings = lineups(
            [member.bot for member in snapshot.members],
            league.setting.seats,
            f"{league.code} {number}",
        )
        games = [LeagueGame(number, place + 1, lineup) for place, lineup in enumerate(seatings)]
        try:
            await self.store.add_round(league.code, games)
        except Conflict:
            raise Refusal(
                "Round {number} is still being played.", status=409, number=number
            ) from None
        self._snapshots.pop(league.code, None)
        self._woken.set()

    async def set_automatic(self, league: League, *, on: bool) -> None:
        """Set whether rounds start by themselves."""
        await self.store.set_automatic(league.code, on=on)
        self._snapshots.pop(league.code, None)
        self._woken.set()

    # What happens by itself.

    async def keep_running(self) -> None:
        """Run all leagues, until cancelled."""
        fresh = True
        while True:
            pause = IDLE_INTERVAL
            try:
                for code in await self.store.busy():
                    if fresh and not self._tables.shared:
                        await self._recover(code)
                    if await self.run(code):
                        pause = ACTIVE_INTERVAL
                fresh = False
            except Unavailable:
                pass  # until the database answers again
            except Exception:
                log.exception("league rounds failed; trying again")
            self._woken.clear()
            try:
                await asyncio.wait_for(self._woken.wait(), pause)
            except TimeoutError:
                continue

    async def run(self, code: str) -> bool:
        """Settle and begin the games of a league; return whether any are unfinished."""
        league = await self.store.find(code)
        if league is None:
            return False
        snapshot = await self.snapshot(league)
        self._note_claims(snapshot)
        playing = 0
        for game in snapshot.unfinished:
            if game.status == "playing":
                playing += not await self._is_over(league, game)
        for game in snapshot.unfinished:
            if game.status == "waiting" and playing < MOST_TABLES:
                playing += await self._begin(snapshot, game)
        if not snapshot.unfinished and league.automatic:
            there = [member for member in snapshot.members if member.bot in snapshot.connected]
            if len(there) >= FEWEST_BOTS:
                with contextlib.suppress(Refusal):  # another process was faster
                    await self.start_round(league)
                return True
        return bool(snapshot.unfinished)

    async def _recover(self, code: str) -> None:
        """Free the games that a server had claimed, but not begun, when it stopped."""
        for game in await self.store.games(code):
            if game.status == "playing" and game.table is None:
                await self.store.free(code, game)

    def _note_claims(self, snapshot: LeagueSnapshot) -> None:
        """Update since when games of a league are claimed without a table."""
        code, now = snapshot.league.code, time.monotonic()
        claimed = {
            (code, game.round, game.number)
            for game in snapshot.unfinished
            if game.status == "playing" and game.table is None
        }
        others = {place: at for place, at in self._claimed.items() if place[0] != code}
        self._claimed = others | {place: self._claimed.get(place, now) for place in claimed}

    async def _is_over(self, league: League, game: LeagueGame) -> bool:
        if game.table is None:  # a process is about to begin it, or died while doing so
            since = self._claimed[league.code, game.round, game.number]
            if time.monotonic() - since > CLAIM_TIMEOUT:
                await self.store.free(league.code, game)
            return False
        table = (await self._tables.table(game.table)).table
        if not table.is_closed:
            return False
        outcome = settle(table, game.absent) if table.status == "over" else None
        await self.store.settle(league.code, game, outcome)
        return True

    async def _begin(self, snapshot: LeagueSnapshot, game: LeagueGame) -> bool:
        """Begin a game, or decide it if too few bots are there; return whether it is played."""
        league = snapshot.league
        if not await self.store.claim(league.code, game):
            return False
        members = {member.bot: member for member in snapshot.members}
        absent = [
            seat
            for seat, bot in enumerate(game.lineup)
            if bot is not None and (bot not in members or bot not in snapshot.connected)
        ]
        seated = [
            (seat, members[bot])
            for seat, bot in enumerate(game.lineup)
            if bot is not None and seat not in absent
        ]
        free = [seat for seat, bot in enumerate(game.lineup) if bot is None or seat in absent]
        if not seated or len(game.lineup) - len(absent) < FEWEST_BOTS:
            await self.store.settle(league.code, game, walkover(len(game.lineup), absent))
            return False
        try:
            live = await self._tables.create(
                league.host,
                _table(league.setting),
                *(_seating(seat, member) for seat, member in seated),
                *(_filling(league.host, seat) for seat in free),
            )
        except KingUpError:
            log.exception("league game not begun: league=%s", league.code)
            await self.store.free(league.code, game)
            return False
        await self.store.seat(league.code, game, live.code, absent)
        return True


def _table(setting: LeagueSetting) -> TableSetting:
    return TableSetting(
        setting.edition,
        (1,) * setting.seats,
        setting.options,
        Pace("seconds", setting.seconds),
        bot_pace="swift",
        title=setting.name,
        talk="off",
    )


def _seating(seat: int, member: Member) -> Decide:
    return lambda table: decisions.sit_ready(
        table, member.bot, seat, member.name, owner=member.owner
    )


def _filling(host: str, seat: int) -> Decide:
    return lambda table: decisions.seat_bot(table, host, seat, FILLER, (FILLER,))

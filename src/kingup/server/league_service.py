"""The leagues of one server: founded, joined, and their rounds played to the end.

Everything that has happened is in the store, so that a server that stops goes on where it was.
Two processes may look after the same league: a game is claimed by one of them.
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
LOOK_EVERY = 0.5
"""Seconds between two looks at a league whose round is being played."""
REST = 2.0
"""Seconds between two looks where nothing happens."""
FILLER = "page"
"""The bot of ours that fills a table, and sits where a student's bot is missing."""
FEWEST_BOTS = 2
FRESH = 1.0
"""Seconds for which everybody is shown the same look at a league."""
MOST_SEEN = 200
"""Leagues that are kept in mind."""
CLAIM = 15.0
"""Seconds after which a game that a server was about to begin is begun by another."""


@dataclass(frozen=True, slots=True)
class LeagueSnapshot:
    """A league with everything in it, as a page or a round needs it."""

    league: League
    members: tuple[Member, ...]
    everybody: tuple[Member, ...]
    """The members, and those who have gone."""
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
    """All leagues; `connected` says which bots listen to their events now."""

    def __init__(
        self, hall: TableService, store: LeagueStore, connected: Callable[[], Collection[str]]
    ) -> None:
        self.store = store
        self._hall = hall
        self._connected = connected
        self._awake = asyncio.Event()
        self._seen: dict[str, tuple[float, LeagueSnapshot]] = {}
        self._claimed: dict[tuple[str, int, int], float] = {}
        """Since when somebody is about to begin a game."""
        self._standings: dict[str, tuple[int, LeagueStandings]] = {}
        """Where all stood after the last round that is over, and which one that was."""

    # What people do.

    async def found(self, host: str, setting: LeagueSetting) -> League:
        """Make a league with a code of its own."""
        while True:
            league = League(new_code(), host, setting, False, self._hall.clock())
            try:
                await self.store.add(league)
            except Conflict:
                continue
            return league

    async def find(self, text: str) -> League:
        """Return the league with a code; refuse one that is none."""
        code = read_code(text)
        league = None if code is None else await self.store.find(code)
        if league is None:
            raise Refusal(
                "There is no league “{code}”. Check the code.", status=404, code=text[:40]
            )
        return league

    async def glance(self, league: League) -> LeagueSnapshot:
        """Return a league as it was a moment ago: a whole class looks every few seconds."""
        now = time.monotonic()
        at, seen = self._seen.get(league.code, (-inf, None))
        if seen is None or now - at > FRESH or seen.league != league:
            seen = await self.look(league)
            self._seen[league.code] = (now, seen)
            if len(self._seen) > MOST_SEEN:
                del self._seen[next(iter(self._seen))]
        return seen

    def rows(self, seen: LeagueSnapshot) -> list[LeagueRow]:
        """Return the standings. Rounds that are over are reckoned once."""
        code, over = seen.league.code, seen.round - bool(seen.unfinished)
        reckoned, standings = self._standings.get(code, (0, LeagueStandings()))
        if reckoned > over:
            reckoned, standings = 0, LeagueStandings()
        for game in seen.games:
            if reckoned < game.round <= over:
                standings.add(game)
        self._standings[code] = (over, standings)
        if len(self._standings) > MOST_SEEN:
            del self._standings[next(iter(self._standings))]
        now = standings.copy()
        for game in seen.games:
            if game.round > over:
                now.add(game)
        return now.rows(seen.members)

    async def look(self, league: League) -> LeagueSnapshot:
        """Return a league with everything in it."""
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
        """Let a bot in."""
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
        now = self._hall.clock()
        member = Member(token.bot, token.id, token.person, token.name, token.owner, now)
        await self.store.enter(league.code, member)
        self._seen.pop(league.code, None)

    async def leave(self, league: League, person: str, token: str) -> None:
        """Take a bot out: its owner may, and the host of the league."""
        for member in await self.store.members(league.code):
            if member.token == token:
                if person not in (member.person, league.host):
                    raise Refusal("This is not your bot.", status=403)
                await self.store.leave(league.code, member.bot)
                self._seen.pop(league.code, None)
                return
        raise Refusal("There is no such bot in this league.", status=404)

    async def start_round(self, league: League) -> None:
        """Draw the games of the next round; they begin by themselves."""
        seen = await self.look(league)
        if seen.unfinished:
            raise Refusal("Round {number} is still being played.", status=409, number=seen.round)
        if len(seen.members) < FEWEST_BOTS:
            raise Refusal("A round needs at least two bots.", status=409)
        if not any(member.bot in seen.connected for member in seen.members):
            raise Refusal("No bot is connected.", status=409)
        number = seen.round + 1
        drawn = lineups(
            [member.bot for member in seen.members],
            league.setting.seats,
            f"{league.code} {number}",
        )
        games = [LeagueGame(number, place + 1, lineup) for place, lineup in enumerate(drawn)]
        try:
            await self.store.add_round(league.code, games)
        except Conflict:
            raise Refusal(
                "Round {number} is still being played.", status=409, number=number
            ) from None
        self._seen.pop(league.code, None)
        self._awake.set()

    async def set_automatic(self, league: League, *, on: bool) -> None:
        """Let rounds follow each other by themselves, or not."""
        await self.store.set_automatic(league.code, on=on)
        self._seen.pop(league.code, None)
        self._awake.set()

    # What happens by itself.

    async def keep_running(self) -> None:
        """Look after all leagues as long as the server runs."""
        fresh = True
        while True:
            pause = REST
            try:
                for code in await self.store.busy():
                    if fresh and not self._hall.shared:
                        await self._recover(code)
                    if await self.run(code):
                        pause = LOOK_EVERY
                fresh = False
            except Unavailable:
                pass  # until the database answers again
            except Exception:
                log.exception("nobody looked after the leagues")
            self._awake.clear()
            try:
                await asyncio.wait_for(self._awake.wait(), pause)
            except TimeoutError:
                continue

    async def run(self, code: str) -> bool:
        """Do all that is to be done in a league now; return whether games go on."""
        league = await self.store.find(code)
        if league is None:
            return False
        seen = await self.look(league)
        self._look_at_claims(seen)
        playing = 0
        for game in seen.unfinished:
            if game.status == "playing":
                playing += not await self._is_over(league, game)
        for game in seen.unfinished:
            if game.status == "waiting" and playing < MOST_TABLES:
                playing += await self._begin(seen, game)
        if not seen.unfinished and league.automatic:
            there = [member for member in seen.members if member.bot in seen.connected]
            if len(there) >= FEWEST_BOTS:
                with contextlib.suppress(Refusal):  # another process was faster
                    await self.start_round(league)
                return True
        return bool(seen.unfinished)

    async def _recover(self, code: str) -> None:
        """Let games wait again that a server had claimed when it stopped."""
        for game in await self.store.games(code):
            if game.status == "playing" and game.table is None:
                await self.store.free(code, game)

    def _look_at_claims(self, seen: LeagueSnapshot) -> None:
        """Note since when games of a league are about to begin."""
        code, now = seen.league.code, time.monotonic()
        claimed = {
            (code, game.round, game.number)
            for game in seen.unfinished
            if game.status == "playing" and game.table is None
        }
        others = {place: at for place, at in self._claimed.items() if place[0] != code}
        self._claimed = others | {place: self._claimed.get(place, now) for place in claimed}

    async def _is_over(self, league: League, game: LeagueGame) -> bool:
        if game.table is None:  # somebody is about to begin it, or was when they died
            since = self._claimed[league.code, game.round, game.number]
            if time.monotonic() - since > CLAIM:
                await self.store.free(league.code, game)
            return False
        table = (await self._hall.table(game.table)).table
        if not table.is_closed:
            return False
        outcome = settle(table, game.absent) if table.status == "over" else None
        await self.store.settle(league.code, game, outcome)
        return True

    async def _begin(self, seen: LeagueSnapshot, game: LeagueGame) -> bool:
        """Begin a game, or decide it where too few have come; return whether it is played."""
        league = seen.league
        if not await self.store.claim(league.code, game):
            return False
        members = {member.bot: member for member in seen.members}
        absent = [
            seat
            for seat, bot in enumerate(game.lineup)
            if bot is not None and (bot not in members or bot not in seen.connected)
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
            live = await self._hall.create(
                league.host,
                _table(league.setting),
                *(_seating(seat, member) for seat, member in seated),
                *(_filling(league.host, seat) for seat in free),
            )
        except KingUpError:
            log.exception("a game of the league %s could not begin", league.code)
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

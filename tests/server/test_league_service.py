"""Leagues without HTTP: rounds are drawn, played and settled, and survive a restart."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kingup.leagues import League, LeagueSetting, standings
from kingup.rules.errors import KingUpError
from kingup.server.league_service import LeagueService, LeagueSnapshot
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.store.leagues import LeagueStore
from kingup.store.tokens import ApiToken
from kingup.tables import decisions
from tests.server.table_services import table_service_at
from tests.waiting import PATIENCE, wait_until_async

FAST = ServerSettings(database="", bot_speed=1000, stand_in="page", prepare=False)


class Course:
    """A league whose bots act at random, as long as they are connected."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.connected: set[str] = set()
        self.leagues = LeagueService(
            service, LeagueStore(service.store.database), lambda: self.connected
        )
        self.chance = random.Random(1)

    async def create_league(self, *names: str, seats: int = 3) -> League:
        league = await self.leagues.create("teacher", LeagueSetting("Course", "kingup", seats))
        for name in names:
            await self.leagues.enter(league, token(name))
            self.connected.add(f"bot-{name}")
        return league

    async def act(self, game_table: str) -> None:
        """Act for one connected bot that the game is waiting for."""
        live = await self.service.table(game_table)
        table = live.table
        for player in table.waiting_for():
            person = table.sitter(player).person
            if person in self.connected and table.is_there(player):
                action = self.chance.choice(table.view(player).actions)
                await self.service.change(
                    live.code,
                    lambda now, p=player, a=action, who=person: decisions.act(  # type: ignore[misc]
                        now, p, a, "person", person=who
                    ),
                )
                return
        await asyncio.sleep(0)  # let the server's own bots and clocks act

    async def play(self, league: League) -> LeagueSnapshot:
        """Play until no game is left."""
        while await self.leagues.run(league.code):
            seen = await self.leagues.snapshot(league)
            tables = [game.table for game in seen.unfinished if game.table]
            for _ in range(30):
                for code in tables:
                    if not (await self.service.table(code)).table.is_closed:
                        await self.act(code)
        return await self.leagues.snapshot(league)


def token(name: str) -> ApiToken:
    return ApiToken(
        f"id-{name}", name, f"person-{name}", f"bot-{name}", name.title(), "Owner", 0.0
    )


@asynccontextmanager
async def course_at(folder: Path) -> AsyncIterator[Course]:
    """Open a course whose bots act at once."""
    async with table_service_at(folder, FAST) as service, asyncio.timeout(PATIENCE):
        yield Course(service)


async def test_every_bot_plays_every_seat_in_a_round(
    tmp_path: Path,
) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd", "dan")
        await course.leagues.start_round(league)
        with pytest.raises(KingUpError, match="still being played"):
            await course.leagues.start_round(league)
        seen = await course.play(league)
        assert len(seen.games) == 4
        assert all(game.status == "done" and game.outcome for game in seen.games)
        assert all(game.outcome and not game.outcome.missing for game in seen.games)
        for seat in range(3):
            assert len({game.lineup[seat] for game in seen.games}) == 4
        assert course.leagues.standings_of(seen) == standings(seen.members, seen.games)
        await course.leagues.start_round(league)
        await course.leagues.run(league.code)
        half = await course.leagues.snapshot(league)
        assert course.leagues.standings_of(half) == standings(half.members, half.games)
        seen = await course.play(league)
        assert seen.round == 2
        assert course.leagues.standings_of(seen) == standings(seen.members, seen.games)


async def test_a_disconnected_bot_loses_and_the_others_play_on(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd")
        course.connected.discard("bot-cyd")
        await course.leagues.start_round(league)
        seen = await course.play(league)
        for game in seen.games:
            assert game.outcome is not None
            assert game.outcome.scores, "it was played"
            missing = [game.lineup[seat] for seat in game.outcome.missing]
            assert missing == ["bot-cyd"]
            assert sum(game.outcome.shares) == pytest.approx(1)


async def test_the_only_connected_bot_wins_without_playing(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd")
        course.connected = {"bot-ada"}
        await course.leagues.start_round(league)
        seen = await course.play(league)
        assert all(game.table is None and game.outcome for game in seen.games)
        course.connected.clear()
        with pytest.raises(KingUpError, match="connected"):
            await course.leagues.start_round(league)


async def test_a_built_in_bot_fills_the_third_seat(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada")
        with pytest.raises(KingUpError, match="two bots"):
            await course.leagues.start_round(league)
        await course.leagues.enter(league, token("bob"))
        course.connected.add("bot-bob")
        await course.leagues.start_round(league)
        seen = await course.play(league)
        assert len(seen.games) == 3
        assert all(game.lineup.count(None) == 1 for game in seen.games)


async def test_automatic_rounds_follow_each_other(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd")
        await course.leagues.set_automatic(league, on=True)
        while (await course.leagues.snapshot(league)).round < 2:
            await course.leagues.run(league.code)
            for game in (await course.leagues.snapshot(league)).unfinished:
                if game.table and not (await course.service.table(game.table)).table.is_closed:
                    for _ in range(20):
                        await course.act(game.table)
        await course.leagues.set_automatic(league, on=False)
        assert (await course.play(league)).round == 2
        course.connected.clear()
        await course.leagues.set_automatic(league, on=True)
        assert not await course.leagues.run(league.code), "nobody is there to play"


async def test_a_round_continues_after_a_restart(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd")
        await course.leagues.start_round(league)
        await course.leagues.run(league.code)
        [game, *_] = (await course.leagues.snapshot(league)).games
        assert game.status == "playing"
    async with course_at(tmp_path) as course:
        [code] = await course.leagues.store.busy()
        league = await course.leagues.find(code)
        course.connected = {"bot-ada", "bot-bob", "bot-cyd"}
        seen = await course.play(league)
        assert [game.status for game in seen.games] == ["done"] * 3


async def test_a_game_claimed_but_never_started_is_started_later(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd")
        await course.leagues.start_round(league)
        [game, *_] = (await course.leagues.snapshot(league)).games
        assert await course.leagues.store.claim(league.code, game)
        running = asyncio.create_task(course.leagues.keep_running())

        async def is_started() -> bool:
            return (await course.leagues.snapshot(league)).games[0].table is not None

        await wait_until_async(is_started)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_an_abandoned_game_has_no_outcome(tmp_path: Path) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob", "cyd")
        await course.leagues.start_round(league)
        await course.leagues.run(league.code)
        [game, *_] = (await course.leagues.snapshot(league)).games
        await course.service.change(game.table or "", lambda t: decisions.abandon(t, "teacher"))
        seen = await course.play(league)
        assert seen.games[0].outcome is None
        assert all(other.outcome for other in seen.games[1:])


async def test_bot_names_are_unique_and_only_owner_or_host_removes_a_bot(
    tmp_path: Path,
) -> None:
    async with course_at(tmp_path) as course:
        league = await course.create_league("ada", "bob")
        await course.leagues.enter(league, token("ada"))  # entering twice is allowed
        same_name = ApiToken("id-x", "x", "person-x", "bot-x", "ADA", "X", 0.0)
        with pytest.raises(KingUpError, match="called"):
            await course.leagues.enter(league, same_name)
        with pytest.raises(KingUpError, match="not your bot"):
            await course.leagues.leave(league, "person-bob", "id-ada")
        with pytest.raises(KingUpError, match="no such bot"):
            await course.leagues.leave(league, "teacher", "id-zoe")
        await course.leagues.leave(league, "person-ada", "id-ada")
        await course.leagues.leave(league, "teacher", "id-bob")
        assert (await course.leagues.snapshot(league)).members == ()
        with pytest.raises(KingUpError, match="no league"):
            await course.leagues.find("rook-99999")

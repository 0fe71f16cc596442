"""Leagues on disk."""

from __future__ import annotations

import pytest

from kingup.leagues import League, LeagueGame, LeagueOutcome, LeagueSetting, Member
from kingup.store import Conflict
from kingup.store.erasure import Erasure
from kingup.store.leagues import LeagueStore
from tests.store.databases import open_database

LEAGUE = League("rook-22222", "teacher", LeagueSetting("Course", "kingup", 3), False, 5.0)
ADA = Member("bot-a", "tok-a", "ada", "Ada’s", "Ada", 1.0)
BOB = Member("bot-b", "tok-b", "bob", "Bob’s", "Bob", 2.0)


async def test_a_league_and_its_members_are_read_back_unchanged(
    database_url: str,
) -> None:
    async with open_database(database_url) as database:
        store = LeagueStore(database)
        await store.add(LEAGUE)
        with pytest.raises(Conflict):
            await store.add(LEAGUE)
        assert await store.find("rook-22222") == LEAGUE
        assert await store.find("king-22222") is None
        for member in (BOB, ADA, ADA):
            await store.enter(LEAGUE.code, member)
        assert await store.members(LEAGUE.code) == [ADA, BOB]
        await store.leave(LEAGUE.code, "bot-a")
        assert await store.members(LEAGUE.code) == [BOB]
        assert await store.members(LEAGUE.code, gone=True) == [ADA, BOB]
        assert [one.code for one in await store.of_person("teacher")] == [LEAGUE.code]
        assert [one.code for one in await store.of_person("bob")] == [LEAGUE.code]
        assert await store.of_person("ada") == []


async def test_a_round_is_added_once_and_a_game_is_claimed_once(database_url: str) -> None:
    async with open_database(database_url) as database:
        store = LeagueStore(database)
        await store.add(LEAGUE)
        games = [
            LeagueGame(1, 1, ("bot-a", "bot-b", None)),
            LeagueGame(1, 2, ("bot-b", None, "bot-a")),
        ]
        await store.add_round(LEAGUE.code, games)
        with pytest.raises(Conflict):
            await store.add_round(LEAGUE.code, games)
        assert await store.games(LEAGUE.code) == games
        assert await store.claim(LEAGUE.code, games[0])
        assert not await store.claim(LEAGUE.code, games[0])
        await store.seat(LEAGUE.code, games[0], "king-22222", [1])
        outcome = LeagueOutcome((0, 2, 1), (1.0, 0.0, 0.0), (9, 0, 3), (1,))
        await store.settle(LEAGUE.code, games[0], outcome)
        done, other = await store.games(LEAGUE.code)
        assert (done.status, done.table, done.absent, done.outcome) == (
            "done",
            "king-22222",
            (1,),
            outcome,
        )
        assert await store.claim(LEAGUE.code, other)
        await store.free(LEAGUE.code, other)
        assert await store.claim(LEAGUE.code, other)
        assert await store.busy() == [LEAGUE.code]
        await store.settle(LEAGUE.code, other, None)
        assert (await store.games(LEAGUE.code))[1].outcome is None
        assert await store.busy() == []
        await store.set_automatic(LEAGUE.code, on=True)
        assert await store.busy() == [LEAGUE.code]


async def test_deleting_a_person_deletes_their_leagues_and_bots(
    database_url: str,
) -> None:
    async with open_database(database_url) as database:
        store = LeagueStore(database)
        await store.add(LEAGUE)
        other = League("king-22222", "ada", LeagueSetting("Mine"), False, 6.0)
        await store.add(other)
        for league in (LEAGUE, other):
            for member in (ADA, BOB):
                await store.enter(league.code, member)
            await store.add_round(league.code, [LeagueGame(1, 1, ("bot-a", "bot-b", None))])
        for person in ("bot-a", "ada"):  # the bots first, as account deletion does
            await Erasure(database).erase(person, {})
        assert await store.find("king-22222") is None
        assert await store.members("king-22222", gone=True) == []
        assert await store.games("king-22222") == []
        assert await store.members(LEAGUE.code, gone=True) == [BOB]
        [game] = await store.games(LEAGUE.code)
        assert game.lineup[0] not in ("bot-a", None)
        assert game.lineup[1:] == ("bot-b", None)

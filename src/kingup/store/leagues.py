"""Leagues in the database: settings, members, games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, String, delete, insert, or_, select, update
from sqlalchemy import cast as cast_to
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingup.leagues import League, LeagueGame, LeagueOutcome, LeagueSetting, Member
from kingup.store.database import Database
from kingup.store.errors import Conflict
from kingup.store.league_schema import LEAGUE_GAMES, LEAGUE_MEMBERS, LEAGUES


class LeagueStore:
    """The leagues in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, league: League) -> None:
        """Store a new league; if its code is taken, raise `Conflict`."""
        setting = league.setting
        try:
            async with self.database.writing() as connection:
                await connection.execute(
                    insert(LEAGUES).values(
                        code=league.code,
                        host=league.host,
                        name=setting.name,
                        edition=setting.edition,
                        seats=setting.seats,
                        options=list(setting.options),
                        seconds=setting.seconds,
                        automatic=league.automatic,
                        created_at=league.created_at,
                    )
                )
        except IntegrityError:
            raise Conflict(league.code) from None

    async def find(self, code: str) -> League | None:
        """Return the league with a code, or None."""
        found = await self._leagues(select(LEAGUES).where(LEAGUES.c.code == code))
        return found[0] if found else None

    async def of_person(self, person: str) -> list[League]:
        """Return the leagues that a person runs or has a bot in, the newest first."""
        plays = select(LEAGUE_MEMBERS.c.code).where(
            LEAGUE_MEMBERS.c.person == person, LEAGUE_MEMBERS.c.gone.is_(False)
        )
        mine = or_(LEAGUES.c.host == person, LEAGUES.c.code.in_(plays))
        ordered = select(LEAGUES).where(mine).order_by(LEAGUES.c.created_at.desc())
        return await self._leagues(ordered)

    async def of_bot(self, bot: str) -> list[League]:
        """Return the leagues that a bot plays in, the newest first."""
        plays = select(LEAGUE_MEMBERS.c.code).where(
            LEAGUE_MEMBERS.c.bot == bot, LEAGUE_MEMBERS.c.gone.is_(False)
        )
        asked = select(LEAGUES).where(LEAGUES.c.code.in_(plays))
        return await self._leagues(asked.order_by(LEAGUES.c.created_at.desc()))

    async def busy(self) -> list[str]:
        """Return the codes of leagues with unfinished games or automatic rounds."""
        unfinished = select(LEAGUE_GAMES.c.code).where(LEAGUE_GAMES.c.status != "done")
        asked = select(LEAGUES.c.code).where(
            or_(LEAGUES.c.automatic.is_(True), LEAGUES.c.code.in_(unfinished))
        )
        return [row.code for row in await self.database.rows(asked)]

    async def set_automatic(self, code: str, *, on: bool) -> None:
        """Switch automatic rounds on or off."""
        async with self.database.writing() as connection:
            changed = update(LEAGUES).where(LEAGUES.c.code == code).values(automatic=on)
            await connection.execute(changed)

    # Members.

    async def members(self, code: str, *, gone: bool = False) -> list[Member]:
        """Return a league's bots in the order of joining; with `gone`, former members as well."""
        asked = select(LEAGUE_MEMBERS).where(LEAGUE_MEMBERS.c.code == code)
        if not gone:
            asked = asked.where(LEAGUE_MEMBERS.c.gone.is_(False))
        ordered = asked.order_by(LEAGUE_MEMBERS.c.joined_at, LEAGUE_MEMBERS.c.bot)
        return [
            Member(row.bot, row.token, row.person, row.name, row.owner, row.joined_at)
            for row in await self.database.rows(ordered)
        ]

    async def enter(self, code: str, member: Member) -> None:
        """Add a bot to a league, or add it again."""
        values = {name: getattr(member, name) for name in Member.__slots__}
        one = (LEAGUE_MEMBERS.c.code == code) & (LEAGUE_MEMBERS.c.bot == member.bot)
        async with self.database.writing() as connection:
            await connection.execute(delete(LEAGUE_MEMBERS).where(one))
            await connection.execute(
                insert(LEAGUE_MEMBERS).values(code=code, gone=False, **values)
            )

    async def leave(self, code: str, bot: str) -> None:
        """Mark a bot as having left a league; its results stay."""
        one = (LEAGUE_MEMBERS.c.code == code) & (LEAGUE_MEMBERS.c.bot == bot)
        async with self.database.writing() as connection:
            await connection.execute(update(LEAGUE_MEMBERS).where(one).values(gone=True))

    # Games.

    async def games(self, code: str) -> list[LeagueGame]:
        """Return all games of a league, by round and number."""
        asked = select(LEAGUE_GAMES).where(LEAGUE_GAMES.c.code == code)
        ordered = asked.order_by(LEAGUE_GAMES.c.round, LEAGUE_GAMES.c.number)
        return [_game(row) for row in await self.database.rows(ordered)]

    async def add_round(self, code: str, games: Sequence[LeagueGame]) -> None:
        """Store the games of a round; if another process has begun it, raise `Conflict`."""
        rows = [
            {
                "code": code,
                "round": game.round,
                "number": game.number,
                "lineup": list(game.lineup),
                "status": "waiting",
                "absent": [],
            }
            for game in games
        ]
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(LEAGUE_GAMES), rows)
        except IntegrityError:
            raise Conflict(code) from None

    async def claim(self, code: str, game: LeagueGame) -> bool:
        """Mark a waiting game as playing; return False if another process was faster."""
        waits = _one(code, game) & (LEAGUE_GAMES.c.status == "waiting")
        async with self.database.writing() as connection:
            done = await connection.execute(
                update(LEAGUE_GAMES).where(waits).values(status="playing")
            )
        return bool(done.rowcount)

    async def seat(self, code: str, game: LeagueGame, table: str, absent: Sequence[int]) -> None:
        """Store the table of a game, and the bots that were absent when it began."""
        await self._change(code, game, table_code=table, absent=list(absent))

    async def settle(self, code: str, game: LeagueGame, outcome: LeagueOutcome | None) -> None:
        """Store the outcome of a game; None means it was aborted and counts for nobody."""
        body = None
        if outcome is not None:
            body = {name: list(getattr(outcome, name)) for name in LeagueOutcome.__slots__}
        await self._change(code, game, status="done", outcome=body)

    async def free(self, code: str, game: LeagueGame) -> None:
        """Let a game that was claimed but has no table wait again."""
        begun_nowhere = LEAGUE_GAMES.c.table_code.is_(None)
        await self._change(code, game, begun_nowhere, status="waiting")

    async def _change(
        self, code: str, game: LeagueGame, *only_if: ColumnElement[bool], **values: Any
    ) -> None:
        async with self.database.writing() as connection:
            changed = update(LEAGUE_GAMES).where(_one(code, game), *only_if).values(**values)
            await connection.execute(changed)

    async def _leagues(self, query: Select[Any]) -> list[League]:
        return [_league(row) for row in await self.database.rows(query)]


async def forget_in_lineups(connection: AsyncConnection, bot: str, nobody: str) -> None:
    """Replace a bot's id in the line-ups of its games by an anonymous one."""
    columns = LEAGUE_GAMES.c
    holds = cast_to(columns.lineup, String).contains(f'"{bot}"', autoescape=True)
    asked = select(columns.code, columns.round, columns.number, columns.lineup).where(holds)
    for row in (await connection.execute(asked)).all():
        lineup = [nobody if one == bot else one for one in row.lineup]
        place = (
            (columns.code == row.code)
            & (columns.round == row.round)
            & (columns.number == row.number)
        )
        await connection.execute(update(LEAGUE_GAMES).where(place).values(lineup=lineup))


def _one(code: str, game: LeagueGame) -> Any:
    columns = LEAGUE_GAMES.c
    return (columns.code == code) & (columns.round == game.round) & (columns.number == game.number)


def _league(row: Row[Any]) -> League:
    setting = LeagueSetting(row.name, row.edition, row.seats, tuple(row.options), row.seconds)
    return League(row.code, row.host, setting, row.automatic, row.created_at)


def _game(row: Row[Any]) -> LeagueGame:
    outcome = None
    if row.outcome is not None:
        outcome = LeagueOutcome(
            **{name: tuple(row.outcome[name]) for name in LeagueOutcome.__slots__}
        )
    return LeagueGame(
        row.round,
        row.number,
        tuple(row.lineup),
        cast("Any", row.status),
        row.table_code,
        tuple(row.absent),
        outcome,
    )

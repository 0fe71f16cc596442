"""A bot connected to a server: plays wherever its token is seated, and accepts challenges."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from kingup.bots.external import BotFailure
from kingup.bots.external.failures import block
from kingup.client import calls, retries
from kingup.client.bot_pool import BotPool, PooledBot
from kingup.client.errors import ServerError
from kingup.client.http_client import AsyncClient, Line
from kingup.client.retries import Tell
from kingup.client.views import read_view
from kingup.language import _, sentence_of
from kingup.rules.errors import KingUpError

CLOSED = ("over", "abandoned")
OVERTAKEN = ("moved-on", "illegal-action", "not-now", "not-yours")
"""Refusals after which the stream's next line has the table's new state."""


LEAGUE_ATTEMPTS, LEAGUE_SECONDS = 6, 1.0
"""How often a league is asked how it counted a game, and the seconds between."""


def _result(share: float) -> str:
    """Return how a game ended for a bot with this share of the win."""
    if share == 1:
        return _("{table}: the game is won.")
    return _("{table}: the win is shared.") if share else _("{table}: the game is lost.")


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a bot behaves at a server."""

    accepts: bool = False
    """Whether it accepts challenges."""
    games: int | None = None
    """The number of games after which it stops; None for no limit."""
    at_once: int = 8
    """The most games at a time; beyond that it declines challenges."""
    pause: float = 1.0
    """Seconds before it acts at a table with people, so that they can follow."""


class Connector:
    """Plays every game that its token is seated at, several at the same time."""

    def __init__(
        self, client: AsyncClient, bots: BotPool, behaviour: Behaviour, tell: Tell
    ) -> None:
        self._client = client
        self._bots = bots
        self._behaviour = behaviour
        self._tell = tell
        self._games: dict[str, asyncio.Task[None]] = {}
        self._ended = 0
        self._enough = asyncio.Event()

    async def run(self) -> None:
        """Play until the wanted number of games is reached, or until cancelled."""
        listening = asyncio.create_task(self._listen())
        enough = asyncio.create_task(self._enough.wait())
        try:
            await asyncio.wait({listening, enough}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()  # raise the error that ended the stream
        finally:
            tasks = [listening, enough, *self._games.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        lines = retries.listen(self._client, calls.events, self._tell)
        async with aclosing(lines):
            async for line in lines:
                if line["type"] == "challenge":
                    await self._answer(line["challenge"])
                elif line["type"] == "game-start":
                    self._begin(line["table"])

    async def _answer(self, challenge: dict[str, Any]) -> None:
        if not self._behaviour.accepts:
            return  # leave it to another program with the same token
        full = len(self._games) >= self._behaviour.at_once
        answer = calls.decline if full else calls.accept
        try:
            await retries.ask(self._client, answer(challenge["id"]), self._tell)
        except ServerError as error:
            self._tell(sentence_of(error))

    def _begin(self, code: str) -> None:
        if code not in self._games:
            self._games[code] = asyncio.create_task(self.play(code), name=f"game {code}")

    async def play(self, code: str) -> None:
        """Play the game at one table to its end, once it begins."""
        try:
            bot = await self._bots.take()
            try:
                await self._play_with(bot, code)
            except BaseException:
                self._bots.dismiss(bot)
                raise
            self._bots.give_back(bot)
        except BotFailure as failure:
            self._tell("\n".join([f"{code}: {sentence_of(failure)}", *block(failure)]))
            await self._leave(code)
        except KingUpError as error:
            self._tell(f"{code}: {sentence_of(error)}")
        finally:
            self._games.pop(code, None)
            self._ended += 1
            if self._behaviour.games is not None and self._ended >= self._behaviour.games:
                self._enough.set()

    async def _play_with(self, bot: PooledBot, code: str) -> None:
        seen: int | None = None
        begun = False
        done = 0
        lines = retries.listen(self._client, lambda: calls.game(code, seen), self._tell)
        async with aclosing(lines):
            async for table in lines:
                seen = table["number"]
                if table["status"] in CLOSED or table["you"] is None:
                    await self._end(bot, table)
                    return
                if table["status"] == "playing" and not begun:
                    begun = True
                    self._tell(_("{table}: the game starts.").format(table=code))
                asked = table["view"] is not None and table["view"]["actions"]
                if table["status"] == "playing" and asked and table["number"] >= done:
                    done = await self._act(bot, table) or done

    async def _act(self, bot: PooledBot, table: Line) -> int | None:
        """Let the bot choose and act; return the table's new number, or None if it came late."""
        pausing = asyncio.create_task(asyncio.sleep(self._pause(table)))
        try:
            action = await bot.choose(read_view(table["view"]))
            await pausing
        finally:
            pausing.cancel()
        # The key makes a retry after a lost response idempotent.
        call = calls.act(table["code"], action, table["number"], secrets.token_hex(8))
        try:
            answer = await retries.ask(self._client, call, self._tell)
        except ServerError as error:
            if error.code not in OVERTAKEN:
                raise
            return None
        return int(answer["number"])

    def _pause(self, table: Line) -> float:
        people = any(
            player and player["level"] is None and not player["owner"]
            for player in table["players"]
        )
        return self._behaviour.pause if people else 0.0

    async def _end(self, bot: PooledBot, table: Line) -> None:
        over = table["status"] == "over" and table["you"] is not None
        view = read_view(table["view"]) if over else None
        await bot.game_over(view)
        if view is None or view.winners is None:
            self._tell(_("{table}: the game was abandoned.").format(table=table["code"]))
            return
        league = await self._league_of(table["code"], table["title"])
        if league is not None:
            self._tell_league(table["code"], *league)
            return
        own = table["players"][table["you"]]["seat"]
        share = 1 / len(view.winners) if own in view.winners else 0.0
        self._tell(_result(share).format(table=table["code"]))

    async def _league_of(
        self, code: str, title: str
    ) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the league of a table and how its game counted there; None for any other table.

        A league counts a game a moment after it has ended. Only it knows who was absent, and so
        who has won. Its tables have its name as their title.
        """
        for _attempt in range(LEAGUE_ATTEMPTS):
            try:
                answer = await self._client.ask(calls.my_leagues())
            except KingUpError:
                return None  # an earlier server, or none: the table's own result is told
            for league in answer["leagues"]:
                for game in league["last"]:
                    if game["table"] == code:
                        return league, game
            if not any(league["name"] == title for league in answer["leagues"]):
                return None
            await asyncio.sleep(LEAGUE_SECONDS)
        return None

    def _tell_league(self, code: str, league: dict[str, Any], game: dict[str, Any]) -> None:
        if game["missed"]:
            text = _("{table}: lost, because a built-in bot had to play for yours.")
        else:
            text = _result(game["share"] or 0.0)
        standing = _("{league}: place {place}, {share}% of {games} games.").format(
            league=league["name"],
            place=league["place"],
            share=round(100 * league["share"]),
            games=league["games"],
        )
        self._tell(f"{text.format(table=code)} {standing}")

    async def _leave(self, code: str) -> None:
        """Let one of the server's bots play on, so that nobody waits for one that failed."""
        try:
            await self._client.ask(calls.table_action(code, "leave"))
        except KingUpError as error:
            self._tell(f"{code}: {sentence_of(error)}")

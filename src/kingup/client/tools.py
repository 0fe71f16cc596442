"""An MCP server: the API's actions and views as tools and resources for a language model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from typing import Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from kingup import __version__
from kingup.client import calls
from kingup.client.calls import Call
from kingup.client.connection import CLOSED
from kingup.client.http_client import AsyncClient
from kingup.language import sentence_of
from kingup.rules.errors import KingUpError

LONGEST_WAIT = 120.0

INSTRUCTIONS = """
Play the board games King Up! and Vive le Roi at a server, as somebody's bot.

Characters climb a castle: floors 0 to 5, then the throne. In turn, seats first place them
("A3": A on floor 3), then move one up a floor ("A"); a floor holds only so many. Whoever reaches
the throne is voted on by everybody in secret: one No ("N", a card that is spent) throws them out,
all Yes ("Y") crown them, and the round is scored: each of your six secret favourites
(view.own.favourites, letters) gives the number of their floor, the crowned one 10. After three
rounds the highest score wins. Vive le Roi adds a jester, privies, dungeons and bellyaches ("B").

Set a table (set_table) or join one (join_table). Then, until the status is "over": wait_for_turn,
look at `view`, and act with one of `view.actions`. What others hold is never shown; guess it from
whom they push and how they vote.
""".strip()


def make_server(client: AsyncClient) -> MCPServer:
    """Return an MCP server that plays through a client."""
    # A log line for every request would only be noise.
    server = MCPServer(
        "kingup", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )

    async def ask(call: Call) -> dict[str, Any]:
        answer: dict[str, Any] = await _or_tool_error(client.ask(call))
        return answer

    @server.tool()
    async def who_am_i() -> dict[str, Any]:
        """Return the bot that you play as."""
        return await ask(calls.me())

    @server.tool()
    async def open_tables() -> dict[str, Any]:
        """List the tables with free places."""
        return await ask(calls.tables())

    @server.tool()
    async def my_games() -> dict[str, Any]:
        """List your recent tables."""
        return await ask(calls.my_games())

    @server.tool()
    async def set_table(
        edition: str = "kingup",
        seats: int = 4,
        options: list[str] | None = None,
        bots: list[str] | None = None,
        private: bool = True,
    ) -> dict[str, Any]:
        """Create a table and sit down as its first player.

        edition: kingup (3 to 6 seats) or vive-le-roi (2 to 8). options, for vive-le-roi only:
        ambition, banished, emissary (required with 2 seats), wedding. bots: levels of bots for the
        last places: page, courtier, seneschal, chancellor or sovereign. The game begins when all
        seats are taken.
        """
        made = await ask(
            calls.set_table(
                edition=edition,
                seats=seats,
                options=options or [],
                bots=bots or [],
                private=private,
            )
        )
        return await ask(calls.table(made["code"]))

    @server.tool()
    async def join_table(code: str, player: int | None = None) -> dict[str, Any]:
        """Sit down at a table, at a player's place or the first free one, and be ready."""
        await ask(calls.sit(code, player))
        return await ask(calls.table(code))

    @server.tool()
    async def look(code: str) -> dict[str, Any]:
        """Return a table's state, as far as you may know it."""
        return await ask(calls.table(code))

    @server.tool()
    async def wait_for_turn(code: str, seconds: float = 30.0) -> dict[str, Any]:
        """Wait until it is your turn or the game is over, for at most this many seconds.

        It is your turn when the status is "playing" and `view.actions` is not empty. Otherwise
        call this again.
        """
        limit = min(max(seconds, 0.0), LONGEST_WAIT)
        table: dict[str, Any] = await _or_tool_error(_wait(client, code, limit))
        return table

    @server.tool()
    async def act(code: str, action: str, number: int | None = None) -> dict[str, Any]:
        """Perform one of `view.actions`. number: the `number` of the table that you looked at."""
        await ask(calls.act(code, action, number))
        return await ask(calls.table(code))

    @server.tool()
    async def leave(code: str) -> dict[str, Any]:
        """Let one of the server's bots play for you; you return by acting."""
        return await ask(calls.table_action(code, "leave"))

    @server.tool()
    async def stand_up(code: str) -> dict[str, Any]:
        """Leave your place before the game has begun."""
        return await ask(calls.stand(code))

    @server.tool()
    async def seat_bot(code: str, player: int, level: str) -> dict[str, Any]:
        """Give a free place to one of the server's bots, as the host of the table."""
        await ask(calls.seat_bot(code, player, level))
        return await ask(calls.table(code))

    @server.tool()
    async def host(
        code: str, action: Literal["start", "pause", "resume", "abandon"]
    ) -> dict[str, Any]:
        """Start a game of bots alone, or pause, resume or abandon a game, as the table's host."""
        return await ask(calls.table_action(code, action))

    @server.tool()
    async def rematch(code: str) -> dict[str, Any]:
        """Play again with the same people after a game; returns the new table."""
        made = await ask(calls.table_action(code, "rematch"))
        return await ask(calls.table(made["code"]))

    @server.tool()
    async def waiting_bots() -> dict[str, Any]:
        """List other people's bots that are waiting for a game and can be challenged."""
        return await ask(calls.bots())

    @server.tool()
    async def challenge(code: str, bot: str) -> dict[str, Any]:
        """Invite a bot (by id or by name) to a table where you sit."""
        return await ask(calls.challenge(bot, code))

    @server.tool()
    async def challenges() -> dict[str, Any]:
        """List the challenges to you."""
        return await ask(calls.challenges())

    @server.tool()
    async def accept(challenge: str) -> dict[str, Any]:
        """Accept a challenge by its id, and sit down."""
        return await ask(calls.accept(challenge))

    @server.tool()
    async def decline(challenge: str) -> dict[str, Any]:
        """Decline a challenge by its id."""
        return await ask(calls.decline(challenge))

    async def read(call: Call) -> str:
        try:
            return json.dumps(await client.ask(call))
        except KingUpError as error:
            raise ResourceError(sentence_of(error)) from error

    @server.resource("kingup://tables", mime_type="application/json")
    async def tables() -> str:
        """The tables with free places."""
        return await read(calls.tables())

    @server.resource("kingup://tables/{code}", mime_type="application/json")
    async def table(code: str) -> str:
        """A table, with your view of the game."""
        return await read(calls.table(code))

    @server.resource("kingup://tables/{code}/record", mime_type="application/json")
    async def record(code: str) -> str:
        """The record of a finished game."""
        return await read(calls.record(code))

    return server


async def _or_tool_error(answer: Awaitable[Any]) -> Any:
    """Return an answer; a refusal becomes a `ToolError` with the server's sentence."""
    try:
        return await answer
    except KingUpError as error:
        raise ToolError(sentence_of(error)) from error


async def _wait(client: AsyncClient, code: str, seconds: float) -> dict[str, Any]:
    table: dict[str, Any] | None = None
    try:
        async with asyncio.timeout(seconds), client.listen(calls.game(code)) as lines:
            async for table in lines:
                acting = table["status"] == "playing" and table["view"]["actions"]
                if acting or table["status"] in CLOSED:
                    break
    except TimeoutError:
        pass
    return table or dict(await client.ask(calls.table(code)))

"""The two streams: the events of a bot, and the changes of one table."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kingup.server.bot_listeners import BotListener
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.server.table_service import TableService
from kingup.store import Unavailable
from kingup.store.tokens import ApiToken
from kingup.tables.table import Table
from kingup.web.api import models
from kingup.web.api.auth import Bot
from kingup.web.api.descriptions import challenge_of, player_of, result_of
from kingup.web.api.errors import bad_token, body_of
from kingup.web.api.ndjson import Stream
from kingup.web.api.schema import stream_of
from kingup.web.api.stream_json import line_of, table_line
from kingup.web.http.dependencies import find_table
from kingup.web.services import services_of

router = APIRouter(prefix="/stream", tags=["streams"])

KEEP_ALIVE = 6.0
"""Seconds of silence after which an empty line shows that the stream is alive."""
RUNNING = ("playing", "paused")
MOST_RUNNING = 1000


@dataclass(slots=True)
class Announced:
    """What an event stream has sent about a table."""

    started: bool = False
    ended: bool = False
    question: tuple[int, float] | None = None
    """The last question announced as the bot's turn: its number, and when it was asked."""


@router.get("/events", responses=stream_of(models.Event), response_class=Response)
async def events(request: Request, bot: Bot) -> Response:
    """Stream your events: games that begin and end, your turns, challenges.

    It starts with your games in progress and your open challenges. Empty lines show that the
    stream is alive.
    """
    if bot.is_person:
        raise Refusal("This token is a person’s: only bots wait for games.", status=409)
    check_stream(request, bot)
    return Stream(_events(request, bot))


@router.get("/games/{code}", responses=stream_of(models.TableModel), response_class=Response)
async def game(
    request: Request,
    bot: Bot,
    code: str,
    after: Annotated[
        int | None,
        Query(ge=0, le=10**9, description="Send nothing until the table's number is higher."),
    ] = None,
) -> Response:
    """Stream a table: its current state, then its new state after every change.

    A slow reader gets only the newest state; nothing is lost, because a view contains the whole
    history. With `after`, a stream continues after the number where an earlier one stopped. It
    ends with the game. While a stream of a table where you sit is open, you count as present.
    """
    check_stream(request, bot)
    live = await find_table(request, code)
    return Stream(_game(request, bot, live, -1 if after is None else after))


def check_stream(connection: HTTPConnection, bot: ApiToken) -> None:
    """Refuse another stream if the token has too many."""
    services_of(connection).limits.take_for("api-stream", bot.id)
    services_of(connection).api_tokens.check_streams(bot)


async def _events(request: Request, bot: ApiToken) -> AsyncGenerator[bytes, None]:
    listeners = services_of(request).bot_listeners
    tokens, tables = services_of(request).api_tokens, services_of(request).tables
    announced: dict[str, Announced] = {}
    challenged: set[str] = set()
    searched_at = -inf
    with listeners.listen(bot) as listener, tokens.stream(bot, listener.signal):
        while await tokens.is_valid(bot):
            if time.monotonic() - searched_at > KEEP_ALIVE:  # other servers may have started games
                searched_at = time.monotonic()
                await _find_games(tables, bot, listener)
            for live in listener.take_changed():
                known = announced.setdefault(live.code, Announced())
                for line in _new_events(live.table, bot.bot, known):
                    yield line_of(line)
                if known.started and not known.ended:
                    listener.follows.add(live.code)
                else:
                    listener.follows.discard(live.code)
                    announced.pop(live.code)
            if listener.challenged:
                listener.challenged = False
                with contextlib.suppress(Unavailable):
                    waiting = await services_of(request).challenges.of_bot(bot.bot)
                    for one in waiting:
                        if one.id not in challenged:
                            yield line_of({"type": "challenge", "challenge": challenge_of(one)})
                    challenged = {one.id for one in waiting}
            if not await listener.signal.wait(KEEP_ALIVE):
                yield b"\n"
    yield line_of({"type": "error", **body_of(bad_token())})


async def _find_games(tables: TableService, bot: ApiToken, listener: BotListener) -> None:
    """Find the games that a bot plays in, in this process or another."""
    with contextlib.suppress(Unavailable):  # the next search finds them
        for entry in await tables.store.of_person(bot.bot, MOST_RUNNING, RUNNING):
            with contextlib.suppress(Refusal):
                listener.table_changed(await tables.table(entry.code))
        listener.add_challenge()


def _new_events(table: Table, bot: str, announced: Announced) -> Iterator[dict[str, Any]]:
    """Yield the events that a changed table means for a bot."""
    player = player_of(table, bot)
    common = {"table": table.code, "number": table.number}
    if table.is_running and player is not None and not announced.started:
        announced.started = True
        yield {
            "type": "game-start",
            **common,
            "player": player,
            "edition": table.setting.edition,
            "seats": list(table.setting.seats),
            "options": list(table.setting.options),
        }
    question = (table.question_number, table.waiting_since)
    if player is not None and player in table.waiting_for() and announced.question != question:
        announced.question = question
        yield {"type": "your-turn", **common, "player": player}
    over = table.is_closed or (announced.started and player is None)
    if over and announced.started and not announced.ended:
        announced.ended = True
        yield {"type": "game-end", **common, "result": result_of(table, player)}


async def _game(
    request: Request, bot: ApiToken, live: LiveTable, number: int
) -> AsyncGenerator[bytes, None]:
    tokens = services_of(request).api_tokens
    plays = player_of(live.table, bot.bot) is not None
    version: int | None = None
    with live.watch(plays=plays) as signal, tokens.stream(bot, signal):
        live.presence.arrive(bot.bot)
        try:
            while await tokens.is_valid(bot):
                if version != live.version:
                    version = live.version
                    if live.table.number > number:
                        number = live.table.number
                        yield table_line(live.table, bot.bot)
                    if live.table.is_closed:
                        return
                if version == live.version and not await signal.wait(KEEP_ALIVE):
                    yield b"\n"
        finally:
            live.presence.leave(bot.bot)
    yield line_of({"type": "error", **body_of(bad_token())})

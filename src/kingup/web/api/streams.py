"""The two streams: everything that concerns a bot, and everything at one table."""

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
from kingup.store.challenges import ChallengeStore
from kingup.store.tokens import ApiToken
from kingup.tables.table import Table
from kingup.web.api import models
from kingup.web.api.auth import Bot
from kingup.web.api.descriptions import player_of, result_of
from kingup.web.api.errors import bad_token, body_of
from kingup.web.api.ndjson import Stream
from kingup.web.api.schema import stream_of
from kingup.web.api.stream_json import line_of
from kingup.web.http.dependencies import find_table
from kingup.web.services import services_of

router = APIRouter(prefix="/stream", tags=["streams"])

KEEP_ALIVE = 6.0
"""Seconds of silence after which an empty line says that the stream is alive."""
RUNNING = ("playing", "paused")
MOST_RUNNING = 1000


@dataclass(slots=True)
class Heard:
    """What a stream of events has said about a table."""

    started: bool = False
    ended: bool = False
    asked: tuple[int, float] | None = None
    """The question that the bot was told to answer: its number, and when it was asked."""


@router.get("/events", responses=stream_of(models.Event), response_class=Response)
async def events(request: Request, bot: Bot) -> Response:
    """Tell what concerns you: games that begin and end, your turns, challenges.

    First comes what is so already: your games that go on, and the challenges that wait. Empty
    lines come in between, to show that the stream is alive.
    """
    check_stream(request, bot)
    return Stream(_events(request, bot))


@router.get("/games/{code}", responses=stream_of(models.TableModel), response_class=Response)
async def game(
    request: Request,
    bot: Bot,
    code: str,
    after: Annotated[
        int | None,
        Query(ge=0, le=10**9, description="Say nothing before the table's number is higher."),
    ] = None,
) -> Response:
    """Tell everything at a table: first as it is, then anew after every change.

    A slow reader is sent the newest state only; nothing is lost, for a view has all history.
    With `after`, a stream goes on after the number where an earlier one broke off. It ends
    with the game. An open stream of a table where you sit is what counts as being there.
    """
    check_stream(request, bot)
    live = await find_table(request, code)
    return Stream(_game(request, bot, live, -1 if after is None else after))


def check_stream(connection: HTTPConnection, bot: ApiToken) -> None:
    """Refuse one more stream where there are too many already."""
    services_of(connection).limits.take_for("api-stream", bot.id)
    services_of(connection).api_tokens.check_streams(bot)


async def _events(request: Request, bot: ApiToken) -> AsyncGenerator[bytes, None]:
    callers = services_of(request).bot_listeners
    keys, hall = services_of(request).api_tokens, services_of(request).tables
    heard: dict[str, Heard] = {}
    challenged: set[str] = set()
    looked = -inf
    with callers.listen(bot) as caller, keys.stream(bot, caller.signal):
        while await keys.works(bot):
            if time.monotonic() - looked > KEEP_ALIVE:  # silent or not: others have tables, too
                looked = time.monotonic()
                await _look_around(hall, bot, caller)
            for live in caller.take_changed():
                known = heard.setdefault(live.code, Heard())
                for line in _news(live.table, bot.bot, known):
                    yield line_of(line)
                if known.started and not known.ended:
                    caller.follows.add(live.code)
                else:
                    caller.follows.discard(live.code)
                    heard.pop(live.code)
            if caller.challenged:
                caller.challenged = False
                with contextlib.suppress(Unavailable):
                    for line in await _challenges(
                        services_of(request).challenges, bot, challenged
                    ):
                        yield line_of(line)
            if not await caller.signal.wait(KEEP_ALIVE):
                yield b"\n"
    yield line_of({"type": "error", **body_of(bad_token())})


async def _look_around(hall: TableService, bot: ApiToken, caller: BotListener) -> None:
    """Find the games that a bot plays in, in this process or in another."""
    with contextlib.suppress(Unavailable):  # then at the next look
        for entry in await hall.store.of_person(bot.bot, MOST_RUNNING, RUNNING):
            with contextlib.suppress(Refusal):
                caller.table_changed(await hall.table(entry.code))
        caller.add_challenge()


def _news(table: Table, bot: str, heard: Heard) -> Iterator[dict[str, Any]]:
    """Yield what a bot is told about a table that has changed."""
    player = player_of(table, bot)
    common = {"table": table.code, "number": table.number}
    if table.is_running and player is not None and not heard.started:
        heard.started = True
        yield {
            "type": "game-start",
            **common,
            "player": player,
            "edition": table.setting.edition,
            "seats": list(table.setting.seats),
            "options": list(table.setting.options),
        }
    asked = (table.question_number, table.waiting_since)
    if player is not None and player in table.waiting_for() and heard.asked != asked:
        heard.asked = asked
        yield {"type": "your-turn", **common, "player": player}
    over = table.is_closed or (heard.started and player is None)
    if over and heard.started and not heard.ended:
        heard.ended = True
        yield {"type": "game-end", **common, "result": result_of(table, player)}


async def _challenges(
    challenges: ChallengeStore, bot: ApiToken, told: set[str]
) -> Iterator[dict[str, Any]]:
    waiting = await challenges.of_bot(bot.bot)
    new = [challenge for challenge in waiting if challenge.id not in told]
    told.intersection_update(challenge.id for challenge in waiting)
    told.update(challenge.id for challenge in new)
    return iter(
        [
            {
                "type": "challenge",
                "challenge": {"id": one.id, "table": one.code, "by": one.by, "at": one.at},
            }
            for one in new
        ]
    )


async def _game(
    request: Request, bot: ApiToken, live: LiveTable, number: int
) -> AsyncGenerator[bytes, None]:
    lines = services_of(request).stream_lines
    keys = services_of(request).api_tokens
    plays = player_of(live.table, bot.bot) is not None
    version: int | None = None
    try:
        with live.watch(plays=plays) as signal, keys.stream(bot, signal):
            live.presence.arrive(bot.bot)
            try:
                while await keys.works(bot):
                    if version != live.version:
                        version = live.version
                        if live.table.number > number:
                            number = live.table.number
                            yield lines.line(live, bot.bot)
                        if live.table.is_closed:
                            return
                    if version == live.version and not await signal.wait(KEEP_ALIVE):
                        yield b"\n"
            finally:
                live.presence.leave(bot.bot)
        yield line_of({"type": "error", **body_of(bad_token())})
    finally:
        if not live.watched:
            lines.forget(live)

"""A table over a socket: the lines of its stream one way, a bot's actions the other.

The same address as the stream, asked for as a WebSocket, with the same token. An action comes
without a request around it: that is half of what it would cost.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from contextvars import copy_context
from typing import Any

from pydantic import ValidationError
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.store.tokens import Token
from kingup.web.answers import status_of
from kingup.web.api import models
from kingup.web.api.auth import bot_of, keys_of, take_turn
from kingup.web.api.describing import player_of
from kingup.web.api.errors import answer, bad_token, body_of, no_object, wrong_field
from kingup.web.api.games import acted
from kingup.web.api.lines import Lines
from kingup.web.api.streams import check_stream
from kingup.web.continuing import serve_outside
from kingup.web.errands import BROKEN, GONE, Errand, Errands
from kingup.web.live import LiveTable
from kingup.web.routes.asking import find_table

log = logging.getLogger("kingup.web")

TOO_MANY = 1008
DONE = 1000
LOOKED_AT = 30.0
"""Seconds after which a silent socket's token is looked at again."""
ROUTE = "/api/tables/{code}/act"
"""What an action counts as, over a socket as by a request."""
LARGEST_NUMBER = 10**9


async def game_socket(websocket: WebSocket) -> None:
    """Serve a table to a bot, which acts over the same socket."""
    try:
        bot = await bot_of(websocket)
        check_stream(websocket, bot)
        after = _after(websocket.query_params.get("after"))
        live = await find_table(websocket, websocket.path_params["code"])
    except KingUpError as error:
        await websocket.send_denial_response(answer(error))
        return
    await websocket.accept()
    await GameSocket(websocket, bot, live, after).serve()


def _after(text: str | None) -> int:
    if text is None:
        return -1
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > LARGEST_NUMBER:
        raise wrong_field(("after",), "wrong")
    return int(text)


class GameSocket:
    """One bot's open socket at a table."""

    __slots__ = (
        "_bot",
        "_context",
        "_errands",
        "_live",
        "_number",
        "_speaking",
        "_timer",
        "_version",
        "_websocket",
    )

    def __init__(self, websocket: WebSocket, bot: Token, live: LiveTable, number: int) -> None:
        self._websocket = websocket
        self._bot = bot
        self._live = live
        self._number = number
        self._version: int | None = None
        self._errands = Errands(websocket)
        self._speaking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._context = copy_context()

    async def serve(self) -> None:
        """Speak and listen until the bot has gone, or the game is over."""
        live, bot = self._live, self._bot
        plays = player_of(live.table, bot.bot) is not None
        with live.wake(self, plays=plays), keys_of(self._websocket).stream(bot, self):
            live.presence.arrive(bot.bot)
            self.give()
            try:
                await self._listen()
            finally:
                live.presence.leave(bot.bot)
                if self._timer is not None:
                    self._timer.cancel()
                if self._speaking is not None:
                    self._speaking.cancel()
                    await asyncio.gather(self._speaking, return_exceptions=True)
                await self._errands.finish()
        if not live.watched:
            self._websocket.app.state.lines.forget(live)

    def give(self) -> None:
        """Say what is new, after what is being said now."""
        if self._speaking is None:
            # In the language of this bot, whoever it was that changed something.
            self._speaking = asyncio.get_running_loop().create_task(
                self._speak(), name="speaking", context=self._context
            )

    async def _speak(self) -> None:
        websocket, live, bot = self._websocket, self._live, self._bot
        lines: Lines = websocket.app.state.lines
        keys = keys_of(websocket)
        with contextlib.suppress(*GONE):
            try:
                while await keys.works(bot):
                    if self._version == live.version:
                        self._look_again_later()
                        self._speaking = None  # nothing was waited for since that look
                        return
                    self._version = live.version
                    if live.table.number > self._number:
                        self._number = live.table.number
                        await websocket.send_text(lines.line(live, bot.bot)[:-1].decode("ascii"))
                    if live.table.is_closed:
                        await websocket.close(DONE)
                        return
                await websocket.send_text(_text({"type": "error", **body_of(bad_token())}))
                await websocket.close(DONE)
            except KingUpError as error:
                await websocket.send_text(_text({"type": "error", **body_of(error)}))
                await websocket.close(BROKEN)
            except GONE:
                raise
            except Exception:
                log.exception("the socket of a bot at the table %s broke", live.code)
                await websocket.close(BROKEN)

    def _look_again_later(self) -> None:
        """See in a while whether the token still works, should nothing happen before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(LOOKED_AT, self.give)

    async def _listen(self) -> None:
        websocket = self._websocket
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not self._errands.add(ROUTE, self._errand(message.get("text"))):
                with contextlib.suppress(*GONE):
                    await websocket.close(TOO_MANY)
                return

    def _errand(self, text: str | None) -> Errand:
        async def errand() -> tuple[int, str]:
            id_: object = None
            try:
                take_turn(self._websocket, self._bot)
                said = _read(text)
                id_ = said.pop("id", None)
                asked = _asked(said)
                if not await keys_of(self._websocket).works(self._bot):
                    raise bad_token()
                number = await acted(self._websocket, self._bot, self._live, asked)
            except KingUpError as error:
                return status_of(error), _text({"type": "error", "id": id_, **body_of(error)})
            return 200, _text({"type": "done", "id": id_, "number": number})

        return errand


def _read(text: str | None) -> dict[str, Any]:
    try:
        said = json.loads(text or "")
    except (ValueError, RecursionError):
        raise no_object() from None
    if not isinstance(said, dict):
        raise no_object()
    return said


def _asked(said: dict[str, Any]) -> models.Act:
    try:
        return models.Act.model_validate(said)
    except ValidationError as error:
        first = error.errors()[0]
        raise wrong_field(first["loc"], first["type"]) from None


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


async def _enter(websocket: WebSocket) -> None:
    await serve_outside(websocket, game_socket)


ROUTES = (WebSocketRoute("/stream/games/{code}", _enter, name="game_socket"),)
"""What is asked for as a WebSocket."""

"""A table over a socket: the lines of its stream one way, a bot's actions the other.

The same address as the stream, asked for as a WebSocket, with the same token. An action comes
without a request around it: that is half of what it would cost.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.store.tokens import ApiToken
from kingup.web.api import models
from kingup.web.api.auth import bot_of, take_turn
from kingup.web.api.descriptions import player_of
from kingup.web.api.errors import answer, bad_token, body_of, no_object, wrong_field
from kingup.web.api.games import acted
from kingup.web.api.streams import check_stream
from kingup.web.http.dependencies import find_table
from kingup.web.http.responses import status_of
from kingup.web.live.errands import Errand, Voice
from kingup.web.live.staying import Close, Resident, read_object, stay
from kingup.web.services import services_of

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
    await stay(
        websocket, lambda connection, voice: GameSocket(connection, voice, bot, live, after)
    )


def _after(text: str | None) -> int:
    if text is None:
        return -1
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > LARGEST_NUMBER:
        raise wrong_field(("after",), "wrong")
    return int(text)


class GameSocket(Resident):
    """One bot's open socket at a table."""

    __slots__ = ("_bot", "_live", "_number", "_timer", "_version")

    def __init__(
        self,
        connection: HTTPConnection,
        voice: Voice,
        bot: ApiToken,
        live: LiveTable,
        number: int,
    ) -> None:
        super().__init__(connection, voice)
        self._bot = bot
        self._live = live
        self._number = number
        self._version: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def enter(self) -> None:
        """Be there: seen by others, and woken by every change."""
        live, bot = self._live, self._bot
        live.join(self, plays=player_of(live.table, bot.bot) is not None)
        services_of(self.connection).api_tokens.open(bot, self)
        live.presence.arrive(bot.bot)
        self._look_again_later()

    def leave(self) -> None:
        """Be there no longer."""
        live, bot = self._live, self._bot
        live.part(self)
        services_of(self.connection).api_tokens.close(bot, self)
        live.presence.leave(bot.bot)
        if self._timer is not None:
            self._timer.cancel()
        if not live.watched:
            services_of(self.connection).stream_lines.forget(live)

    @property
    def is_current(self) -> bool:
        """Whether the bot has everything."""
        return self._version == self._live.version

    def give(self) -> None:
        """Say what is new; a token may have been revoked, too."""
        self._version = None
        super().give()

    async def say(self) -> None:
        """Send the table if there is anything new, as long as the token works."""
        live, bot = self._live, self._bot
        lines = services_of(self.connection).stream_lines
        if not await services_of(self.connection).api_tokens.works(bot):
            await self.voice.say(_text({"type": "error", **body_of(bad_token())}))
            raise Close(DONE)
        self._version = live.version
        if live.table.number > self._number:
            self._number = live.table.number
            await self.voice.say(lines.line(live, bot.bot)[:-1].decode("ascii"))
        if live.table.is_closed:
            raise Close(DONE)

    def _look_again_later(self) -> None:
        """See in a while whether the token still works, should nothing happen before."""
        self._timer = asyncio.get_running_loop().call_later(LOOKED_AT, self._look_again)

    def _look_again(self) -> None:
        self.give()
        self._look_again_later()

    def heard(self, text: str | None) -> bool:
        """Hear what a bot does."""
        return self.errands.add(ROUTE, self._errand(text))

    def _errand(self, text: str | None) -> Errand:
        async def errand() -> tuple[int, str]:
            id_: object = None
            try:
                take_turn(self.connection, self._bot)
                said = read_object(text)
                if said is None:
                    raise no_object()
                id_ = said.pop("id", None)
                asked = _asked(said)
                if not await services_of(self.connection).api_tokens.works(self._bot):
                    raise bad_token()
                number = await acted(self.connection, self._bot, self._live, asked)
            except KingUpError as error:
                return status_of(error), _text({"type": "error", "id": id_, **body_of(error)})
            return 200, _text({"type": "done", "id": id_, "number": number})

        return errand


def _asked(said: dict[str, Any]) -> models.Act:
    try:
        return models.Act.model_validate(said)
    except ValidationError as error:
        first = error.errors()[0]
        raise wrong_field(first["loc"], first["type"]) from None


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


ROUTES = (WebSocketRoute("/stream/games/{code}", game_socket, name="game_socket"),)
"""What is asked for as a WebSocket."""

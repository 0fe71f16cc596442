"""A table over a socket: the lines of its stream one way, a bot's actions the other.

The address of the stream, opened as a WebSocket with the same token. An action over the socket
costs half of what a request does.
"""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

from pydantic import ValidationError
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.server.live_table import LiveTable
from kingup.store.tokens import ApiToken
from kingup.web.api import models
from kingup.web.api.auth import bot_of, check_rate
from kingup.web.api.descriptions import player_of
from kingup.web.api.errors import bad_token, body_of, error_response, no_object, wrong_field
from kingup.web.api.games import submit_action
from kingup.web.api.stream_json import table_line
from kingup.web.api.streams import check_stream
from kingup.web.http.dependencies import find_table
from kingup.web.http.errors import status_of
from kingup.web.http.sockets import CloseSocket, SocketSession, read_object

NORMAL = 1000
"""The close code of a finished game or a revoked token."""
TOKEN_CHECK_SECONDS = 30.0
"""How often a silent socket's token is checked again."""
ACT_ROUTE = "/api/tables/{code}/act"
"""The route that an action is logged under, over a socket as by a request."""
LARGEST_NUMBER = 10**9


async def game_socket(websocket: WebSocket) -> None:
    """Serve a table to a bot, which acts over the same socket."""
    try:
        bot = await bot_of(websocket)
        check_stream(websocket, bot)
        after = _after(websocket.query_params.get("after"))
        live = await find_table(websocket, websocket.path_params["code"])
    except KingUpError as error:
        await websocket.send_denial_response(error_response(error))
        return
    await GameSocket(websocket, bot, live, after).run()


def _after(text: str | None) -> int:
    if text is None:
        return -1
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > LARGEST_NUMBER:
        raise wrong_field(("after",), "wrong")
    return int(text)


class GameSocket(SocketSession):
    """One bot's open socket at a table."""

    route = "/api/stream/games/{code}"

    def __init__(self, websocket: WebSocket, bot: ApiToken, live: LiveTable, after: int) -> None:
        super().__init__(websocket)
        self._bot = bot
        self._live = live
        self._number = after
        self._version: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def enter(self) -> None:
        """Be present at the table, and be woken by every change."""
        live, bot = self._live, self._bot
        live.join(self, plays=player_of(live.table, bot.bot) is not None)
        self.services.api_tokens.add_stream(bot, self)
        live.presence.arrive(bot.bot)
        self._check_token_later()

    def leave(self) -> None:
        """Undo `enter`."""
        live, bot = self._live, self._bot
        live.leave(self)
        self.services.api_tokens.remove_stream(bot, self)
        live.presence.leave(bot.bot)
        if self._timer is not None:
            self._timer.cancel()

    @property
    def is_current(self) -> bool:
        """Whether the bot has everything."""
        return self._version == self._live.version

    def wake(self) -> None:
        """Send what is new; the token may have been revoked as well."""
        self._version = None
        super().wake()

    async def send_news(self) -> None:
        """Send the table if it has changed, as long as the token is valid."""
        live, bot = self._live, self._bot
        if not await self.services.api_tokens.is_valid(bot):
            error = {"type": "error", **body_of(bad_token())}
            await self.websocket.send_text(_to_json(error))
            raise CloseSocket(NORMAL)
        self._version = live.version
        if live.table.number > self._number:
            self._number = live.table.number
            line = table_line(live.table, bot.bot)
            await self.websocket.send_text(line[:-1].decode("ascii"))
        if live.table.is_closed:
            raise CloseSocket(NORMAL)

    def _check_token_later(self) -> None:
        """Check in a while whether the token is still valid, should nothing happen before."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(TOKEN_CHECK_SECONDS, self._check_token)

    def _check_token(self) -> None:
        self.wake()
        self._check_token_later()

    def receive(self, text: str | None) -> None:
        """Handle a bot's action."""
        self.actions.add(ACT_ROUTE, partial(self._act, text))

    async def _act(self, text: str | None) -> tuple[int, str]:
        id_: object = None
        try:
            check_rate(self.websocket, self._bot)
            message = read_object(text)
            if message is None:
                raise no_object()
            id_ = message.pop("id", None)
            act = _read_act(message)
            if not await self.services.api_tokens.is_valid(self._bot):
                raise bad_token()
            number = await submit_action(self.websocket, self._bot, self._live, act)
        except KingUpError as error:
            return status_of(error), _to_json({"type": "error", "id": id_, **body_of(error)})
        return 200, _to_json({"type": "done", "id": id_, "number": number})


def _read_act(message: dict[str, Any]) -> models.Act:
    try:
        return models.Act.model_validate(message)
    except ValidationError as error:
        first = error.errors()[0]
        raise wrong_field(first["loc"], first["type"]) from None


def _to_json(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


ROUTES = (WebSocketRoute("/stream/games/{code}", game_socket, name="game_socket"),)
"""The API's WebSocket routes."""

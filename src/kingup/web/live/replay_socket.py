"""The socket of a replay that people watch together: the leader's position, and nothing else."""

from __future__ import annotations

import json
import re
import time

from starlette.websockets import WebSocket

from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.web.http.dependencies import find_table
from kingup.web.http.identity import person_of
from kingup.web.http.origins import same_origin
from kingup.web.http.sockets import INVALID_MESSAGE, CloseSocket, SocketSession, read_object
from kingup.web.live.socket import FORBIDDEN, MOST_SOCKETS, closing
from kingup.web.pages.replay.invitations import leads
from kingup.web.pages.replay.records import replay_of_record
from kingup.web.pages.replay.routes import replay_of
from kingup.web.services import services_of

MOMENT = re.compile(r"r[1-3]\.[0-9]{1,3}v?")
EYES = re.compile(r"public|open|[1-8]")
MOST_MESSAGES = 40
"""Positions a second, after which the socket is closed."""


async def showing(websocket: WebSocket) -> None:
    """Serve the socket of a replay: a finished table's, or a record's."""
    if not same_origin(websocket, silent=True):
        await websocket.close(FORBIDDEN)  # before it is accepted: a plain 403
        return
    try:
        session = await _open(websocket)
    except KingUpError as error:
        await websocket.accept()
        close = closing(error)
        await websocket.close(close.code, close.reason)
        return
    await session.run()


async def _open(websocket: WebSocket) -> ShowingPage:
    services, person = services_of(websocket), person_of(websocket)
    services.limits.take("socket", websocket)
    if services.open_pages[person] >= MOST_SOCKETS:
        raise Refusal("Too many pages are open. Close one and reload.", status=429)
    record, code = websocket.path_params.get("record"), websocket.path_params.get("code")
    if record is not None:
        await replay_of_record(websocket, record)
        base = f"/replay/{record}"
    else:
        live = await find_table(websocket, str(code))
        replay_of(live)
        base = f"/t/{live.code}/replay"
    invited = websocket.query_params.get("with", "")
    return ShowingPage(websocket, f"{base} {invited}", leads(websocket, base, invited))


class ShowingPage(SocketSession):
    """One page that watches together with others."""

    route = "/replay/live"

    def __init__(self, websocket: WebSocket, id_: str, leads: bool) -> None:
        super().__init__(websocket)
        self.leads = leads
        self._id = id_
        self._person = person_of(websocket)
        self._sent: str | None = None
        self._second, self._messages = time.monotonic(), 0

    def enter(self) -> None:
        """Watch together with the others."""
        self.services.open_pages[self._person] += 1
        self._showing = self.services.showings.join(self._id, self)

    def leave(self) -> None:
        """Undo `enter`."""
        services = self.services
        services.showings.leave(self._id, self)
        services.open_pages[self._person] -= 1
        if not services.open_pages[self._person]:
            del services.open_pages[self._person]

    @property
    def is_current(self) -> bool:
        """Whether the page knows where the leader is; leaders know it themselves."""
        return self.leads or self._sent == self._showing.position

    async def send_news(self) -> None:
        """Say where the leader is."""
        self._sent = self._showing.position
        if self._sent is not None:
            await self.websocket.send_text(self._sent)

    def receive(self, text: str | None) -> None:
        """Take everybody to where the leader is; others have nothing to say."""
        self._messages += 1
        now = time.monotonic()
        if now - self._second > 1:
            self._second, self._messages = now, 0
        message = read_object(text)
        if message is None or not self.leads or self._messages > MOST_MESSAGES:
            raise CloseSocket(INVALID_MESSAGE)
        moment, eyes = message.get("moment"), message.get("as")
        if not isinstance(moment, str) or not isinstance(eyes, str):
            raise CloseSocket(INVALID_MESSAGE)
        if not MOMENT.fullmatch(moment) or not EYES.fullmatch(eyes):
            raise CloseSocket(INVALID_MESSAGE)
        position = json.dumps({"moment": moment, "as": eyes})
        self.services.showings.lead(self._id, position)

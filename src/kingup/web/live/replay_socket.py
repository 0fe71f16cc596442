"""The socket of a replay that people watch together: the leader's position, and nothing else."""

from __future__ import annotations

import json
import re

from starlette.websockets import WebSocket

from kingup.web.http.dependencies import find_table
from kingup.web.http.sockets import INVALID_MESSAGE, CloseSocket
from kingup.web.live.page_session import PageSession, serve
from kingup.web.pages.replay.invitations import leads
from kingup.web.pages.replay.records import replay_of_record
from kingup.web.pages.replay.routes import replay_of

MOMENT = re.compile(r"r[1-3]\.[0-9]{1,3}v?")
PERSPECTIVES = re.compile(r"public|open|[1-8]")


async def showing(websocket: WebSocket) -> None:
    """Serve the socket of a replay: a finished table's, or a record's."""
    await serve(websocket, _open)


async def _open(websocket: WebSocket) -> ShowingPage:
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


class ShowingPage(PageSession):
    """One page that watches together with others."""

    route = "/replay/live"

    def __init__(self, websocket: WebSocket, id_: str, leads: bool) -> None:
        super().__init__(websocket)
        self.leads = leads
        self._id = id_
        self._sent: str | None = None

    def enter(self) -> None:
        """Watch together with the others."""
        super().enter()
        self._showing = self.services.showings.join(self._id, self)

    def leave(self) -> None:
        """Undo `enter`."""
        self.services.showings.leave(self._id, self)
        super().leave()

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
        message = self.read(text)
        moment, perspective = message.get("moment"), message.get("as")
        if not self.leads or not isinstance(moment, str) or not isinstance(perspective, str):
            raise CloseSocket(INVALID_MESSAGE)
        if not MOMENT.fullmatch(moment) or not PERSPECTIVES.fullmatch(perspective):
            raise CloseSocket(INVALID_MESSAGE)
        position = json.dumps({"moment": moment, "as": perspective})
        self.services.showings.lead(self._id, position)

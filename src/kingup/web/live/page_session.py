"""What the sockets of pages have in common: who may open one, and how many messages may come."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket

from kingup.language import sentence_of
from kingup.rules.errors import KingUpError
from kingup.server.refusals import Refusal
from kingup.store import Unavailable
from kingup.tables.errors import NotAllowed
from kingup.web.http.identity import person_of
from kingup.web.http.origins import same_origin
from kingup.web.http.sockets import INVALID_MESSAGE, CloseSocket, SocketSession, read_object
from kingup.web.services import services_of

NOT_FOUND = 4404
FORBIDDEN = 4403
TRY_LATER = 1013
"""Close codes that the page's script knows, besides those of RFC 6455."""

MOST_SOCKETS = 40
"""Open pages of one person."""
LONGEST_REASON = 100
"""Characters of the reason for which a socket is closed."""


class PageSession(SocketSession):
    """The open socket of one person's page."""

    most_messages = 40
    """Messages a second, after which the socket is closed."""

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(websocket)
        self.person = person_of(websocket)
        self._second = time.monotonic()
        self.messages = 0
        """How many messages have come in this second."""

    def enter(self) -> None:
        """Count the page as open."""
        self.services.open_pages[self.person] += 1

    def leave(self) -> None:
        """Undo `enter`."""
        pages = self.services.open_pages
        pages[self.person] -= 1
        if not pages[self.person]:
            del pages[self.person]

    def read(self, text: str | None) -> dict[str, Any]:
        """Return a message; an invalid one, or too many in a second, close the socket."""
        now = time.monotonic()
        if now - self._second > 1:
            self._second, self.messages = now, 0
        self.messages += 1
        message = read_object(text)
        if message is None or self.messages > self.most_messages:
            raise CloseSocket(INVALID_MESSAGE)
        return message


async def serve(
    websocket: WebSocket, open_session: Callable[[WebSocket], Awaitable[PageSession]]
) -> None:
    """Serve a page's socket, or close it with the reason."""
    if not same_origin(websocket, silent=True):
        await websocket.close(FORBIDDEN)  # before it is accepted: a plain 403
        return
    services = services_of(websocket)
    try:
        services.limits.take("socket", websocket)
        if services.open_pages[person_of(websocket)] >= MOST_SOCKETS:
            raise Refusal("Too many pages are open. Close one and reload.", status=429)
        session = await open_session(websocket)
    except KingUpError as error:
        # Accepted only to be closed: browsers hide why a handshake failed.
        await websocket.accept()
        close = closing(error)
        await websocket.close(close.code, close.reason)
        return
    await session.run()


def closing(error: KingUpError) -> CloseSocket:
    """Return how a socket is closed after an error."""
    code = INVALID_MESSAGE
    if isinstance(error, NotAllowed):
        code = FORBIDDEN
    elif isinstance(error, Unavailable):
        code = TRY_LATER
    elif isinstance(error, Refusal):
        code = {404: NOT_FOUND, 403: FORBIDDEN, 429: TRY_LATER}.get(error.status, code)
    return CloseSocket(code, sentence_of(error)[:LONGEST_REASON])

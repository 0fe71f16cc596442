"""What stays open is served when all layers of a request have done their part."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.web.api.ndjson import Stream
from kingup.web.http.continuing import LAYERS, Server
from kingup.web.observability.shutdown import Shutdown


class Layer:
    """Counts who is inside, dresses answers, and gives them an id for the log."""

    inside = 0

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"x-layer", b"1")]
            await send(message)

        scope.setdefault("state", {})["seen"] = True
        Layer.inside += 1
        structlog.contextvars.bind_contextvars(request="its-id")
        try:
            await self.app(scope, receive, dressed)
        finally:
            structlog.contextvars.unbind_contextvars("request")
            Layer.inside -= 1


def server() -> Server:
    app = Server()
    app.state.services = SimpleNamespace(shutdown=Shutdown())
    app.add_middleware(Layer)

    @app.get("/stream")
    async def stream(request: Request) -> Response:
        return Stream(lines(request))

    return app


async def lines(request: Request) -> AsyncGenerator[bytes, None]:
    known: dict[str, Any] = structlog.contextvars.get_contextvars()
    left = [name for name in request.scope if name.startswith(LAYERS)]
    yield f"{Layer.inside} {known.get('request')} {request.state.seen} {left}\n".encode()


def test_a_stream_begins_inside_and_goes_on_outside_with_the_same_id() -> None:
    with TestClient(server()) as client:
        answer = client.get("/stream")
    assert answer.headers["x-layer"] == "1"
    assert answer.text == "0 its-id True []\n"

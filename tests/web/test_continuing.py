"""What stays open is served when all layers of a request have done their part."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kingup.web.api.ndjson import Stream
from kingup.web.continuing import LAYERS, Server, serve_outside
from kingup.web.watching.stopping import Stopping


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
    app.state.stopping = Stopping()
    app.add_middleware(Layer)

    @app.websocket("/live/{code}")
    async def live(websocket: WebSocket) -> None:
        await serve_outside(websocket, serve)

    @app.get("/stream")
    async def stream(request: Request) -> Response:
        return Stream(lines(request))

    return app


async def serve(websocket: WebSocket) -> None:
    await websocket.accept()
    known = websocket.path_params["code"], websocket.state.seen, Layer.inside
    left = [name for name in websocket.scope if name.startswith(LAYERS)]
    await websocket.send_json([*known, left])
    await websocket.send_json(await websocket.receive_json())
    await websocket.close()


async def lines(request: Request) -> AsyncGenerator[bytes, None]:
    known: dict[str, Any] = structlog.contextvars.get_contextvars()
    yield f"{Layer.inside} {known.get('request')} {request.state.seen}\n".encode()


def test_a_socket_is_served_outside_of_all_layers_with_what_they_have_found() -> None:
    with TestClient(server()) as client, client.websocket_connect("/live/rook-23456") as socket:
        assert socket.receive_json() == ["rook-23456", True, 0, []]
        socket.send_json({"ping": 1})
        assert socket.receive_json() == {"ping": 1}


def test_a_stream_begins_inside_and_goes_on_outside_with_the_same_id() -> None:
    with TestClient(server()) as client:
        answer = client.get("/stream")
    assert answer.headers["x-layer"] == "1"
    assert answer.text == "0 its-id True\n"


def test_without_a_server_around_it_a_socket_is_served_at_once() -> None:
    sent: list[Message] = []

    async def run() -> None:
        inbox: list[Message] = [{"type": "websocket.connect"}]
        inbox.append({"type": "websocket.receive", "text": "[]"})

        async def receive() -> Message:
            return inbox.pop(0)

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "websocket", "path_params": {"code": "a"}, "state": {"seen": 1}}
        await serve_outside(WebSocket(scope, receive, send), serve)

    asyncio.run(run())
    assert [message["type"] for message in sent][-1] == "websocket.close"

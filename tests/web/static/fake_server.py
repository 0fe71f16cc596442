"""A fake server: each test sets its pages, answers and pushed messages."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingup.web.http.static import static_file
from tests.waiting import PATIENCE, wait_until

HERE = Path(__file__).parent
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:"
)
WORDS = {"turn": "Your turn", "failed": "Nothing got through.", "copied": "Copied."}


class FakeServer:
    """A fake server, controlled by its attributes."""

    def __init__(self) -> None:
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._app(), port=0, log_level="error", ws="websockets-sansio", lifespan="off"
            )
        )
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._sockets: list[WebSocket] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self.reset()

    def reset(self) -> None:
        """Forget the last test."""
        self.fragment = ""
        """The page's main element."""
        self.extra = ""
        self.document: str | None = None
        self.script = "table.js"
        self.number = 1
        self.commands: list[tuple[str, dict[str, str]]] = []
        """The accepted commands: the path of the form, sent or not, and its fields."""
        self.socket_commands: list[dict[str, str]] = []
        """The fields of the commands that came over a socket, answered or not."""
        self.socket_mode: Literal["answers", "is silent", "breaks"] = "answers"
        self.answer: Callable[[str, dict[str, str]], tuple[int, dict[str, Any]]] = (
            lambda path, fields: (200, {"number": self.number})
        )
        self.sockets_work = True
        self.pongs = True
        self.received: list[dict[str, Any]] = []
        self.requests: list[str] = []
        self.news: dict[str, Any] | None = None
        """The answer to a page that asks what has happened; without it there is none."""
        self.previews: dict[str, str] = {}
        self.pages: dict[str, str] = {}
        """Other pages, by path."""
        self.menu = ""
        """The table's menu as it is now; empty: as it was."""

    def start(self) -> None:
        """Start serving on a free port."""
        self._thread.start()
        wait_until(lambda: self._server.started)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.table = f"{self.address}/t/rook-1"

    def stop(self) -> None:
        """Stop serving."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(PATIENCE)

    def push(self, number: int, *beats: dict[str, Any], **more: Any) -> None:
        """Send beats to every socket."""
        self.send({"number": number, "beats": beats, **more})

    def push_page(self, number: int, page: str, **more: Any) -> None:
        """Send a whole page to every socket."""
        self.send({"number": number, "page": page, **more})

    def send(self, message: dict[str, Any]) -> None:
        """Send any message to every socket."""
        text = json.dumps(message)
        for socket in list(self._sockets):
            self._run(socket.send_text(text))

    def send_bytes(self, data: bytes) -> None:
        """Send a packed message to every socket."""
        for socket in list(self._sockets):
            self._run(socket.send_bytes(data))

    def close_sockets(self) -> None:
        """Close every socket."""
        for socket in list(self._sockets):
            self._run(socket.close(1012))

    def wait_for_socket(self, count: int = 1) -> None:
        """Wait until a number of sockets is open."""
        self.wait(lambda: len(self._sockets) >= count)

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds."""
        wait_until(condition)

    def _run(self, coroutine: Any) -> None:
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def _app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/static/{path:path}", self._static),
                Route("/fake_server.css", self._style),
                Route("/t/rook-1", self._page),
                Route("/page", self._page),
                Route("/new", self._preview),
                Route("/favicon.ico", lambda request: Response(status_code=204)),
                Route("/t/rook-1/scene", self._scene),
                Route("/t/rook-1/menu", self._menu),
                WebSocketRoute("/t/rook-1/live", self._live),
                Route("/{path:path}", self._post, methods=["POST"]),
                Route("/{path:path}", self._other),
            ]
        )

    async def _static(self, request: Request) -> Response:
        return await static_file(request, request.path_params["path"])

    async def _style(self, request: Request) -> Response:
        return Response((HERE / "fake_server.css").read_text(), media_type="text/css")

    async def _page(self, request: Request) -> Response:
        page = self.document or f"{self.fragment}{self.extra}"
        return HTMLResponse(
            '<!doctype html><html lang="en" class="no-js"><head><title>Table rook-1</title>'
            '<link rel="icon" href="data:image/svg+xml,<svg/>" data-turn="data:,">'
            '<link rel="stylesheet" href="/fake_server.css">'
            '<script src="/static/js/start.js"></script>'
            '<script type="module" src="/static/js/pages.js"></script>'
            f'<script type="module" src="/static/js/{self.script}"></script></head><body>'
            f"{page}<p id='live' class='sr' aria-live='polite'></p>"
            f"<template id='words'>{json.dumps(WORDS)}</template></body></html>",
            headers={"Content-Security-Policy": POLICY},
        )

    async def _preview(self, request: Request) -> Response:
        self.requests.append(str(request.url.query))
        return HTMLResponse(self.previews[request.query_params["edition"]])

    async def _scene(self, request: Request) -> Response:
        self.requests.append(str(request.url.query))
        return JSONResponse(self.news) if self.news else Response(status_code=404)

    async def _menu(self, request: Request) -> Response:
        return HTMLResponse(self.menu, status_code=200 if self.menu else 204)

    async def _other(self, request: Request) -> Response:
        self.requests.append(str(request.url.query))
        return HTMLResponse(self.pages[request.url.path])

    async def _post(self, request: Request) -> Response:
        fields = dict(parse_qsl((await request.body()).decode()))
        self.commands.append((request.url.path, fields))
        status, body = self.answer(request.url.path, fields)
        return JSONResponse(body, status_code=status)

    async def _live(self, socket: WebSocket) -> None:
        self._loop = asyncio.get_running_loop()
        # Messages may be packed, but need not be: here they are not.
        self.requests.append(f"live {socket.url.query}".removesuffix("&packed=1"))
        if not self.sockets_work:
            await socket.close(1011)
            return
        await socket.accept()
        self._sockets.append(socket)
        try:
            while True:
                message = json.loads(await socket.receive_text())
                self.received.append(message)
                if "ping" in message and self.pongs:
                    await socket.send_text(json.dumps({"pong": time.time()}))
                if "do" in message:
                    await self._answer_command(socket, message)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._sockets.remove(socket)

    async def _answer_command(self, socket: WebSocket, message: dict[str, Any]) -> None:
        path, fields = f"/t/rook-1/{message['do']}", dict(message["form"])
        self.socket_commands.append(fields)
        if self.socket_mode == "breaks":
            await socket.close(1012)
        elif self.socket_mode == "answers":
            self.commands.append((path, fields))
            status, body = self.answer(path, fields)
            answer = {"id": message["id"], "status": status, "answer": body}
            await socket.send_text(json.dumps(answer))

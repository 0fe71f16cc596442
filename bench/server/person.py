"""Players for the load: a person with a page but no browser, or a bot with a stream."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time
from abc import ABC, abstractmethod
from html import unescape
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.server.http import TIMEOUT, HttpConnection, Refused

SCENE = re.compile(r'<template id="scene"[^>]*>([^<]*)<')
TOKEN = re.compile(r"kingup_[\w-]{43}")


class Person(ABC):
    """A player with a seat, and what it knows of the game."""

    def __init__(self, address: str, player: int) -> None:
        self.http = HttpConnection(address)
        self.player = player
        self.number = 0
        self.acts = False
        """Whether the game waits for this player."""
        self.over = False
        self.bytes = 0
        """Bytes received."""
        self.messages = 0

    @abstractmethod
    async def set_table(self, seats: int, name: str) -> str:
        """Set a table, sit down at it, and return its code."""

    @abstractmethod
    async def join(self, code: str, name: str) -> int:
        """Sit down at a table, and return the number of its last event."""

    @abstractmethod
    async def confirm(self, code: str) -> int:
        """Declare ready, and return the number of the last event; 0 if sitting down does both."""

    @abstractmethod
    async def listen(self, code: str) -> None:
        """Begin to receive what happens, and receive the first of it."""

    @abstractmethod
    async def receive(self) -> float:
        """Wait for the next message, and return when it came."""

    @abstractmethod
    def actions(self) -> list[str]:
        """Return the legal actions; none if the next round is to be started."""

    async def spectate(self, code: str) -> None:
        """Watch a table where others play."""
        await self.listen(code)

    @abstractmethod
    async def act(self, code: str, action: str | None, key: str) -> None:
        """Send an action, or start the next round if there is none."""

    async def leave(self) -> None:
        """Close all connections."""
        await self.http.close()


class PagePerson(Person):
    """A person with a page: updates come over a socket, and actions go over it."""

    def __init__(self, address: str, player: int) -> None:
        super().__init__(address, player)
        self._own: dict[str, Any] = {"choices": []}
        """What only this player's page shows."""
        self._socket: ClientConnection | None = None
        self._answered: asyncio.Future[dict[str, Any]] | None = None

    async def set_table(self, seats: int, name: str) -> str:
        """Set a table, sit down at it, and return its code."""
        made = await self.http.post_form("/new", edition="kingup", seats=seats, name=name)
        return str(made["code"])

    async def join(self, code: str, name: str) -> int:
        """Sit down at a table, and return the number of its last event."""
        told = await self.http.post_form(f"/t/{code}/sit", player=self.player, name=name)
        return int(told["number"])

    async def confirm(self, code: str) -> int:
        """Say that one is ready."""
        told = await self.http.post_form(f"/t/{code}/confirm", player=self.player, ready=1)
        return int(told["number"])

    async def listen(self, code: str) -> None:
        """Begin to receive what happens, and receive the first of it."""
        path = f"/t/{code}/live?page=table&packed=1"
        self._socket = await open_socket(self.http.address, path, {"cookie": self.http.cookie})
        await self.receive()

    async def receive(self) -> float:
        """Wait for the next message, and return when it came."""
        assert self._socket is not None
        while True:
            data = await self._socket.recv()
            now = time.perf_counter()
            said = json.loads(gzip.decompress(data) if isinstance(data, bytes) else data)
            if "answer" in said and self._answered is not None:
                self._answered.set_result(said)
            if "number" in said:
                self.bytes += len(data)
                self.messages += 1
                self._see(said)
                return now

    def actions(self) -> list[str]:
        """Return what they may do."""
        return [button["id"] for choice in self._own["choices"] for button in choice["buttons"]]

    async def act(self, code: str, action: str | None, key: str) -> None:
        """Do something, or let the next round begin."""
        fields: dict[str, object] = {"player": self.player, "number": self.number, "key": key}
        if action is not None:
            fields["action"] = action
        request = "continue" if action is None else "act"
        if self._socket is None:
            await self.http.post_form(f"/t/{code}/{request}", **fields)
            return
        form = [[name, str(value)] for name, value in fields.items()]
        # The answer comes before the event, so the future must exist before sending.
        self._answered = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"do": request, "form": form, "id": self.number}))
        said = await self._answered
        if said["status"] >= 400:
            raise Refused(f"{request}: {said}")

    async def leave(self) -> None:
        """Go away."""
        if self._socket:
            await self._socket.close()
        await super().leave()

    def _see(self, said: dict[str, Any]) -> None:
        self.number = said["number"]
        self.acts = said["turn"]
        if "page" in said:
            self.over = 'data-kind="result"' in said["page"][:600]
            found = SCENE.search(said["page"])
            self._own = json.loads(unescape(found[1]))["own"] if found else {"choices": []}
        if "scene" in said:
            self._own = said["scene"]["own"]
        for beat in said.get("beats", ()):
            _merge(self._own, beat.get("own", {}))


class BotPerson(Person):
    """A bot from outside, with JSON over a socket in both directions."""

    def __init__(self, address: str, player: int) -> None:
        super().__init__(address, player)
        self._actions: list[str] = []
        self._socket: ClientConnection | None = None
        self._answered: asyncio.Future[dict[str, Any]] | None = None

    async def set_table(self, seats: int, name: str) -> str:
        """Set a table, sit down at it, and return its code."""
        await self._get_token(name)
        return str(
            (await self.http.post_json("/api/tables", edition="kingup", seats=seats))["code"]
        )

    async def join(self, code: str, name: str) -> int:
        """Sit down at a table, and return the number of its last event."""
        await self._get_token(name)
        told = await self.http.post_json(f"/api/tables/{code}/sit", player=self.player)
        return int(told["number"])

    async def confirm(self, code: str) -> int:
        """Say that one is ready."""
        return 0

    async def listen(self, code: str) -> None:
        """Begin to receive what happens, and receive the first of it."""
        header = {"authorization": f"Bearer {self.http.token}"}
        self._socket = await open_socket(self.http.address, f"/api/stream/games/{code}", header)
        await self.receive()

    async def spectate(self, code: str) -> None:
        """Watch a table where others play."""
        await self._get_token("Spectator")
        await self.listen(code)

    async def receive(self) -> float:
        """Wait for the next message, and return when it came."""
        assert self._socket is not None
        while True:
            data = await self._socket.recv()
            now = time.perf_counter()
            said = json.loads(data)
            if said["type"] == "table":
                self.bytes += len(data)
                self.messages += 1
                self._see(said)
                return now
            if self._answered is not None:
                self._answered.set_result(said)

    def actions(self) -> list[str]:
        """Return what they may do."""
        return self._actions

    async def act(self, code: str, action: str | None, key: str) -> None:
        """Do something, or let the next round begin."""
        asked = {"action": action, "number": self.number, "key": key}
        if self._socket is None:
            await self.http.post_json(f"/api/tables/{code}/act", **asked)
            return
        self._answered = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps(asked))
        said = await self._answered
        if said["type"] == "error":
            raise Refused(f"{action}: {said}")

    async def leave(self) -> None:
        """Go away."""
        if self._socket:
            await self._socket.close()
        await super().leave()

    async def _get_token(self, name: str) -> None:
        if self.http.token:
            return
        shown = await self.http.post_for_page("/me/tokens", name=name, owner="Load")
        found = TOKEN.search(shown)
        assert found is not None, "no token was shown"
        self.http = HttpConnection(self.http.address, found[0])

    def _see(self, table: dict[str, Any]) -> None:
        self.number = table["number"]
        self._actions = table["view"]["actions"] if table["view"] else []
        self.acts = bool(self._actions)
        self.over = table["status"] == "over"


def _merge(scene: dict[str, Any], difference: dict[str, Any]) -> None:
    """Bring a scene up to date, as our pages do."""
    for name, change in difference.items():
        old = scene[name]
        if isinstance(change, dict) and isinstance(old, list):
            for item in old:
                _merge(item, change.get(item["id"], {}))
            old += change.get("+", [])
        elif isinstance(change, dict):
            _merge(old, change)
        else:
            scene[name] = change


async def open_socket(address: str, path: str, headers: dict[str, str]) -> ClientConnection:
    """Return an open socket."""
    return await connect(
        address.replace("http", "ws", 1) + path,
        additional_headers=headers,
        compression=None,
        ping_interval=None,
        open_timeout=TIMEOUT,
        close_timeout=1,
        max_size=None,
    )

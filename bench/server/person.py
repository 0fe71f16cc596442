"""Somebody at a table: a person with a page but no browser, or a bot with a stream."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time
from abc import ABC, abstractmethod
from itertools import pairwise
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.server.http import PATIENCE, Refused, Web

ACTION = re.compile(r'name="action" value="([^"]+)"')
CHOICE = re.compile(r'id="(choice-[^"]+)"')
TOKEN = re.compile(r"kingup_[\w-]{43}")


class Person(ABC):
    """Somebody with a seat, and what they know of the game."""

    def __init__(self, address: str, player: int) -> None:
        self.web = Web(address)
        self.player = player
        self.number = 0
        self.acts = False
        """Whether the game waits for them."""
        self.over = False
        self.bytes = 0
        """How much they were sent."""
        self.messages = 0

    @abstractmethod
    async def set_table(self, seats: int, name: str) -> str:
        """Set a table, sit down at it, and return its code."""

    @abstractmethod
    async def join(self, code: str, name: str) -> int:
        """Sit down at a table, and return the number of its last event."""

    @abstractmethod
    async def confirm(self, code: str) -> int:
        """Say that one is ready, and the same; 0 where sitting down has said so."""

    @abstractmethod
    async def listen(self, code: str) -> None:
        """Begin to hear what happens, and hear the first of it."""

    @abstractmethod
    async def hear(self) -> float:
        """Wait for the next message, and return when it came."""

    @abstractmethod
    def actions(self) -> list[str]:
        """Return what they may do; nothing where the next round is to be begun."""

    async def look_on(self, code: str) -> None:
        """Listen at a table where others play."""
        await self.listen(code)

    @abstractmethod
    async def act(self, code: str, action: str | None, key: str) -> None:
        """Do something, or let the next round begin."""

    async def leave(self) -> None:
        """Go away."""
        await self.web.close()


class PagePerson(Person):
    """A person whose page is pushed to them over a socket, by which it also acts."""

    def __init__(self, address: str, player: int) -> None:
        super().__init__(address, player)
        self.choices: dict[str, list[str]] = {}
        """The actions that their page offers, by what they are about."""
        self._socket: ClientConnection | None = None
        self._answered: asyncio.Future[dict[str, Any]] | None = None

    async def set_table(self, seats: int, name: str) -> str:
        """Set a table, sit down at it, and return its code."""
        made = await self.web.post("/new", edition="kingup", seats=seats, name=name)
        return str(made["code"])

    async def join(self, code: str, name: str) -> int:
        """Sit down at a table, and return the number of its last event."""
        told = await self.web.post(f"/t/{code}/sit", player=self.player, name=name)
        return int(told["number"])

    async def confirm(self, code: str) -> int:
        """Say that one is ready."""
        told = await self.web.post(f"/t/{code}/confirm", player=self.player, ready=1)
        return int(told["number"])

    async def listen(self, code: str) -> None:
        """Begin to hear what happens, and hear the first of it."""
        path = f"/t/{code}/live?page=table&parts=1&packed=1"
        self._socket = await opened(self.web.address, path, {"cookie": self.web.cookie})
        await self.hear()

    async def hear(self) -> float:
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
        return [action for actions in self.choices.values() for action in actions]

    async def act(self, code: str, action: str | None, key: str) -> None:
        """Do something, or let the next round begin."""
        fields: dict[str, object] = {"player": self.player, "number": self.number, "key": key}
        if action is not None:
            fields["action"] = action
        deed = "continue" if action is None else "act"
        if self._socket is None:
            await self.web.post(f"/t/{code}/{deed}", **fields)
            return
        form = [[name, str(value)] for name, value in fields.items()]
        # Whoever hears the news finds the answer before them.
        self._answered = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"do": deed, "form": form, "id": self.number}))
        said = await self._answered
        if said["status"] >= 400:
            raise Refused(f"{deed}: {said}")

    async def leave(self) -> None:
        """Go away."""
        if self._socket:
            await self._socket.close()
        await super().leave()

    def _see(self, said: dict[str, Any]) -> None:
        self.number = said["number"]
        self.acts = said["turn"]
        if "html" in said:
            html = said["html"]
            self.over = 'data-phase="over"' in html[:600]
            self._read(html)
            return
        for id_, html in said["parts"].items():
            if id_ == "panel":
                self._read(html)
            elif id_ in self.choices:
                self.choices[id_] = ACTION.findall(html)

    def _read(self, html: str) -> None:
        begins = [*((found.start(), found[1]) for found in CHOICE.finditer(html)), (len(html), "")]
        self.choices = {
            id_: ACTION.findall(html[start:end]) for (start, id_), (end, _) in pairwise(begins)
        }


class BotPerson(Person):
    """A bot from outside: JSON over a socket, both ways."""

    def __init__(self, address: str, player: int) -> None:
        super().__init__(address, player)
        self._actions: list[str] = []
        self._socket: ClientConnection | None = None
        self._answered: asyncio.Future[dict[str, Any]] | None = None

    async def set_table(self, seats: int, name: str) -> str:
        """Set a table, sit down at it, and return its code."""
        await self._introduce(name)
        return str((await self.web.ask("/api/tables", edition="kingup", seats=seats))["code"])

    async def join(self, code: str, name: str) -> int:
        """Sit down at a table, and return the number of its last event."""
        await self._introduce(name)
        told = await self.web.ask(f"/api/tables/{code}/sit", player=self.player)
        return int(told["number"])

    async def confirm(self, code: str) -> int:
        """Say that one is ready."""
        return 0

    async def listen(self, code: str) -> None:
        """Begin to hear what happens, and hear the first of it."""
        header = {"authorization": f"Bearer {self.web.token}"}
        self._socket = await opened(self.web.address, f"/api/stream/games/{code}", header)
        await self.hear()

    async def look_on(self, code: str) -> None:
        """Listen at a table where others play."""
        await self._introduce("Looker")
        await self.listen(code)

    async def hear(self) -> float:
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
            await self.web.ask(f"/api/tables/{code}/act", **asked)
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

    async def _introduce(self, name: str) -> None:
        if self.web.token:
            return
        shown = await self.web.page("/me/tokens", name=name, owner="Load")
        found = TOKEN.search(shown)
        assert found is not None, "no token was shown"
        self.web = Web(self.web.address, found[0])

    def _see(self, table: dict[str, Any]) -> None:
        self.number = table["number"]
        self._actions = table["view"]["actions"] if table["view"] else []
        self.acts = bool(self._actions)
        self.over = table["status"] == "over"


async def opened(address: str, path: str, headers: dict[str, str]) -> ClientConnection:
    """Return an open socket."""
    return await connect(
        address.replace("http", "ws", 1) + path,
        additional_headers=headers,
        compression=None,
        ping_interval=None,
        open_timeout=PATIENCE,
        close_timeout=1,
        max_size=None,
    )

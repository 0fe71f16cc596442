"""Real servers that are killed during play, and people who play on regardless.

Everybody does what a browser does: an action has a key, and is sent until a server answers that it
is done. The harness records these answers, and compares them with what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from kingup.server.accounts import new_person
from kingup.server.api_tokens import digest_of
from kingup.server.table_service import TableService
from kingup.store import Store, Unavailable
from kingup.store.tokens import ApiToken, TokenStore
from kingup.tables import Table, TableSetting
from kingup.tables.events import Acted, Continued
from kingup.web.http.signed_cookies import CookieSigner
from kingup.web.live.page_session import TRY_LATER
from tests.server.table_services import ready, sitting
from tests.waiting import PATIENCE, wait_until, wait_until_async

ROOT = Path(__file__).parents[2]
PEOPLE = ("ana", "ben", "cleo")
GONE = (httpx2.TransportError, WebSocketException, OSError, TimeoutError)
"""What a client sees of a server that was killed."""

Answer = tuple[int, dict[str, Any]]
"""The status and the JSON of an answer."""
Sender = Callable[[str, str, str, str, dict[str, str]], Awaitable[Answer]]
"""Sends an action: the server's address, the table's path, the person, the action, the fields."""


class ServerProcesses:
    """Servers of one database, each at a port of its own."""

    def __init__(self, database: str, number: int = 1) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.durability.processes", database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.ports = [_free_port() for _ in range(number)]
        self.servers: dict[int, int] = {}
        """The process at each port."""

    def address(self, port: int) -> str:
        return f"http://127.0.0.1:{port}"

    def start(self, port: int) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{port}\n")
        self._process.stdin.flush()
        self.servers[port] = int(self._process.stdout.readline())

    def kill(self, port: int) -> None:
        """End a server as a power cut would, and wait until its port is free."""
        server = self.servers.pop(port)
        with contextlib.suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)
        wait_until(lambda: not _exists(server))

    async def ready(self, port: int) -> None:
        """Wait until a server answers."""
        async with httpx2.AsyncClient(
            base_url=self.address(port), timeout=PATIENCE, verify=False
        ) as http:

            async def answers() -> bool:
                with contextlib.suppress(*GONE):
                    return (await http.get("/health")).status_code == 200
                return False

            await wait_until_async(answers, "the server starts")

    def close(self) -> None:
        for port in list(self.servers):
            self.kill(port)
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextlib.contextmanager
def server_processes(database: str, number: int = 1) -> Iterator[ServerProcesses]:
    """Run servers on one database, and stop them afterwards."""
    servers = ServerProcesses(database, number)
    try:
        for port in servers.ports:
            servers.start(port)
        yield servers
    finally:
        servers.close()


@dataclass
class Play:
    """What people did at tables, and what the servers answered."""

    servers: ServerProcesses
    store: Store
    cookie_signer: CookieSigner
    rng: random.Random
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    """The stored keys of all actions that a server acknowledged, by table."""
    refusals: int = 0
    """How often a server answered 503 with a time to retry."""
    lost: int = 0
    """How often no answer came."""
    stopped: bool = False

    def cookie(self, person: str) -> str:
        return f"person={self.cookie_signer.sign_person(person)}"

    async def new_table(self) -> str:
        """Set a table of three people, without bots."""
        people = [new_person() for _ in PEOPLE]
        service = TableService(self.store)
        sit = [sitting(person, i, PEOPLE[i]) for i, person in enumerate(people)]
        setting = TableSetting("kingup", (1, 1, 1))
        try:
            live = await service.create(people[0], setting, *sit, *map(ready, people))
        finally:
            await service.close()
        await give_tokens(self.store, people)
        self.acknowledged[live.code] = []
        return live.code

    async def table(self, code: str) -> Table:
        """Return a table as it is stored."""

        async def read() -> Table | None:
            with contextlib.suppress(Unavailable):
                return Table.of(await self.store.events(code))
            return None

        table: Table = await wait_until_async(read, "the database answers")
        return table

    async def play(self, code: str) -> None:
        """Play at a table until the game is over, or until play is stopped."""
        table = await self.table(code)
        while not self.stopped and table.status == "playing":
            player = self.rng.choice(table.waiting_for())
            person = table.sitter(player).person or ""
            if table.between_rounds:
                await self.do(code, person, "continue", player=str(player))
            else:
                action = self.rng.choice(table.view(player).actions)
                await self.do(code, person, "act", player=str(player), action=action)
            table = await self.table(code)

    async def do(self, code: str, person: str, verb: str, **fields: str) -> None:
        """Do something once: send it again and again until a server answers that it is done."""
        key = f"{self.rng.getrandbits(64):x}"
        data = {**fields, "key": key}

        async def is_done() -> bool:
            address = self.servers.address(self.rng.choice(self.servers.ports))
            send = self._choose_sender(verb)
            try:
                status, answer = await send(address, f"/t/{code}", person, verb, data)
            except GONE:
                self.lost += 1
            else:
                if status == 200:
                    stored = hashlib.sha256(f"{person} {key}".encode()).hexdigest()
                    self.acknowledged[code].append(stored)
                    return True
                assert status == 503, f"{status} {answer}"
                assert answer["error"]
                self.refusals += 1
            return False

        await wait_until_async(is_done, f"{verb} is done")

    def _choose_sender(self, verb: str) -> Sender:
        """Return one of the ways to send an action."""
        # A socket first sends a page, which a server that has just started renders slowly.
        if self.rng.random() < 0.6:
            return self.send_form
        ways = (
            (self.send_over_page_socket, self.send_request, self.send_over_bot_socket)
            if verb == "act"
            else (self.send_over_page_socket,)
        )
        return self.rng.choice(ways)

    async def send_form(
        self, address: str, table: str, person: str, verb: str, data: dict[str, str]
    ) -> Answer:
        """Send a form."""
        headers = {"cookie": self.cookie(person), "origin": address, "accept": "application/json"}
        async with httpx2.AsyncClient(
            base_url=address, headers=headers, timeout=PATIENCE, verify=False
        ) as http:
            answer = await http.post(f"{table}/{verb}", data=data)
        if answer.status_code == 503:
            assert int(answer.headers["retry-after"]) >= 1
        return answer.status_code, answer.json()

    async def send_request(
        self, address: str, table: str, person: str, verb: str, data: dict[str, str]
    ) -> Answer:
        """Send a request to the API, with a token."""
        headers = {"authorization": f"Bearer {token_of(person)}"}
        async with httpx2.AsyncClient(
            base_url=f"{address}/api/tables", headers=headers, timeout=PATIENCE, verify=False
        ) as http:
            path = f"{table.removeprefix('/t')}/{verb}"
            answer = await http.post(path, json={"action": data["action"], "key": data["key"]})
        return answer.status_code, answer.json()

    async def send_over_bot_socket(
        self, address: str, table: str, person: str, verb: str, data: dict[str, str]
    ) -> Answer:
        """Send an action over a bot's socket."""
        headers = {"authorization": f"Bearer {token_of(person)}"}
        code = table.removeprefix("/t/")
        place = f"{address.replace('http', 'ws')}/api/stream/games/{code}"
        try:
            async with (
                asyncio.timeout(PATIENCE),
                connect(place, additional_headers=headers, open_timeout=PATIENCE) as socket,
            ):
                asked = {"action": data["action"], "key": data["key"], "id": verb}
                await socket.send(json.dumps(asked))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "done":
                        return 200, message
                    if message["type"] == "error":
                        return 503 if message["code"] == "busy" else 400, message
        except InvalidStatus as refused:
            if refused.response.status_code == 503:
                return 503, json.loads(refused.response.body or b"{}")
            raise
        raise ConnectionError("the socket was closed without an answer")

    async def send_over_page_socket(
        self, address: str, table: str, person: str, verb: str, data: dict[str, str]
    ) -> Answer:
        """Send an action over a page's socket, as browsers do."""
        headers = {"cookie": self.cookie(person), "origin": address}
        place = f"{address.replace('http', 'ws')}{table}/live?page=watch"
        async with (
            asyncio.timeout(PATIENCE),
            connect(place, additional_headers=headers, open_timeout=PATIENCE) as socket,
        ):
            try:
                await socket.send(json.dumps({"do": verb, "form": list(data.items()), "id": 1}))
                async for text in socket:
                    message = json.loads(text)
                    if "answer" in message:
                        return message["status"], message["answer"]
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == TRY_LATER:
                    return 503, {"error": closed.rcvd.reason}
                raise
        raise ConnectionError("the socket was closed without an answer")


def token_of(person: str) -> str:
    """Return the token with which a program acts as a person."""
    return f"kingup_of_{person}"


async def give_tokens(store: Store, people: Sequence[str]) -> None:
    """Let programs act as people, too, so that a seat can use every kind of request."""
    later = time.time() + 1e6  # so that no use has to be noted
    for person in people:
        digest = digest_of(token_of(person))
        token = ApiToken(person[:10], digest, person, person, "Robo", "Ada", later, later)
        await TokenStore(store.database).add(token)


async def check(acknowledged: dict[str, list[str]], database: str) -> int:
    """Compare the acknowledged actions with the stored ones, and return their number."""
    done = 0
    store = await Store.open(database)
    try:
        for code, keys in acknowledged.items():
            events = await store.events(code)
            assert [one.number for one in events] == list(range(1, len(events) + 1))
            Table.of(events)  # every event follows from those before it
            assert len(set(keys)) == len(keys)
            for key in keys:
                assert await store.number_of(code, key) is not None, "an answer was lost"
            actions = [one for one in events if isinstance(one.event, (Acted, Continued))]
            assert len(actions) == len(keys), "something happened twice, or by itself"
            done += len(keys)
    finally:
        await store.close()
    return done


@contextlib.asynccontextmanager
async def playing(
    servers: ServerProcesses, database: str, seed: int = 1, tables: int = 4
) -> AsyncIterator[Play]:
    """Let people play at some tables, one game after another, as long as the context lasts."""
    for port in servers.ports:
        await servers.ready(port)
    store = await Store.open(database)
    secret = await store.setting("secret")
    assert secret is not None
    play = Play(servers, store, CookieSigner(secret), random.Random(seed))

    async def play_games() -> None:
        while not play.stopped:
            await play.play(await play.new_table())

    tasks = [asyncio.create_task(play_games()) for _ in range(tables)]
    try:
        yield play
        play.stopped = True
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""Compares what a viewer gets from two servers that differ in all that they may not know."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.names import new_code
from tests.guard.fixed_chance import Chance
from tests.guard.people import EVE, SECRET, START, bearer, give_tokens, set_table, signed
from tests.guard.requests import (
    HERE,
    Answer,
    Socket,
    ask,
    open_socket,
    post,
    post_json,
    read_lines,
    serving,
)
from tests.guard.route_samples import (
    JSON,
    LINE_STREAM_PATHS,
    PACKED,
    PAGE_PATHS,
    PLAIN,
    SOCKET_PATHS,
    FormSample,
    form_samples,
    illegal_actions,
)
from tests.guard.unknown import Moment, identity, other_identity

LATER = START + 100_000
Apps = tuple[FastAPI, FastAPI]
_TABLES = count()
WRONG = ("nonsense", "?", "")
"""Actions that no game has."""


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Apps]:
    """Start two servers with the same signing key, whose clocks stand still."""
    async with AsyncExitStack() as stack:
        apps: list[FastAPI] = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            app = await stack.enter_async_context(serving(folder / name, clock=LATER))
            app.state.services.cookie_signer = (
                apps[0].state.services.cookie_signer if apps else app.state.services.cookie_signer
            )
            app.state.services.chat.clock = lambda: LATER
            app.state.services.api_tokens.clock = lambda: LATER
            await give_tokens(app, (EVE, *map(identity, range(16))), LATER)
            apps.append(app)
        # Another person's private table, at one of the servers only.
        setting = TableSetting(private=True)
        host = other_identity(0)
        made, _ = advance(None, decisions.create(host, setting, "moat-zzzzz", SECRET), START)
        await set_table(apps[1], made.numbered, "moat-zzzzz")
        yield apps[0], apps[1]


class ComparedViewer:
    """A viewer of the same table at both servers."""

    def __init__(self, apps: Apps, chance: Chance, moment: Moment, viewer: int | None) -> None:
        self.apps = apps
        self.chance = chance
        self.moment = moment
        self.viewer = viewer
        self.person = moment.person(viewer)
        chance.begin(("table", next(_TABLES)))
        self.code = new_code()

    async def open(self) -> None:
        """Set the table at both servers, with different secrets."""
        await set_table(self.apps[0], self.moment.events, self.code)
        await set_table(self.apps[1], self.moment.other(self.viewer), self.code)
        await self._chat()

    async def _chat(self) -> None:
        """Send private messages at one server only, and public ones at both."""
        table = self.moment.table
        if table.is_closed:
            return  # its chat is closed
        for player, sitter in enumerate(table.players):
            mates = table.players_of(table.seat_of(player))
            if sitter is None or self.viewer in mates:
                continue
            if len(mates) == 2 and all(table.players[mate] for mate in mates):
                await self._send_message(1, player, "Let us crown the cook", to_mate=True)
            for world in (0, 1):
                await self._send_message(world, player, "Good evening", to_mate=False)

    async def _send_message(self, world: int, player: int, text: str, *, to_mate: bool) -> None:
        app = self.apps[world]
        live = await app.state.services.tables.table(self.code)
        person = live.table.sitter(player).person
        # No two messages fall within the same tenth of a second.
        app.state.services.chat.clock = lambda: LATER + player + (0.0 if to_mate else 0.5)
        await app.state.services.chat.say(live, person, text, name="", to_mate=to_mate, key=None)
        app.state.services.chat.clock = lambda: LATER + 100

    def place(self, path: str) -> str:
        """Return an address at this table."""
        lately = str(max(0, len(self.moment.events) - 4))
        return path.replace("CODE", self.code).replace("LATELY", lately)

    def same(self, answers: list[Answer], what: object) -> Answer:
        """Compare two answers byte by byte: status, headers in their order, and body."""
        one, other = answers
        context = f"{what} for {self.viewer} at {self.moment.name}"
        assert one.status == other.status, context
        assert one.status < 500, context
        if one.body != other.body:
            assert one.text == other.text, context
        assert one.headers == other.headers, context
        assert one.body == other.body, context
        return one

    async def fetch(self, *, around: bool = True) -> int:
        """Fetch every page and stream, around the table too, and return how many succeeded."""
        fetched = 0
        for path in (path for paths in PAGE_PATHS.values() for path in paths):
            if "CODE" not in path and not around:
                continue
            for headers in (PLAIN, JSON) if "/t/" in path else (PACKED,):
                given = (*headers, bearer(self.person))
                answers = [
                    await ask(
                        app,
                        "GET",
                        self.place(path),
                        headers=given,
                        cookies=signed(app, self.person),
                    )
                    for app in self.apps
                ]
                fetched += self.same(answers, path).status == 200
        for path in (path for paths in LINE_STREAM_PATHS.values() for path in paths):
            if "CODE" not in path and not around:
                continue
            for quiet in (0.05, 0.5, 3.0):  # a busy machine may pause for a while
                received = [
                    await read_lines(
                        app, self.place(path), headers=(bearer(self.person),), quiet=quiet
                    )
                    for app in self.apps
                ]
                if received[0] == received[1]:
                    break
            fetched += self.same(received, path).status == 200
        return fetched

    async def compare_sockets(self) -> int:
        """Open every socket, let another player act, and compare all messages."""
        received = 0
        async with AsyncExitStack() as stack:
            opened: dict[str, list[Socket]] = {}
            for path in (path for paths in SOCKET_PATHS.values() for path in paths):
                sockets = [
                    await stack.enter_async_context(
                        open_socket(
                            app,
                            self.place(path),
                            headers=(("origin", HERE), bearer(self.person)),
                            cookies=signed(app, self.person),
                        )
                    )
                    for app in self.apps
                ]
                first = [[await socket.receive(), await socket.receive()] for socket in sockets]
                assert first[0] == first[1], f"{path} for {self.viewer} at {self.moment.name}"
                if first[0][1]["type"] != "websocket.close":
                    opened[path] = sockets
            # Arrivals while sockets open may be announced one by one or together.
            before = [messages[-1:] for messages in await _received(opened)]
            assert before[::2] == before[1::2]
            if not await self.let_others_act():
                return 0
            after = await _received(opened)
            for path, one, other in zip(opened, after[::2], after[1::2], strict=True):
                # Not only the newest: the number and order of messages must not differ either.
                assert one == other, f"{path} for {self.viewer} at {self.moment.name}"
                received += bool(one)
        return received

    async def let_others_act(self) -> bool:
        """Let another player vote, differently at the two servers; or let the host pause."""
        table = self.moment.table
        voter = next_voter(table, self.viewer)
        if table.status not in ("playing", "paused"):
            return False
        for world, app in enumerate(self.apps):
            if voter is not None:
                actions = table.view(voter).actions
                person = self._identity_of(voter, world)
                action = actions[0] if world == 0 else actions[-1]
                await app.state.services.tables.change(self.code, _acting(voter, action, person))
            else:
                host = self._identity_of(0, world)
                await app.state.services.tables.change(self.code, _pausing(host))
        return True

    def _identity_of(self, player: int, world: int) -> str:
        same = world == 0 or player == self.viewer
        return identity(player) if same else other_identity(player)

    async def send(self) -> Counter[int]:
        """Send every form to both servers: those that are refused, and those that are accepted."""
        statuses: Counter[int] = Counter()
        # At an open table a spectator may sit down, too.
        may_reveal = self.viewer is not None or self.moment.table.status == "open"
        for form in (*illegal_actions(self.moment.table, self.viewer), *form_samples()):
            if form.reveals and may_reveal and form in form_samples():
                continue
            answers = [await self._post(app, form) for app in self.apps]
            statuses[self.same(answers, form).status // 100] += 1
        return statuses + await self._send_over_sockets()

    async def _send_over_sockets(self) -> Counter[int]:
        """Send illegal actions over a page's and a bot's socket."""
        statuses: Counter[int] = Counter()
        tries = list(illegal_actions(self.moment.table, self.viewer))
        path = self.place("/t/CODE/live?page=watch")
        received: list[list[Answer]] = []
        for app in self.apps:
            cookies = signed(app, self.person)
            async with open_socket(app, path, cookies=cookies) as socket:
                received.append([await socket.do("act", form.fields) for form in tries])
            place = self.place("/api/stream/games/CODE")
            async with open_socket(app, place, headers=(bearer(self.person),)) as socket:
                if not self.moment.table.is_closed:
                    received[-1] += [await socket.act(action=action) for action in WRONG]
        for one, other in zip(*received, strict=True):
            statuses[self.same([one, other], "over a socket").status // 100] += 1
        return statuses

    async def _post(self, app: FastAPI, form: FormSample) -> Answer:
        path = self.place(form.path)
        self.chance.begin((path, form))
        if form.is_api:
            fields: dict[str, Any] = {
                name: int(value) if value.isdigit() else self.place(value)
                for name, value in form.fields
            }
            return await post_json(app, path, fields, (bearer(self.person),))
        return await post(app, path, form.fields, cookies=signed(app, self.person))


async def _received(opened: dict[str, list[Socket]]) -> list[list[Any]]:
    """Return what each socket receives until all are silent.

    The servers need not be equally fast: this waits for the slower one.
    """
    sockets = [socket for pair in opened.values() for socket in pair]
    messages: list[list[Any]] = [[] for _ in sockets]

    async def drain(number: int) -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                messages[number].append(await sockets[number].receive(0.08))

    for _ in range(30):
        await asyncio.gather(*map(drain, range(len(sockets))))
        if [one[-1:] for one in messages[::2]] == [other[-1:] for other in messages[1::2]]:
            break
    return messages


def next_voter(table: Table, viewer: int | None) -> int | None:
    """Return another player who may vote now without being the last, whatever they choose."""
    if table.game is None or table.status != "playing" or table.game.phase != "vote":
        return None
    waiting = table.waiting_for()
    mine = None if viewer is None else table.seat_of(viewer)
    others = [player for player in waiting if table.seat_of(player) != mine]
    seats = {table.seat_of(player) for player in waiting}
    return others[0] if others and len(seats) > 1 else None


def _acting(player: int, action: str, person: str) -> Any:
    return lambda table: decisions.act(table, player, action, "person", person=person)


def _pausing(host: str) -> Any:
    return lambda table: (
        decisions.resume(table, host) if table.status == "paused" else decisions.pause(table, host)
    )

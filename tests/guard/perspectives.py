"""Somebody who looks at two worlds that differ in all that they may not know."""

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
    lines,
    listening,
    post,
    post_json,
    serving,
)
from tests.guard.route_samples import (
    JSON,
    LINES,
    LOOKS,
    PACKED,
    PLAIN,
    STREAMS,
    Deed,
    deeds,
    illegal,
)
from tests.guard.unknown import Moment, identity, other_identity

LATER = START + 100_000
Apps = tuple[FastAPI, FastAPI]
_TABLES = count()
WRONG = ("nonsense", "?", "")
"""Actions that no game has."""


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Apps]:
    """Start two servers that sign alike, at one moment that never ends."""
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
        # Somebody else's private table, in one of the worlds only.
        setting = TableSetting(private=True)
        host = other_identity(0)
        made, _ = advance(None, decisions.create(host, setting, "moat-zzzzz", SECRET), START)
        await set_table(apps[1], made.numbered, "moat-zzzzz")
        yield apps[0], apps[1]


class ComparedViewer:
    """Somebody who looks at a table in both worlds."""

    def __init__(self, apps: Apps, chance: Chance, moment: Moment, viewer: int | None) -> None:
        self.apps = apps
        self.chance = chance
        self.moment = moment
        self.viewer = viewer
        self.person = moment.person(viewer)
        chance.begin(("table", next(_TABLES)))
        self.code = new_code()

    async def open(self) -> None:
        """Set the table at both servers, as different as the viewer may not know."""
        await set_table(self.apps[0], self.moment.events, self.code)
        await set_table(self.apps[1], self.moment.other(self.viewer), self.code)
        await self._talk()

    async def _talk(self) -> None:
        """Let others' teammates whisper in one of the worlds, and everybody hear something."""
        table = self.moment.table
        if table.is_closed:
            return  # nobody talks there any more
        for player, sitter in enumerate(table.players):
            mates = table.players_of(table.seat_of(player))
            if sitter is None or self.viewer in mates:
                continue
            if len(mates) == 2 and all(table.players[mate] for mate in mates):
                await self._say(1, player, "Let us crown the cook", to_mate=True)
            for world in (0, 1):
                await self._say(world, player, "Good evening", to_mate=False)

    async def _say(self, world: int, player: int, text: str, *, to_mate: bool) -> None:
        app = self.apps[world]
        live = await app.state.services.tables.table(self.code)
        person = live.table.sitter(player).person
        # Nobody hears a whisper and speaks within the same tenth of a second.
        app.state.services.chat.clock = lambda: LATER + player + (0.0 if to_mate else 0.5)
        await app.state.services.chat.say(live, person, text, name="", to_mate=to_mate, key=None)
        app.state.services.chat.clock = lambda: LATER + 100

    def place(self, path: str) -> str:
        """Return an address at this table."""
        lately = str(max(1, len(self.moment.events) - 4))
        return path.replace("CODE", self.code).replace("LATELY", lately)

    def same(self, answers: list[Answer], what: object) -> Answer:
        """Compare two answers byte by byte: status, headers in their order, and body."""
        one, other = answers
        said = f"{what} for {self.viewer} at {self.moment.name}"
        assert one.status == other.status, said
        assert one.status < 500, said
        if one.body != other.body:
            assert one.text == other.text, said
        assert one.headers == other.headers, said
        assert one.body == other.body, said
        return one

    async def look(self, *, around: bool = True) -> int:
        """Fetch all there is to look at, around the table too, and return how much it was."""
        looked = 0
        for path in (path for paths in LOOKS.values() for path in paths):
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
                looked += self.same(answers, path).status == 200
        for path in (path for paths in LINES.values() for path in paths):
            if "CODE" not in path and not around:
                continue
            for quiet in (0.05, 0.5, 3.0):  # a busy machine may be silent for a while
                heard = [
                    await lines(app, self.place(path), headers=(bearer(self.person),), quiet=quiet)
                    for app in self.apps
                ]
                if heard[0] == heard[1]:
                    break
            looked += self.same(heard, path).status == 200
        return looked

    async def listen(self) -> int:
        """Open every stream, let others do something that they may, and compare all that comes."""
        heard = 0
        async with AsyncExitStack() as stack:
            opened: dict[str, list[Socket]] = {}
            for path in (path for paths in STREAMS.values() for path in paths):
                sockets = [
                    await stack.enter_async_context(
                        listening(
                            app,
                            self.place(path),
                            headers=(("origin", HERE), bearer(self.person)),
                            cookies=signed(app, self.person),
                        )
                    )
                    for app in self.apps
                ]
                first = [[await socket.hear(), await socket.hear()] for socket in sockets]
                assert first[0] == first[1], f"{path} for {self.viewer} at {self.moment.name}"
                if first[0][1]["type"] != "websocket.close":
                    opened[path] = sockets
            # Those who come while others open their sockets may be told of one by one or together.
            before = [said[-1:] for said in await _said(opened)]
            assert before[::2] == before[1::2]
            if not await self.happen():
                return 0
            after = await _said(opened)
            for path, one, other in zip(opened, after[::2], after[1::2], strict=True):
                # Not only the newest: how many messages there are, and their order, must not tell.
                assert one == other, f"{path} for {self.viewer} at {self.moment.name}"
                heard += bool(one)
        return heard

    async def happen(self) -> bool:
        """Let somebody else vote, otherwise in the other world; or let the host pause."""
        table = self.moment.table
        voter = next_voter(table, self.viewer)
        if table.status not in ("playing", "paused"):
            return False
        for world, app in enumerate(self.apps):
            if voter is not None:
                actions = table.view(voter).actions
                person = self._named(voter, world)
                action = actions[0] if world == 0 else actions[-1]
                await app.state.services.tables.change(self.code, _acting(voter, action, person))
            else:
                host = self._named(0, world)
                await app.state.services.tables.change(self.code, _pausing(host))
        return True

    def _named(self, player: int, world: int) -> str:
        same = world == 0 or player == self.viewer
        return identity(player) if same else other_identity(player)

    async def send(self) -> Counter[int]:
        """Send every form to both servers: those that are refused, and those that are granted."""
        statuses: Counter[int] = Counter()
        may = self.viewer is not None
        for deed in (*illegal(self.moment.table, self.viewer), *deeds()):
            if deed.opens and may and deed in deeds():
                continue
            answers = [await self._post(app, deed) for app in self.apps]
            statuses[self.same(answers, deed).status // 100] += 1
        return statuses + await self._speak()

    async def _speak(self) -> Counter[int]:
        """Do over sockets, of a page and of a bot, what must be refused there."""
        statuses: Counter[int] = Counter()
        tries = list(illegal(self.moment.table, self.viewer))
        path = self.place("/t/CODE/live?page=watch")
        heard: list[list[Answer]] = []
        for app in self.apps:
            cookies = signed(app, self.person)
            async with listening(app, path, cookies=cookies) as socket:
                heard.append([await socket.do("act", deed.fields) for deed in tries])
            place = self.place("/api/stream/games/CODE")
            async with listening(app, place, headers=(bearer(self.person),)) as socket:
                if not self.moment.table.is_closed:
                    heard[-1] += [await socket.act(action=action) for action in WRONG]
        for one, other in zip(*heard, strict=True):
            statuses[self.same([one, other], "over a socket").status // 100] += 1
        return statuses

    async def _post(self, app: FastAPI, deed: Deed) -> Answer:
        path = self.place(deed.path)
        self.chance.begin((path, deed))
        if deed.is_api:
            fields: dict[str, Any] = {
                name: int(value) if value.isdigit() else self.place(value)
                for name, value in deed.fields
            }
            return await post_json(app, path, fields, (bearer(self.person),))
        return await post(app, path, deed.fields, cookies=signed(app, self.person))


async def _said(opened: dict[str, list[Socket]]) -> list[list[Any]]:
    """Return what each socket is sent until all are silent.

    Two servers need not be equally fast: whichever is behind is waited for.
    """
    sockets = [socket for pair in opened.values() for socket in pair]
    said: list[list[Any]] = [[] for _ in sockets]

    async def drain(number: int) -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                said[number].append(await sockets[number].hear(0.08))

    for _ in range(30):
        await asyncio.gather(*map(drain, range(len(sockets))))
        if [one[-1:] for one in said[::2]] == [other[-1:] for other in said[1::2]]:
            break
    return said


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

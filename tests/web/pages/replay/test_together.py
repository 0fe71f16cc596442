"""Watching together: the leader's pages take the others along, and only those."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import pytest
from fastapi import FastAPI

from kingup.tables import TableSetting
from tests.guard.people import signed
from tests.guard.requests import HERE, Socket, ask, open_socket, post, serving
from tests.web.pages.me.finished_games import keep, played

ANA, BEN, EVE = (f"{name}-identityidentityid" for name in ("ana", "ben", "eve"))
HEADERS = (("origin", HERE), ("accept", "text/html"))


class Showing:
    """A server with a finished game, and an invitation of Ana's to watch it."""

    def __init__(self, app: FastAPI, code: str, place: str) -> None:
        self.app = app
        self.code = code
        self.place = place
        self.live = f"/t/{code}/replay/live?with={place.rpartition('=')[2]}"

    def socket(self, person: str) -> AbstractAsyncContextManager[Socket]:
        return open_socket(self.app, self.live, cookies=signed(self.app, person))


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[Showing]:
    async with serving(tmp_path) as app:
        table = played([(ANA, "Ana"), (BEN, "Ben")], 5, TableSetting())
        code = await keep(app.state.services.tables.store, table)
        form = [("as", "open")]
        path = f"/t/{code}/replay/r1.3/together"
        made = await post(app, path, form, headers=HEADERS, cookies=signed(app, ANA))
        assert made.status == 303
        yield Showing(app, code, made.header("location"))


async def position(socket: Socket) -> object:
    return json.loads(await socket.message())


async def test_an_invitation_says_who_leads(shown: Showing) -> None:
    assert re.fullmatch(rf"/t/{shown.code}/replay/r1\.3\?as=open&with=[\w-]{{36}}", shown.place)
    for person, leads in ((ANA, True), (BEN, False), (EVE, False)):
        page = await ask(shown.app, "GET", shown.place, cookies=signed(shown.app, person))
        assert page.status == 200
        assert ("data-leads" in page.text) == leads
    assert ANA not in shown.place


async def test_an_invitation_of_our_own_making_alone_is_accepted(shown: Showing) -> None:
    changed = shown.place[:-1] + ("A" if shown.place[-1] != "A" else "B")
    other = await ask(shown.app, "GET", changed)
    assert other.status == 404
    # It holds for its own replay only.
    table = played([(ANA, "Ana")], 6, TableSetting())
    code = await keep(shown.app.state.services.tables.store, table)
    elsewhere = await ask(shown.app, "GET", shown.place.replace(shown.code, code))
    assert elsewhere.status == 404


async def test_everybody_follows_the_leader(shown: Showing) -> None:
    async with AsyncExitStack() as stack:
        leader, ben, eve = [
            await stack.enter_async_context(shown.socket(person)) for person in (ANA, BEN, EVE)
        ]
        leader.send('{"moment": "r1.4", "as": "public"}')
        assert await position(ben) == await position(eve) == {"moment": "r1.4", "as": "public"}
        leader.send('{"moment": "r2.17v", "as": "2"}')
        assert await position(ben) == {"moment": "r2.17v", "as": "2"}
        # Whoever comes later is taken there, too; a second page of the leader's leads as well.
        late = await stack.enter_async_context(shown.socket("zoe-identityidentityid"))
        assert await position(late) == {"moment": "r2.17v", "as": "2"}
        second = await stack.enter_async_context(shown.socket(ANA))
        second.send('{"moment": "r3.0", "as": "open"}')
        assert await position(late) == {"moment": "r3.0", "as": "open"}
    assert not shown.app.state.services.open_pages


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "[]",
        "{}",
        '{"moment": "r1.4"}',
        '{"moment": "r1.4", "as": "9"}',
        '{"moment": "r4.1", "as": "public"}',
        '{"moment": "<b>", "as": "public"}',
        '{"moment": ["r1.4"], "as": "public"}',
    ],
)
async def test_a_leader_says_positions_and_nothing_else(shown: Showing, said: str) -> None:
    async with shown.socket(BEN) as ben:
        async with shown.socket(ANA) as leader:
            leader.send(said)
            assert await closed(leader) == 1008
        await leads_on(shown, ben)


async def test_others_cannot_lead(shown: Showing) -> None:
    async with shown.socket(BEN) as ben:
        async with shown.socket(EVE) as eve:
            eve.send('{"moment": "r1.4", "as": "public"}')
            assert await closed(eve) == 1008
        await leads_on(shown, ben)


async def closed(socket: Socket) -> int:
    """Return the code with which the server closes a socket."""
    while (message := await socket.receive())["type"] != "websocket.close":
        pass
    return int(message["code"])


async def leads_on(shown: Showing, follower: Socket) -> None:
    """Check that the first thing a follower hears is what the leader says now."""
    async with shown.socket(ANA) as leader:
        leader.send('{"moment": "r2.1", "as": "1"}')
        assert await position(follower) == {"moment": "r2.1", "as": "1"}

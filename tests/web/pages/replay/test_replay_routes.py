"""Replays of tables over HTTP: who sees what, and nothing of a game that is not over."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from kingup.tables import TableSetting
from tests.guard.people import signed
from tests.guard.requests import Answer, ask, serving
from tests.web.pages.me.finished_games import keep, played

ANA, BEN = "ana-identityidentityid", "ben-identityidentityid"


class Server:
    """A server without a network, with one finished game of Ana and Ben and two bots."""

    def __init__(self, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self._serving = serving(folder)
        self.app: FastAPI = self.run(self._serving.__aenter__())
        self.table = played([(ANA, "Ana"), (BEN, "Ben")], 5, TableSetting("vive-le-roi"))
        store = self.app.state.services.tables.store
        self.code: str = self.run(keep(store, self.table))

    def run(self, work: Any) -> Any:
        return self._runner.run(work)

    def close(self) -> None:
        self.run(self._serving.__aexit__(None, None, None))
        self._runner.close()

    def get(self, path: str, person: str | None = None, accept: str = "text/html") -> Answer:
        cookies: Mapping[str, str] = signed(self.app, person) if person else {}
        answer: Answer = self.run(
            ask(self.app, "GET", path, headers=(("accept", accept),), cookies=cookies)
        )
        return answer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("replay"))
    yield running
    running.close()


def perspective_in(page: str) -> str:
    found = re.search(r'<main id="table"[^>]*data-perspective="([^"]+)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(("person", "perspective"), [(None, "public"), (ANA, "1"), (BEN, "2")])
def test_players_start_with_their_own_perspective(
    server: Server, person: str | None, perspective: str
) -> None:
    page = server.get(f"/t/{server.code}/replay", person)
    assert page.status == 200
    assert perspective_in(page.text) == perspective
    assert 'data-moment="r1.0"' in page.text
    others = server.get(f"/t/{server.code}/replay/r1.0?as=public", person)
    assert perspective_in(others.text) == "public"


def test_addresses_lead_to_their_moment(server: Server) -> None:
    page = server.get(f"/t/{server.code}/replay/r2.3?as=open").text
    assert 'data-moment="r2.3"' in page
    assert perspective_in(page) == "open"
    for wrong in ("r9.1", "r2.999", "r2.3x", "%00"):
        assert server.get(f"/t/{server.code}/replay/{wrong}").status == 404
    for wrong in ("rounds/0", "rounds/4", "rounds/x", "rounds/1?as=7"):
        assert server.get(f"/t/{server.code}/replay/{wrong}").status == 404


def test_a_round_says_nothing_of_the_next(server: Server) -> None:
    path = f"/t/{server.code}/replay/rounds/1"
    body = server.get(path, accept="application/json").text
    message = json.loads(body)
    assert message["moments"][0]["name"] == "r1.0"
    assert "r2." not in body
    assert "Round 2 of" not in body
    game = server.table.game
    assert game is not None
    assert len(message["moments"]) == 1 + len(game.rounds[0].moves)


def test_names_are_those_of_the_table_and_ids_are_nobodys(server: Server) -> None:
    for perspective in ("public", "1", "open"):
        page = server.get(f"/t/{server.code}/replay/r1.4?as={perspective}").text
        assert "<bdi" in page
        assert "Ana" in html.unescape(page)
        assert ANA not in page
        assert BEN not in page


def test_a_code_in_other_letters_leads_to_the_table(server: Server) -> None:
    answer = server.get(f"/t/{server.code.upper()}/replay/r1.2")
    assert answer.status == 303
    assert answer.header("location") == f"/t/{server.code}/replay/r1.2"


def test_results_and_lists_lead_to_the_replay(server: Server) -> None:
    link = f'href="/t/{server.code}/replay"'
    watched = server.get(f"/t/{server.code}/watch").text
    assert link in watched
    assert link in server.get("/me", ANA).text

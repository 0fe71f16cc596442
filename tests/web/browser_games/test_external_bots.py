"""People in a real browser invite waiting bots to their table, and play whole games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from kingup.client.connection import Behaviour
from tests.client.server import connected
from tests.waiting import PATIENCE
from tests.web.api.bots import make_token
from tests.web.browser import LAPTOP, PHONE, SMALL, TELEVISION, Visits
from tests.web.browser_games.player import (
    be_ready,
    code_of,
    patient,
    play_to_the_end,
    set_table,
    wait_for,
)
from tests.web.server import Person

pytestmark = pytest.mark.full

TABLES = [
    "seats=3&player-2=page",
    "edition=vive-le-roi&seats=2&option=emissary",
    "edition=vive-le-roi&seats=2&team=0&player-1=page",
    "edition=vive-le-roi&seats=4&player-2=page&player-3=page"
    "&option=ambition&option=banished&option=emissary&option=wedding",
    "seats=4&player-2=page&player-3=page&pace=60",
]
"""Each with one free seat for the bot."""


@contextmanager
def waiting_bot(server: str, name: str, games: int) -> Iterator[None]:
    """Let a built-in bot wait for a number of games, as `kingup connect --wait` does."""
    with Person(server, "Ada") as ada:
        token = make_token(ada, name)
    settings = Behaviour(accepts=True, games=games, pause=0)
    with connected(server, token, "page", settings, seconds=PATIENCE * games):
        yield


def invite(page: Page, name: str) -> None:
    """Invite a waiting bot, and wait until it sits."""
    page.locator(".waiting-bots li", has_text=name).locator("form button").click()
    page.wait_for_selector(f".chair:has-text('{name}')")


def play(page: Page, server: str, query: str, name: str) -> str:
    """Create a table, invite the bot, play to the result, and return the table's code."""
    set_table(page, server, query, "Nora")
    invite(page, name)
    be_ready(page)
    wait_for(page, lambda seen: seen.phase != "open")
    play_to_the_end([page])
    assert name in page.inner_text(".score-sheet")  # the podium has four places
    return code_of(page)


@pytest.mark.parametrize("dark", [False, True])
def test_a_waiting_bot_accepts_an_invitation(server: str, visits: Visits, dark: bool) -> None:
    name = f"Waiter {dark}"
    page = patient(visits.open(f"{server}/health", dark=dark))
    with waiting_bot(server, name, 1):
        set_table(page, server, TABLES[0], "Nora")
        page.wait_for_selector(f"#waiting-bots:has-text('{name}')")
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        for width, height in (SMALL, PHONE, LAPTOP, TELEVISION):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        invite(page, name)
        assert "Ada’s bot" in page.inner_text(".seating")
        assert page.locator("#waiting-bots").count() == 0  # all seats are taken
        be_ready(page)
        wait_for(page, lambda seen: seen.phase == "place")
        play_to_the_end([page])
    assert name in page.inner_text(".score-sheet")  # the podium has four places


def test_an_invited_bot_plays_one_game_after_the_other_with_people(
    server: str, visits: Visits
) -> None:
    codes = set()
    with waiting_bot(server, "Constant", len(TABLES)):
        for query in TABLES:
            page = patient(visits.open(f"{server}/health"))
            codes.add(play(page, server, query, "Constant"))
            page.context.close()
    assert len(codes) == len(TABLES)

"""Four people in four browsers play whole games, and learn nothing of each other's secrets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page

from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import ViewContext
from tests.web.browser import Visits
from tests.web.browser_games.player import (
    Choose,
    Hasty,
    Whimsical,
    be_ready,
    code_of,
    look,
    play_until,
    set_table,
    sit_down,
    wait_for,
)
from tests.web.browser_games.recording import Recorder, recorded
from tests.web.browser_games.secrecy import Checked, Leak, Secrecy
from tests.web.browser_games.test_secrecy import in_disguise
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

NAMES = ("Ana", "Ben", "Cleo", "Dov")
KINGUP = "edition=kingup&seats=4"
EVERYTHING = "edition=vive-le-roi&seats=4&option=ambition&option=emissary&option=wedding"
RELOADED = 12
"""Everybody loads their page again at every so manieth turn of anybody."""


@dataclass
class Company:
    """People at a table, and all that their browsers have received."""

    server: str
    folder: Path
    pages: list[Page]
    recorders: list[Recorder]

    def sit(self, query: str) -> str:
        """Set a table, sit down and begin; return the table's address."""
        address = set_table(self.pages[0], self.server, query, NAMES[0])
        for player, page in enumerate(self.pages[1:], start=1):
            sit_down(page, address, NAMES[player], player)
        for page in self.pages:
            be_ready(page)
        for page in self.pages:
            wait_for(page, lambda seen: seen.phase != "open")
        return address

    def play(self, until: Callable[[], bool], choose: Choose) -> None:
        """Play; now and then somebody loads the page again."""
        turns = count(1)

        def reload(page: Page) -> None:
            if next(turns) % RELOADED == 0:
                page.reload()

        play_until(self.pages, until, choose, reload)

    def is_over(self) -> bool:
        return all(look(page).phase == "over" for page in self.pages)

    def secrecy(self) -> Secrecy:
        people = [recorder.person for recorder in self.recorders]
        return Secrecy(log_of(self.folder, code_of(self.pages[0])), self.server, people)

    def check(self) -> list[Checked]:
        """Check all that everybody has received."""
        assert not [lost for recorder in self.recorders for lost in recorder.lost]
        secrecy = self.secrecy()
        return [secrecy.check(player, one) for player, one in enumerate(self.recorders)]


def company_of(number: int, server: str, folder: Path, visits: Visits) -> Company:
    both = [recorded(visits, server) for _ in range(number)]
    return Company(server, folder, [page for page, _ in both], [kept for _, kept in both])


@pytest.mark.parametrize("query", [KINGUP, EVERYTHING], ids=["kingup", "vive-le-roi"])
def test_four_people_play_a_whole_game_and_nobody_learns_others_secrets(
    server: str, folder: Path, visits: Visits, query: str
) -> None:
    company = company_of(4, server, folder, visits)
    address = company.sit(query)
    watcher, watched = recorded(visits, server)
    watcher.goto(f"{address}/watch")
    company.play(company.is_over, Hasty())
    wait_for(watcher, lambda seen: seen.phase == "over")
    for page in (*company.pages, watcher):
        assert page.locator(".score-sheet .player").count() >= 4
    for checked in (*company.check(), company.secrecy().check(None, watched)):
        assert checked.compared > 40
        assert checked.sealed > 5


@pytest.mark.parametrize("query", [KINGUP, EVERYTHING], ids=["kingup", "vive-le-roi"])
def test_nobody_learns_others_secrets_in_a_long_game_of_whims(
    server: str, folder: Path, visits: Visits, query: str
) -> None:
    company = company_of(4, server, folder, visits)
    company.sit(query)
    company.play(company.is_over, Whimsical())
    for checked in company.check():
        assert checked.compared > 100
        assert checked.sealed > 20


def test_a_server_that_whispers_to_a_browser_is_caught(
    server: str, folder: Path, visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Renderer.title

    def title(self: Renderer, look: ViewContext) -> str:
        return honest(self, look) + in_disguise(look.table, look.viewer)

    company = company_of(2, server, folder, visits)
    company.sit(f"{KINGUP}&player-2=page&player-3=page&bot_pace=swift")
    monkeypatch.setattr(Renderer, "title", title)
    turns = count()
    company.play(lambda: next(turns) > 2, Hasty())
    with pytest.raises(Leak, match="in another world"):
        company.check()

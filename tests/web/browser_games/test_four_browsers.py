"""Four people in four browsers play whole games without receiving each other's secrets."""

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
    RandomChoice,
    Seen,
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
from tests.web.browser_games.test_secrecy import favourites_in_invisible_characters
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

NAMES = ("Ana", "Ben", "Cleo", "Dov")
KINGUP = "edition=kingup&seats=4"
EVERYTHING = "edition=vive-le-roi&seats=4&option=ambition&option=emissary&option=wedding"
RELOADED = 12
"""The number of turns after which a page is reloaded."""


@dataclass
class RecordedPlayers:
    """People at a table, and everything that their browsers have received."""

    server: str
    folder: Path
    pages: list[Page]
    recorders: list[Recorder]

    def sit(self, query: str) -> str:
        """Create a table, sit down and begin; return the table's address."""
        address = set_table(self.pages[0], self.server, query, NAMES[0])
        for player, page in enumerate(self.pages[1:], start=1):
            sit_down(page, address, NAMES[player], player)
        for page in self.pages:
            be_ready(page)
        for page in self.pages:
            wait_for(page, lambda seen: seen.phase != "open")
        return address

    def play(self, until: Callable[[], bool], choose: Choose) -> None:
        """Play, with a reload now and then of a page that waits for its player.

        Such a page fetches nothing, so the browser still has the body of every answer.
        """
        turns = count(1)

        def reload(page: Page) -> bool:
            if next(turns) % RELOADED:
                return False
            page.reload()
            return True

        play_until(self.pages, until, choose, reload)

    def is_over(self) -> bool:
        return all(look(page).phase == "over" for page in self.pages)

    def secrecy(self) -> Secrecy:
        people = [recorder.person for recorder in self.recorders]
        return Secrecy(log_of(self.folder, code_of(self.pages[0])), self.server, people)

    def check(self) -> list[Checked]:
        """Check everything that the players have received."""
        assert not [lost for recorder in self.recorders for lost in recorder.lost]
        secrecy = self.secrecy()
        return [secrecy.check(player, one) for player, one in enumerate(self.recorders)]


def recorded_players(number: int, server: str, folder: Path, visits: Visits) -> RecordedPlayers:
    both = [recorded(visits, server) for _ in range(number)]
    return RecordedPlayers(server, folder, [page for page, _ in both], [kept for _, kept in both])


@pytest.mark.parametrize(
    ("query", "choose", "compared", "sealed"),
    [(KINGUP, Hasty(), 40, 5), (EVERYTHING, RandomChoice(), 100, 20)],
    ids=["a short game of King Up!", "a long one with options"],
)
def test_four_people_play_a_whole_game_without_receiving_others_secrets(
    server: str,
    folder: Path,
    visits: Visits,
    query: str,
    choose: Choose,
    compared: int,
    sealed: int,
) -> None:
    players = recorded_players(4, server, folder, visits)
    address = players.sit(query)
    watcher, watched = recorded(visits, server)
    watcher.goto(f"{address}/watch")
    players.play(players.is_over, choose)
    wait_for(watcher, lambda seen: seen.phase == "over")
    for page in (*players.pages, watcher):
        assert page.locator(".score-sheet .player").count() >= 4
    for checked in (*players.check(), players.secrecy().check(None, watched)):
        assert checked.compared > compared
        assert checked.sealed > sealed


def test_a_server_that_leaks_secrets_to_a_browser_is_caught(
    server: str, folder: Path, visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Renderer.title

    def title(self: Renderer, look: ViewContext) -> str:
        return original(self, look) + favourites_in_invisible_characters(look.table, look.viewer)

    players = recorded_players(2, server, folder, visits)
    players.sit(f"{KINGUP}&player-2=page&player-3=page&bot_pace=swift")
    monkeypatch.setattr(Renderer, "title", title)
    hasty, taken = Hasty(), []

    def choose(seen: Seen) -> str:
        taken.append(hasty(seen))
        return taken[-1]

    players.play(lambda: bool(taken), choose)  # that page was sent what leaks
    with pytest.raises(Leak, match="in another world"):
        players.check()

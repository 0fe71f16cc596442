"""One click, and a person plays against three bots, to the result page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kingup.notation import read_file
from kingup.tables.dealing import verify
from tests.web.browser import Visits
from tests.web.browser_games.player import look, play_now, play_to_the_end, wait_for

pytestmark = pytest.mark.full


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_one_click_starts_a_game_that_ends_on_its_result_page(
    server: str, visits: Visits, edition: str
) -> None:
    # Vive le Roi is played with animations, as most people see it.
    page = play_now(visits, server, edition, still=edition == "kingup")
    assert look(page).phase == "place"
    assert page.locator("#seats > .seat").count() == 4
    assert page.locator("#tokens > .is-fav").count() == 6
    play_to_the_end([page])
    assert page.locator(".podium .step").count() == 4
    assert page.locator(".score-sheet .player").count() == 4
    assert page.locator(".score-sheet .rounds > li").count() == 4 * 3
    assert page.locator(".plot svg path.run").count() == 4
    page.wait_for_selector("rating-change p")
    assert re.search(r"Against bots: \d+ \(", page.inner_text("#rating"))
    page.click("[data-open='#share-dialog']")
    for kind in ("txt", "json"):
        with page.expect_download() as saved:
            page.click(f"a[href$='record.{kind}']")
        assert saved.value.suggested_filename.endswith(f".{kind}")
    # The browser and every bot have contributed to the randomness of the deals.
    game = read_file(Path(saved.value.path()))
    verify(game)
    added: Any = (game.proof or {})["contributions"]
    mine, *bots = added
    assert re.fullmatch("[0-9a-f]{32}", mine)
    assert all(re.fullmatch("bot:[0-9a-f]{32}", bot) for bot in bots)
    page.keyboard.press("Escape")  # close what offers the records
    before = page.url
    page.click("form[action$='/again'] button")
    page.wait_for_url(lambda url: url != before)
    # No lobby: the first page of the rematch shows its game.
    wait_for(page, lambda seen: seen.phase == "place")

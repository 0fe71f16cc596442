"""Whole games with nothing but forms."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from tests.waiting import wait_until
from tests.web.browser import LAPTOP, SMALL, Visits, pause_of
from tests.web.browser_games.player import patient

pytestmark = pytest.mark.full


def is_asked(page: Page) -> bool:
    """Load a page anew if nothing can be done on it; return whether it asks or shows a result."""
    main = page.locator("#table")
    if main.get_attribute("data-you-act") == "1" or main.get_attribute("data-kind") == "result":
        return True
    page.reload()
    return False


def choose(page: Page, chance: random.Random) -> str:
    """Return an action: mostly one that brings the end nearer."""
    buttons = page.locator("#act button[name=action]:visible").all()
    actions = [button.get_attribute("value") or "" for button in buttons]
    if "Y" in actions:
        return "Y" if chance.random() < 0.9 else chance.choice(actions)
    if page.locator("#table").get_attribute("data-phase") == "climb":
        at = {who: page.get_attribute(f"#token-{who}", "data-at") or "" for who in actions}
        return max(actions, key=lambda who: (at[who].isdigit(), at[who]))
    return max(actions, key=lambda action: action[1:])


@pytest.mark.parametrize(
    ("edition", "viewport"), [("kingup", SMALL), ("vive-le-roi", LAPTOP)], ids=str
)
def test_a_whole_game_needs_no_scripts(
    server: str, visits: Visits, edition: str, viewport: tuple[int, int]
) -> None:
    page = patient(visits.open(server, viewport=viewport, scripts=False))
    page.click(f".start-game button[value='{edition}']")
    page.wait_for_url("**/t/*")
    chance, rounds, phases = random.Random(4), 0, set()
    while True:
        wait_until(lambda: is_asked(page), pause=pause_of(page))
        if page.locator("#table").get_attribute("data-kind") == "result":
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport[0]
        with page.expect_navigation():
            if page.locator("#continue:not([hidden])").count():
                page.click("#continue button")
                rounds += 1
            else:
                phases.add(page.locator("#table").get_attribute("data-phase"))
                page.click(f"#act button[name=action][value='{choose(page, chance)}']")
    assert rounds == 3
    assert phases == {"place", "climb", "vote"}
    assert page.locator(".podium .step").count() == 4

"""The coach in a real browser: a hint over the table, and no way to it elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import LAPTOP, SMALL, Visits, browser, visits
from tests.web.pages.test_outer_pages_browser import check

__all__ = ["browser", "visits"]

TABLE = "/new?edition=kingup&seats=3&player-1=page&player-2=page&name=Nora"


@pytest.mark.full
@pytest.mark.parametrize("viewport", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_a_hint_is_shown_over_the_table(
    server: str, visits: Visits, viewport: tuple[int, int]
) -> None:
    page = visits.open(server + TABLE, viewport=viewport)
    page.click(".more-settings summary")
    page.check("#coach-1", force=True)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")
    page.click(".ask-coach")
    dialog = page.locator("#rule-dialog")
    expect(dialog.locator(".best")).to_contain_text("Best: ")
    assert dialog.get_attribute("aria-label") == "Hint"
    check(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.locator(".ask-coach").is_visible()


@pytest.mark.full
def test_the_menu_offers_a_coach(server: str, visits: Visits) -> None:
    page = visits.open(server + TABLE, viewport=LAPTOP)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")
    assert page.locator(".ask-coach").count() == 0
    page.click("#menu")
    page.click("text=Let a coach help me")
    expect(page.locator(".ask-coach")).to_be_visible()

"""Fingers on a phone: they drag characters, and scroll a page that is longer than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits, wait_for_script
from tests.web.browser_games.player import play_now, wait_for

pytestmark = pytest.mark.full

FLOORS = {"1": 453, "2": 379}
"""How far below the castle's top floors are, of 600."""


def drag(page: Page, who: str, floor: str) -> None:
    """Drag a character to a floor with a finger."""
    castle = page.locator("#castle").bounding_box()
    token = page.locator(f"#token-{who}").bounding_box()
    assert castle is not None
    assert token is not None
    start = (token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    end = (castle["x"] + castle["width"] / 2, castle["y"] + castle["height"] * FLOORS[floor] / 600)
    fingers = page.context.new_cdp_session(page)
    for step in range(11):
        at = {axis: a + (b - a) * step / 10 for axis, a, b in zip("xy", start, end, strict=True)}
        kind = "touchMove" if step else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_any_character_where_the_page_fits_the_screen(
    server: str, visits: Visits
) -> None:
    page = play_now(visits, server, touch=True)
    who = wait_for(page, lambda seen: seen.acts).actions[0][0]  # not placed by a bot yet
    expect(page.locator("#table")).to_have_attribute("data-fits", "")
    drag(page, who, "2")
    expect(page.locator(f"#token-{who}")).to_have_attribute("data-at", "2")


def test_on_a_longer_page_a_finger_scrolls_and_drags_only_the_picked_character(
    server: str, visits: Visits
) -> None:
    page = play_now(visits, server, touch=True)
    who = wait_for(page, lambda seen: seen.acts).actions[0][0]  # not placed by a bot yet
    page.evaluate("document.body.style.paddingBottom = '2000px'")
    expect(page.locator("#table")).not_to_have_attribute("data-fits", "")
    drag(page, who, "2")
    wait_for_script(page, "scrollY > 0")
    expect(page.locator(f"#token-{who}")).to_have_attribute("data-at", "aside")
    expect(page.locator(f"#token-{who}.js-picked")).to_be_visible()  # it was pressed
    page.evaluate("scrollTo(0, 0)")
    drag(page, who, "2")
    expect(page.locator(f"#token-{who}")).to_have_attribute("data-at", "2")

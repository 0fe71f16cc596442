"""A keyboard alone is enough, from the home page to the end of a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.browser_games.player import Climber, accepted, look, patient, wait_for

MOST_TABS = 40


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(it) => Boolean(document.activeElement.closest(it))", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def keys_for(phase: str, action: str) -> list[str]:
    """Return the keys that do an action."""
    if phase == "place":
        return [action[0].lower(), action[1], "Enter"]
    return [action.lower(), "Enter"]


def press(page: Page, phase: str, action: str) -> None:
    """Do an action with keys, and check that the focus is kept."""

    def press_keys() -> None:
        for key in keys_for(phase, action):
            page.keyboard.press(key)

    accepted(page, press_keys)
    assert page.evaluate("document.activeElement !== document.body"), f"lost after {action}"


@pytest.mark.full
def test_a_round_can_be_played_from_the_home_page_with_the_keyboard_alone(
    server: str, visits: Visits
) -> None:
    page = patient(visits.open(server))
    tab_to(page, ".doors button[value='kingup']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    for key, dialog in (("?", "#help-dialog"), ("Shift+M", "#menu-dialog")):
        page.keyboard.press(key)
        page.wait_for_selector(f"{dialog}[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector(f"{dialog}:not([open])", state="attached")
    choose, phases = Climber(), set()
    seen = wait_for(page, lambda seen: seen.acts)
    while not seen.continues:
        phases.add(seen.phase)
        press(page, seen.phase, choose(seen))
        seen = wait_for(page, lambda seen: seen.acts)
    assert phases == {"place", "climb", "vote"}
    assert page.inner_text("#live").strip()
    tab_to(page, "#continue")
    page.keyboard.press("Enter")
    wait_for(page, lambda seen: seen.phase == "place" and not seen.continues)


def test_arrows_move_the_focus_and_escape_takes_a_pick_back(server: str, visits: Visits) -> None:
    page = patient(visits.open(server))
    tab_to(page, ".doors button[value='vive-le-roi']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    seen = wait_for(page, lambda seen: seen.acts)
    tab_to(page, "#tokens")
    visited = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        visited.add(page.evaluate("document.activeElement.closest('[data-who]').dataset.who"))
    assert len(visited) > 1
    letter = seen.actions[0][0]
    page.keyboard.press(letter.lower())
    page.wait_for_selector(f"#choice-{letter}:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector(f"#choice-{letter}[hidden]", state="attached")
    assert look(page).number == seen.number

"""A keyboard alone is enough, from the home page to the result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.browser_games.player import Climber, accepted, look, patient, wait_for

pytestmark = pytest.mark.full

MOST_TABS = 40

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target.id !== "live") continue;
      for (const line of addedNodes) window.heard.push(line.textContent.trim());
    }
  }).observe(document, { subtree: true, childList: true });
}"""

QUESTIONS = ("It is your turn to place somebody.", "It is your turn to move somebody.",
             "Choose a vote card.")  # fmt: skip
PLAYED = "has played a card."
SEATS = 4


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


def check_order(heard: Sequence[str]) -> None:
    """Check that each vote is told before what follows, and each crowning before its scores."""
    laid = told = 0
    for line, following in pairwise(heard):
        if not line.endswith(PLAYED):
            continue
        laid += 1
        if laid % SEATS == 0:  # the last card of a vote: now the vote is told
            assert following not in QUESTIONS, (line, following)
            assert not following.endswith(PLAYED), (line, following)
            told += 1
    assert told >= 3, "every round has a vote"
    scores = [i for i, line in enumerate(heard) if line.startswith("Scores: ")]
    assert len(scores) == 3
    for i in scores:
        assert heard[i - 2].endswith(PLAYED), heard[i - 3 : i + 1]
    assert any(question in heard for question in QUESTIONS)


def test_a_game_can_be_played_from_the_home_page_with_the_keyboard_alone(
    server: str, visits: Visits
) -> None:
    page = patient(visits.open(server))
    page.context.add_init_script(f"({LISTEN})()")
    tab_to(page, ".start-game button[value='kingup']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    for key, dialog in (("?", "#help-dialog"), ("Shift+M", "#menu-dialog")):
        page.keyboard.press(key)
        page.wait_for_selector(f"{dialog}[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector(f"{dialog}:not([open])", state="attached")
    choose, phases = Climber(), set()
    seen = wait_for(page, lambda seen: seen.acts)
    while seen.phase != "over":
        if seen.continues:
            tab_to(page, "#continue")
            before = seen.number
            page.keyboard.press("Enter")
            wait_for(page, lambda seen: seen.number > before)  # noqa: B023
        else:
            phases.add(seen.phase)
            press(page, seen.phase, choose(seen))
        seen = wait_for(page, lambda seen: seen.acts or seen.phase == "over")
    assert phases == {"place", "climb", "vote"}
    check_order(page.evaluate("window.heard"))


def test_arrows_move_the_focus_and_escape_takes_a_pick_back(server: str, visits: Visits) -> None:
    page = patient(visits.open(server))
    tab_to(page, ".start-game button[value='vive-le-roi']")
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
    page.wait_for_selector(f"#choice:not([hidden]) button[value^={letter}]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#choice[hidden]", state="attached")
    assert look(page).number == seen.number

"""Lines for somebody's first game: each once, and never in a second game."""

from __future__ import annotations

import pytest

from tests.web.browser import Visits
from tests.web.browser_games.player import Climber, look, play_now, play_until, wait_for

pytestmark = pytest.mark.full

TIPS = """() => {
  window.tips = [];
  let shown = "";
  new MutationObserver(() => {
    const tip = document.querySelector("#tip");
    const text = tip && !tip.hidden ? tip.innerText.trim() : "";
    if (text && text !== shown) window.tips.push(text);
    shown = text;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""


def test_a_tip_is_shown_in_the_first_quick_game_and_can_be_dismissed(
    server: str, visits: Visits
) -> None:
    page = play_now(visits, server)
    wait_for(page, lambda seen: seen.acts)
    page.wait_for_selector("#tip:not([hidden])")
    page.click("#tip button")
    assert not page.is_visible("#tip")
    page.reload()
    wait_for(page, lambda seen: seen.acts)
    assert not page.is_visible("#tip")


def test_tips_are_shown_once_each_in_the_first_game_and_never_in_the_second(
    server: str, visits: Visits
) -> None:
    page = visits.open(server)
    page.context.add_init_script(f"({TIPS})()")
    page.click(".doors button[value='kingup']")
    page.wait_for_url("**/t/*")
    shown: list[str] = []
    choose = Climber()
    play_until([page], lambda: look(page).continues, choose)
    wait_for(page, lambda seen: seen.continues)
    shown += page.evaluate("window.tips")
    assert len(shown) == len(set(shown)), shown
    for words in ("Golden suns", "Only you see the suns", "anybody up one floor",
                  "Votes are secret", "Each favourite pays"):  # fmt: skip
        assert any(words in text for text in shown), (words, shown)
    play_until([page], lambda: look(page).continues and look(page).number > 60)
    assert len(set(page.evaluate("window.tips"))) == len(page.evaluate("window.tips"))
    page.goto(server)
    page.click(".doors button[value='kingup']")
    page.wait_for_url("**/t/*")
    play_until([page], lambda: look(page).phase == "vote" or look(page).continues, choose)
    assert page.evaluate("window.tips") == []

"""Lines for somebody's first game: each once, and never in a second game."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kingup.tables import TableSetting
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.table.tips import tips
from tests.web.browser import Visits
from tests.web.browser_games.crafted import Crafted, person_of
from tests.web.browser_games.player import Climber, look, play_now, play_until, wait_for

pytestmark = pytest.mark.full

WORDS = {
    "placing": "Golden suns mark your six favourites",
    "suns": "Only you see the suns",
    "climbing": "anybody up one floor",
    "full": "A lock marks a full floor",
    "crown": "The crown marks who last moved somebody to the throne",
    "vote": "Votes are secret",
    "rejected": "One No, and the candidate is out",
    "scoring": "Each favourite pays",
    "new-round": "your favourites have changed",
}
"""What each line says."""

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
    page.click(".start-game button[value='kingup']")
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
    page.click(".start-game button[value='kingup']")
    page.wait_for_url("**/t/*")
    play_until([page], lambda: look(page).phase == "vote" or look(page).continues, choose)
    assert page.evaluate("window.tips") == []


def quick_game(person: str, wanted: str) -> Crafted:
    """Return a game against three bots, played at random until a line fits the moment."""
    you = Viewer(person, 0, "table", (0,))
    for seed in range(50):
        chance = random.Random(seed)
        crafted = Crafted([person, None, None, None], TableSetting(), ("Ana", "", "", ""))
        while crafted.table.is_running:
            fitting = [line.id for line in tips(ViewContext(crafted.table, you, frozenset()))]
            if wanted in fitting and 0 in crafted.table.waiting_for():
                return crafted
            if crafted.table.between_rounds:
                crafted.go_on()
                continue
            player = chance.choice(crafted.table.waiting_for())
            actions = crafted.table.view(player).actions
            votes = crafted.game.phase == "vote" and chance.random() < 0.8
            crafted.act(player, "Y" if votes else chance.choice(actions))
    raise AssertionError(f"no game came to {wanted}")


@pytest.mark.parametrize("wanted", WORDS)
def test_every_line_is_shown_at_what_it_explains_and_once(
    server: str, folder: Path, visits: Visits, wanted: str
) -> None:
    page = visits.open(server)
    code = quick_game(person_of(page), wanted).keep(folder)
    others = json.dumps({"game": code, "seen": [name for name in WORDS if name != wanted]})
    page.evaluate("(others) => localStorage.setItem('kingup.tips', others)", others)
    page.goto(f"{server}/t/{code}")
    page.wait_for_selector("#tip:not([hidden])")
    assert WORDS[wanted] in page.inner_text("#tip")
    page.click("#tip button")
    page.reload()
    wait_for(page, lambda seen: seen.acts)
    assert not page.is_visible("#tip")


def test_a_phone_beside_a_television_shows_lines_below_what_is_asked(
    server: str, folder: Path, visits: Visits
) -> None:
    page = visits.open(server)
    people = [person_of(page), "somebody else", None]
    setting = TableSetting(seats=(1, 1, 1))
    crafted = Crafted(people, setting, ("Ana", "Ben", ""))
    while 0 not in crafted.table.waiting_for():
        player = crafted.table.waiting_for()[0]
        crafted.act(player, crafted.table.view(player).actions[0])
    page.goto(f"{server}/t/{crafted.keep(folder)}/hand")
    line = page.locator("#tip:not([hidden])")
    assert WORDS["placing"] in line.inner_text()
    box, asked = line.bounding_box(), page.locator("#sheet").bounding_box()
    listed = page.locator("#tokens > .is-legal").first.bounding_box()
    assert box is not None
    assert asked is not None
    assert listed is not None
    assert asked["y"] + asked["height"] <= box["y"]
    assert box["y"] + box["height"] <= listed["y"]

"""Whole games with nothing but forms."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.waiting import wait_until
from tests.web.browser import LAPTOP, SMALL, Visits, pause_of
from tests.web.browser_games.player import patient

pytestmark = pytest.mark.full


LOOK = """() => {
  const main = document.querySelector("#table");
  const visible = (element) => element.checkVisibility();
  return {
    result: main.dataset.kind === "result",
    asked: main.dataset.youAct === "1",
    scoring: document.querySelectorAll("#continue:not([hidden])").length > 0,
    phase: main.dataset.phase,
    actions: [...document.querySelectorAll("#act button[name=action]")]
      .filter(visible).map(({ value }) => value),
    at: Object.fromEntries([...document.querySelectorAll("#tokens > [data-at]")].map(
      ({ id, dataset }) => [id.replace("token-", ""), dataset.at])),
    width: document.documentElement.scrollWidth,
  };
}"""


def look(page: Page) -> dict[str, Any] | None:
    """Return what a page that asks or shows a result has; load any other anew."""
    found: dict[str, Any] = page.evaluate(LOOK)
    if found["asked"] or found["result"]:
        return found
    page.reload()
    return None


def choose(seen: dict[str, Any], chance: random.Random) -> str:
    """Return an action: mostly one that brings the end nearer."""
    actions: list[str] = seen["actions"]
    if "Y" in actions:
        return "Y" if chance.random() < 0.9 else chance.choice(actions)
    if seen["phase"] == "climb":
        at = seen["at"]
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
        seen = wait_until(lambda: look(page), pause=pause_of(page))
        assert seen is not None
        if seen["result"]:
            break
        assert seen["width"] <= viewport[0]
        with page.expect_navigation():
            if seen["scoring"]:
                page.click("#continue button")
                rounds += 1
            else:
                phases.add(seen["phase"])
                page.click(f"#act button[name=action][value='{choose(seen, chance)}']")
    assert rounds == 3
    assert phases == {"place", "climb", "vote"}
    assert page.locator(".podium .step").count() == 4

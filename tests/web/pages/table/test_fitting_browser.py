"""Long sentences of all three languages in a real browser: nothing overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from kingup.language import LANGUAGES, use_language
from kingup.rules.cards import AMBITION_CARDS
from kingup.tables import Table, TableSetting
from kingup.telling.words import condition_of
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene_building import scene
from tests.web.browser import PATIENCE, PHONE, TELEVISION, browser
from tests.web.pages.lobby.lobbies import (
    ADDRESS,
    PRESENT,
    after,
    bot,
    played_on,
    renderer,
    sat,
    table,
    viewer,
)
from tests.web.pages.result.test_result import close_scoring

__all__ = ["browser"]

SCREENS = (PHONE, (1366, 768), TELEVISION)

CROWDED_CARDS = """(texts) => texts.filter((text) => {
  const card = document.querySelector(".ambition-card");
  const [condition, pays] = [".condition", ".pays"].map((name) => card.querySelector(name));
  condition.textContent = text;
  const lines = document.createRange();
  lines.selectNodeContents(condition);
  const [all, said] = [card.getBoundingClientRect(), lines.getBoundingClientRect()];
  // The frame, as icons.svg draws it.
  const top = all.top + all.height * 17 / 112, bottom = all.top + all.height * 91 / 112;
  const left = all.left + all.width * 14 / 160, right = all.left + all.width * 146 / 160;
  lines.selectNodeContents(pays);
  const points = lines.getBoundingClientRect();
  return said.top < top || said.left < left || said.right > right
    || said.bottom > points.top + 1 || points.bottom > bottom;
})"""

WIDE_LABELS = """() => [...document.querySelectorAll(".rounds > li")].filter((line) => {
  const seals = line.querySelector(".seal-row").getBoundingClientRect();
  // On a phone the long one is there for those who listen, one pixel wide.
  return [...line.querySelectorAll("small > span")].some(
    (label) => label.offsetWidth > 1 && label.getBoundingClientRect().right > seals.left);
}).map((line) => line.querySelector("small").textContent)"""


pytestmark = [pytest.mark.full, pytest.mark.usefixtures("english_afterwards")]


@contextmanager
def shown(browser: Browser, server: str, made: Table) -> Iterator[Page]:
    """Show the page of a table that is on no server."""
    context = ViewContext(made, viewer(0), PRESENT)
    drawn = scene(context) if made.is_running else None
    html = renderer().page(context, address=ADDRESS, scene=drawn)
    visit = browser.new_context(reduced_motion="reduce")
    visit.set_default_timeout(PATIENCE)
    try:
        page = visit.new_page()
        page.route("**/drawn", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(f"{server}/drawn")
        yield page
    finally:
        visit.close()


def vive_le_roi(*options: str) -> Table:
    setting = TableSetting("vive-le-roi", (1, 1, 1), options)
    return table(setting, bot(1), bot(2), sat(0, "Nora", ready=True))


def on_all_screens(page: Page, script: str, *about: Any) -> dict[tuple[int, int], list[str]]:
    found = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(script, *about)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ambition_stays_within_its_frame_and_above_its_points(
    server: str, browser: Browser, language: str
) -> None:
    use_language(language)
    made = played_on(
        vive_le_roi("ambition"), lambda t: t.game is not None and t.game.phase == "ambition"
    )
    with shown(browser, server, made) as page:
        conditions = [condition_of(card) for card in AMBITION_CARDS]
        assert on_all_screens(page, CROWDED_CARDS, conditions) == {
            screen: [] for screen in SCREENS
        }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_label_of_a_second_crowning_ends_before_the_first_seal(
    server: str, browser: Browser, language: str
) -> None:
    use_language(language)
    made = played_on(vive_le_roi("ambition", "wedding"), lambda t: t.status == "over")
    with shown(browser, server, after(made, close_scoring)) as page:
        page.wait_for_selector(".rounds > li:nth-child(2)")
        assert on_all_screens(page, WIDE_LABELS) == {screen: [] for screen in SCREENS}

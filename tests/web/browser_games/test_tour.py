"""Every page and every phase is accessible, in both themes, on the smallest phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.web.browser import LAPTOP, TELEVISION, Visits
from tests.web.browser_games.tour import tour

pytestmark = pytest.mark.full

AXE = Axe()
SIDEWAYS = """() => {
  const root = document.scrollingElement;
  window.scrollTo(1000, window.scrollY);
  const moved = window.scrollX;
  window.scrollTo(0, window.scrollY);
  const wide = [...document.querySelectorAll("body *")].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width && right > innerWidth + 1 && element.checkVisibility();
  });
  return moved || root.scrollWidth > innerWidth
    ? [`${root.scrollWidth} of ${innerWidth}`,
       ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
    : [];
}"""

SETTLED = """async () => {
  for (let still = 0; still < 3; still += 1) {
    await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter(({ playState, effect }) =>
      playState === "running" && effect.getComputedTiming().endTime !== Infinity);
    if (moving.length) still = -1;
  }
}"""


def faults_of(name: str, page: Page) -> list[str]:
    """Return the accessibility faults of a page."""
    page.evaluate(SETTLED)  # colours between two themes do not count
    results = AXE.run(page)
    return [
        f"{name}: {fault['id']}: {fault['help']}: "
        + "; ".join(node["html"][:200] for node in fault["nodes"][:3])
        for fault in results.response["violations"]
    ]


def sideways(name: str, page: Page) -> list[str]:
    """Return why a page can be scrolled sideways."""
    return [f"{name}: {what}" for what in page.evaluate(SIDEWAYS)]


def test_every_page_is_accessible_in_both_themes_on_the_smallest_phone(
    server: str, visits: Visits
) -> None:
    faults: list[str] = []
    for name, page in tour(visits, server):
        faults += sideways(name, page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            faults += faults_of(f"{name} ({scheme})", page)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert not faults, "\n".join(faults)


def test_every_page_is_accessible_on_large_screens(server: str, visits: Visits) -> None:
    faults: list[str] = []
    for name, page in tour(visits, server, viewport=LAPTOP):
        for width, height in (TELEVISION, LAPTOP):  # one dark, one light
            is_dark = (width, height) == TELEVISION
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if is_dark else "light")
            where = f"{name} ({width} pixels wide)"
            faults += sideways(where, page) + faults_of(where, page)
    assert not faults, "\n".join(faults)

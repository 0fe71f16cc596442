"""T8: the analysis in a real browser, by keyboard, on every screen, by day and night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from kingup.tables import TableSetting
from tests.analysis.games import QUICK, stored_analysis
from tests.waiting import PATIENCE
from tests.web.browser import (
    LAPTOP,
    PHONE,
    SMALL,
    TELEVISION,
    Visits,
    browser,
    visits,
    wait_for_script,
)
from tests.web.pages.analysis.golden import BLUNDER, golden_table, stored
from tests.web.pages.me.finished_games import finish
from tests.web.server import HURRIED, running

__all__ = ["browser", "visits"]

pytestmark = pytest.mark.full

TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SHOWN = """() => {
  const map = document.querySelector("analysis-moment .figure");
  return [...map.querySelectorAll("tbody tr")]
    .map((row) => [...row.cells].slice(1, 14).map((cell) => cell.textContent));
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def code(folder: Path) -> str:
    return stored(folder, golden_table(), stored_analysis())


@pytest.fixture(scope="module")
def fresh(folder: Path) -> str:
    """A finished game that nobody has analysed yet."""
    setting = TableSetting("vive-le-roi", (1, 1), ("emissary",))
    return finish(folder, [("person-of-dora", "Dora")], setting=setting)


@pytest.fixture(scope="module")
def server(folder: Path, code: str, fresh: str) -> Iterator[str]:
    assert code != fresh
    with running(folder, replace(HURRIED, analysis_seconds=QUICK)) as address:
        yield address


def tab_to(page: Page, words: str, most: int = 60) -> None:
    """Press Tab until the focus is on an element with these words."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == words:
            return
    raise AssertionError(f"{words} cannot be reached by keyboard")


def library_shares(moment: str, observer: int) -> list[list[str]]:
    beliefs = stored_analysis().beliefs
    rows = beliefs.favourites[beliefs.moments.index(moment)][observer]
    return [[f"{part / 1000:.0%}" for part in row] for row in rows]


def test_the_blunder_is_reached_by_keyboard(server: str, visits: Visits, code: str) -> None:
    page = visits.open(f"{server}/t/{code}/analysis?moment=r1.0", viewport=LAPTOP)
    assert page.evaluate(SHOWN) == library_shares("r1.0", 0)
    tab_to(page, BLUNDER)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/replay/{BLUNDER}?as=3")
    page.goto(f"{server}/t/{code}/analysis?moment={BLUNDER}#moment")
    expect(page.locator("analysis-moment .told")).to_contain_text(BLUNDER)
    assert page.evaluate(SHOWN) == library_shares(BLUNDER, 0)
    row = page.locator("analysis-moment table").first.locator("tr", has_text="blunder")
    expect(row).to_contain_text("P2")


def test_the_slider_shows_every_moment_as_anybody_reads_it(
    server: str, visits: Visits, code: str
) -> None:
    page = visits.open(f"{server}/t/{code}/analysis?moment=r2.16", viewport=PHONE)
    moments = stored_analysis().beliefs.moments
    slider = page.locator("form[data-moments] input[type=range]")
    slider.focus()
    page.keyboard.press("ArrowRight")
    following = moments[moments.index("r2.16") + 1]
    told = page.locator("analysis-moment .told")
    expect(told).to_contain_text(following)
    assert following in (slider.get_attribute("aria-valuetext") or "")
    assert page.evaluate(SHOWN) == library_shares(following, 0)
    page.get_by_label("As believed by").select_option("3")
    label = f"What P2 could believe at {following}"
    expect(page.locator(f'analysis-moment svg[aria-label="{label}"]')).to_have_count(1)
    assert page.evaluate(SHOWN) == library_shares(following, 3)


def test_the_panel_follows_another_page_without_spoilers(
    server: str, visits: Visits, code: str
) -> None:
    """Nothing of a later moment is in the document until it is reached."""
    page = visits.open(f"{server}/t/{code}/analysis", viewport=LAPTOP)
    page.evaluate("""() => {
      document.querySelector("main").innerHTML =
        `<analysis-moment data-from="${location.pathname}/moment"></analysis-moment>`;
    }""")
    show = """([name, as]) => document.dispatchEvent(
      new CustomEvent("kingup:moment", { detail: { name, as } }))"""
    page.evaluate(show, ["r2.17", "public"])
    panel = page.locator("analysis-moment")
    expect(panel).to_contain_text("r2.17")
    assert BLUNDER not in page.content()
    assert "held" not in page.content()
    page.evaluate(show, [BLUNDER, "3"])
    expect(panel).to_contain_text("blunder")
    page.evaluate(show, ["r9.99", "3"])
    visits.expect("404")
    expect(panel).to_be_empty()


def test_progress_shows_until_the_analysis_is_there(
    server: str, visits: Visits, fresh: str
) -> None:
    page = visits.open(f"{server}/t/{fresh}", viewport=PHONE)
    page.get_by_role("button", name="Analyse this game").click()
    page.wait_for_url("**/analysis")
    report = page.get_by_role("heading", name="Report")
    expect(report).to_be_visible(timeout=1000 * PATIENCE)
    assert page.locator("analysis-progress").count() == 0


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("viewport", [SMALL, PHONE, LAPTOP, TELEVISION], ids=str)
def test_pages_fit_every_screen_and_are_accessible(
    server: str, visits: Visits, code: str, viewport: tuple[int, int], dark: bool
) -> None:
    for path in ("analysis", "retry?seat=3&number=2"):
        page = visits.open(f"{server}/t/{code}/{path}", viewport=viewport, dark=dark)
        wait_for_script(page, "document.readyState === 'complete'")
        assert not page.evaluate(TOO_WIDE), path
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_a_mistake_is_tried_again(server: str, visits: Visits, code: str) -> None:
    page = visits.open(f"{server}/t/{code}/retry?seat=3&number=2", viewport=PHONE)
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Try again.")
    page.get_by_role("link", name="Hint").click()
    expect(page.get_by_role("status")).to_contain_text("Not No")
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Well chosen.")
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name="Whom do you move?")).to_be_visible()

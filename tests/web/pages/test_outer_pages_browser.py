"""Pages outside the game in a real browser: accessible on every screen."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

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

__all__ = ["browser", "visits"]

SCREENS = (SMALL, PHONE, LAPTOP, TELEVISION)


def check(page: Page) -> None:
    """Check that a page is accessible and does not scroll sideways."""
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def create_table(page: Page, **players: str) -> None:
    page.fill("#name", "Nora")
    for player, sitter in players.items():
        page.select_option(f"#{player.replace('_', '-')}", sitter)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.full)])
def test_home_and_new_tables_are_accessible(server: str, visits: Visits, dark: bool) -> None:
    page = visits.open(server, dark=dark)
    check(page)
    page.goto(f"{server}/new?edition=vive-le-roi&seats=5&team=1&option=ambition&screens=passed")
    page.click("summary")
    check(page)
    page.goto(f"{server}/new")
    check(page)


@pytest.mark.full
@pytest.mark.parametrize("dark", [False, True])
def test_the_table_before_the_game_is_accessible(server: str, visits: Visits, dark: bool) -> None:
    host = visits.open(f"{server}/new", dark=dark)
    create_table(host, player_1="seneschal")
    visitor = visits.open(host.url, dark=dark, viewport=LAPTOP)
    visitor.fill("#sit-name", "ابن عربي 👑")
    visitor.check(".pennants input[value='7']", force=True)
    visitor.click(".sit .seal")
    wait_for_script(host, "document.querySelector('.seating').textContent.includes('ابن عربي')")
    check(visitor)
    check(host)
    for dialog in ("menu", "help"):
        host.click(f"#{dialog}")
        wait_for_script(host, f"document.querySelector('#{dialog}-dialog').open")
        check(host)
        host.keyboard.press("Escape")


@pytest.mark.full
@pytest.mark.parametrize("dark", [False, True])
def test_the_result_is_accessible(server: str, visits: Visits, dark: bool) -> None:
    page = visits.open(f"{server}/new", dark=dark)
    create_table(page, player_0="page", player_1="page", player_2="page", player_3="page")
    page.click(".ready .seal")
    wait_for_script(page, "document.querySelector('#table').dataset.phase === 'over'")
    check(page)
    assert page.locator(".podium .step").count() == 4
    assert page.locator(".score-sheet .seal-row li").count() == 4 * 3 * 6


def test_the_theme_is_chosen_with_and_without_scripts(server: str, visits: Visits) -> None:
    for scripts in (True, False):
        page = visits.open(server, scripts=scripts)
        page.click(".to-dark")
        page.wait_for_selector(":root[data-theme='dark'] .to-light")
        page.reload()
        assert page.locator("html").get_attribute("data-theme") == "dark"
        assert not page.locator(".to-dark").is_visible()


def test_a_table_is_created_without_scripts(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/new", scripts=False)
    for choice in ("#edition-vive-le-roi", "input[name='seats'][value='2']"):
        page.check(choice, force=True)
        page.click("button[formmethod='get']")
    assert page.is_checked("#option-emissary")
    assert page.is_disabled("#option-emissary")
    create_table(page)
    assert "Emissary" in page.inner_text(".chips")
    page.click(".ready .seal")
    assert "1 seat is free." in page.inner_text(".ready")
    assert page.locator(".ready button[value='0']").is_visible()

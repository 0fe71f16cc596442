"""The whole game by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, page_of, placing, voting

pytestmark = pytest.mark.full


@pytest.fixture
def page(visits: Visits, fake_server: FakeServer, request: pytest.FixtureRequest) -> Page:
    fake_server.fragment = page_of(getattr(request, "param", climbing)())
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    return page


def acted(fake_server: FakeServer) -> list[str]:
    fake_server.wait(lambda: fake_server.commands)
    return [fields["action"] for _, fields in fake_server.commands]


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))


def test_a_letter_picks_a_character_and_enter_confirms(
    page: Page, fake_server: FakeServer
) -> None:
    page.keyboard.press("b")
    assert focused(page) == "B at 3"
    expect(page.locator("#choice")).to_contain_text("About B.")
    page.keyboard.press("Enter")
    assert acted(fake_server) == ["B"]


def test_escape_takes_a_pick_back(page: Page, fake_server: FakeServer) -> None:
    page.keyboard.press("b")
    page.keyboard.press("Escape")
    expect(page.locator("#choice")).to_be_hidden()
    assert focused(page) == "B at 3"
    assert not fake_server.commands


def test_arrows_move_over_the_board(page: Page) -> None:
    page.keyboard.press("ArrowDown")
    assert focused(page) == "A at 2"
    for key, label in [
        ("ArrowUp", "B at 3"),
        ("ArrowRight", "C at 3"),
        ("ArrowLeft", "B at 3"),
        ("ArrowDown", "A at 2"),
        ("ArrowDown", "M at 0"),
        ("ArrowDown", "M at 0"),
    ]:
        page.keyboard.press(key)
        assert focused(page) == label


def test_tab_stops_once_among_the_characters(page: Page) -> None:
    page.keyboard.press("ArrowDown")
    stops = "() => [...document.querySelectorAll('#tokens button')].map((b) => b.tabIndex)"
    assert page.evaluate(stops) == [0, -1, -1, -1]
    page.keyboard.press("ArrowUp")
    assert page.evaluate(stops) == [-1, 0, -1, -1]
    page.keyboard.press("Tab")
    assert focused(page) == "None"
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "B at 3"


def test_a_target_is_reached_by_arrows(page: Page, fake_server: FakeServer) -> None:
    page.keyboard.press("a")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "3"
    page.keyboard.press("Enter")
    assert acted(fake_server) == ["A"]


def test_a_held_enter_does_not_pick_and_confirm(page: Page, fake_server: FakeServer) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#choice")).to_contain_text("About A.")
    page.wait_for_timeout(100)
    assert not fake_server.commands


@pytest.mark.parametrize("page", [placing], indirect=True)
def test_a_letter_and_a_digit_place_a_character(page: Page, fake_server: FakeServer) -> None:
    page.keyboard.press("a")
    page.keyboard.press("3")
    assert focused(page) == "3"
    page.keyboard.press("Enter")
    assert acted(fake_server) == ["A3"]


@pytest.mark.parametrize("page", [placing], indirect=True)
def test_enter_leads_from_a_character_to_its_places(page: Page) -> None:
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    assert focused(page) == "1"


@pytest.mark.parametrize("page", [voting], indirect=True)
def test_in_a_vote_letters_are_cards(page: Page, fake_server: FakeServer) -> None:
    page.keyboard.press("n")
    expect(page.locator("#choice")).to_contain_text("About N.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".vote-card[data-action=Y]")).to_be_focused()
    page.keyboard.press("y")
    expect(page.locator("#choice")).to_contain_text("About Y.")
    page.keyboard.press("Enter")
    assert acted(fake_server) == ["Y"]


def test_help_and_menu_have_keys_and_letters_can_be_switched_off(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("#choice")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#help-dialog")).to_be_hidden()
    page.keyboard.press("Shift+M")
    expect(page.locator("#menu-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu-dialog")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#menu-dialog")).to_be_hidden()
    assert focused(page) == "M at 0"
    page.locator("#help").click()
    page.locator("#keys").click()
    expect(page.locator("#keys")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.locator("#choice")).to_be_hidden()

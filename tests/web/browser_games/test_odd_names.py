"""Odd names and codes are shown as plain text and never executed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.waiting import wait_until
from tests.web.browser import Visits, pause_of
from tests.web.browser_games.player import (
    be_ready,
    look,
    patient,
    set_table,
    sit_down,
    wait_for,
)

pytestmark = pytest.mark.full

SCRIPT = "<script>x=1</script>"
EMOJI = "👩‍👩‍👧‍👦 👑 🇫🇷"
ARABIC = "ابن عربي"
TITLE = '<img src=q onerror="window.x=1">'
TABLE = "seats=3&screens=board"


def check_harmless(page: Page, *names: str) -> None:
    """Check that a page shows names as plain text, and executes nothing in them."""
    text = page.evaluate("document.body.textContent")
    for name in names:
        assert name in text, f"{name} is not on {page.url}"
    assert page.evaluate("typeof window.x") == "undefined"
    assert page.locator("img[src=q], body script:not([src]), main script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_odd_names_are_shown_everywhere_and_do_nothing(server: str, visits: Visits) -> None:
    people = [visits.open(f"{server}/health") for _ in range(3)]
    host, second, third = people
    patient(host).goto(f"{server}/new?{TABLE}&here=phone")
    host.click(".more-settings summary")
    host.fill("#title", TITLE)
    host.fill("#name", SCRIPT)
    host.click("button.seal.big")
    host.wait_for_url("**/t/*")
    address = host.url
    sit_down(second, address, EMOJI)
    sit_down(third, address, f"\u202e{ARABIC}\u202c")  # characters that reverse text are left out
    for page in people:
        page.wait_for_selector("#chair-2 bdi")
        check_harmless(page, SCRIPT, EMOJI, ARABIC)
    check_harmless(host, TITLE)
    for page in people:
        be_ready(page)
    for page in people:
        wait_for(page, lambda seen: seen.phase == "place")
        check_harmless(page, SCRIPT, EMOJI, ARABIC)
        assert "\u202e" not in page.content()
    names = [name.inner_text() for name in host.locator("#seats bdi").all()]
    assert names == [SCRIPT, EMOJI, ARABIC]
    for where in ("board", "watch"):
        third.goto(f"{address}/{where}")
        check_harmless(third, SCRIPT, EMOJI, ARABIC)
    host.click("#menu")
    check_harmless(host, TITLE)
    host.click(".danger summary")
    host.click(".danger .seal")
    for page in (host, second):
        wait_for(page, lambda seen: seen.phase == "over")
        check_harmless(page, SCRIPT, EMOJI, ARABIC)


def test_an_impossible_name_is_refused_beside_the_form_and_keeps_the_input(
    server: str, visits: Visits
) -> None:
    visits.expect(r"status of 4\d\d")
    host, guest = visits.open(f"{server}/health"), visits.open(f"{server}/health")
    address = set_table(host, server, TABLE, "Ana")
    patient(guest).goto(address)
    for name in ("W" * 50, " \u200b ", "ana"):  # too long, nothing, taken
        guest.fill("#sit-name", name)
        guest.click(".sit .seal")
        guest.wait_for_selector(".sit .error[role=alert]")
        assert guest.inner_text(".sit .error").strip().endswith(".")
        assert guest.input_value("#sit-name") == name
    sit_down(guest, address, "Ben")
    host.wait_for_selector("#chair-1 bdi")


def test_a_seat_that_was_just_taken_is_refused_with_a_sentence(
    server: str, visits: Visits
) -> None:
    visits.expect(r"status of 4\d\d")
    host, fast, slow = (visits.open(f"{server}/health") for _ in range(3))
    address = set_table(host, server, "seats=3&player-2=page", "Ana")
    held = []
    patient(slow).goto(address)
    slow.route("**/sit", lambda route: held.append(route))
    slow.fill("#sit-name", "Cleo")
    slow.click(".sit .seal")
    wait_until(lambda: held, pause=pause_of(slow))
    sit_down(fast, address, "Ben")
    held[0].continue_()
    slow.wait_for_selector(".error[role=alert]")
    assert slow.inner_text(".error[role=alert]").strip().endswith(".")
    # The table is full now: others may watch.
    slow.reload()
    assert slow.locator("#sit-name").count() == 0
    for page in (host, fast):
        be_ready(page)
    wait_for(slow, lambda seen: seen.phase == "place")
    assert not look(slow).actions
    assert slow.locator("#hand, .is-fav").count() == 0


def test_a_wrong_code_is_answered_beside_its_field(server: str, visits: Visits) -> None:
    visits.expect(r"status of 404")
    page = patient(visits.open(server))
    for code in ("rook-22222", "nonsense", "<script>x=1</script>", "🏰"):
        page.fill("#code", code)
        page.click(".join button")
        page.wait_for_selector("#code-error")
        assert page.inner_text("#code-error").strip()
        assert page.input_value("#code") == code
        check_harmless(page)

"""Chat at a table in real browsers."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.web.browser import LAPTOP, SMALL, TELEVISION, Visits, wait_for_script
from tests.web.browser_games.player import be_ready, set_table, sit_down, wait_for

pytestmark = pytest.mark.full

TEAM = (
    "edition=vive-le-roi&seats=3&team=0&player-3=page&bot_pace=swift"
    "&player-0=me&player-1=&player-2="
)


def send_message(page: Page, text: str) -> None:
    page.fill("#talk-text", text)
    page.keyboard.press("Enter")
    wait_for_script(page, "document.querySelector('#talk-text').value === ''")


def open_chat(page: Page) -> None:
    page.click("#talk-button")
    page.wait_for_selector("#talk #talk-title")


def wait_for_message(page: Page, text: str) -> None:
    page.wait_for_selector(f"#remarks .text:text-is('{text}')")


def check(page: Page) -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def people(server: str, visits: Visits) -> tuple[Page, Page, Page, str]:
    """Return two teammates, on a laptop and on a small dark phone, and a rival."""
    ana = visits.open(server, viewport=LAPTOP)
    ben = visits.open(server, viewport=SMALL, dark=True, touch=True)
    cleo = visits.open(server, viewport=LAPTOP, dark=True, locale="fr-FR")
    address = set_table(ana, server, TEAM, "Ana")
    sit_down(ben, address, "Ben", 1)
    sit_down(cleo, address, "Cleo", 2)
    return ana, ben, cleo, address


def test_teammates_and_rivals_chat_react_mute_and_report(
    people: tuple[Page, Page, Page, str], visits: Visits
) -> None:
    ana, ben, cleo, address = people
    open_chat(ana)  # before the game has begun
    send_message(ana, "hello <script>alert(1)</script>")
    ben.wait_for_selector("#talk-button .count:text('1')")
    for page in (ana, ben, cleo):
        be_ready(page)
    for page in (ana, ben, cleo):
        wait_for(page, lambda seen: seen.phase != "open")
    ben.wait_for_selector("#talk-button .count:text('1')")
    check(ben)
    open_chat(ben)
    wait_for_message(ben, "hello <script>alert(1)</script>")
    assert ben.locator("#talk-button .count").count() == 0
    check(ben)
    number = cleo.get_attribute("#table", "data-number")

    # To the teammate alone.
    ben.check("#talk input[name=to]")
    send_message(ben, "I like Cleo’s asparagus")
    wait_for_message(ana, "I like Cleo’s asparagus")
    open_chat(cleo)
    wait_for_message(cleo, "hello <script>alert(1)</script>")
    assert "asparagus" not in cleo.content()
    check(cleo)
    check(ana)

    # A reaction floats over the seat, on the television, too.
    television = visits.open(f"{address}/board", viewport=TELEVISION)
    television.wait_for_selector("#seat-0")
    wait_for_script(television, "!('down' in document.querySelector('#table').dataset)")
    television.wait_for_timeout(300)
    cleo.click("#talk button[value=laugh]")
    for page in (ana, ben, television):
        page.wait_for_selector(".floating", state="attached")
    assert television.locator("#talk").count() == 0
    wait_for_script(television, "!document.querySelector('.floating')")

    # Ben has muted Cleo, her reactions, too; Ana has not.
    send_message(cleo, "you will lose")
    wait_for_message(ben, "you will lose")
    ben.locator(".remark", has_text="you will lose").locator("summary").click()
    ben.click("text=Mute Cleo")
    wait_for_script(ben, "!document.querySelector('#remarks').textContent.includes('lose')")
    send_message(cleo, "all of you")
    wait_for_message(ana, "all of you")
    cleo.click("#talk button[value=heart]")
    ana.wait_for_selector(".floating", state="attached")
    assert ben.locator(".floating").count() == 0
    assert "all of you" not in ben.content()
    check(ben)
    ben.click("#talk .muted summary")
    ben.click("text=Unmute Cleo")
    wait_for_message(ben, "all of you")

    # Ana reports.
    rude = ana.locator(".remark", has_text="you will lose")
    rude.locator("summary").click()
    rude.get_by_text("Report to the operator").click()
    ana.wait_for_selector("text=Thank you. The operator of this server can now read it.")
    assert cleo.get_attribute("#table", "data-number") == number, "no table was drawn anew"


def test_new_messages_are_announced_to_screen_readers_until_switched_off(
    people: tuple[Page, Page, Page, str],
) -> None:
    ana, ben, _cleo, _address = people
    open_chat(ana)
    send_message(ana, "first")
    wait_for_script(ben, "document.querySelector('#live').textContent.includes('Ana: first')")
    open_chat(ben)
    ben.click("#talk-aloud")
    assert ben.get_attribute("#talk-aloud", "aria-pressed") == "false"
    send_message(ana, "second")
    wait_for_message(ben, "second")
    assert "second" not in ben.inner_text("#live")
    assert ben.evaluate("document.querySelector('#live').ariaLive") == "polite"


def test_a_closed_drawer_counts_unread_messages_and_remembers_read_ones(
    people: tuple[Page, Page, Page, str],
) -> None:
    ana, ben, _cleo, _address = people
    open_chat(ana)
    send_message(ana, "one")
    open_chat(ben)
    wait_for_message(ben, "one")
    ben.keyboard.press("Escape")
    assert not ben.is_visible("#talk")
    send_message(ana, "two")
    send_message(ana, "three")
    ben.wait_for_selector("#talk-button .count:text('2')")
    ben.reload()
    ben.wait_for_selector("#talk-button .count:text('2')")
    open_chat(ben)
    wait_for_message(ben, "three")
    ben.reload()
    ben.wait_for_selector("#talk-button")
    ben.wait_for_timeout(500)
    assert ben.locator("#talk-button .count").count() == 0


def test_without_scripts_the_chat_is_a_page(server: str, visits: Visits) -> None:
    ana = visits.open(server, viewport=LAPTOP)
    address = set_table(ana, server, TEAM + "&talk=everybody", "Ana")
    guest = visits.open(f"{address}/talk", viewport=SMALL, scripts=False)
    guest.fill("#talk-name", "Gus")
    guest.fill("#talk-text", "may I watch?")
    guest.click(".talk-form button")
    guest.wait_for_url("**/talk")
    assert guest.inner_text("#remarks .text") == "may I watch?"
    plain = visits.open(f"{address}/talk", viewport=SMALL)
    check(plain)
    dark = visits.open(f"{address}/talk", viewport=TELEVISION, dark=True, locale="it-IT")
    check(dark)
    assert "Messaggi" in dark.inner_text("#talk-title")

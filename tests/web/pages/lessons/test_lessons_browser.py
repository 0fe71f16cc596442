"""Lessons in a real browser: by finger, by keyboard, without scripts, in every language."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from kingup.lessons import LESSONS, LessonStep
from tests.web.browser import LAPTOP, SMALL, TELEVISION, Visits, browser, visits, wait_for_script

__all__ = ["browser", "visits"]

pytestmark = pytest.mark.full

EVERY = pytest.mark.parametrize("lesson", LESSONS)


def at_step(page: Page, number: int) -> None:
    wait_for_script(page, f"document.querySelector('#act [name=step]')?.value === '{number}'")
    wait_for_script(page, "!document.querySelector('form[aria-busy]')")
    # A tap on a moving character only ends its animation.
    wait_for_script(page, "document.querySelector('#tokens')?.getAnimations({subtree: true})"
                ".every((motion) => motion instanceof CSSAnimation)")  # fmt: skip


def tap(page: Page, step: LessonStep) -> None:
    """Do a step with a finger."""
    if step.kind == "read":
        page.click("#go-on")
        return
    action = step.accepts[0]
    if page.locator("#cards .vote-card").count():
        page.click(f".vote-card[data-action='{action}']")
    else:
        page.click(f"#token-{action[0]} button")
    if step.kind == "do":
        page.click(f"#choice:not([hidden]) button[value='{action}']")


def type_(page: Page, step: LessonStep) -> None:
    """Do a step with the keyboard."""
    if step.kind == "read":
        for _ in range(40):
            if page.evaluate("document.activeElement?.id") == "go-on":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        return
    for key in step.accepts[0]:
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def check(page: Page) -> None:
    """Check that a page is accessible and does not scroll sideways."""
    page.wait_for_load_state()  # a click only waits until the next page begins
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@EVERY
def test_a_lesson_is_played_by_finger_on_a_small_phone(
    server: str, visits: Visits, lesson: str
) -> None:
    page = visits.open(f"{server}/learn/{lesson}", viewport=SMALL, touch=True)
    for number, step in enumerate(LESSONS[lesson].steps):
        at_step(page, number)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
        if step.kind != "end":
            tap(page, step)
    assert page.locator(".ends .button").count() == 2
    page.click(".ends button")
    page.wait_for_url("**/t/*")


@EVERY
def test_a_lesson_is_played_by_keyboard_alone(server: str, visits: Visits, lesson: str) -> None:
    page = visits.open(f"{server}/learn/{lesson}", viewport=LAPTOP)
    for number, step in enumerate(LESSONS[lesson].steps):
        at_step(page, number)
        if step.kind != "end":
            type_(page, step)
    assert page.locator("#table").get_attribute("data-coach") == "end"
    announced = page.locator("#live").text_content() or ""
    assert (page.locator(".coach .prompt").text_content() or "?") in announced


def test_other_moves_are_explained_beside_the_board(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/learn/1", viewport=SMALL)
    for number in (0, 1):
        at_step(page, number)
        page.click("#go-on")
    at_step(page, 2)
    page.click("#token-P button")
    page.click("#choice:not([hidden]) button[value='P1']")
    page.wait_for_selector(".reply")
    assert "Ernesto" in (page.locator(".reply").text_content() or "")
    assert page.locator("#token-P").get_attribute("data-at") == "aside"
    page.click("#show")
    at_step(page, 3)
    page.click("#show")
    at_step(page, 4)
    page.click("#token-G button")  # on floor 3, too: it cannot climb either
    page.wait_for_selector(".reply")
    assert "Gavino" in (page.locator(".reply").text_content() or "")
    page.click("#back")
    at_step(page, 3)


def test_a_lesson_resumes_where_it_was_left(server: str, visits: Visits) -> None:
    page = visits.open(f"{server}/learn/2", viewport=SMALL)
    for number in range(3):
        at_step(page, number)
        page.click(":is(#go-on, #show):visible")
    at_step(page, 3)
    page.reload()
    at_step(page, 3)
    page.click("#leave")
    page.wait_for_url("**/learn")
    assert "Step 4 of 13" in (page.locator(".lessons").text_content() or "")
    page.click(".lessons li:nth-child(2) a")
    at_step(page, 3)
    page.click("#leave")
    page.click(".lessons li:nth-child(2) button")
    page.wait_for_url("**/learn/2")
    at_step(page, 0)


@EVERY
def test_a_lesson_needs_no_scripts(server: str, visits: Visits, lesson: str) -> None:
    page = visits.open(f"{server}/learn/{lesson}", viewport=SMALL, scripts=False)
    for step in LESSONS[lesson].steps[:-1]:
        action = step.accepts[0] if step.accepts else ""
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
        with page.expect_navigation():  # a form without scripts loads the next page
            page.click(f"#act button[name='action'][value='{action}']:not(#attempt)")
    assert page.locator("#table").get_attribute("data-coach") == "end"


@pytest.mark.parametrize(
    ("locale", "word", "dark"), [("fr-FR", "Bouffon", False), ("it-IT", "giullare", True)]
)
def test_lessons_are_accessible(
    server: str, visits: Visits, locale: str, word: str, dark: bool
) -> None:
    page = visits.open(f"{server}/learn/2", viewport=SMALL, locale=locale, dark=dark)
    assert word in (page.locator(".coach").text_content() or "")
    for number, step in enumerate(LESSONS["2"].steps):
        at_step(page, number)
        if step.id in ("news", "privy", "bellyache", "score", "end"):
            page.wait_for_timeout(300)  # animations have ended
            check(page)
        if step.kind != "end":
            page.click(":is(#go-on, #show):visible")
    page.goto(f"{server}/learn")
    check(page)
    page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    check(page)

"""Dragging a character with mouse or finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.browser import Visits, pause_of
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import beat, climbing, moved, page_of, prompted

pytestmark = pytest.mark.full


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(page, "#token-A"))
    page.mouse.down()
    page.mouse.move(to[0] - 30, to[1] + 30, steps=4)
    page.mouse.move(*to, steps=2)
    page.mouse.up()


def test_a_character_is_dragged_to_its_place(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.fragment = page_of(climbing())
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    page.locator("#token-A button").click()
    to = middle(page, ".target[data-for=A]")
    page.keyboard.press("Escape")
    drag(page, to)
    fake_server.wait(lambda: fake_server.commands)
    assert fake_server.commands[0][1]["action"] == "A"
    # It waits there for the answer.
    wait_until(lambda: middle(page, "#token-A") == to, pause=pause_of(page))
    fake_server.push(2, beat("climbed", who="A", board=moved("A", "3")), prompted("Number 2"))
    expect(page.locator("#prompt")).to_have_text("Number 2")
    wait_until(lambda: middle(page, "#token-A") == to, pause=pause_of(page))


def test_a_character_dropped_elsewhere_glides_back_and_stays_picked(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = page_of(climbing())
    page = visits.open(fake_server.table)
    home = middle(page, "#token-A")
    drag(page, (350, 40))
    wait_until(lambda: middle(page, "#token-A") == home, pause=pause_of(page))
    expect(page.locator("#choice")).to_be_visible()
    assert not fake_server.commands


def test_a_refused_character_glides_back_with_the_reason(
    visits: Visits, fake_server: FakeServer
) -> None:
    visits.expect("status of 409")
    fake_server.fragment = page_of(climbing())
    fake_server.answer = lambda path, fields: (409, {"error": "Tomasz was faster.", "number": 1})
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    home = middle(page, "#token-A")
    page.locator("#token-A button").click()
    drag(page, middle(page, ".target[data-for=A]"))
    expect(page.get_by_role("alert")).to_have_text("Tomasz was faster.")
    wait_until(lambda: middle(page, "#token-A") == home, pause=pause_of(page))


def test_a_second_finger_neither_moves_nor_drops_what_the_first_one_drags(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = page_of(climbing())
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    page.locator("#token-A button").click()
    target = middle(page, ".target[data-for=A]")
    page.mouse.move(*middle(page, "#token-A"))
    page.mouse.down()
    page.mouse.move(350, 40, steps=4)
    page.evaluate(
        """([x, y]) => ["pointerdown", "pointermove", "pointerup"].forEach((name) =>
          document.querySelector("#token-A").dispatchEvent(new PointerEvent(
            name, { pointerId: 99, clientX: x, clientY: y, bubbles: true })))""",
        target,
    )
    assert page.locator("#token-A.js-dragged").count()
    page.mouse.up()
    assert not page.locator("#token-A.js-dragged").count()
    assert not fake_server.commands


def test_a_page_says_whether_it_fits_the_screen(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.fragment = page_of(climbing())
    page = visits.open(fake_server.table, touch=True)
    fake_server.wait_for_socket()
    expect(page.locator("#table")).to_have_attribute("data-fits", "")
    page.set_viewport_size({"width": 390, "height": 400})
    fake_server.push(2, prompted("Number 2"))
    expect(page.locator("#table")).not_to_have_attribute("data-fits", "")

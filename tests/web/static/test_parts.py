"""Updates that change parts of a page, and leave everything else alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, scene, token, watching

pytestmark = pytest.mark.full


def watched(visits: Visits, fake_server: FakeServer, fragment: str) -> Page:
    fake_server.fragment = fragment
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    return page


def test_a_part_is_changed_in_its_place_and_the_rest_is_not_touched(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = watched(visits, fake_server, climbing(3))
    page.evaluate(
        """() => {
          window.touched = [];
          new MutationObserver((records) => window.touched.push(...records.map(
            ({ target }) => target.closest?.("[id]")?.id ?? target.parentElement?.id)))
            .observe(document.querySelector("#tokens"), { subtree: true, childList: true,
              attributes: true, characterData: true });
        }"""
    )
    fake_server.send(
        {
            "number": 4,
            "parts": {"token-A": token("A", "3", 0), "prompt": '<p id="prompt">Others act.</p>'},
            "attributes": {"table": {"data-number": "4", "data-you-act": "0", "class": None}},
            "told": ["A climbs."],
            "moments": [],
        }
    )
    expect(page.locator("#prompt")).to_have_text("Others act.")
    expect(page.locator("#token-A")).to_have_attribute("data-at", "3")
    expect(page.locator("#table")).to_have_attribute("data-number", "4")
    expect(page.locator("#table")).not_to_have_attribute("class", "table")
    expect(page.locator("#live")).to_contain_text("A climbs.")
    assert set(page.evaluate("window.touched")) == {"token-A"}


def test_a_focused_token_keeps_the_focus_and_its_identity(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = watched(visits, fake_server, climbing(3))
    page.locator("#token-B button").focus()
    page.evaluate("window.held = document.querySelector('#token-B')")
    fake_server.send({"number": 4, "parts": {"token-B": token("B", "4", 1)}, "attributes": {}})
    expect(page.locator("#token-B")).to_have_attribute("data-at", "4")
    expect(page.locator("#token-B button")).to_be_focused()
    assert page.evaluate("window.held === document.querySelector('#token-B')")


def test_parts_that_come_at_once_end_in_the_newest_state(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = watched(visits, fake_server, climbing(1))
    for number in range(2, 9):
        fake_server.send(
            {
                "number": number,
                "parts": {"prompt": f'<p id="prompt">Part {number}</p>'},
                "attributes": {"table": {"data-number": str(number)}},
                "told": [f"Event {number}."],
            }
        )
    expect(page.locator("#prompt")).to_have_text("Part 8")
    expect(page.locator("#table")).to_have_attribute("data-number", "8")
    for number in range(2, 9):
        expect(page.locator("#live")).to_contain_text(f"Event {number}.")


def test_a_whole_page_replaces_the_parts_before_it(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = watched(visits, fake_server, climbing(1))
    fake_server.send({"number": 2, "parts": {"token-A": token("A", "5", 0)}, "attributes": {}})
    fake_server.push(watching(3), 3)
    fake_server.send({"number": 4, "parts": {"token-B": token("B", "5", 1)}, "attributes": {}})
    expect(page.locator("#token-B")).to_have_attribute("data-at", "5")
    expect(page.locator("#token-A")).to_have_attribute("data-at", "3")
    expect(page.locator("#prompt")).to_have_text("Number 3")


def test_forms_send_the_number_of_the_newest_event(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = watched(visits, fake_server, climbing(3))
    fake_server.send({"number": 9, "parts": {}, "attributes": {"table": {"data-number": "9"}}})
    expect(page.locator("#act input[name=number]")).to_have_value("9")
    page.locator("#token-A button").click()
    page.locator("#choice-A button").click()
    fake_server.wait(lambda: fake_server.commands)
    assert fake_server.commands[0][1]["number"] == "9"


def test_a_part_without_a_place_makes_the_page_fetch_the_whole(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = watched(visits, fake_server, climbing(3))
    fake_server.fragment, fake_server.number = scene(token("A", "3", 0), number=4), 4
    fake_server.send(
        {"number": 4, "parts": {"nowhere": '<p id="nowhere">?</p>'}, "attributes": {}}
    )
    expect(page.locator("#prompt")).to_have_text("Number 4")
    expect(page.locator("#token-B")).to_have_count(0)

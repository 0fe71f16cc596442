"""News that changes parts of a page, and leaves everything else alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.scenes import climbing, scene, token, watching
from tests.web.static.stage import Stage


def watched(visits: Visits, stage: Stage, fragment: str) -> Page:
    stage.fragment = fragment
    page = visits.open(stage.table)
    stage.wait_for_socket()
    return page


def test_a_part_is_changed_in_its_place_and_the_rest_is_not_touched(
    visits: Visits, stage: Stage
) -> None:
    page = watched(visits, stage, climbing(3))
    page.evaluate(
        """() => {
          window.touched = [];
          new MutationObserver((records) => window.touched.push(...records.map(
            ({ target }) => target.closest?.("[id]")?.id ?? target.parentElement?.id)))
            .observe(document.querySelector("#tokens"), { subtree: true, childList: true,
              attributes: true, characterData: true });
        }"""
    )
    stage.tell(
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


def test_a_focused_token_keeps_the_focus_and_its_identity(visits: Visits, stage: Stage) -> None:
    page = watched(visits, stage, climbing(3))
    page.locator("#token-B button").focus()
    page.evaluate("window.held = document.querySelector('#token-B')")
    stage.tell({"number": 4, "parts": {"token-B": token("B", "4", 1)}, "attributes": {}})
    expect(page.locator("#token-B")).to_have_attribute("data-at", "4")
    expect(page.locator("#token-B button")).to_be_focused()
    assert page.evaluate("window.held === document.querySelector('#token-B')")


def test_parts_that_come_at_once_end_in_the_newest(visits: Visits, stage: Stage) -> None:
    page = watched(visits, stage, climbing(1))
    for number in range(2, 9):
        stage.tell(
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


def test_a_whole_page_between_parts_counts_for_all_before_it(visits: Visits, stage: Stage) -> None:
    page = watched(visits, stage, climbing(1))
    stage.tell({"number": 2, "parts": {"token-A": token("A", "5", 0)}, "attributes": {}})
    stage.push(watching(3), 3)
    stage.tell({"number": 4, "parts": {"token-B": token("B", "5", 1)}, "attributes": {}})
    expect(page.locator("#token-B")).to_have_attribute("data-at", "5")
    expect(page.locator("#token-A")).to_have_attribute("data-at", "3")
    expect(page.locator("#prompt")).to_have_text("Number 3")


def test_forms_send_the_number_of_the_newest_event(visits: Visits, stage: Stage) -> None:
    page = watched(visits, stage, climbing(3))
    stage.tell({"number": 9, "parts": {}, "attributes": {"table": {"data-number": "9"}}})
    expect(page.locator("#act input[name=number]")).to_have_value("9")
    page.locator("#token-A button").click()
    page.locator("#choice-A button").click()
    stage.wait(lambda: stage.deeds)
    assert stage.deeds[0][1]["number"] == "9"


def test_a_part_without_a_place_makes_the_page_ask_for_the_whole(
    visits: Visits, stage: Stage
) -> None:
    page = watched(visits, stage, climbing(3))
    stage.fragment, stage.number = scene(token("A", "3", 0), number=4), 4
    stage.tell({"number": 4, "parts": {"nowhere": '<p id="nowhere">?</p>'}, "attributes": {}})
    expect(page.locator("#prompt")).to_have_text("Number 4")
    expect(page.locator("#token-B")).to_have_count(0)

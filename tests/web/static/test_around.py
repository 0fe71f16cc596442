"""What belongs to a table's page besides the game: rules, menu, tips, earlier lines."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.clock import open_with_clock
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import Scene, beat, climbing, page_of, prompted, watching

pytestmark = pytest.mark.full

RULES = (
    '<a id="why" data-rule href="/rules/kingup#vote">?</a>'
    '<dialog id="rule-dialog"><div class="rule-text"></div><form method="dialog"><button>Close'
    "</button></form></dialog>"
)
TIP = '<p id="tip" hidden><span></span><button type="button">Close</button></p>'
LINE = '<li data-key="{0}" data-move="{0}" data-bind="data-move:.move text:.text">{1}</li>'


def opened(visits: Visits, fake_server: FakeServer, shown: Scene, panel: str) -> Page:
    fake_server.fragment = page_of(shown, panel=panel)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    return page


def test_a_rule_opens_over_the_table(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, climbing(), RULES)
    fake_server.pages["/rules/kingup"] = (
        "<h1>Rules</h1><section id=deal>Deal.</section><section id=vote>All must agree.</section>"
    )
    page.locator("#why").click()
    expect(page.locator("#rule-dialog")).to_be_visible()
    expect(page.locator("#rule-dialog .rule-text")).to_have_text("All must agree.")
    assert fake_server.requests[-1] == "part=1"
    page.get_by_text("Close").click()
    expect(page.locator("#rule-dialog")).to_be_hidden()


def test_without_a_dialog_a_rule_is_a_link(visits: Visits, fake_server: FakeServer) -> None:
    link = '<a id="why" data-rule href="/rules/kingup#vote">?</a>'
    page = opened(visits, fake_server, climbing(), link)
    fake_server.pages["/rules/kingup"] = "<h1>Rules</h1>"
    page.locator("#why").click()
    page.wait_for_url("**/rules/kingup#vote")


def test_the_menu_is_fetched_when_it_is_opened(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, climbing(), "")
    fake_server.menu = '<dialog id="menu-dialog"><h2>Menu</h2><p>Inès is away.</p></dialog>'
    page.locator("#menu").click()
    expect(page.locator("#menu-dialog")).to_contain_text("Inès is away.")
    expect(page.locator("#menu-dialog")).to_be_visible()


def test_a_tip_can_be_closed_while_something_plays(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = open_with_clock(visits, fake_server, watching(), panel=TIP)
    fake_server.wait_for_socket()
    fake_server.push(2, tips(climbing="Anybody may climb."))
    fake_server.push(3, beat("breath"), beat(own={"prompt": "Later."}))
    expect(page.locator("#table")).to_have_attribute("data-playing", "")
    page.locator("#tip button").click()
    expect(page.locator("#tip")).to_be_hidden()
    expect(page.locator("#prompt")).to_have_text("climbing.")


def tips(**lines: str) -> dict[str, Any]:
    fits = [{"id": id_, "text": text} for id_, text in lines.items()]
    return beat(own={"tips": fits, "prompt": f"{', '.join(lines)}."})


def test_a_tip_is_shown_once_and_can_be_closed(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, watching(), TIP)
    fake_server.push(2, tips(climbing="Anybody may climb."))
    expect(page.locator("#tip")).to_have_text("Anybody may climb.Close")
    expect(page.locator("#tip")).to_be_visible()
    page.locator("#tip button").click()
    expect(page.locator("#tip")).to_be_hidden()
    fake_server.push(3, tips(vote="Votes are secret."))
    expect(page.locator("#tip")).to_be_visible()
    fake_server.push(4, tips(climbing="Anybody may climb."))
    expect(page.locator("#prompt")).to_have_text("climbing.")
    expect(page.locator("#tip")).to_be_hidden()
    fake_server.push(5, tips(climbing="Anybody may climb.", crown="The crown marks a seat."))
    expect(page.locator("#tip")).to_have_text("The crown marks a seat.Close")
    expect(page.locator("#tip")).to_be_visible()


def test_earlier_lines_are_shown_on_demand(visits: Visits, fake_server: FakeServer) -> None:
    shown = watching()
    shown["board"]["lines"] = [{"id": "0", "move": 0, "text": "A climbs."}]
    panel = (
        f'<ul id="lines" data-since="1" data-each="board.lines"><template>{LINE.format("", "")}'
        f"</template>{LINE.format('0', 'A climbs.')}</ul>"
        '<button type="button" id="earlier" aria-expanded="false">Earlier</button>'
    )
    page = opened(visits, fake_server, shown, panel)
    fake_server.push(
        2,
        beat(board={"lines": {"+": [{"id": "1", "move": 1, "text": "B climbs."}]}}),
        prompted("Number 2"),
    )
    lines = page.locator("#lines > li")
    expect(lines).to_have_text(["A climbs.", "B climbs."])
    expect(lines.nth(0)).to_have_attribute("data-old", "")
    expect(lines.nth(1)).not_to_have_attribute("data-old", "")
    page.locator("#earlier").click()
    expect(page.locator("#lines")).to_have_class("js-all")
    expect(page.locator("#earlier")).to_have_attribute("aria-expanded", "true")


def test_a_lesson_is_played_by_its_answers(visits: Visits, fake_server: FakeServer) -> None:
    lesson = page_of(climbing()).replace("/t/rook-1/act", "/learn/first/step")
    fake_server.script = "learn.js"
    fake_server.fragment = lesson.replace(
        "<div data-error>",
        '<button id="attempt" name="action" value="" hidden></button><div data-error>',
    )
    page = visits.open(f"{fake_server.address}/page")
    fake_server.answer = lambda path, fields: (
        200,
        {
            "number": 2,
            "title": "Step 2",
            "beats": [
                beat("climbed", who="A", board={"tokens": {"A": {"at": "3"}}}, said="A climbs."),
                beat(own={"prompt": "Well done.", "choices": [], "targets": []}, said="Go on."),
            ],
        },
    )
    page.locator("#token-A button").click()
    page.locator("#choice button").click()
    expect(page.locator("#prompt")).to_have_text("Well done.")
    expect(page.locator("#token-A")).to_have_attribute("data-at", "3")
    expect(page.locator("#live")).to_contain_text("A climbs. Go on.")
    expect(page.locator("#choice")).to_be_hidden()
    expect(page).to_have_title("Step 2")
    page.locator("#token-C button").click()  # an attempt, which the coach answers
    fake_server.wait(lambda: len(fake_server.commands) == 2)
    assert fake_server.commands[1][1]["action"] == "C"

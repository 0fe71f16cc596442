"""Forms that are sent without leaving the page."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import beat, climbing, page_of, watching

pytestmark = pytest.mark.full


def opened(visits: Visits, fake_server: FakeServer) -> Page:
    fake_server.fragment = fake_server.fragment or page_of(climbing())
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    return page


def test_an_error_is_shown_beside_its_cause_until_the_next_attempt(
    visits: Visits, fake_server: FakeServer
) -> None:
    visits.expect("status of 409")
    page = opened(visits, fake_server)
    fake_server.answer = lambda path, fields: (409, {"error": "Floor 3 is full now.", "number": 1})
    page.locator("#token-A button").click()
    page.locator("#choice button").click()
    error = page.locator("[data-error] > [role=alert]")
    expect(error).to_have_text("Floor 3 is full now.")
    fake_server.push(2, beat(own=watching(prompt="Number 2")["own"]))
    expect(page.locator("#prompt")).to_have_text("Number 2")
    expect(error).to_be_visible()
    fake_server.push(3, beat(own=climbing(prompt="Number 3")["own"]))
    expect(page.locator("#prompt")).to_have_text("Number 3")
    page.locator("#token-B button").click()
    expect(error).to_have_count(0)


def test_a_double_click_sends_once(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server)
    page.locator("#token-A button").click()
    page.evaluate(
        "() => { const b = document.querySelector('#choice button'); b.click(); b.click(); }"
    )
    fake_server.wait(lambda: fake_server.commands)
    page.wait_for_timeout(150)
    assert len(fake_server.commands) == 1


def climb(page: Page) -> None:
    """Let A climb."""
    page.locator("#token-A button").click()
    page.locator("#choice button").click()


def test_actions_are_sent_over_the_socket(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server)
    climb(page)
    fake_server.wait(lambda: fake_server.commands)
    assert [path for path, _ in fake_server.commands] == ["/t/rook-1/act"]
    assert [fields["action"] for fields in fake_server.socket_commands] == ["A"]
    assert len(fake_server.socket_commands[0]["key"]) == 32


@pytest.mark.parametrize("line", ["is silent", "breaks"])
def test_an_action_unanswered_over_the_socket_is_sent_as_a_form_with_the_same_key(
    visits: Visits, fake_server: FakeServer, line: Literal["is silent", "breaks"]
) -> None:
    page = opened(visits, fake_server)
    fake_server.socket_mode = line
    climb(page)
    fake_server.wait(lambda: fake_server.commands)
    expect(page.locator("form[aria-busy]")).to_have_count(0)
    assert fake_server.commands == [("/t/rook-1/act", fake_server.socket_commands[0])]
    assert len(fake_server.socket_commands) == 1


def test_an_action_refused_by_a_busy_server_is_sent_as_a_form_with_the_same_key(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)
    fake_server.answer = lambda path, fields: (
        (503, {"error": "Busy."}) if len(fake_server.commands) == 1 else (200, {"number": 1})
    )
    climb(page)
    fake_server.wait(lambda: len(fake_server.commands) == 2)
    expect(page.locator("form[aria-busy]")).to_have_count(0)
    assert fake_server.commands[0] == fake_server.commands[1]
    assert len(fake_server.socket_commands) == 1
    expect(page.locator("[role=alert]")).to_have_count(0)


def test_without_a_socket_everything_is_sent_as_forms(
    visits: Visits, fake_server: FakeServer
) -> None:
    visits.expect("WebSocket")
    fake_server.fragment, fake_server.sockets_work = page_of(climbing()), False
    fake_server.news = {"number": 1}
    page = visits.open(fake_server.table)
    polled = "page=table&after=1&kind=game"
    fake_server.wait(lambda: fake_server.requests.count(polled) > 1)  # so the first was answered
    climb(page)
    fake_server.wait(lambda: fake_server.commands)
    assert not fake_server.socket_commands


def test_a_failed_request_is_repeated_with_the_same_key(
    visits: Visits, fake_server: FakeServer
) -> None:
    visits.expect("ERR_FAILED|status of 503")
    page = opened(visits, fake_server)
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append((route.request.post_data or "").split("key=")[1][:32])
        if len(keys) == 1:
            route.abort()
        elif len(keys) == 2:
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    page.route("**/act", lose)
    fake_server.socket_mode = "breaks"
    with page.expect_response(lambda answer: answer.ok and answer.url.endswith("/act")):
        climb(page)
    assert len(keys) == 3
    assert {fake_server.socket_commands[0]["key"], *keys} == {keys[0]}
    assert fake_server.commands[0][1]["key"] == keys[0]


def test_other_forms_are_sent_by_script_and_close_their_dialog(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)
    page.locator("#menu").click()
    page.locator("#pause input").fill("tea")
    page.locator("#pause button").click()
    expect(page.locator("#menu-dialog")).to_be_hidden()
    path, fields = fake_server.commands[0]
    assert path == "/t/rook-1/pause"
    assert (fields["reason"], fields["number"]) == ("tea", "1")
    assert page.locator("#pause input").input_value() == ""


def test_an_error_may_name_its_field(visits: Visits, fake_server: FakeServer) -> None:
    visits.expect("status of 422")
    page = opened(visits, fake_server)
    fake_server.answer = lambda path, fields: (422, {"error": "Too long.", "field": "reason"})
    page.locator("#menu").click()
    page.locator("#pause input").fill("tea")
    page.locator("#pause button").click()
    expect(page.locator("#pause input + [role=alert]")).to_have_text("Too long.")
    expect(page.locator("#pause input")).to_be_focused()
    expect(page.locator("#pause input")).to_have_attribute("aria-invalid", "true")
    assert page.locator("#pause input").input_value() == "tea"


def test_an_answer_may_redirect_or_give_a_link(visits: Visits, fake_server: FakeServer) -> None:
    link = (
        '<p data-link data-keep hidden><input readonly><button type="button" data-copy="">Copy'
        "</button></p>"
    )
    fake_server.fragment = page_of(climbing()).replace(
        "<button>Pause</button>", f"<button>Go</button>{link}"
    )
    page = opened(visits, fake_server)

    def answer(path: str, fields: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if len(fake_server.commands) == 1:
            return 200, {"link": "http://x/seat/1", "number": 1}
        return 200, {"location": "/page"}

    fake_server.answer = answer
    page.locator("#menu").click()
    page.locator("#pause > button").click()
    expect(page.locator("[data-link] input")).to_have_value("http://x/seat/1")
    expect(page.locator("[data-copy]")).to_have_attribute("data-copy", "http://x/seat/1")
    fake_server.script = "pages.js"
    page.locator("#pause > button").click()
    page.wait_for_url("**/page")


def test_the_browser_draws_its_contribution_to_the_deals(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = page_of(climbing()).replace(
        "<input name=reason>", "<input name=contribution hidden>"
    )
    page = opened(visits, fake_server)
    page.locator("#menu").click()
    page.locator("#pause button").click()
    fake_server.wait(lambda: fake_server.commands)
    assert len(fake_server.commands[0][1]["contribution"]) == 32

"""The connection to the server: updates, lost connections, catching up."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, watching


def test_an_update_changes_the_page_and_is_announced(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(3)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    assert fake_server.requests[-1] == "live page=table&after=3"
    fake_server.push(watching(4), 4, told=["Nora moved A up.", "It is Inès’s turn."], title="Inès")
    expect(page.locator("#prompt")).to_have_text("Number 4")
    expect(page.locator("#live")).to_contain_text("Nora moved A up. It is Inès’s turn.")
    expect(page).to_have_title("Inès")


def test_several_messages_at_once_end_in_the_newest_state(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    for number in range(2, 9):
        fake_server.push(watching(number), number, told=[f"Event {number}."])
    expect(page.locator("#prompt")).to_have_text("Number 8")
    for number in range(2, 9):
        expect(page.locator("#live")).to_contain_text(f"Event {number}.")


def test_an_old_message_changes_nothing(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.fragment = climbing(5)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.push(watching(4), 4)
    fake_server.push(watching(6), 6)
    expect(page.locator("#prompt")).to_have_text("Number 6")
    fake_server.push(watching(5), 5)
    page.wait_for_timeout(100)
    expect(page.locator("#prompt")).to_have_text("Number 6")


def test_a_lost_connection_is_shown_disables_buttons_and_recovers(
    visits: Visits, fake_server: FakeServer
) -> None:
    visits.expect("WebSocket|Failed to load resource")
    fake_server.fragment = climbing(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.sockets_work = False
    fragment, fake_server.fragment = fake_server.fragment, ""  # polling fails, too
    fake_server.close_sockets()
    expect(page.locator("#ribbon")).to_be_visible()
    expect(page.locator("#ribbon")).to_have_text("You are offline. Your seat is kept.")
    button = page.locator("#token-A button")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(page.locator("#choice-A")).to_be_hidden()
    fake_server.fragment, fake_server.sockets_work = fragment, True
    fake_server.wait_for_socket()
    expect(page.locator("#ribbon")).to_be_hidden()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    fake_server.push(watching(2), 2)
    expect(page.locator("#prompt")).to_have_text("Number 2")


def test_a_short_interruption_shows_nothing_and_resumes_by_number(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.push(watching(7), 7)
    expect(page.locator("#prompt")).to_have_text("Number 7")
    page.evaluate("window.mark = true")
    fake_server.close_sockets()
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&after=7")
    expect(page.locator("#ribbon")).to_be_hidden()
    fake_server.wait_for_socket()
    fake_server.push(climbing(8), 8)
    expect(page.locator("#prompt")).to_have_text("Number 8")
    assert page.evaluate("window.mark")  # without a reload


def test_without_web_sockets_the_page_polls(visits: Visits, fake_server: FakeServer) -> None:
    visits.expect("WebSocket")
    fake_server.fragment, fake_server.sockets_work = climbing(1), False
    page = visits.open(fake_server.table)
    fake_server.wait(lambda: any(not asked.startswith("live") for asked in fake_server.requests))
    fake_server.fragment, fake_server.number = watching(2), 2
    fake_server.message = {"told": ["Nora moved A up."]}
    expect(page.locator("#prompt")).to_have_text("Number 2")
    expect(page.locator("#ribbon")).to_be_hidden()
    expect(page.locator("#live")).to_have_text("Nora moved A up. ")


@pytest.mark.full
def test_a_socket_that_answers_no_ping_is_replaced(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    page.evaluate("dispatchEvent(new Event('online'))")
    fake_server.wait(lambda: {"ping": 1} in fake_server.received)
    page.wait_for_timeout(3_500)
    assert len(fake_server.requests) == 1  # it answered, and stays
    fake_server.pongs = False
    page.evaluate("dispatchEvent(new Event('online'))")
    fake_server.wait(lambda: len(fake_server.requests) == 2)
    expect(page.locator("#ribbon")).to_be_hidden()


def test_an_answer_without_an_update_makes_the_page_fetch_the_table(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()

    def act(path: str, fields: dict[str, str]) -> tuple[int, dict[str, int]]:
        fake_server.fragment, fake_server.number = watching(2), 2
        return 200, {"number": 2}

    fake_server.answer = act
    page.locator("#token-A button").click()
    page.locator("#choice-A button").click()
    expect(page.locator("#prompt")).to_have_text("Number 2")


def test_the_focus_moves_nearby_when_its_button_disappears(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    page.locator("#token-A button").click()
    page.locator("#choice-A button").focus()
    fake_server.push(watching(2), 2)
    expect(page.locator("#panel")).to_be_focused()
    page.locator("#token-A button").focus()
    fake_server.push(climbing(3), 3)
    expect(page.locator("#prompt")).to_have_text("Number 3")
    expect(page.locator("#token-A button")).to_be_focused()


def test_hovers_of_teammates_are_shown_and_own_hovers_are_sent(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = climbing(1, more='data-mate="1"')
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.send({"hover": {"player": 1, "who": "B"}})
    expect(page.locator("#token-B")).to_have_class("token at is-mate")
    page.locator("#token-A button").click()
    fake_server.wait(lambda: {"hover": "A"} in fake_server.received)
    fake_server.send({"hover": {"player": 1, "who": None}})
    expect(page.locator("#token-B")).to_have_class("token at")

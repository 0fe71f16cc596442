"""The connection to the server: updates, lost connections, catching up."""

from __future__ import annotations

import gzip
import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import beat, climbing, page_of, prompted, watching

LOBBY = (
    '<main id="table" data-kind="lobby" data-number="{0}" data-page="table"><h1>Seats {0}</h1>'
    '<input id="name"><details id="more"><summary>More</summary>text</details></main>'
)


def opened(visits: Visits, fake_server: FakeServer, number: int = 1, more: str = "") -> Page:
    fake_server.fragment = page_of(climbing(), number, more=more)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    return page


def test_a_socket_is_told_once_which_scene_the_page_was_loaded_with(
    visits: Visits, fake_server: FakeServer
) -> None:
    page_with_digest = page_of(climbing()).replace('id="scene"', 'id="scene" data-digest="abc"')
    fake_server.fragment = page_with_digest
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    assert fake_server.requests[-1] == "live page=table&after=1&kind=game&scene=abc"
    fake_server.push(2, prompted("Number 2"))
    expect(page.locator("#prompt")).to_have_text("Number 2")
    fake_server.close_sockets()
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&after=2&kind=game")


def test_an_update_changes_the_page_and_is_announced(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, 3)
    assert fake_server.requests[-1] == "live page=table&after=3&kind=game"
    fake_server.push(
        4,
        beat("climbed", who="A", said="Nora moved A up."),
        beat(own={"prompt": "Number 4"}, said="It is Inès’s turn."),
        title="Inès",
        turn=False,
    )
    expect(page.locator("#prompt")).to_have_text("Number 4")
    expect(page.locator("#live")).to_have_text("Nora moved A up. It is Inès’s turn. ")
    expect(page).to_have_title("Inès")
    expect(page.locator("#table")).to_have_attribute("data-number", "4")
    expect(page.locator("#act input[name=number]")).to_have_value("4")


def test_several_messages_are_shown_in_their_order(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)
    for number in range(2, 9):
        fake_server.push(
            number, beat("climbed", who="A", own={"prompt": f"{number}"}, said=f"Event {number}.")
        )
    expect(page.locator("#prompt")).to_have_text("8")
    said = " ".join(f"Event {number}." for number in range(2, 9))
    expect(page.locator("#live")).to_have_text(f"{said} ")


def test_a_packed_message_keeps_its_place(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server)
    packed = {"number": 2, "beats": [beat(own={"prompt": "2"}, said="Event 2.")]}
    fake_server.send_bytes(gzip.compress(json.dumps(packed).encode()))
    fake_server.push(3, beat(own={"prompt": "3"}, said="Event 3."))
    expect(page.locator("#live")).to_have_text("Event 2. Event 3. ")
    expect(page.locator("#prompt")).to_have_text("3")


def test_an_old_message_changes_nothing(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, 5)
    fake_server.push(4, beat(own={"prompt": "Number 4"}, said="Old."))
    fake_server.push(6, prompted("Number 6"))
    expect(page.locator("#prompt")).to_have_text("Number 6")
    expect(page.locator("#live")).to_have_text("")


def test_a_lost_connection_is_shown_disables_buttons_and_recovers(
    visits: Visits, fake_server: FakeServer
) -> None:
    visits.expect("WebSocket|Failed to load resource")
    page = opened(visits, fake_server)
    fake_server.sockets_work = False
    fake_server.close_sockets()
    expect(page.locator("#ribbon")).to_be_visible()
    expect(page.locator("#ribbon")).to_have_text("You are offline. Your seat is kept.")
    button = page.locator("#token-A button")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(page.locator("#choice")).to_be_hidden()
    fake_server.sockets_work = True
    fake_server.wait_for_socket()
    expect(page.locator("#ribbon")).to_be_hidden()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    fake_server.push(2, prompted("Number 2"))
    expect(page.locator("#prompt")).to_have_text("Number 2")


def test_a_short_interruption_shows_nothing_and_resumes_by_number(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)
    fake_server.push(7, prompted("Number 7"))
    expect(page.locator("#prompt")).to_have_text("Number 7")
    page.evaluate("window.mark = true")
    fake_server.close_sockets()
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&after=7&kind=game")
    expect(page.locator("#ribbon")).to_be_hidden()
    fake_server.wait_for_socket()
    fake_server.push(8, prompted("Number 8"))
    expect(page.locator("#prompt")).to_have_text("Number 8")
    assert page.evaluate("window.mark")  # without a reload


def test_without_web_sockets_the_page_polls(visits: Visits, fake_server: FakeServer) -> None:
    visits.expect("WebSocket")
    fake_server.fragment, fake_server.sockets_work = page_of(climbing()), False
    fake_server.news = {"number": 1}
    page = visits.open(fake_server.table)
    fake_server.wait(lambda: "page=table&after=1&kind=game" in fake_server.requests)
    moved_up = beat(own={"prompt": "Number 2"}, said="Nora moved A up.")
    fake_server.news = {"number": 2, "beats": [moved_up]}
    expect(page.locator("#prompt")).to_have_text("Number 2")
    expect(page.locator("#ribbon")).to_be_hidden()
    fake_server.wait(lambda: "page=table&after=2&kind=game" in fake_server.requests)
    expect(page.locator("#live")).to_have_text("Nora moved A up. ")


@pytest.mark.full
def test_a_socket_that_answers_no_ping_is_replaced(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)
    page.evaluate("dispatchEvent(new Event('online'))")
    fake_server.wait(lambda: {"ping": 1} in fake_server.received)
    page.wait_for_timeout(3_500)
    assert len(fake_server.requests) == 1  # it answered, and stays
    fake_server.pongs = False
    page.evaluate("dispatchEvent(new Event('online'))")
    fake_server.wait(lambda: len(fake_server.requests) == 2)
    expect(page.locator("#ribbon")).to_be_hidden()


def test_an_answer_without_an_update_makes_the_page_ask(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)

    def act(path: str, fields: dict[str, str]) -> tuple[int, dict[str, int]]:
        fake_server.news = {"number": 2, "beats": [prompted("Number 2")]}
        return 200, {"number": 2}

    fake_server.answer = act
    page.locator("#token-A button").click()
    page.locator("#choice button").click()
    expect(page.locator("#prompt")).to_have_text("Number 2")
    # The socket starts again after it, so that it does not bring the same beats once more.
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&after=2&kind=game")


def test_the_focus_moves_nearby_when_its_button_disappears(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server)
    page.locator("#token-A button").click()
    page.locator("#choice button").focus()
    fake_server.push(2, beat(own=watching()["own"]))
    expect(page.locator("#panel")).to_be_focused()
    page.locator("#token-A button").focus()
    fake_server.push(3, beat(own=climbing(prompt="Number 3")["own"]))
    expect(page.locator("#prompt")).to_have_text("Number 3")
    expect(page.locator("#token-A button")).to_be_focused()


def test_hovers_of_teammates_are_shown_and_own_hovers_are_sent(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, more='data-mate="1"')
    fake_server.send({"hover": {"player": 1, "who": "B"}})
    expect(page.locator("#token-B")).to_have_class("token at js-mate")
    page.locator("#token-A button").click()
    fake_server.wait(lambda: {"hover": "A"} in fake_server.received)
    fake_server.send({"hover": {"player": 1, "who": None}})
    expect(page.locator("#token-B")).to_have_class("token at")


def test_pages_of_a_lobby_keep_what_is_typed_and_open(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = LOBBY.format(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    assert fake_server.requests[-1] == "live page=table&after=1&kind=lobby"
    page.locator("summary").click()
    page.locator("#name").fill("Nor")
    fake_server.push_page(2, LOBBY.format(2), said=["Inès sits down."], title="Two seats")
    expect(page.locator("h1")).to_have_text("Seats 2")
    expect(page.locator("#name")).to_have_value("Nor")
    expect(page.locator("#name")).to_be_focused()
    expect(page.locator("#more")).to_have_attribute("open", "")
    expect(page.locator("#live")).to_have_text("Inès sits down. ")
    expect(page).to_have_title("Two seats")


def test_a_game_follows_its_lobby_and_can_be_played(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = LOBBY.format(1)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.push_page(2, page_of(climbing(), 2))
    expect(page.locator("#prompt")).to_have_text("Number 1")
    fake_server.push(3, prompted("Number 3"))
    expect(page.locator("#prompt")).to_have_text("Number 3")
    page.locator("#token-A button").click()
    page.locator("#choice button").click()
    fake_server.wait(lambda: fake_server.commands)
    assert fake_server.commands[0][1]["number"] == "3"

"""Picking: the first tap shows a move, the second confirms it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.browser import Visits, pause_of
from tests.web.static.clock import open_with_clock
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import (
    beat,
    climbing,
    moved,
    page_of,
    placing,
    prompted,
    voting,
    watching,
)

pytestmark = pytest.mark.full

STOP_HALF_WAY = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    if (animation.effect.getTiming().duration > 100) {
      animation.pause();
      animation.currentTime = 50;
    }
    return animation;
  };
}"""


@pytest.fixture
def page(visits: Visits, fake_server: FakeServer, request: pytest.FixtureRequest) -> Page:
    fake_server.fragment = page_of(getattr(request, "param", climbing)())
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    return page


def acted(fake_server: FakeServer) -> list[str]:
    return [fields["action"] for path, fields in fake_server.commands if path.endswith("/act")]


def test_a_tap_shows_where_a_character_can_go(page: Page, fake_server: FakeServer) -> None:
    page.locator("#token-A button").click()
    expect(page.locator("#token-A")).to_have_class("token at js-picked")
    expect(page.locator("#token-A button")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".target:visible")).to_have_attribute("data-action", "A")
    expect(page.locator(".target .up")).to_have_count(1)
    expect(page.locator("#choice")).to_have_text("About A.It is worth it.Do A")
    expect(page.locator("#choice button .up")).to_have_count(1)
    expect(page.locator("#live")).to_have_text("About A. It is worth it. ")
    expect(page.locator("#table")).to_have_attribute("data-picked", "A")
    path = page.locator("#castle > .path path").first.get_attribute("d") or ""
    assert path.startswith("M")
    assert "NaN" not in path
    assert acted(fake_server) == []


@pytest.mark.parametrize(
    "again", ["#token-A button", ".target[data-for=A] button", "#choice button"]
)
def test_a_second_tap_confirms(page: Page, fake_server: FakeServer, again: str) -> None:
    page.locator("#token-A button").click()
    page.locator(again).click()
    fake_server.wait(lambda: fake_server.commands)
    path, fields = fake_server.commands[0]
    assert path == "/t/rook-1/act"
    assert len(fields.pop("key")) == 32
    assert fields == {"action": "A", "player": "0", "number": "1"}


def test_the_old_prompt_does_not_come_back_before_the_answer_is_shown(
    page: Page, fake_server: FakeServer
) -> None:
    fake_server.news = {"number": 1}  # what a page is told that asks before the push
    fake_server.answer = lambda path, fields: (200, {"number": 2})
    page.locator("#token-A button").click()
    page.locator("#choice button").click()
    fake_server.wait(lambda: fake_server.commands)
    expect(page.locator("#act")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#table")).to_have_attribute("data-busy", "")
    expect(page.locator("#choice")).to_be_visible()
    fake_server.push(2, beat("climbed", who="A", board=moved("A", "3")), prompted("Number 2"))
    expect(page.locator("#prompt")).to_have_text("Number 2")
    expect(page.locator("#act")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#table")).not_to_have_attribute("data-busy", "")
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator(".path")).to_have_count(0)


def test_a_tap_on_a_gliding_character_is_not_lost(visits: Visits, fake_server: FakeServer) -> None:
    page = open_with_clock(visits, fake_server, climbing(), still=False)
    fake_server.wait_for_socket()
    page.evaluate(STOP_HALF_WAY)
    fake_server.push(2, beat("climbed", who="A", board=moved("A", "4")))
    expect(page.locator("#table")).to_have_attribute("data-number", "2")
    box = page.locator("#token-A").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()  # ends the glide: no character is under the pointer any more
    nobody = "([x, y]) => !document.elementFromPoint(x, y).closest('.token')"
    wait_until(lambda: page.evaluate(nobody, [x, y]), pause=pause_of(page))
    page.mouse.up()
    expect(page.locator("#token-A")).to_have_class("token at js-picked")


def test_a_press_that_slides_away_is_no_tap(page: Page) -> None:
    box = page.locator("#token-C").bounding_box()
    assert box is not None
    page.locator("#token-A button").click()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] - 60)
    page.mouse.up()
    expect(page.locator("#token-C")).to_have_class("token at")


def test_another_tap_picks_another_and_the_castle_unpicks(
    page: Page, fake_server: FakeServer
) -> None:
    page.locator("#token-A button").click()
    page.locator("#token-B button").click()
    expect(page.locator("#token-A")).to_have_class("token at")
    expect(page.locator(".target:visible")).to_have_attribute("data-action", "B")
    page.locator("#castle").click(position={"x": 5, "y": 5})
    expect(page.locator(".target:visible")).to_have_count(0)
    expect(page.locator("#choice")).to_be_hidden()
    assert acted(fake_server) == []


def test_a_tap_on_ones_favourite_picks_it_in_the_castle(page: Page) -> None:
    card = '<ol class="hand-cards"><li data-fav="A">Anna</li><li data-fav="C">Carl</li></ol>'
    page.evaluate(
        "(card) => document.querySelector('#panel').insertAdjacentHTML('afterbegin', card)", card
    )
    page.locator("[data-fav=A]").click()
    expect(page.locator("#token-A")).to_have_class("token at js-picked")
    page.locator("[data-fav=C]").click()
    expect(page.locator("#why-not")).to_have_text("Floor 4 is full.")


def test_a_character_that_cannot_move_says_why_for_a_moment(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = open_with_clock(visits, fake_server, climbing())
    page.locator("#token-C button").click()
    expect(page.locator("#why-not")).to_have_text("Floor 4 is full.")
    expect(page.locator("#why-not")).to_be_visible()
    expect(page.locator(".target:visible")).to_have_count(0)
    page.clock.run_for(4_000)
    expect(page.locator("#why-not")).to_be_hidden()
    page.locator("#token-C button").click()
    expect(page.locator("#why-not")).to_be_visible()
    page.locator("#token-A button").click()
    expect(page.locator("#why-not")).to_be_hidden()
    page.locator("#token-M button").click()  # nothing is known about that one
    expect(page.locator("#why-not")).to_be_hidden()


def test_a_picked_character_stays_picked_through_updates(
    page: Page, fake_server: FakeServer
) -> None:
    page.locator("#token-A button").click()
    fake_server.push(2, beat(own=climbing(prompt="Number 2")["own"]))
    expect(page.locator("#prompt")).to_have_text("Number 2")
    expect(page.locator("#token-A")).to_have_class("token at js-picked")
    expect(page.locator("#choice")).to_be_visible()
    expect(page.locator(".path")).to_have_count(1)
    fake_server.push(3, beat(own=watching()["own"]))
    expect(page.locator("#token-A")).to_have_class("token at")
    expect(page.locator(".path")).to_have_count(0)


@pytest.mark.parametrize("page", [placing], indirect=True)
def test_placing_is_a_character_and_then_a_floor(page: Page, fake_server: FakeServer) -> None:
    page.locator("#token-A button").click()
    expect(page.locator(".target:visible")).to_have_count(4)
    expect(page.locator("#choice button")).to_have_count(4)
    page.locator(".target[data-action=A3] button").click()
    fake_server.wait(lambda: fake_server.commands)
    assert acted(fake_server) == ["A3"]


@pytest.mark.parametrize("page", [placing], indirect=True)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_tap_anywhere_on_a_floor_means_that_floor(
    page: Page, fake_server: FakeServer, share: float
) -> None:
    page.locator("#token-A button").click()
    castle = page.locator("#castle").bounding_box()
    spot = page.locator(".target[data-action=A3]").bounding_box()
    assert castle
    assert spot
    page.mouse.click(castle["x"] + share * castle["width"], spot["y"] + 1.1 * spot["height"])
    fake_server.wait(lambda: fake_server.commands)
    assert acted(fake_server) == ["A3"]


@pytest.mark.parametrize("page", [placing], indirect=True)
def test_a_second_tap_on_a_character_with_several_places_takes_it_back(page: Page) -> None:
    page.locator("#token-A button").click()
    page.locator("#token-A button").click()
    expect(page.locator(".target:visible")).to_have_count(0)


@pytest.mark.parametrize("page", [voting], indirect=True)
def test_a_vote_needs_a_second_tap_and_a_double_click_is_one(
    page: Page, fake_server: FakeServer
) -> None:
    card = page.locator(".vote-card[data-action=N]")
    card.dblclick()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#choice")).to_contain_text("About N.")
    page.wait_for_timeout(100)
    assert acted(fake_server) == []
    page.locator(".vote-card[data-action=Y]").click()
    expect(page.locator("#choice")).to_contain_text("About Y.")
    page.locator(".vote-card[data-action=Y]").click()
    fake_server.wait(lambda: fake_server.commands)
    assert acted(fake_server) == ["Y"]


@pytest.mark.parametrize("page", [voting], indirect=True)
def test_a_tap_on_the_board_does_not_unpick_a_vote(page: Page) -> None:
    page.locator(".vote-card[data-action=Y]").click()
    page.locator("#token-B button").click()
    expect(page.locator("#choice")).to_contain_text("About Y.")

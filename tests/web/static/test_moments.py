"""Moments are shown in order, can be skipped, and never block the player."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits, wait_for_script
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, cloth, scene, token, voting, watching

pytestmark = pytest.mark.full

RECORD = """() => {
  window.seen = [];
  window.held = null;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    const {delay, duration} = animation.effect.getComputedTiming();
    if (duration) seen.push([this.id || this.getAttribute("class") || this.localName, duration]);
    if (duration && held) {
      animation.pause();
      held.push(animation);
    }
    return animation;
  };
}"""


def opened(visits: Visits, fake_server: FakeServer, fragment: str, still: bool = False) -> Page:
    fake_server.fragment = fragment
    page = visits.open(fake_server.table, still=still)
    fake_server.wait_for_socket()
    page.evaluate(RECORD)
    return page


def hold_animations(page: Page) -> None:
    """Stop every animation that starts from now on at its beginning."""
    page.evaluate("held = []")


def release(page: Page) -> None:
    """Play the held animations, and those after them, as usual."""
    page.evaluate("{ const waiting = held; held = null; waiting.forEach((each) => each.play()); }")


def seen(page: Page) -> list[list[Any]]:
    result: list[list[Any]] = page.evaluate("seen")
    return result


def x_y(page: Page, who: str) -> tuple[int, int]:
    box = page.locator(f"#token-{who}").bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


def ended(visits: Visits, fake_server: FakeServer, fragment: str, who: str) -> tuple[int, int]:
    fake_server.fragment = fragment
    return x_y(visits.open(fake_server.table), who)


CLIMB = {"kind": "climbed", "who": "A", "from": "2", "at": "3"}


def test_a_climb_hops_and_lands_where_the_server_says(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, climbing(1))
    start = x_y(page, "A")
    fake_server.push(watching(2), 2, moments=[CLIMB])
    expect(page.locator("#prompt")).to_have_text("Number 2")
    assert seen(page) == [["token-A", 420]]
    wait_for_script(page, "!document.getAnimations().length")
    assert x_y(page, "A") != start
    assert x_y(page, "A") == ended(visits, fake_server, watching(2), "A")


def test_several_moments_play_in_order_at_double_speed(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, climbing(1))
    moments = [CLIMB, {"kind": "climbed", "who": "M", "from": "0", "at": "1"}]
    fake_server.push(watching(3), 3, moments=moments)
    wait_for_script(page, "seen.length === 2")
    assert seen(page) == [["token-A", 210], ["token-M", 210]]


def test_reduced_motion_shows_a_short_fade(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, climbing(1), still=True)
    fake_server.push(watching(2), 2, moments=[CLIMB])
    expect(page.locator("#prompt")).to_have_text("Number 2")
    assert seen(page) == [["token-A", 120]]


def test_a_tap_skips_the_animation_and_still_acts(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, climbing(1))
    fake_server.push(climbing(2, a=("3", 0)), 2, moments=[CLIMB] * 4)
    expect(page.locator("#prompt")).to_have_text("Number 2")
    page.locator("#token-B button").click(force=True)
    assert (
        page.evaluate("document.getAnimations().filter((a) => a.playState === 'running').length")
        == 0
    )
    expect(page.locator("#choice-B")).to_be_visible()


def test_after_a_long_absence_only_the_end_is_shown(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, climbing(1))
    fake_server.push(watching(20), 20, moments=[CLIMB] * 11)
    expect(page.locator("#prompt")).to_have_text("Number 20")
    assert seen(page) == []


def test_a_card_slides_in(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, voting(1))
    html = voting(2).replace(cloth("none", "none"), cloth("none", "down"))
    fake_server.push(html, 2, moments=[{"kind": "voted"}])
    page.wait_for_selector("#vote-1 .card")
    assert seen(page) == [["card", 140]]


@pytest.mark.parametrize(
    ("outcome", "length"), [("dungeon-3", 900), ("5", 700)], ids=["rejected", "bellyache"]
)
def test_cards_turn_together_before_the_result_is_shown(
    visits: Visits, fake_server: FakeServer, outcome: str, length: int
) -> None:
    page = opened(visits, fake_server, voting(1))
    html = scene(
        token("A", "3", 0) + token("B", outcome, 0) + token("N", "2", 1),
        number=2,
        panel=cloth("Y", "N").replace('"N"', '"N" class="spoke"') + "<h2 data-verdict>No.</h2>",
    )
    throne = x_y(page, "B")
    hold_animations(page)
    fake_server.push(
        html, 2, moments=[{"kind": "revealed", "votes": "YN", "outcome": outcome, "who": "B"}]
    )
    expect(page.locator("[data-back]")).to_have_count(2)
    assert x_y(page, "B") == throne
    expect(page.locator(".spoke")).to_have_count(0)
    assert page.locator("[data-back] use").first.get_attribute("href") == "#card-back"
    assert page.locator("[data-verdict]").evaluate("e => getComputedStyle(e).opacity") == "0"
    assert [entry for entry in seen(page) if entry[0] == "card"] == [["card", 560]] * 2
    release(page)
    wait_for_script(page, f"seen.some(([id, time]) => id === 'token-B' && time === {length})")
    expect(page.locator("[data-back]")).to_have_count(0)
    expect(page.locator(".spoke")).to_have_count(1)
    assert page.locator("[data-verdict]").evaluate("e => getComputedStyle(e).opacity") == "1"
    wait_for_script(page, "!document.getAnimations().length")
    assert x_y(page, "B") == ended(visits, fake_server, html, "B")


def test_reduced_motion_shows_faces_at_once(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, voting(1), still=True)
    html = scene(token("B", "dungeon-3", 0), number=2, panel=cloth("Y", "N"))
    fake_server.push(
        html, 2, moments=[{"kind": "revealed", "votes": "YN", "outcome": "dungeon-3", "who": "B"}]
    )
    expect(page.locator("#prompt")).to_have_text("Number 2")
    wait_for_script(page, "!document.getAnimations().length")
    expect(page.locator("[data-back]")).to_have_count(0)
    assert ["token-B", 120] in seen(page)
    assert "card" not in [name for name, _ in seen(page)]


def test_a_crowning_leaves_nothing_behind(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, voting(1))
    html = scene(token("X", "throne", 0) + token("B", "3", 0), number=2)
    fake_server.push(html, 2, moments=[{"kind": "crowned", "who": "X"}])
    page.wait_for_selector("#castle > i")
    assert ["castle", 300] in seen(page)  # the jester turns colours inside out
    page.locator("#table").dispatch_event("pointerdown")
    expect(page.locator("#castle > i")).to_have_count(0)


def test_characters_grow_with_the_castle_without_gliding(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, climbing(1))
    page.evaluate("document.getElementById('castle').style.width = '200px'")
    gliding = page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>"
        " done(document.getAnimations().filter((a) => a.effect.target.closest('.token'))"
        ".length))))"
    )
    assert gliding == 0
    left, _ = x_y(page, "A")
    assert left == round((148 - 25) * 200 / 480)

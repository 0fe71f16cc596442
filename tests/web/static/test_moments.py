"""What happened is shown in order, may be skipped, and never stands in the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits, until
from tests.web.static.scenes import climbing, cloth, scene, token, voting, watching
from tests.web.static.stage import Stage

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


def opened(visits: Visits, stage: Stage, fragment: str, still: bool = False) -> Page:
    stage.fragment = fragment
    page = visits.open(stage.table, still=still)
    stage.wait_for_socket()
    page.evaluate(RECORD)
    return page


def hold(page: Page) -> None:
    """Let whatever begins from now on wait at its beginning, however slow the machine is."""
    page.evaluate("held = []")


def let_go(page: Page) -> None:
    """Let everything that waits, and what comes after it, take its time."""
    page.evaluate("{ const waiting = held; held = null; waiting.forEach((each) => each.play()); }")


def seen(page: Page) -> list[list[Any]]:
    result: list[list[Any]] = page.evaluate("seen")
    return result


def x_y(page: Page, who: str) -> tuple[int, int]:
    box = page.locator(f"#token-{who}").bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


def ended(visits: Visits, stage: Stage, fragment: str, who: str) -> tuple[int, int]:
    stage.fragment = fragment
    return x_y(visits.open(stage.table), who)


CLIMB = {"kind": "climbed", "who": "A", "from": "2", "at": "3"}


def test_a_climb_hops_and_lands_where_the_server_says(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, climbing(1))
    start = x_y(page, "A")
    stage.push(watching(2), 2, moments=[CLIMB])
    expect(page.locator("#prompt")).to_have_text("Number 2")
    assert seen(page) == [["token-A", 420]]
    until(page, "!document.getAnimations().length")
    assert x_y(page, "A") != start
    assert x_y(page, "A") == ended(visits, stage, watching(2), "A")


def test_several_moments_play_in_order_at_double_speed(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, climbing(1))
    moments = [CLIMB, {"kind": "climbed", "who": "M", "from": "0", "at": "1"}]
    stage.push(watching(3), 3, moments=moments)
    until(page, "seen.length === 2")
    assert seen(page) == [["token-A", 210], ["token-M", 210]]


def test_less_motion_is_a_short_fade(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, climbing(1), still=True)
    stage.push(watching(2), 2, moments=[CLIMB])
    expect(page.locator("#prompt")).to_have_text("Number 2")
    assert seen(page) == [["token-A", 120]]


def test_a_tap_skips_and_does_its_own_work(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, climbing(1))
    stage.push(climbing(2, a=("3", 0)), 2, moments=[CLIMB] * 4)
    expect(page.locator("#prompt")).to_have_text("Number 2")
    page.locator("#token-B button").click(force=True)
    assert (
        page.evaluate("document.getAnimations().filter((a) => a.playState === 'running').length")
        == 0
    )
    expect(page.locator("#choice-B")).to_be_visible()


def test_long_absence_shows_only_the_end(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, climbing(1))
    stage.push(watching(20), 20, moments=[CLIMB] * 11)
    expect(page.locator("#prompt")).to_have_text("Number 20")
    assert seen(page) == []


def test_a_card_slides_in(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, voting(1))
    html = voting(2).replace(cloth("none", "none"), cloth("none", "down"))
    stage.push(html, 2, moments=[{"kind": "voted"}])
    page.wait_for_selector("#vote-1 .card")
    assert seen(page) == [["card", 140]]


@pytest.mark.parametrize(
    ("outcome", "length"), [("dungeon-3", 900), ("5", 700)], ids=["rejected", "bellyache"]
)
def test_cards_turn_together_before_anything_is_given_away(
    visits: Visits, stage: Stage, outcome: str, length: int
) -> None:
    page = opened(visits, stage, voting(1))
    html = scene(
        token("A", "3", 0) + token("B", outcome, 0) + token("N", "2", 1),
        number=2,
        panel=cloth("Y", "N").replace('"N"', '"N" class="spoke"') + "<h2 data-verdict>No.</h2>",
    )
    throne = x_y(page, "B")
    hold(page)
    stage.push(
        html, 2, moments=[{"kind": "revealed", "votes": "YN", "outcome": outcome, "who": "B"}]
    )
    expect(page.locator("[data-back]")).to_have_count(2)
    assert x_y(page, "B") == throne
    expect(page.locator(".spoke")).to_have_count(0)
    assert page.locator("[data-back] use").first.get_attribute("href") == "#card-back"
    assert page.locator("[data-verdict]").evaluate("e => getComputedStyle(e).opacity") == "0"
    assert [entry for entry in seen(page) if entry[0] == "card"] == [["card", 560]] * 2
    let_go(page)
    until(page, f"seen.some(([id, time]) => id === 'token-B' && time === {length})")
    expect(page.locator("[data-back]")).to_have_count(0)
    expect(page.locator(".spoke")).to_have_count(1)
    assert page.locator("[data-verdict]").evaluate("e => getComputedStyle(e).opacity") == "1"
    until(page, "!document.getAnimations().length")
    assert x_y(page, "B") == ended(visits, stage, html, "B")


def test_less_motion_shows_faces_at_once(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, voting(1), still=True)
    html = scene(token("B", "dungeon-3", 0), number=2, panel=cloth("Y", "N"))
    stage.push(
        html, 2, moments=[{"kind": "revealed", "votes": "YN", "outcome": "dungeon-3", "who": "B"}]
    )
    expect(page.locator("#prompt")).to_have_text("Number 2")
    until(page, "!document.getAnimations().length")
    expect(page.locator("[data-back]")).to_have_count(0)
    assert ["token-B", 120] in seen(page)
    assert "card" not in [name for name, _ in seen(page)]


def test_a_crowning_leaves_nothing_behind(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, voting(1))
    html = scene(token("X", "throne", 0) + token("B", "3", 0), number=2)
    stage.push(html, 2, moments=[{"kind": "crowned", "who": "X"}])
    page.wait_for_selector("#castle > i")
    assert ["castle", 300] in seen(page)  # the jester turns colours inside out
    page.locator("#table").dispatch_event("pointerdown")
    expect(page.locator("#castle > i")).to_have_count(0)


def test_people_grow_with_the_castle_and_do_not_glide(visits: Visits, stage: Stage) -> None:
    page = opened(visits, stage, climbing(1))
    page.evaluate("document.getElementById('castle').style.width = '200px'")
    until(page, "!document.getAnimations().some((a) => a.playState === 'running')", 0.3)
    left, _ = x_y(page, "A")
    assert left == round((148 - 25) * 200 / 480)

"""Cues: each has its animation, its time and its sound, and leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.clock import open_with_clock, wait_for_messages
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import beat, climbing, laid, moved, page_of, scene, voting, watching

pytestmark = pytest.mark.full

RECORD = """() => {
  window.seen = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    const name = this.id || this.getAttribute("class") || this.localName;
    seen.push([name + (options.pseudoElement ?? ""), options.duration]);
    animation.pause(); // until the test has looked
    return animation;
  };
}"""


def opened(visits: Visits, fake_server: FakeServer, shown: Any, *, still: bool = False) -> Page:
    page = open_with_clock(visits, fake_server, shown, still=still)
    fake_server.wait_for_socket()
    page.evaluate(RECORD)
    return page


def seen(page: Page) -> list[list[Any]]:
    return list(page.evaluate("seen"))


def x_y(page: Page, who: str) -> tuple[int, int]:
    box = page.locator(f"#token-{who}").bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


CLIMB = beat("climbed", who="A", board=moved("A", "3"))
PLACE = beat("placed", who="A", board=moved("A", "3"))
FALL = beat("fall", who="B", at="dungeon-3", board=moved("B", "dungeon-3"))
BELLY = beat("bellyache", who="B", at="5", board=moved("B", "5"))


@pytest.mark.parametrize(
    ("shown", "cue", "animations", "length"),
    [
        (climbing(), CLIMB, [["token-A", 420]], 420),
        (climbing(), PLACE, [["token-A", 420]], 420),
        (voting(), FALL, [["token-B", 900], ["token-B::after", 300]], 1_200),
        (voting(), BELLY, [["token-B", 700]], 700),
        (voting("-d"), beat("card", board={"ballots": laid("dd")}), [["card ballot", 200]], 200),
        (voting("dd"), beat("breath"), [], 900),
        (voting("dd"), beat("reveal", board={"ballots": laid("YN")}), [], 420),
        (voting("YN"), beat("decide"), [], 700),
        (voting(), beat("scores"), [["scoring", 300]], 300),
        (voting(), beat("ambition"), [], 700),
        (voting(), beat("banished"), [], 500),
        (voting(), beat("dealt"), [["li", 200], ["li", 200]], 500),
    ],
    ids=lambda value: value["cue"]["kind"] if isinstance(value, dict) and "cue" in value else "",
)
def test_each_cue_has_its_animations_and_its_time(
    visits: Visits,
    fake_server: FakeServer,
    shown: Any,
    cue: Any,
    animations: list[list[Any]],
    length: int,
) -> None:
    page = opened(visits, fake_server, shown)
    fake_server.push(2, cue)
    main = page.locator("#table")
    expect(main).to_have_attribute("data-number", "2")
    assert seen(page) == animations
    page.clock.run_for(length - 1)
    expect(main).to_have_attribute("data-playing", "")
    page.clock.run_for(1)
    expect(main).not_to_have_attribute("data-playing", "")


@pytest.mark.parametrize(
    ("shown", "cue", "who"),
    [(climbing(), CLIMB, "A"), (voting(), FALL, "B"), (voting(), BELLY, "B")],
)
def test_a_character_starts_where_it_was_and_ends_where_the_server_says(
    visits: Visits, fake_server: FakeServer, shown: Any, cue: Any, who: str
) -> None:
    page = opened(visits, fake_server, shown)
    start = x_y(page, who)
    fake_server.push(2, cue)
    expect(page.locator("#table")).to_have_attribute("data-number", "2")
    assert x_y(page, who) == start
    page.keyboard.press("Escape")
    [(letter, to)] = cue["board"]["tokens"].items()
    fake_server.fragment = page_of(scene({letter: (to["at"], to["slot"])}))
    assert x_y(page, who) == x_y(visits.open(fake_server.table), who) != start


def test_only_dungeons_have_bars(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, voting())
    fake_server.push(2, beat("fall", who="B", at="aside", board=moved("B", "aside")))
    expect(page.locator("#table")).to_have_attribute("data-number", "2")
    assert seen(page) == [["token-B", 900]]


def test_a_crowning_leaves_nothing_behind(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, scene({"X": ("throne", 0), "B": ("3", 0)}))
    fake_server.push(2, beat("crown", who="X"))
    expect(page.locator("#castle > i")).to_have_count(15)
    names = [name for name, _ in seen(page)]
    assert names[:3] == ["castle", "crown", "token-X"]  # the jester turns colours inside out
    rays = page.locator("#castle > i").first.bounding_box()
    token = page.locator("#token-X").bounding_box()
    assert rays is not None
    assert token is not None
    assert rays["x"] + rays["width"] / 2 == pytest.approx(token["x"] + token["width"] / 2, abs=1)
    assert rays["y"] + rays["height"] / 2 == pytest.approx(token["y"] + token["height"] / 2, abs=1)
    page.keyboard.press("Escape")
    expect(page.locator("#castle > i")).to_have_count(0)


def test_reduced_motion_fades_and_turns_nothing(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, climbing(), still=True)
    fake_server.push(2, CLIMB)
    expect(page.locator("#table")).to_have_attribute("data-number", "2")
    assert seen(page) == [["token-A", 120]]
    page.clock.run_for(120)
    fake_server.push(3, beat("crown", who="B"), beat("dealt"), beat("scores"), CLIMB)
    wait_for_messages(page, fake_server)
    for _ in range(3):
        page.clock.run_for(120)
    expect(page.locator("#table")).to_have_attribute("data-number", "3")
    assert seen(page) == [["token-A", 120]]


def test_cards_that_the_style_sheet_turns_are_waited_for(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, voting("dd"))
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`#cloth .face { transition: rotate 420ms }
            #cloth [data-card=Y] .face { rotate: y 180deg; transition-delay: 660ms }`);
          document.adoptedStyleSheets = [sheet];
          document.body.getBoundingClientRect();
        }"""
    )
    cards = {"0": {"card": "Y"}, "1": {"card": "N"}}
    fake_server.push(2, beat("reveal", board={"ballots": cards}, said="Yes, No."))
    expect(page.locator("#cloth [data-card=Y]")).to_have_count(1)
    page.clock.run_for(1_079)
    expect(page.locator("#live")).to_have_text("")
    page.clock.run_for(1)
    expect(page.locator("#live")).to_have_text("Yes, No. ")


def test_an_unknown_cue_and_an_unknown_character_are_no_hindrance(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, watching())
    fake_server.push(2, beat("earthquake"), beat("climbed", who="Q"), beat("crown", who="Q"))
    wait_for_messages(page, fake_server)
    page.clock.run_for(420)
    page.clock.run_for(1_400)
    expect(page.locator("#table")).to_have_attribute("data-number", "2")


def test_characters_grow_with_the_castle_without_gliding(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(visits, fake_server, climbing())
    page.evaluate("document.querySelectorAll('.token').forEach((t) => t.style.width = '20px')")
    assert not page.evaluate("document.getAnimations().length")
    assert x_y(page, "A")[0] == round((148 - 25) * 20 / 50)

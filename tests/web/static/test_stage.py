"""The stage: beats are shown one after the other, each in its time, and can be skipped."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.clock import open_with_clock, wait_for_messages
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import (
    beat,
    climbing,
    laid,
    moved,
    page_of,
    prompted,
    voting,
    watching,
)

HIDE = """() => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""

VOTE = (
    beat("card", board={"ballots": laid("dd")}, own={"cards": []}, said="All have voted."),
    beat("breath"),
    beat("reveal", board={"ballots": {"0": {"card": "Y"}, "1": {"card": "N"}}}, said="Yes, No."),
    beat("decide", said="Rejected."),
    beat("fall", who="B", at="dungeon-3", board=moved("B", "dungeon-3"), said="B falls."),
    beat(own={"prompt": "Number 2"}, said="Your turn."),
)


@pytest.fixture
def page(visits: Visits, fake_server: FakeServer) -> Page:
    page = open_with_clock(visits, fake_server, voting("-d"), still=False)
    fake_server.wait_for_socket()
    return page


def state(page: Page) -> dict[str, Any]:
    """What the page shows."""
    return dict(
        page.evaluate(
            """() => ({
              cards: [...document.querySelectorAll("#cloth li")]
                .map((li) => li.dataset.card).join(),
              at: document.getElementById("token-B").dataset.at,
              prompt: document.getElementById("prompt").textContent,
              number: document.getElementById("table").dataset.number,
              said: document.getElementById("live").textContent.trim(),
              playing: "playing" in document.getElementById("table").dataset,
            })"""
        )
    )


def vote(page: Page, fake_server: FakeServer, **more: Any) -> None:
    """Send the end of a vote, and wait for its first beat."""
    fake_server.push(2, *VOTE, **more)
    expect(page.locator("#cloth [data-card=down]")).to_have_count(2)


def test_a_vote_is_revealed_in_its_time_and_nothing_comes_before(
    page: Page, fake_server: FakeServer
) -> None:
    vote(page, fake_server, title="Your turn", turn=True)
    lying = {
        "cards": "down,down",
        "at": "throne",
        "prompt": "Number 1",
        "number": "1",
        "said": "All have voted.",
        "playing": True,
    }
    assert state(page) == lying
    page.clock.run_for(200)
    page.clock.run_for(899)
    assert state(page) == lying  # a held breath
    page.clock.run_for(1)
    turning = {**lying, "cards": "Y,N"}
    assert state(page) == turning
    page.clock.run_for(419)
    assert state(page) == turning  # nobody is told before they have turned
    page.clock.run_for(1)
    decided = {**turning, "said": "All have voted. Yes, No. Rejected."}
    assert state(page) == decided
    page.clock.run_for(699)
    assert state(page) == decided
    page.clock.run_for(1)
    falling = {**decided, "at": "dungeon-3", "said": f"{decided['said']} B falls."}
    assert state(page) == falling
    expect(page).to_have_title("● Table rook-1")
    fake_server.push(3, prompted("Number 3"))
    wait_for_messages(page, fake_server)
    page.clock.run_for(1_200)
    ended = {
        **falling,
        "prompt": "Number 2",
        "number": "2",
        "said": f"{falling['said']} Your turn.",
    }
    assert state(page) == ended
    expect(page).to_have_title("● Your turn")
    expect(page.locator("#act input[name=number]")).to_have_value("2")
    page.clock.run_for(1_199)
    assert state(page) == ended  # the result can be read
    page.clock.run_for(1)
    assert state(page) == {**ended, "prompt": "Number 3", "number": "3", "playing": False}


def test_whoever_acts_has_read_the_result(page: Page, fake_server: FakeServer) -> None:
    vote(page, fake_server)
    for length in (200, 900, 420, 700, 1_200):
        page.clock.run_for(length)
    assert state(page) == ENDED
    fake_server.push(3, prompted("Number 3"))
    fake_server.send({"hover": {"player": 1, "who": "A"}})
    expect(page.locator("#token-A")).to_have_class("token at js-mate")
    assert state(page) == ENDED
    page.evaluate("document.getElementById('act').requestSubmit()")
    expect(page.locator("#prompt")).to_have_text("Number 3")


SAID = "All have voted. Yes, No. Rejected. B falls. Your turn."
ENDED = {
    "cards": "Y,N",
    "at": "dungeon-3",
    "prompt": "Number 2",
    "number": "2",
    "said": SAID,
    "playing": False,
}


def test_reduced_motion_has_short_times_but_never_none_for_the_reveal(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = open_with_clock(visits, fake_server, voting("-d"))
    fake_server.wait_for_socket()
    vote(page, fake_server)
    page.clock.run_for(120)
    page.clock.run_for(499)
    assert state(page)["cards"] == "down,down"
    page.clock.run_for(1)
    assert state(page)["cards"] == "Y,N"
    page.clock.run_for(299)
    assert state(page)["said"] == "All have voted."
    page.clock.run_for(1)
    assert state(page)["said"] == "All have voted. Yes, No. Rejected."
    page.clock.run_for(400)
    assert state(page)["at"] == "dungeon-3"
    page.clock.run_for(120)
    assert state(page) == ENDED


@pytest.mark.parametrize("elapsed", [0, 1_150], ids=["before the cards turn", "while they turn"])
@pytest.mark.parametrize(
    "how",
    ["tap", "Escape", *(pytest.param(key, marks=pytest.mark.full) for key in ("Enter", " "))],
)
def test_a_tap_or_a_key_skips_to_the_end_of_a_message(
    page: Page, fake_server: FakeServer, how: str, elapsed: int
) -> None:
    vote(page, fake_server)
    fake_server.push(3, beat("breath", own={"prompt": "Number 3"}), prompted("Number 4"))
    wait_for_messages(page, fake_server)
    page.clock.run_for(200)
    page.clock.run_for(elapsed)
    if how == "tap":
        page.mouse.click(200, 20)
    else:
        page.keyboard.press(how)
    # The next message plays on.
    expect(page.locator("#prompt")).to_have_text("Number 3")
    assert state(page) == {**ENDED, "prompt": "Number 3", "playing": True}
    assert page.evaluate("document.getAnimations().every((a) => a.playState === 'finished')")
    page.clock.run_for(900)
    assert state(page)["prompt"] == "Number 4"


def test_keys_typed_into_a_control_do_not_skip(page: Page, fake_server: FakeServer) -> None:
    page.locator("#menu").focus()
    vote(page, fake_server)
    page.keyboard.press("Enter")
    expect(page.locator("#menu-dialog")).to_be_visible()
    page.keyboard.press(" ")
    assert state(page)["cards"] == "down,down"


def test_a_tap_that_skips_does_not_press_what_has_appeared_under_it(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = open_with_clock(visits, fake_server, watching(), still=False)
    fake_server.wait_for_socket()
    turn = beat(own=climbing(prompt="Number 2")["own"])
    fake_server.push(2, beat("breath", own={"prompt": "Breath"}), turn)
    expect(page.locator("#prompt")).to_have_text("Breath")
    page.locator("#token-A").click()
    expect(page.locator("#prompt")).to_have_text("Number 2")
    expect(page.locator("#choice")).to_be_hidden()
    page.locator("#token-A").click()
    expect(page.locator("#choice")).to_be_visible()


def test_a_tap_during_the_last_cue_still_acts(visits: Visits, fake_server: FakeServer) -> None:
    page = open_with_clock(visits, fake_server, climbing(), still=False)
    fake_server.wait_for_socket()
    fake_server.push(2, beat("climbed", who="A", board=moved("A", "3")))
    expect(page.locator("#token-A")).to_have_attribute("data-at", "3")
    page.locator("#token-B").click(force=True)
    expect(page.locator("#choice")).to_contain_text("About B.")
    expect(page.locator("#table")).not_to_have_attribute("data-playing", "")


def test_the_bar_works_while_something_plays(page: Page, fake_server: FakeServer) -> None:
    vote(page, fake_server)
    page.locator("#help").click()
    expect(page.locator("#help-dialog")).to_be_visible()
    assert state(page) == ENDED


def test_a_hidden_tab_is_at_the_end_at_once(page: Page, fake_server: FakeServer) -> None:
    vote(page, fake_server)
    fake_server.push(3, beat("breath"), prompted("Number 3"))
    fake_server.push_page(4, page_of(watching(prompt="Number 4"), 4))
    fake_server.push(5, beat("breath"), beat(own={"prompt": "Number 5"}, said="Five."))
    fake_server.send({"pong": 5_000})
    page.evaluate(HIDE)
    expect(page.locator("#prompt")).to_have_text("Number 5")
    expect(page.locator("#live")).to_have_text(f"{SAID} Five. ")
    fake_server.push(6, beat("breath"), prompted("Number 6"))
    expect(page.locator("#prompt")).to_have_text("Number 6")
    expect(page.locator("#table")).not_to_have_attribute("data-playing", "")


def test_a_game_that_ends_in_a_hidden_tab_leaves_nothing_playing(
    page: Page, fake_server: FakeServer
) -> None:
    result = page_of(watching(prompt="The result"), 2)
    fake_server.push(2, *VOTE, page=result)
    expect(page.locator("#cloth [data-card=down]")).to_have_count(2)
    page.evaluate(HIDE)
    expect(page.locator("#prompt")).to_have_text("The result")
    page.clock.run_for(0)
    assert not state(page)["playing"]


def test_many_waiting_beats_play_twice_as_fast(page: Page, fake_server: FakeServer) -> None:
    fake_server.push(2, *[beat("breath", own={"prompt": f"{i}"}) for i in range(14)])
    expect(page.locator("#prompt")).to_have_text("0")
    page.clock.run_for(449)
    assert state(page)["prompt"] == "0"
    page.clock.run_for(1)
    assert state(page)["prompt"] == "1"
    page.clock.run_for(450)
    assert state(page)["prompt"] == "2"  # twelve wait: as usual again
    page.clock.run_for(899)
    assert state(page)["prompt"] == "2"
    page.clock.run_for(1)
    assert state(page)["prompt"] == "3"


def missed(page: Page, fake_server: FakeServer) -> None:
    """Come back to a page that has missed a vote."""
    fake_server.push(1, prompted("Number 1"))  # the first message only says what the page shows
    fake_server.push(2, *VOTE, scene=voting("-d"), missed=True)
    expect(page.locator("#missed")).to_be_visible()
    assert state(page)["cards"] == "none,down"


def test_what_was_missed_is_played_quickly_without_an_answer(
    page: Page, fake_server: FakeServer
) -> None:
    missed(page, fake_server)
    page.clock.run_for(1_999)
    assert state(page)["cards"] == "none,down"
    page.clock.run_for(1)
    assert state(page)["cards"] == "down,down"
    page.clock.run_for(70)
    page.clock.run_for(310)
    assert state(page)["cards"] == "Y,N"
    for _ in range(3):
        page.clock.run_for(400)
    assert state(page) == ENDED
    expect(page.locator("#missed")).to_be_hidden()


def test_what_was_missed_can_be_watched(page: Page, fake_server: FakeServer) -> None:
    missed(page, fake_server)
    page.locator("[data-missed=watch]").click()
    expect(page.locator("#cloth [data-card=down]")).to_have_count(2)
    page.clock.run_for(200)
    page.clock.run_for(899)
    assert state(page)["cards"] == "down,down"
    page.clock.run_for(1)
    assert state(page)["cards"] == "Y,N"


def test_what_was_missed_can_be_skipped(page: Page, fake_server: FakeServer) -> None:
    missed(page, fake_server)
    page.locator("[data-missed=skip]").click()
    expect(page.locator("#missed")).to_be_hidden()
    assert state(page) == ENDED


def test_a_whole_scene_is_shown_at_once(page: Page, fake_server: FakeServer) -> None:
    fake_server.push(4, scene=watching(prompt="Number 4"))
    expect(page.locator("#prompt")).to_have_text("Number 4")
    expect(page.locator("#table")).to_have_attribute("data-number", "4")


def test_a_whole_scene_does_not_spoil_what_plays(page: Page, fake_server: FakeServer) -> None:
    vote(page, fake_server)
    ended = voting("YN")
    ended["own"]["prompt"] = "Number 3"
    fake_server.push(3, scene=ended)  # the socket was opened again
    fake_server.push(4, prompted("Number 4"))
    fake_server.send({"hover": {"player": 1, "who": "A"}})
    expect(page.locator("#token-A")).to_have_class("token at js-mate")
    assert state(page)["cards"] == "down,down"
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_text("Number 4")


def test_a_failing_animation_stops_nothing(
    page: Page, fake_server: FakeServer, visits: Visits
) -> None:
    visits.expect("no animations today")
    page.evaluate(
        "() => { Element.prototype.animate = () => { throw new Error('no animations today'); } }"
    )
    vote(page, fake_server)
    for wait in (200, 900, 420, 700, 1_200):
        page.clock.run_for(wait)
    assert state(page) == ENDED

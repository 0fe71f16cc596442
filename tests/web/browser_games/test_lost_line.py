"""A line that breaks: the page says so, and catches up by event number without a reload."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from kingup.tables.events import Acted
from tests.waiting import wait_until
from tests.web.browser import Visits
from tests.web.browser_games.player import (
    Hasty,
    be_ready,
    code_of,
    do,
    look,
    play_until,
    set_table,
    sit_down,
    tap,
    wait_for,
)
from tests.web.browser_games.relay import Relay, relayed
from tests.web.browser_games.worlds import log_of
from tests.web.server import running

pytestmark = pytest.mark.full

BROKEN = r"ERR_|WebSocket|Failed to load resource"
"""What a browser writes into its console when nobody answers."""

TABLE = "seats=3&player-2=page&bot_pace=swift"


def two_in_a_vote(visits: Visits, relay: Relay, *, both: bool = False) -> tuple[Page, Page]:
    """Return the pages of two people who are both asked to vote; one, or both, by the relay."""
    visits.expect(BROKEN)
    ana = visits.open(f"{relay.address}/health")
    address = set_table(ana, relay.address, TABLE, "Ana")
    there = relay.address if both else relay.server
    ben = visits.open(f"{there}/health")
    sit_down(ben, address.replace(relay.address, there), "Ben")
    for page in (ana, ben):
        be_ready(page)
    play_until([ana, ben], lambda: voting(ana) and voting(ben), Hasty())
    ana.evaluate("window.same = 'page'")
    return ana, ben


def voting(page: Page) -> bool:
    """Return whether somebody is asked to vote."""
    seen = look(page)
    return seen.phase == "vote" and seen.acts


def line_is_down(page: Page) -> None:
    """Wait until the page says that its line is down, and see that its buttons rest."""
    page.wait_for_selector("#ribbon:not([hidden])")
    assert page.inner_text("#ribbon").strip()
    assert page.locator("#tokens button:not([aria-disabled='true'])").count() == 0


def has_caught_up(page: Page, other: Page) -> None:
    """Wait until a page shows what another one does, and see that it was never loaded anew."""
    page.wait_for_selector("#ribbon", state="hidden")
    wait_for(page, lambda seen: not seen.down and seen.number == look(other).number)
    assert page.evaluate("window.same") == "page"
    assert look(page).places == look(other).places


def test_a_line_lost_in_the_middle_of_a_vote_catches_up_without_a_reload(
    server: str, visits: Visits
) -> None:
    with relayed(server) as relay:
        ana, ben = two_in_a_vote(visits, relay)
        do(ana, "Y")  # sealed; Ben still thinks
        relay.cut()
        line_is_down(ana)
        before = look(ana)
        heard = ana.inner_text("#live")
        do(ben, "N")  # the cards turn over while nobody tells Ana
        wait_for(ben, lambda seen: seen.phase != "vote")
        assert look(ana).phase == "vote"
        relay.mend()
        has_caught_up(ana, ben)
        assert look(ana).number > before.number
        assert ana.inner_text("#live") != heard  # what was missed is told, too
        play_until([ana, ben], lambda: look(ana).continues, Hasty(refusals=0))


def test_a_vote_that_was_on_its_way_when_the_line_broke_counts_once(
    server: str, folder: Path, visits: Visits
) -> None:
    with relayed(server) as relay:
        ana, ben = two_in_a_vote(visits, relay)
        number = look(ana).number
        relay.cut()
        tap(ana, "Y")
        relay.mend()
        wait_until(lambda: len(acts(folder, ana, number)) == 1)
        has_caught_up(ana, ben)
        wait_for(ana, lambda seen: not seen.acts)
        do(ben, "N")
        wait_for(ana, lambda seen: seen.phase != "vote")
        assert [act.action for act in acts(folder, ana, number)] == ["Y"]


def acts(folder: Path, page: Page, after: int) -> list[Acted]:
    """Return what Ana has done after an event, by the server's own book, in the same vote."""
    events = [one.event for one in log_of(folder, code_of(page)) if one.number > after]
    return [event for event in events if isinstance(event, Acted) and event.player == 0][:2]


def test_a_server_that_starts_anew_in_the_middle_of_a_vote_keeps_the_sealed_cards(
    tmp_path: Path, visits: Visits
) -> None:
    with running(tmp_path) as first, relayed(first) as relay:
        ana, ben = two_in_a_vote(visits, relay, both=True)
        do(ana, "Y")
        line = relay
        line.cut()
        line_is_down(ana)
    with running(tmp_path) as second:
        line.server = second
        line.mend()
        wait_for(ben, lambda seen: not seen.down)
        has_caught_up(ana, ben)
        wait_for(ana, lambda seen: not seen.acts)
        do(ben, "N")
        wait_for(ana, lambda seen: seen.phase != "vote")
        line.cut()


def test_a_line_that_dies_without_a_word_is_noticed(server: str, visits: Visits) -> None:
    with relayed(server) as relay:
        ana, ben = two_in_a_vote(visits, relay)
        relay.frozen.set()
        ana.wait_for_selector("#ribbon:not([hidden])", timeout=60_000)
        do(ben, "N")
        relay.cut()
        relay.mend()
        has_caught_up(ana, ben)

"""A page whose connection breaks says so, and catches up without a reload."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from kingup.tables.events import Acted
from tests.waiting import PATIENCE, wait_until
from tests.web.browser import Visits, pause_of
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
"""What a browser writes into its console when the server is unreachable."""

TABLE = "seats=3&player-2=page&bot_pace=swift"


def two_in_a_vote(visits: Visits, relay: Relay, *, both: bool = False) -> tuple[Page, Page]:
    """Return two people's pages that ask for a vote; one, or both, go through the relay."""
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
    """Return whether a page asks for a vote."""
    seen = look(page)
    return seen.phase == "vote" and seen.acts


def check_disconnected(page: Page) -> None:
    """Wait until a page says that it is disconnected, and check that its buttons are off."""
    page.wait_for_selector("#ribbon:not([hidden])")
    assert page.inner_text("#ribbon").strip()
    assert page.locator("#tokens button:not([aria-disabled='true'])").count() == 0


def check_caught_up(page: Page, other: Page) -> None:
    """Wait until a page shows what another does, and check that it was not reloaded."""
    page.wait_for_selector("#ribbon", state="hidden")

    def show_the_same() -> bool:
        one, two = look(page), look(other)
        shown = not (one.down or one.playing)
        return shown and (one.number, one.places) == (two.number, two.places)

    wait_until(show_the_same, pause=pause_of(page))
    assert page.evaluate("window.same") == "page"


def test_a_page_disconnected_during_a_vote_catches_up_without_a_reload(
    server: str, visits: Visits
) -> None:
    with relayed(server) as relay:
        ana, ben = two_in_a_vote(visits, relay)
        do(ana, "Y")  # sealed; Ben has not voted yet
        relay.cut()
        check_disconnected(ana)
        before = look(ana)
        heard = ana.inner_text("#live")
        do(ben, "N")  # the cards turn over while Ana is disconnected
        wait_for(ben, lambda seen: seen.phase != "vote")
        assert look(ana).phase == "vote"
        relay.mend()
        check_caught_up(ana, ben)
        assert look(ana).number > before.number
        assert ana.inner_text("#live") != heard  # the missed events are announced, too
        play_until([ana, ben], lambda: look(ana).continues, Hasty(refusals=0))


def test_a_vote_in_flight_when_the_connection_breaks_counts_once(
    server: str, folder: Path, visits: Visits
) -> None:
    with relayed(server) as relay:
        ana, ben = two_in_a_vote(visits, relay)
        number = look(ana).number
        relay.frozen.set()  # the vote is lost on the way, and the page does not know yet
        tap(ana, "Y")
        relay.cut()
        relay.mend()
        wait_until(lambda: len(acts(folder, ana, number)) == 1)
        check_caught_up(ana, ben)
        wait_for(ana, lambda seen: not seen.acts)
        do(ben, "N")
        wait_for(ana, lambda seen: seen.phase != "vote")
        assert [act.action for act in acts(folder, ana, number)] == ["Y"]


def acts(folder: Path, page: Page, after: int) -> list[Acted]:
    """Return Ana's actions after an event, in the same vote, from the server's log."""
    events = [one.event for one in log_of(folder, code_of(page)) if one.number > after]
    return [event for event in events if isinstance(event, Acted) and event.player == 0][:2]


def test_a_restart_during_a_vote_keeps_the_sealed_cards(tmp_path: Path, visits: Visits) -> None:
    with running(tmp_path) as first, relayed(first) as relay:
        ana, ben = two_in_a_vote(visits, relay, both=True)
        do(ana, "Y")
        line = relay
        line.cut()
        check_disconnected(ana)
    with running(tmp_path) as second:
        line.server = second
        line.mend()
        wait_for(ben, lambda seen: not seen.down)
        check_caught_up(ana, ben)
        wait_for(ana, lambda seen: not seen.acts)
        do(ben, "N")
        wait_for(ana, lambda seen: seen.phase != "vote")
        line.cut()


def test_a_silently_dead_connection_is_noticed(server: str, visits: Visits) -> None:
    with relayed(server) as relay:
        ana, ben = two_in_a_vote(visits, relay)
        relay.frozen.set()
        ana.wait_for_selector("#ribbon:not([hidden])", timeout=1000 * PATIENCE)
        do(ben, "N")
        relay.cut()
        relay.mend()
        check_caught_up(ana, ben)

"""Pages whose time passes only when a test says so."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import Scene, page_of

START = 3_600
"""The time of a page's clock, in seconds since 1970."""


def open_with_clock(
    visits: Visits,
    fake_server: FakeServer,
    scene: Scene,
    *,
    still: bool = True,
    panel: str = "",
) -> Page:
    """Open a table's page with its clock stopped: `page.clock.run_for` lets time pass."""
    fake_server.fragment = page_of(scene, panel=panel)
    page = visits.open(fake_server.table, still=still, own_clock=True)
    page.clock.pause_at(START)
    fake_server.wait_for_socket()
    # The page knows it, too: what it shows when it is offline has gone.
    expect(page.locator("#table")).not_to_have_attribute("data-down", "")
    return page


def wait_for_messages(page: Page, fake_server: FakeServer) -> None:
    """Wait until a page has received all that was sent: its clock must not run before that."""
    token = page.locator("#token-A")
    for who, shown in (("A", 1), (None, 0)):  # seen at once, whatever plays
        fake_server.send({"hover": {"player": 1, "who": who}})
        expect(token.and_(page.locator(".js-mate"))).to_have_count(shown)

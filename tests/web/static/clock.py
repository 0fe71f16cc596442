"""Pages whose time passes only when a test says so."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import Scene, page_of


def open_with_clock(
    visits: Visits, fake_server: FakeServer, scene: Scene, *, still: bool = True
) -> Page:
    """Open a table's page with its clock stopped: `page.clock.run_for` lets time pass."""
    fake_server.fragment = page_of(scene)
    page = visits.open(fake_server.table, still=still, own_clock=True)
    page.clock.pause_at(3_600)
    return page

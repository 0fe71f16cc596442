"""One device passed around, and clocks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.static.clock import START, open_with_clock, wait_for_messages
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, page_of, prompted, watching

pytestmark = pytest.mark.full


def test_a_curtain_hides_the_table_between_players(
    visits: Visits, fake_server: FakeServer
) -> None:
    curtain = '<a href="/t/rook-1?as=2" data-as="2">I am Nora</a>'
    fake_server.fragment = page_of(watching(), more="data-passed", panel=curtain)
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.push(3, prompted("Behind the curtain"))
    expect(page.locator("#prompt")).to_have_text("Behind the curtain")
    fake_server.news = {
        "number": 3,
        "scene": climbing(prompt="Number 1"),
        "beats": [prompted("Number 3")],
    }
    page.get_by_text("I am Nora").click()
    # Nora is shown what happened since the last look.
    fake_server.wait(lambda: "page=table&as=2&after=1&kind=game" in fake_server.requests)
    expect(page.locator("#prompt")).to_have_text("Number 3")
    assert page.url == fake_server.table  # so that a reload shows the curtain
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&as=2&after=3&kind=game")
    page.locator("#token-A button").click()
    fake_server.news = {"number": 4, "scene": watching(prompt="Pass it to Inès")}
    fake_server.answer = lambda path, fields: (200, {"number": 4})
    page.locator("#token-A button").click()
    expect(page.locator("#prompt")).to_have_text("Pass it to Inès")
    assert page.evaluate("document.querySelector('#choice').hidden")
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&after=4&kind=game")
    assert "as=2" not in fake_server.requests[-2]


def test_clocks_count_down_by_the_servers_time(visits: Visits, fake_server: FakeServer) -> None:
    fake_server.pongs = False
    page = open_with_clock(
        visits,
        fake_server,
        watching(),
        panel=f'<time id="a" data-until="{START + 75}">…</time>'
        f'<time id="b" data-until="{START + 3 * 86_400}">three days</time>'
        f'<time id="c" data-until="{START + 7_275}">…</time>',
    )
    fake_server.wait_for_socket()
    expect(page.locator("#a")).to_have_text("1:15")
    expect(page.locator("#b")).to_have_text("three days")
    expect(page.locator("#c")).to_have_text("2:01:15")
    fake_server.send({"pong": START + 60})  # this phone's clock is a minute late
    wait_for_messages(page, fake_server)
    page.clock.run_for(500)
    expect(page.locator("#a")).to_have_text("0:15")

"""One device passed around, and clocks."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.web.browser import Visits, wait_for_script
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
    end, days = time.time() + 75, time.time() + 3 * 86_400
    fake_server.fragment = page_of(
        watching(),
        panel=f'<time id="a" data-until="{end}">…</time>'
        f'<time id="b" data-until="{days}">three days</time>'
        f'<time id="c" data-until="{end + 7200}">…</time>',
    )
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    assert page.locator("#a").inner_text().startswith("1:1")
    expect(page.locator("#b")).to_have_text("three days")
    assert page.locator("#c").inner_text().startswith("2:01:1")
    fake_server.send({"pong": time.time() + 60})  # this phone's clock is a minute late
    wait_for_script(page, "document.getElementById('a').textContent.startsWith('0:1')")

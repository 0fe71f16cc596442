"""One device passed around, and clocks."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.web.browser import Visits, wait_for_script
from tests.web.static.fake_server import FakeServer
from tests.web.static.scenes import climbing, scene, token

CURTAIN = (
    '<main id="table" data-number="1" data-page="table" data-passed><h1>Pass it to Nora</h1>'
    '<a href="/t/rook-1?as=2" data-as="2">I am Nora</a></main>'
)


def test_a_curtain_hides_the_table_between_players(
    visits: Visits, fake_server: FakeServer
) -> None:
    fake_server.fragment = CURTAIN
    page = visits.open(fake_server.table)
    fake_server.wait_for_socket()
    fake_server.fragment = climbing(1, more="data-passed")
    page.get_by_text("I am Nora").click()
    expect(page.locator("#prompt")).to_have_text("Number 1")
    assert page.url == fake_server.table  # so that a reload shows the curtain
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&as=2&after=1")
    page.locator("#token-A button").click()
    fake_server.fragment, fake_server.number = CURTAIN.replace('"1"', '"2"', 1), 2
    page.locator("#token-A button").click()
    expect(page.locator("h1")).to_have_text("Pass it to Nora")
    expect(page.locator("#token-A")).to_have_count(0)
    fake_server.wait(lambda: fake_server.requests[-1] == "live page=table&after=2")
    assert "as=2" not in fake_server.requests[-2]


def test_clocks_count_down_by_the_servers_time(visits: Visits, fake_server: FakeServer) -> None:
    end, days = time.time() + 75, time.time() + 3 * 86_400
    fake_server.fragment = scene(
        token("A", "1"),
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

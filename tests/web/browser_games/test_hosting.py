"""A host's tools: a lost phone, an absent player, a pause, and a rematch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from kingup.tables import Table
from tests.web.browser import Visits
from tests.web.browser_games.player import (
    Hasty,
    be_ready,
    code_of,
    look,
    patient,
    play_to_the_end,
    play_until,
    set_table,
    sit_down,
    wait_for,
)
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

TABLE = "seats=3&player-2=page&bot_pace=swift"
MARKED = "[...document.querySelectorAll('#tokens > .is-fav')].map((token) => token.dataset.who)"


def two_people(server: str, visits: Visits) -> tuple[Page, Page]:
    host, guest = visits.open(f"{server}/health"), visits.open(f"{server}/health")
    sit_down(guest, set_table(host, server, TABLE, "Ana"), "Ben")
    for page in (host, guest):
        be_ready(page)
    for page in (host, guest):
        wait_for(page, lambda seen: seen.phase == "place")
    return host, guest


def test_a_lost_phone_gets_its_seat_back_and_the_old_one_shows_no_cards(
    server: str, folder: Path, visits: Visits
) -> None:
    host, old = two_people(server, visits)
    game = Table.of(log_of(folder, code_of(host))).game
    assert game is not None
    card = set(game.rounds[0].deal.favourites[1])
    assert set(old.evaluate(MARKED)) == card
    host.click("#menu")
    host.click(".held li:nth-child(2) form[action$='/link'] button")
    host.wait_for_selector("#link-1:not([hidden])")
    link = host.input_value("#link-1 input")
    new = patient(visits.open(link))
    assert new.locator(".is-fav").count() == 0
    new.click("form[action$='/reclaim'] button")
    new.wait_for_url("**/t/*")
    new.wait_for_selector("#table #hand")
    assert set(new.evaluate(MARKED)) == card
    old.wait_for_selector("#hand", state="hidden")
    assert not old.evaluate(MARKED)
    assert old.locator("#hand .favs, #hand .card").count() == 0
    host.keyboard.press("Escape")
    play_until([host, new], lambda: look(host).phase == "climb", Hasty())
    # The link works once.
    visits.expect(r"status of 4\d\d")
    third = visits.open(link)
    assert third.locator("form[action$='/reclaim']").count() == 0


def test_a_host_gives_a_seat_to_a_bot_pauses_and_starts_a_rematch(
    server: str, visits: Visits
) -> None:
    host, guest = two_people(server, visits)
    host.click("#menu")
    host.click("form[action$='/pause'] button")
    for page in (host, guest):
        wait_for(page, lambda seen: seen.phase == "paused" and not seen.actions)
    host.locator("form[action$='/resume'] button:visible").first.click()
    wait_for(guest, lambda seen: seen.phase == "place")
    host.click("#menu")
    host.click(".held li:nth-child(2) details summary")
    host.click(".held li:nth-child(2) button[value='page']")
    guest.wait_for_selector("#hand", state="hidden")
    play_to_the_end([host], Hasty(refusals=0))
    wait_for(guest, lambda seen: seen.phase == "over")
    before = host.url
    host.click("form[action$='/again'] button")  # the other seats are bots' by now
    host.wait_for_url(lambda url: url != before and "/t/" in url)
    wait_for(host, lambda seen: seen.phase in ("open", "place", "climb", "vote"))

"""One device, passed around: a curtain hides the cards between turns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from kingup.tables import Table
from tests.web.browser import Visits
from tests.web.browser_games.player import (
    Choose,
    Hasty,
    code_of,
    look,
    patient,
    tap,
    wait_for,
)
from tests.web.browser_games.tour import seat_at_one_device
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

NAMES = ("Ana", "Ben", "Cleo")
MARKED = "[...document.querySelectorAll('#tokens > .is-fav')].map((token) => token.dataset.who)"
SECRET = ".is-fav, #act .vote-card, #hand .favs, #hand .card, #choice button, #targets button"


def open_shared_device(visits: Visits, server: str) -> Page:
    page = patient(visits.open(f"{server}/health"))
    seat_at_one_device(page, server, NAMES)
    page.wait_for_selector("#curtain:not([hidden])")
    return page


def raise_curtain(page: Page, player: int) -> None:
    """Choose the player who holds the device, and show their cards."""
    page.click(f".hands a[data-as='{player}']")
    page.wait_for_selector(f"#table[data-viewer='{player}'] #hand:not([hidden])")
    wait_for(page, lambda seen: not seen.hands)


def go_on_together(page: Page) -> None:
    """Close the scoring, with one tap for all."""
    before = look(page).number
    page.click("#continue button")
    wait_for(page, lambda seen: seen.number > before)


def curtain_is_down(page: Page) -> bool:
    """Return whether the curtain is shown and nothing on the page, even hidden, is secret."""
    shown: bool = page.evaluate("Boolean(document.querySelector('#curtain:not([hidden])'))")
    return shown and page.locator(SECRET).count() == 0


def hand_on(page: Page, action: str) -> None:
    """Do an action; the curtain appears by itself, unless the scoring is shown to all."""
    before = look(page).number
    tap(page, action)
    wait_for(page, lambda seen: seen.number > before and not seen.actions)


def pass_around(page: Page, done: Callable[[], bool], choose: Choose) -> set[int]:
    """Play on one device until a condition holds; return the players who have had it."""
    held = set()
    while not done():
        seen = wait_for(page, lambda seen: bool(seen.hands) or seen.continues or done())
        if seen.continues:
            go_on_together(page)
        elif seen.hands:
            player = int(seen.hands[0])
            raise_curtain(page, player)
            hand_on(page, choose(look(page)))
            held.add(player)
    return held


def test_the_curtain_hides_all_secrets_until_a_player_is_chosen(
    server: str, folder: Path, visits: Visits
) -> None:
    page = open_shared_device(visits, server)
    game = Table.of(log_of(folder, code_of(page))).game
    assert game is not None
    cards = game.rounds[0].deal.favourites
    assert curtain_is_down(page)
    first = int(look(page).hands[0])
    page.click(".curtain-page details summary")
    for player in (first, *(p for p in range(3) if p != first)):
        raise_curtain(page, player)
        assert set(page.evaluate(MARKED)) == set(cards[player])
        assert page.url.endswith(code_of(page))  # nothing in the address that a reload would open
        page.reload()
        assert curtain_is_down(page)
        page.click(".curtain-page details summary")
    # After an action the curtain is shown for the next player.
    raise_curtain(page, first)
    hand_on(page, look(page).actions[0])
    page.wait_for_selector("#curtain:not([hidden])")
    assert curtain_is_down(page)
    assert look(page).hands == (str((first + 1) % 3),)


def test_a_round_is_played_on_one_device_with_one_scoring_for_all(
    server: str, visits: Visits
) -> None:
    page = open_shared_device(visits, server)
    assert pass_around(page, lambda: look(page).continues, Hasty()) == {0, 1, 2}
    assert page.locator("#scoring .sheet-rows > li").count() == 3
    go_on_together(page)
    page.wait_for_selector("#curtain:not([hidden]) .hands a")
    assert curtain_is_down(page)


def test_a_whole_game_is_played_on_one_device(server: str, visits: Visits) -> None:
    page = open_shared_device(visits, server)
    pass_around(page, lambda: look(page).phase == "over", Hasty())
    assert page.locator(".podium .step").count() == 3

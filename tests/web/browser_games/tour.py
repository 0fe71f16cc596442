"""A tour of every page of the product, and of every phase of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.web.browser import SMALL, Visits
from tests.web.browser_games.player import (
    Hasty,
    be_ready,
    look,
    patient,
    play_until,
    set_table,
    sit_down,
    take_turn,
    wait_for,
)

Stop = tuple[str, Page]

GAME = (
    "edition=vive-le-roi&seats=4&option=ambition&option=emissary&option=wedding&screens=board"
    "&show_votes=1&player-2=page&player-3=page&title=Round+table"
)
NOT_FOUND = r"status of 404"
WRONG_CODE = "rook-22222"


def tour(visits: Visits, server: str, **how: Any) -> Iterator[Stop]:
    """Yield pages one after the other, each with the name of what it shows."""
    how = {"viewport": SMALL, **how}
    visits.expect(NOT_FOUND)
    page = patient(visits.open(server, **how))
    yield from outside(page, server)
    mate = patient(visits.open(f"{server}/health", **how))
    yield from a_game(page, mate, server)
    yield from one_device(page, server)
    yield from a_result(page, server)


def outside(page: Page, server: str) -> Iterator[Stop]:
    """Show the pages around the game."""
    yield "home", page
    page.fill("#code", WRONG_CODE)
    page.click(".join button")
    page.wait_for_selector("#code-error")
    yield "home after a wrong code", page
    page.goto(f"{server}/t/{WRONG_CODE}")
    yield "an unknown table", page
    page.goto(f"{server}/new")
    yield "a new table", page
    page.goto(f"{server}/new?edition=vive-le-roi&seats=2&team=1&screens=passed&pace=3d")
    page.click("details.more summary")
    yield "a new table with everything", page


def a_game(page: Page, mate: Page, server: str) -> Iterator[Stop]:
    """Show a game of two people and two bots, from its lobby to the end of the first round."""
    address = set_table(page, server, GAME, "Ana")
    yield "a lobby with a free seat", page
    mate.goto(address)
    yield "a lobby for a guest", mate
    sit_down(mate, address, "Ben")
    page.click("#menu")
    yield "the menu in a lobby", page
    page.keyboard.press("Escape")
    be_ready(mate)
    page.wait_for_selector("#chair-1 .state svg")
    yield "a lobby that waits for one", page
    be_ready(page)
    yield from the_first_round(page, mate, address)
    yield from around_a_game(page, address)


def the_first_round(page: Page, mate: Page, address: str) -> Iterator[Stop]:
    """Show every phase of a round: asked, picked, waiting."""
    for phase in ("ambition", "place", "climb"):
        _play_to(page, mate, phase)
        yield f"asked to {phase}", page
        _pick(page)
        yield f"about to {phase}", page
        page.keyboard.press("Escape")
    # In a vote with two cards missing the page shows both: what is asked, and waiting.
    _play_to(page, mate, "vote")
    yield "asked to vote", page
    _pick(page)
    yield "about to vote", page
    page.goto(f"{address}/hand")
    yield "a phone beside a television in a vote", page
    page.goto(f"{address}/board")
    yield "a television in a vote", page
    page.goto(address)
    take_turn(page, lambda seen: seen.actions[0])
    wait_for(page, lambda seen: not seen.acts)
    yield "a sealed vote", page
    play_until(
        [page, mate],
        lambda: page.locator("#verdict:not([hidden]), #scoring:not([hidden])").count() > 0,
        Hasty(),
    )
    yield "a vote revealed", page
    for where in ("board", "watch"):
        page.goto(f"{address}/{where}")
        yield f"a vote revealed, to {where}", page
    page.goto(address)
    play_until([page, mate], lambda: look(page).continues, Hasty(refusals=0))
    yield "the scoring of a round", page
    page.goto(f"{address}/board")
    yield "the scoring of a round on a television", page


def around_a_game(page: Page, address: str) -> Iterator[Stop]:
    """Show the dialogs over a game, and the host's tools."""
    page.goto(address)
    for name in ("help", "menu"):
        page.click(f"#{name}")
        page.wait_for_selector(f"#{name}-dialog[open]")
        yield f"the {name} in a game", page
        page.keyboard.press("Escape")
    page.click("#menu")
    page.click("#menu-dialog .held li:nth-child(2) form[action$='/link'] button")
    page.wait_for_selector("#link-1:not([hidden])")
    yield "a link to a seat", page
    link = page.input_value("#link-1 input")
    page.click("form[action$='/pause'] button")
    wait_for(page, lambda seen: seen.phase == "paused")
    yield "a paused game", page
    page.goto(link)
    yield "a seat to be taken back", page
    page.goto(address)
    page.click("#menu")
    page.click(".danger summary")
    page.click(".danger .seal")
    wait_for(page, lambda seen: seen.phase == "over")
    yield "a game given up", page


def one_device(page: Page, server: str) -> Iterator[Stop]:
    """Show a device that is passed around."""
    seat_at_one_device(page, server, ("Ana", "Ben", ""))
    yield "a lobby at one device", page
    page.fill("#sit-name", "Cleo")
    page.click(".sit .seal")
    page.wait_for_selector("#chair-2 .name bdi")
    be_ready(page)
    page.wait_for_selector("#curtain:not([hidden]) .hands a")
    yield "the curtain", page
    page.click("#curtain .hands a.seal")
    page.wait_for_selector("#hand")
    yield "behind the curtain", page


def seat_at_one_device(page: Page, server: str, names: tuple[str, ...]) -> str:
    """Create a King Up! table for people who pass a device around, and return its address.

    A seat without a name stays free; where none does, the game begins at once.
    """
    free = "".join(f"&player-{player}=" for player, name in enumerate(names) if not name)
    page.goto(f"{server}/new?screens=passed&seats={len(names)}{free}")
    for player, name in enumerate(names):
        if name:
            page.fill(f"#name-{player}", name)
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")
    return page.url


def a_result(page: Page, server: str) -> Iterator[Stop]:
    """Show how a game of bots has ended."""
    bots = "&".join(f"player-{player}=page" for player in range(4))
    page.goto(f"{server}/new?edition=vive-le-roi&seats=4&option=ambition&bot_pace=swift&{bots}")
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")
    yield "a lobby of bots", page
    be_ready(page)
    wait_for(page, lambda seen: seen.phase == "over")
    yield "a result", page


def _play_to(page: Page, mate: Page, phase: str) -> None:
    """Play until the first page is asked in a phase; it acts only if it must."""

    def asked() -> bool:
        seen = look(page)
        return seen.phase == phase and seen.acts

    play_until([mate, page], asked, Hasty(refusals=0))


def _pick(page: Page) -> None:
    """Pick the first character or card that can be picked."""
    page.locator("#act .vote-card:visible, #tokens > [data-legal] button").first.click()
    page.wait_for_selector("#choice:not([hidden])")

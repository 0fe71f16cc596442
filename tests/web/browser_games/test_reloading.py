"""Pages reloaded at any moment, or open twice: nothing is lost, nothing counts twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute

from kingup.tables.events import Acted
from tests.waiting import wait_until
from tests.web.browser import Visits, pause_of
from tests.web.browser_games.player import (
    Climber,
    Hasty,
    Seen,
    be_ready,
    code_of,
    do,
    go_on,
    look,
    play_now,
    play_until,
    set_table,
    sit_down,
    tap,
    wait_for,
)
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

Held = list[Callable[[], None]]
"""Actions that have not reached the server: each is sent on by a call."""

PICTURE = """() => [...document.querySelectorAll("#hand, #seats, #panel, #scoring, #tokens")]
  .map((part) => {
    const shown = part.cloneNode(true);
    shown.querySelectorAll("noscript").forEach((hidden) => hidden.remove());
    return shown.textContent.replace(/\\s+/g, " ");
  })"""


def shows_event(number: int, seen: Seen) -> bool:
    """Return whether a page shows an event."""
    return seen.number >= number


def shows_anything(_: Seen) -> bool:
    """Return True: only wait until nothing plays."""
    return True


def check_same_after_reload(page: Page) -> None:
    """Reload a page when nothing plays, and check that it shows the same."""
    seen, picture = wait_for(page, shows_anything), page.evaluate(PICTURE)
    page.reload()
    again = wait_for(page, shows_anything)
    if again.number == seen.number:  # otherwise another player has acted meanwhile
        assert again == seen
        assert page.evaluate(PICTURE) == picture
    assert again.number >= seen.number


def test_reloading_at_every_turn_loses_nothing(server: str, visits: Visits) -> None:
    visits.expect("status of 409")  # what was sent just before a reload may arrive after it
    ana, ben = visits.open(f"{server}/health"), visits.open(f"{server}/health")
    address = set_table(ana, server, "seats=3&player-2=page&bot_pace=swift", "Ana")
    check_same_after_reload(ana)
    sit_down(ben, address, "Ben")
    for page in (ben, ana):
        be_ready(page)
    wait_for(ana, lambda seen: seen.phase == "place")
    phases: set[str] = set()
    choose, answer = Climber(), Hasty()
    while not look(ana).continues:
        play_until([ben], lambda: look(ana).acts, answer)
        check_same_after_reload(ana)
        seen = look(ana)
        if not seen.actions:
            continue  # what was sent before the last reload has only now arrived, or it is over
        phases.add(seen.phase)
        if seen.phase == "vote":
            last = not wait_for(ben, lambda seen: seen.phase == "vote").acts
            do(ana, choose(seen))
            check_same_after_reload(ana)  # my card lies there, face down for all but me
            after = look(ana)
            assert last or (after.phase, after.acts) == ("vote", False)
        else:
            tap(ana, choose(seen))
            ana.reload()  # before the answer: it is done all the same, or can be done again
    assert phases >= {"place", "climb", "vote"}
    check_same_after_reload(ana)
    go_on(ana)
    check_same_after_reload(ana)


def test_two_tabs_of_one_player_follow_each_other(
    server: str, folder: Path, visits: Visits
) -> None:
    one = play_now(visits, server)
    other = visits.open(one.url, same_person_as=one)
    other.evaluate("window.same = 'page'")
    choose = Hasty(refusals=0)
    for turn in range(4):  # each acts in turn, and the other follows
        tab, follower = (one, other) if turn % 2 else (other, one)
        seen = wait_for(tab, lambda seen: seen.acts)
        number = do(tab, choose(seen))
        wait_for(follower, partial(shows_event, number))
    assert other.evaluate("window.same") == "page"
    assert "is-away" not in (one.locator("#seat-0").get_attribute("class") or "")


def hold_socket(page: Page) -> Held:
    """Hold back the actions that a page sends over its socket, which is reopened."""
    held: Held = []
    opened: list[bool] = []

    def connect(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def from_browser(message: str | bytes) -> None:
            if isinstance(message, str) and '"do"' in message:
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        def from_server(message: str | bytes) -> None:
            browser.send(message)
            opened.append(True)

        browser.on_message(from_browser)
        server.on_message(from_server)

    page.route_web_socket("**/live?*", connect)
    # After three seconds without an answer the action is sent as a form.
    page.route("**/act", lambda route: held.append(route.continue_))
    page.reload()
    wait_until(lambda: opened, pause=pause_of(page))
    return held


def hold_forms(page: Page) -> Held:
    """Hold back the actions of a page that has no socket and sends forms."""
    held: Held = []
    page.route_web_socket("**/live?*", lambda browser: browser.close())
    page.route("**/act", lambda route: held.append(route.continue_))
    with page.expect_request("**/scene?*"):  # it has given up on sockets
        page.reload()
    return held


@pytest.mark.parametrize(
    "hold",
    [
        pytest.param(hold_socket, id="socket"),
        pytest.param(hold_forms, id="forms"),
    ],
)
def test_two_tabs_acting_at_once_count_once_and_the_slower_is_refused(
    server: str, folder: Path, visits: Visits, hold: Callable[[Page], Held]
) -> None:
    visits.expect("status of 409")
    one = play_now(visits, server)
    other = visits.open(one.url, same_person_as=one)
    held = hold(other)
    seen = wait_for(one, lambda seen: seen.acts)
    wait_for(other, lambda again: again.number == seen.number and not again.down)
    tap(other, seen.actions[-1])
    wait_until(lambda: held, pause=pause_of(other))
    number = do(one, seen.actions[0])

    def refused() -> bool:
        while held:
            held.pop(0)()
        return other.locator(".error[role=alert]").count() > 0

    wait_until(refused, pause=pause_of(other))
    assert other.inner_text(".error[role=alert]").strip()
    wait_for(other, lambda again: again.number >= number)
    acted = [
        numbered.event.action
        for numbered in log_of(folder, code_of(one))
        if isinstance(numbered.event, Acted) and numbered.event.player == 0
    ]
    assert acted == [seen.actions[0]]

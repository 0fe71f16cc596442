"""Tables of every size with odd names: nothing is printed over anything else, nothing is cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kingup.tables import TableSetting
from kingup.tables.setting import Pace
from tests.web.browser import TELEVISION, Visits
from tests.web.browser_games.crafted import Crafted, person_of
from tests.web.browser_games.fitting import FAULTS, faults_on_all_screens, names_of
from tests.web.browser_games.player import wait_for

pytestmark = pytest.mark.full

CROWDS = {
    "two": ((1, 1), ("emissary",)),
    "three": ((1,) * 3, ()),
    "four": ((1,) * 4, ("emissary", "ambition")),
    "five": ((1,) * 5, ()),
    "six": ((1,) * 6, ()),
    "seven": ((1,) * 7, ()),
    "eight": ((1,) * 8, ()),
    "sixteen in teams": ((2,) * 8, ("shared-marker",)),
}


def placing(crafted: Crafted) -> None:
    """Go on until the first player is asked to place somebody."""
    while crafted.game.phase == "ambition" or 0 not in crafted.table.waiting_for():
        player = crafted.table.waiting_for()[0]
        crafted.act(player, crafted.table.view(player).actions[0])


def climbing(crafted: Crafted) -> None:
    crafted.bring(crafted.highest(), turn=0)


def voting(crafted: Crafted) -> None:
    crafted.call_vote(crafted.highest(), mover=0)


def rejected(crafted: Crafted) -> None:
    """Let the last seat before the first player say No, so that it is the first's turn."""
    last = [player for player in range(len(crafted.people)) if crafted.table.seat_of(player) == 0]
    voting(crafted)
    while crafted.game.phase == "vote":
        player = crafted.table.waiting_for()[-1]
        crafted.act(player, "Y" if player in last else "N")


def crowned(crafted: Crafted) -> None:
    voting(crafted)
    crafted.crown()


MOMENTS: dict[str, Callable[[Crafted], None]] = {
    "placing": placing,
    "climbing": climbing,
    "voting": voting,
    "rejected": rejected,
    "crowned": crowned,
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("crowd", CROWDS)
def test_nothing_is_printed_over_anything_else(
    server: str, folder: Path, visits: Visits, crowd: str, moment: str
) -> None:
    seats, options = CROWDS[crowd]
    page = visits.open(server)
    others = [f"somebody-{player}" for player in range(1, sum(seats))]
    setting = TableSetting("vive-le-roi", seats, options)
    crafted = Crafted([person_of(page), *others], setting, names_of(sum(seats)))
    MOMENTS[moment](crafted)
    code = crafted.keep(folder)
    page.goto(f"{server}/t/{code}")
    seen = wait_for(page, lambda seen: seen.number >= crafted.table.number)
    faults = faults_on_all_screens(page, moment)
    if seen.actions:
        action = seen.actions[0]
        page.locator(f"#cards [data-action={action}], #token-{action[0]} button").first.click()
        page.wait_for_selector("#choice:not([hidden])")
        faults += faults_on_all_screens(page, f"{moment}, picked")
    page.goto(f"{server}/t/{code}/board")
    wait_for(page, lambda seen: seen.number >= crafted.table.number)
    page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    faults += [f"{moment}, television: {fault}" for fault in page.evaluate(FAULTS)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("edition", "locale"), [("kingup", "fr-FR"), ("vive-le-roi", "it-IT")], ids=["fr", "it"]
)
def test_nothing_is_covered_in_a_first_quick_game_with_tips_and_clocks(
    server: str, folder: Path, visits: Visits, edition: str, locale: str, moment: str
) -> None:
    page = visits.open(server, locale=locale)
    setting = TableSetting(edition, pace=Pace("seconds", 300))
    crafted = Crafted([person_of(page), None, None, None], setting, names_of(4))
    MOMENTS[moment](crafted)
    code = crafted.keep(folder)
    page.goto(f"{server}/t/{code}")
    wait_for(page, lambda seen: seen.acts)
    assert page.is_visible("#tip")
    faults = faults_on_all_screens(page, moment)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("moment", ["climbing", "voting", "crowned"])
def test_nothing_is_covered_on_a_hand_beside_a_television(
    server: str, folder: Path, visits: Visits, moment: str
) -> None:
    page = visits.open(server)
    setting = TableSetting("kingup", (1,) * 6, pace=Pace("seconds", 300))
    others = [f"somebody-{player}" for player in range(1, 6)]
    crafted = Crafted([person_of(page), *others], setting, names_of(6))
    MOMENTS[moment](crafted)
    code = crafted.keep(folder)
    page.goto(f"{server}/t/{code}/hand")
    wait_for(page, lambda seen: seen.acts)
    faults = faults_on_all_screens(page, moment)
    assert not faults, "\n".join(faults)

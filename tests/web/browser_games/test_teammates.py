"""Two people at one seat: they see each other's cards and pointers, and either may act."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.tables import Table
from tests.web.browser import Visits
from tests.web.browser_games.player import (
    Hasty,
    be_ready,
    code_of,
    do,
    look,
    play_until,
    set_table,
    sit_down,
    wait_for,
)
from tests.web.browser_games.recording import recorded
from tests.web.browser_games.secrecy import Secrecy
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

TABLE = (
    "edition=vive-le-roi&seats=3&team=0&option=ambition&player-3=page&bot_pace=swift"
    "&player-0=me&player-1=&player-2="
)


def test_teammates_share_a_seat_and_keep_their_secrets_from_the_others(
    server: str, folder: Path, visits: Visits
) -> None:
    people = [recorded(visits, server) for _ in range(3)]
    ana, ben, cleo = (page for page, _ in people)
    address = set_table(ana, server, TABLE, "Ana")
    sit_down(ben, address, "Ben", 1)
    sit_down(cleo, address, "Cleo", 2)
    for page, _ in people:
        be_ready(page)
    pages = [ana, ben, cleo]
    play_until(pages, lambda: look(ana).phase == "place" and look(ana).acts, Hasty())
    wait_for(ben, lambda seen: seen.acts)
    game = Table.of(log_of(folder, code_of(ana))).game
    assert game is not None
    cards = game.rounds[0].deal.favourites
    for page, letters in (
        (ana, cards[0] + cards[1]),
        (ben, cards[0] + cards[1]),
        (cleo, cards[2]),
    ):
        marked = page.evaluate(
            "[...document.querySelectorAll('#tokens > .is-fav')].map(({ dataset }) => dataset.who)"
        )
        assert set(marked) == set(letters)
    # Only Ben sees where Ana points.
    who = look(ana).actions[0][0]
    ana.hover(f"#token-{who} button")
    ben.wait_for_selector(f"#token-{who}.js-mate")
    assert cleo.locator(".js-mate").count() == 0
    number = do(ben, look(ben).actions[0])  # either may act
    wait_for(ana, lambda seen: seen.number >= number)
    play_until(pages, lambda: look(cleo).continues, Hasty(refusals=0))
    secrecy = Secrecy(
        log_of(folder, code_of(ana)), server, [recorder.person for _, recorder in people]
    )
    for player, (_, recorder) in enumerate(people):
        assert secrecy.check(player, recorder).compared > 10

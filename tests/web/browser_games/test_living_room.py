"""One screen and phones: the castle on a television, each player's cards on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.waiting import wait_until
from tests.web.browser import LAPTOP, TELEVISION, Visits, pause_of
from tests.web.browser_games.player import (
    Hasty,
    Seen,
    be_ready,
    code_of,
    look,
    play_until,
    set_table,
    sit_down,
    take_turn,
    wait_for,
)
from tests.web.browser_games.recording import recorded
from tests.web.browser_games.secrecy import Secrecy
from tests.web.browser_games.worlds import log_of

pytestmark = pytest.mark.full

LIVING_ROOM = "screens=board&seats=3&player-2=page&bot_pace=swift"


class VoteOpened(Exception):
    """Somebody is asked to vote, and no person has voted yet."""


def test_a_round_is_played_on_phones_and_shown_on_the_television(
    server: str, folder: Path, visits: Visits
) -> None:
    television, seen_by_all = recorded(visits, server)
    television.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    phones = [recorded(visits, server) for _ in range(2)]
    (ana, _), (ben, _) = phones
    address = set_table(ana, server, LIVING_ROOM, "Ana")
    television.goto(f"{address}/board")
    assert television.locator("img.qr").is_visible()
    sit_down(ben, address, "Ben")
    television.wait_for_selector("#chair-1 bdi")
    for phone in (ana, ben):
        phone.goto(f"{address}/hand")
        be_ready(phone)
    wait_for(television, lambda seen: seen.phase == "place")
    # The television shows the castle without marks; the phones show only cards and moves.
    assert television.locator("#castle #scenery").is_visible()
    assert television.locator(".is-fav, #hand, #act").count() == 0
    for phone in (ana, ben):
        phone.wait_for_selector("#hand .favs li >> nth=5")
        assert phone.locator("#scenery").count() == 0
        assert phone.locator("#hand .favs").count() == 1
    hasty = Hasty()

    def choose(seen: Seen) -> str:
        if seen.phase == "vote":
            raise VoteOpened
        return hasty(seen)

    with pytest.raises(VoteOpened):
        play_until([ana, ben], lambda: False, choose)
    wait_for(television, lambda seen: seen.phase == "vote")
    wait_until(lambda: take_turn(ana, hasty), pause=pause_of(ana))
    # Ben's card is missing, so what lies there is face down.
    television.wait_for_selector("#seat-0 [data-card='down']")
    play_until([ana, ben], lambda: look(ana).continues, Hasty())
    television.wait_for_selector(".herald")
    wait_for(television, lambda seen: seen.number == look(ana).number)
    secrecy = Secrecy(
        log_of(folder, code_of(ana)), server, [recorder.person for _, recorder in phones]
    )
    assert secrecy.check(None, seen_by_all).compared > 10
    for player, (_, recorder) in enumerate(phones):
        assert secrecy.check(player, recorder).compared > 10


def test_people_without_a_seat_cannot_open_a_hand(server: str, visits: Visits) -> None:
    host = visits.open(f"{server}/health")
    address = set_table(host, server, LIVING_ROOM)
    guest = visits.open(f"{address}/hand", viewport=LAPTOP)
    assert guest.url == address
    assert guest.locator("#sit-name").is_visible()

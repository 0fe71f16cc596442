"""A league’s page and its bots tell the same figures, even where a stand-in has won."""

from __future__ import annotations

import re
import threading
from typing import Any

from kingup.client import Client, calls
from kingup.client.connection import Behaviour
from tests.client.server import connected
from tests.waiting import wait_until
from tests.web.pages.leagues.students import enter
from tests.web.pages.leagues.test_league_routes import found
from tests.web.server import Person


def shares(page: str) -> dict[str, tuple[int, int]]:
    """Return games and win share in percent of every bot on a league's page."""
    rows = re.findall(r"<tr\b.*?</tr>", page, re.DOTALL)
    made = {}
    for row in rows:
        name = re.search(r"<bdi>([^<]*)</bdi>", row)
        share = re.search(r"(\d+)\s?%", re.sub(r"<[^>]*>", " ", row))
        games = re.search(r'<td class="figure">(\d+)</td>', row)
        if name and share and games:
            made[name[1]] = (int(games[1]), int(share[1]))
    return made


def test_an_absent_bot_has_lost_and_everybody_is_told_the_same(server: str, ana: Person) -> None:
    code = found(ana)
    tokens = {name: enter(ana, code, name) for name in ("Anna", "Bert", "Carl")}
    told: dict[str, list[str]] = {"Anna": [], "Bert": []}
    lock = threading.Lock()

    def note(name: str) -> Any:
        def tell(text: str) -> None:
            with lock:
                told[name].append(text)

        return tell

    manners = Behaviour(accepts=True, games=3)
    with (
        connected(server, tokens["Anna"], "page", manners, report=note("Anna")),
        connected(server, tokens["Bert"], "page", manners, report=note("Bert")),
    ):
        wait_until(lambda: ana.get(f"/league/{code}").text.count("dot is-on") == 2)
        ana.post(f"/league/{code}/round")
        wait_until(lambda: "Round 1 is over." in ana.get(f"/league/{code}").text)
        wait_until(
            lambda: all(sum("% of 3 games" in one for one in text) for text in told.values())
        )
    shown = shares(ana.get(f"/league/{code}").text)
    assert shown["Carl"] == (3, 0)
    assert sum(share for _games, share in shown.values()) in (99, 100, 101)
    for name, lines in told.items():
        with Client(server, tokens[name]) as client:
            (league,) = client.ask(calls.my_leagues())["leagues"]
        games, share = shown[name]
        assert (league["games"], round(100 * league["share"])) == (games, share)
        assert sum(game["share"] for game in league["last"]) == league["share"] * games
        assert any(f"{share}% of {games} games." in line for line in lines), lines
        results = [line for line in lines if " games." in line]
        won = sum("the game is won" in line for line in results)
        assert won == sum(game["share"] == 1 for game in league["last"])
    with Client(server, tokens["Carl"]) as client:
        (league,) = client.ask(calls.my_leagues())["leagues"]
    assert league["missed"] == 3
    assert all(game["missed"] for game in league["last"])

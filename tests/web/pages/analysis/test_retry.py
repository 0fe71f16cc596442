"""Mistakes to try again: from the player's own view at that moment, and judged by their losses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kingup.analysis.decisions import LABELS
from kingup.store import Store
from kingup.tables import Table
from kingup.tables.events import Acted
from kingup.web.http.identity import PERSON_COOKIE
from kingup.web.http.signed_cookies import CookieSigner
from kingup.web.pages.analysis.retry import (
    ACCEPTED,
    exercise,
    is_accepted,
    loss_of,
    mistakes_of,
    view_before,
)
from tests.analysis.games import QUICK, golden, quick_analysis, stored_analysis
from tests.server.table_services import url_of
from tests.web.pages.analysis.golden import (
    BLUNDER,
    PEOPLE,
    golden_table,
    stored,
    table_with,
)
from tests.web.server import HURRIED, Person, running

GAMES = ["golden", pytest.param("teams with Ambition", marks=pytest.mark.full)]


@pytest.mark.parametrize("kind", GAMES)
def test_the_view_is_the_players_own_before_the_decision(kind: str) -> None:
    """The same that the table showed them, whatever the phase."""
    if kind == "golden":
        game, analysis, table = golden(), stored_analysis(), golden_table()
    else:
        game, analysis = quick_analysis("vive-le-roi", (1, 2, 1), ("ambition", "wedding"))
        table = table_with(game)
    views, compared = _views(table), 0
    for decision in analysis.decisions:
        found = view_before(game, decision)
        assert decision.action in found.actions
        if decision.phase == "vote":
            continue  # others may have voted already: that changes who is asked
        assert replace(found, names=table.view(None).names).as_json() in views
        compared += 1
    assert compared > 50


def _views(table: Table) -> set[str]:
    """Return what every player saw whenever the game asked them."""
    found, again = set(), Table()
    for numbered in table.numbered:
        if isinstance(numbered.event, Acted):
            for player in range(len(table.players)):
                found.add(again.view(player).as_json())
        again.apply(numbered)
    return found


def test_what_is_accepted_follows_from_the_losses() -> None:
    analysis, accepted = stored_analysis(), 0
    for decision in analysis.labelled():
        if decision.label not in LABELS:
            continue
        assert loss_of(decision, decision.action) == pytest.approx(decision.loss)
        assert not is_accepted(analysis, decision, decision.action)
        assert loss_of(decision, "nonsense") is None
        assert not is_accepted(analysis, decision, "nonsense")
        for option in decision.options:
            lost = loss_of(decision, option.action)
            assert lost is not None
            good = lost <= ACCEPTED * analysis.thresholds[0]
            assert is_accepted(analysis, decision, option.action) == good
            accepted += good
    assert accepted >= 5


def test_the_known_blunder_can_be_tried_again() -> None:
    analysis, game = stored_analysis(), golden()
    number = 1 + [d.moment for d in mistakes_of(analysis, 2)].index(BLUNDER)

    def tried(action: str | None = None, ask: str | None = None) -> tuple[str, bool]:
        found = exercise(analysis, game, 2, number, action, ask)
        assert found is not None
        return (found.answer.text if found.answer else "", found.is_solved)

    assert tried() == ("", False)
    assert tried("Y") == ("Well chosen.", True)
    assert tried("N")[0].startswith("That loses ")
    assert not tried("N")[1]
    assert tried("Z") == ("", False)
    assert tried(ask="hint")[0].startswith("Not No: ")
    assert tried(ask="solution")[0].startswith("Yes. No, which was played, lost ")
    assert tried(ask="solution")[1]
    assert exercise(analysis, game, 2, 99, None, None) is None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def code(folder: Path) -> str:
    return stored(folder, golden_table(), stored_analysis())


@pytest.fixture(scope="module")
def server(folder: Path, code: str) -> Iterator[str]:
    assert code
    with running(folder, replace(HURRIED, analysis_seconds=QUICK)) as address:
        yield address


async def test_people_begin_with_their_own_seat(folder: Path, server: str, code: str) -> None:
    signer = CookieSigner(await _secret(folder))
    with Person(server) as third:
        third.http.cookies.set(PERSON_COOKIE, signer.sign_person(PEOPLE[2]))
        page = third.get(f"/t/{code}/retry").text
        following = third.get(f"/t/{code}/analysis/next?to=mistake&at=r2.0&as=public").json()
    assert following == {"moment": BLUNDER, "words": ""}
    assert "How do you vote?" in page
    assert "<bdi>P2</bdi>" in page


async def _secret(folder: Path) -> str:
    store = await Store.open(url_of(folder))
    try:
        return await store.setting("secret") or ""
    finally:
        await store.close()


def test_anybody_chooses_a_seat_of_a_finished_game(ana: Person, code: str) -> None:
    page = ana.get(f"/t/{code}/retry").text
    assert "How do you vote?" not in page
    assert f"/t/{code}/retry?seat=3" in page
    page = ana.get(f"/t/{code}/retry?seat=3&number=2").text
    assert "Jester stands before the throne. How do you vote?" in page
    page = ana.get(f"/t/{code}/retry?seat=3&number=2&action=Y").text
    assert "Well chosen." in page
    nothing = ana.get(f"/t/{code}/retry?seat=1").text
    assert "There is nothing to try again here" in nothing
    for wrong in ("seat=0", "seat=9", "seat=x", "seat=3&number=-1", "seat=3&number=999"):
        assert ana.get(f"/t/{code}/retry?{wrong}").status_code == 200

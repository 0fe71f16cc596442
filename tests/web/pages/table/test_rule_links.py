"""Links at a table lead to existing paragraphs, and to the right ones."""

from __future__ import annotations

from collections import defaultdict

import pytest

from kingup.rulebook.book import anchors
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.rule_links import option_links, rule_link
from tests.web.pages.table.tables import DrivenTable, viewer

GAMES = {
    "kingup": DrivenTable("kingup", seed=3),
    "plain": DrivenTable("vive-le-roi", seed=4),
    "full": DrivenTable(
        "vive-le-roi", (2, 1, 1), ("ambition", "banished", "emissary", "wedding"), seed=5
    ),
}


@pytest.fixture(scope="module", params=GAMES)
def seen(request: pytest.FixtureRequest) -> dict[str, set[str]]:
    """Play a game, and note which paragraphs were linked in which phase, for player 0."""
    driven = GAMES[request.param]
    found: dict[str, set[str]] = defaultdict(set)
    for table in driven.moments_of_play():
        for player in (0, None):
            context = ViewContext(table, viewer(player))
            address = rule_link(context)
            path, _hash, anchor = address.partition("#")
            assert path == f"/rules/{context.view.edition}"
            known = anchors("kingup" if context.view.edition == "kingup" else "vive-le-roi")
            assert anchor in known, (context.view.phase, anchor)
            if context.actions:
                found[context.view.phase].add(anchor)
    return found


def test_every_phase_links_to_its_own_paragraphs(seen: dict[str, set[str]]) -> None:
    assert seen["place"] == {"placing"}
    assert seen["vote"] <= {"vote", "jester"}
    assert seen["climb"] <= {"climbing", "full-floor", "privy", "wedding", "jester"}
    assert seen.get("ambition", {"ambition"}) == {"ambition"}


def test_the_menu_links_to_the_options_in_play() -> None:
    table = GAMES["full"].table
    addresses = [address for _title, address in option_links(table)]
    expected = ("ambition", "banished", "emissary", "wedding", "teams")
    assert addresses == [f"/rules/vive-le-roi#{anchor}" for anchor in expected]
    assert option_links(GAMES["kingup"].table) == ()

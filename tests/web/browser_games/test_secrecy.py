"""The check for secrets catches a server that leaks them, in whatever form."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.events import Acted, Numbered
from kingup.tables.play import follow_ups
from kingup.web.live.rendering import Renderer
from kingup.web.live.scenes import Scenes
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.common.viewer import viewer_of
from tests.server.table_services import ready, sitting
from tests.web.browser_games.recording import Received
from tests.web.browser_games.secrecy import FixedTable, Leak, Secrecy

PEOPLE = ("first-identity", "second-identity", "third-identity", "fourth-identity")
NAMES = ("Ana", "Ben", "Cleo", "Dov")
SETTING = TableSetting("vive-le-roi", (1, 1, 1, 1), ("ambition", "emissary", "wedding"))
SECRET = "0123456789abcdef" * 4
HERE = "http://here"

LeakFunction = Callable[[Table, Viewer], str]


@cache
def played() -> tuple[Numbered, ...]:
    """Return the events of a game up to the end of its first round."""
    chance = random.Random(3)
    table, _ = advance(None, decisions.create(PEOPLE[0], SETTING, "rook-22222", SECRET), 1.0)
    for player, (person, name) in enumerate(zip(PEOPLE, NAMES, strict=True)):
        table, _ = advance(table, sitting(person, player, name)(table), 2.0)
    for person in PEOPLE:
        table, _ = advance(table, ready(person)(table), 3.0)
    while not table.between_rounds:
        player = chance.choice(table.waiting_for())
        action = chance.choice(table.view(player).actions)
        events = decisions.act(table, player, action, "person", person=PEOPLE[player])
        table, _ = advance(table, events, 4.0)
    return tuple(table.numbered)


def sent_to(player: int) -> list[Received]:
    """Return what the server would have sent to a player in that game."""
    scenes, sent = Scenes(Renderer()), []
    events = played()
    for number in range(20, len(events) + 1, 4):
        live, earlier = (FixedTable(Table.of(events[:n]), PEOPLE) for n in (number, number - 1))
        if follow_ups(live.table) or follow_ups(earlier.table):
            continue  # automatic follow-ups are never shown separately
        viewer = viewer_of(live.table, PEOPLE[player], "table")
        url = f"{HERE}/t/x/live?page=table&kind=game"
        whole, _ = scenes.first(live, viewer, HERE, "game", number - 1)
        sent.append(Received("SOCKET", url, 101, whole.decode(), number - 1))
        _, shown = scenes.first(earlier, viewer, HERE, "game", number - 1)
        change, _ = scenes.following(live, viewer, HERE, shown)
        sent.append(Received("SOCKET", url, 101, change.decode(), number - 1, first=False))
    return sent


def favourites_in_invisible_characters(table: Table, viewer: Viewer) -> str:
    """Reveal a neighbour's card in invisible characters that no search for letters finds."""
    card = table.game.rounds[-1].deal.favourites[1] if table.game else ""
    return "".join("\u200b" if letter in card else "\u200c" for letter in "ABCEFGJLMORSV")


def favourites_in_plain_text(table: Table, viewer: Viewer) -> str:
    """Reveal a neighbour's card."""
    return str(list(table.game.rounds[-1].deal.favourites[1])) if table.game else ""


def an_ambition(table: Table, viewer: Viewer) -> str:
    """Reveal the name of a neighbour's first Ambition card."""
    return table.game.rounds[-1].deal.ambitions[1][0] if table.game else ""


def sealed_votes(table: Table, viewer: Viewer) -> str:
    """Reveal by one space whether the last sealed card was a Yes."""
    acts = [one.event for one in table.numbered if isinstance(one.event, Acted)]
    voting = table.game is not None and table.game.phase == "vote"
    return " " if voting and acts and acts[-1].action == "Y" else ""


def the_emissarys_next_card(table: Table, viewer: Viewer) -> str:
    """Reveal the Emissary's next vote."""
    game = table.game
    return f"{game.state.pile[0]}" if game else ""


def the_coming_deals(table: Table, viewer: Viewer) -> str:
    """Reveal the secret from which all deals are drawn."""
    return table.secret


def identity_of_a_neighbour(table: Table, viewer: Viewer) -> str:
    """Reveal the identity with which a neighbour's seat could be taken."""
    sitter = table.players[1]
    return sitter.person or "" if sitter else ""


def test_the_check_passes_without_a_leak() -> None:
    secrecy = Secrecy(played(), HERE, PEOPLE)
    for player in range(4):
        checked = secrecy.check(player, sent_to(player))
        assert checked.compared > 10
        assert checked.sealed


@pytest.mark.parametrize(
    "leak",
    [
        favourites_in_invisible_characters,
        favourites_in_plain_text,
        an_ambition,
        sealed_votes,
        the_emissarys_next_card,
        the_coming_deals,
        identity_of_a_neighbour,
    ],
    ids=lambda leak: leak.__name__,
)
def test_the_check_catches_every_kind_of_leak(
    monkeypatch: pytest.MonkeyPatch, leak: LeakFunction
) -> None:
    original = Renderer.title

    def title(self: Renderer, look: ViewContext) -> str:
        return original(self, look) + leak(look.table, look.viewer)

    monkeypatch.setattr(Renderer, "title", title)
    secrecy = Secrecy(played(), HERE, PEOPLE)
    with pytest.raises(Leak):
        secrecy.check(0, sent_to(0))

"""The check for secrets itself: a server that whispers is caught, in whatever disguise."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.events import Acted, Numbered
from kingup.tables.play import follow_ups
from kingup.web.live.rendering import Renderer, Viewer
from kingup.web.live.screens import Screens
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.common.viewer import viewer_of
from tests.server.table_services import ready, sitting
from tests.web.browser_games.recording import Received
from tests.web.browser_games.secrecy import Frozen, Leak, Secrecy

PEOPLE = ("first-identity", "second-identity", "third-identity", "fourth-identity")
NAMES = ("Ana", "Ben", "Cleo", "Dov")
SETTING = TableSetting("vive-le-roi", (1, 1, 1, 1), ("ambition", "emissary", "wedding"))
SECRET = "0123456789abcdef" * 4
HERE = "http://here"

Whisper = Callable[[Table, Viewer], str]


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
    """Return what the server would have sent in that game to a player."""
    screens, sent = Screens(Renderer()), []
    events = played()
    for number in range(20, len(events) + 1, 4):
        live = Frozen(Table.of(events[:number]), PEOPLE)
        if follow_ups(live.table):
            continue  # nobody sees it before what follows by itself has happened, too
        looker = viewer_of(live.table, PEOPLE[player], "table")
        text = screens.message(live, looker, HERE, number - 1)
        sent.append(Received("SOCKET", f"{HERE}/t/x/live?page=table", 101, text, number - 1))
    return sent


def in_disguise(table: Table, looker: Viewer) -> str:
    """Give a neighbour's card away by invisible signs that no search for letters finds."""
    card = table.game.rounds[-1].deal.favourites[1] if table.game else ""
    return "".join("\u200b" if letter in card else "\u200c" for letter in "ABCEFGJLMORSV")


def favourites_as_such(table: Table, looker: Viewer) -> str:
    """Give a neighbour's card away."""
    return str(list(table.game.rounds[-1].deal.favourites[1])) if table.game else ""


def an_ambition(table: Table, looker: Viewer) -> str:
    """Give a neighbour's first Ambition card away by name."""
    return table.game.rounds[-1].deal.ambitions[1][0] if table.game else ""


def sealed_votes(table: Table, looker: Viewer) -> str:
    """Give away whether the last card put down was a Yes, by one space."""
    acts = [one.event for one in table.numbered if isinstance(one.event, Acted)]
    voting = table.game is not None and table.game.phase == "vote"
    return " " if voting and acts and acts[-1].action == "Y" else ""


def the_emissarys_next_card(table: Table, looker: Viewer) -> str:
    """Give away what the Emissary will vote."""
    game = table.game
    return f"{game.state.pile[0]}" if game else ""


def the_coming_deals(table: Table, looker: Viewer) -> str:
    """Give away what all deals are drawn from."""
    return table.secret


def whose_seat(table: Table, looker: Viewer) -> str:
    """Give away with which identity a neighbour's seat could be taken."""
    sitter = table.players[1]
    return sitter.person or "" if sitter else ""


def test_an_honest_server_is_not_blamed() -> None:
    secrecy = Secrecy(played(), HERE, PEOPLE)
    for player in range(4):
        checked = secrecy.check(player, sent_to(player))
        assert checked.compared > 10
        assert checked.sealed


@pytest.mark.parametrize(
    "whisper",
    [
        in_disguise,
        favourites_as_such,
        an_ambition,
        sealed_votes,
        the_emissarys_next_card,
        the_coming_deals,
        whose_seat,
    ],
    ids=lambda whisper: whisper.__name__,
)
def test_a_server_that_whispers_is_caught(
    monkeypatch: pytest.MonkeyPatch, whisper: Whisper
) -> None:
    honest = Renderer.title

    def title(self: Renderer, look: ViewContext) -> str:
        return honest(self, look) + whisper(look.table, look.viewer)

    monkeypatch.setattr(Renderer, "title", title)
    secrecy = Secrecy(played(), HERE, PEOPLE)
    with pytest.raises(Leak):
        secrecy.check(0, sent_to(0))

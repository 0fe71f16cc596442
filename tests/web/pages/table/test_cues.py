"""What screens animate and announce after an event."""

from __future__ import annotations

import json

import pytest

from kingup.history import Climbed, Placed, Voted
from kingup.tables.events import Acted, Paused, Resumed, Returned, StoodIn
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import ViewContext
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.web.pages.table.tables import DrivenTable, viewer

RENDERER = Renderer(static=lambda path: f"/static/{path}")
KINDS = {Placed: "placed", Climbed: "climbed", Voted: "revealed"}


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_every_move_of_a_game_is_one_moment(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    driven = DrivenTable(edition, seats, options, seed=3)
    for _ in driven.moments_of_play():
        pass
    shown = RENDERER.cues(ViewContext(driven.table, viewer(None)), 0)
    moves = [move for round_ in driven.game.rounds for move in round_.moves]
    expected = [KINDS[type(move)] for move in moves]
    assert [m["kind"] for m in shown if m["kind"] in KINDS.values()] == expected
    kinds = [m["kind"] for m in shown]
    assert kinds.count("dealt") == 3
    assert kinds.count("crowned") == sum(len(r.crownings) for r in driven.game.rounds)
    votes = sum(isinstance(move, Voted) for move in moves)
    assert kinds.count("voted") == votes * len(seats)


@pytest.mark.parametrize("options", [(), ("emissary", "wedding")])
def test_moments_are_the_same_one_by_one_and_all_at_once(options: tuple[str, ...]) -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), options, seed=9)
    gathered = RENDERER.cues(ViewContext(driven.table, viewer(None)), 0)
    before = driven.table.number
    for table in driven.moments_of_play():
        gathered += RENDERER.cues(ViewContext(table, viewer(None)), before)
        before = table.number
    assert gathered == RENDERER.cues(ViewContext(driven.table, viewer(None)), 0)


def test_a_moment_before_the_reveal_does_not_reveal_the_card() -> None:
    driven = DrivenTable("vive-le-roi", seed=3)
    table = driven.until("vote")
    for vote in "YNB":
        copy = table.copy()
        number = copy.number
        driven.table = copy
        driven.add(Acted(1, vote, "person"))
        assert RENDERER.cues(ViewContext(copy, viewer(None)), number) == [{"kind": "voted"}]
        announced = RENDERER.announcements(ViewContext(copy, viewer(0)), number)
        assert announced[0] == "Tomasz 1 has played a card."
        assert not any(word in " ".join(announced) for word in ("Yes", "No.", "Bellyache"))


def test_an_ambition_choice_is_hidden_from_others() -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), ("ambition",), seed=3)
    table = driven.until("ambition")
    before = table.number
    driven.step()
    assert RENDERER.cues(ViewContext(table, viewer(None)), before) == []
    kept = table.numbered[-1].event
    assert isinstance(kept, Acted)
    for player in range(3):
        assert kept.action not in json.dumps(
            RENDERER.announcements(ViewContext(table, viewer(player)), before)
        )


def test_every_event_is_announced_and_players_to_act_are_asked() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb", player=2)
    before = table.number
    driven.step()
    announced = RENDERER.announcements(ViewContext(table, viewer(None)), before)
    assert len(announced) == 1
    assert "moved" in announced[0]
    asked = driven.game.to_act[0]
    assert RENDERER.announcements(ViewContext(table, viewer(asked)), before)[-1] in (
        "It is your turn to move somebody.",
        "Choose a vote card.",
    )


def test_table_events_are_announced() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb")
    before = table.number
    driven.add(StoodIn(2, "away"))
    driven.add(Returned(2))
    driven.add(Paused())
    driven.add(Resumed())
    assert RENDERER.announcements(ViewContext(table, viewer(None)), before) == [
        "A bot stands in for Inès 2.",
        "Inès 2 is back.",
        "The game is paused.",
        "The game resumes.",
    ]


def test_a_late_return_announces_only_the_last_vote() -> None:
    driven = DrivenTable(seed=8)
    for table in driven.moments_of_play():
        moves = table.view(None).rounds[-1].moves
        if sum(isinstance(move, Voted) for move in moves) == 2:
            break
    announced = " ".join(RENDERER.announcements(ViewContext(table, viewer(0)), 0))
    assert announced.count("Vote on ") == 1


def test_the_window_title_says_what_the_game_waits_for() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb", player=1)
    assert RENDERER.title(ViewContext(table, viewer(1))) == "Your turn – King Up!"
    assert (
        RENDERER.title(ViewContext(table, viewer(0))) == "Tomasz 1 chooses who climbs – King Up!"
    )

"""What screens act out and read aloud after an event."""

from __future__ import annotations

import json

import pytest

from kingup.history import Climbed, Placed, Voted
from kingup.tables.events import Acted, Paused, Resumed, Returned, StoodIn
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import ViewContext
from tests.strategies import FAMILIES, FAMILY_NAMES
from tests.web.pages.table.tables import DrivenTable, looker

RENDERER = Renderer(static=lambda path: f"/static/{path}")
KINDS = {Placed: "placed", Climbed: "climbed", Voted: "revealed"}


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_every_move_of_a_game_is_one_moment(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    driven = DrivenTable(edition, seats, options, seed=3)
    for _ in driven.moments_of_play():
        pass
    shown = RENDERER.cues(ViewContext(driven.table, looker(None)), 0)
    moves = [move for round_ in driven.game.rounds for move in round_.moves]
    expected = [KINDS[type(move)] for move in moves]
    assert [m["kind"] for m in shown if m["kind"] in KINDS.values()] == expected
    kinds = [m["kind"] for m in shown]
    assert kinds.count("dealt") == 3
    assert kinds.count("crowned") == sum(len(r.crownings) for r in driven.game.rounds)
    votes = sum(isinstance(move, Voted) for move in moves)
    assert kinds.count("voted") == votes * len(seats)


@pytest.mark.parametrize("options", [(), ("emissary", "wedding")])
def test_moments_come_one_by_one_as_they_do_all_together(options: tuple[str, ...]) -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), options, seed=9)
    gathered = RENDERER.cues(ViewContext(driven.table, looker(None)), 0)
    before = driven.table.number
    for table in driven.moments_of_play():
        gathered += RENDERER.cues(ViewContext(table, looker(None)), before)
        before = table.number
    assert gathered == RENDERER.cues(ViewContext(driven.table, looker(None)), 0)


def test_a_moment_before_the_reveal_says_nothing_about_the_card() -> None:
    driven = DrivenTable("vive-le-roi", seed=3)
    table = driven.until("vote")
    for vote in "YNB":
        twin = table.copy()
        number = twin.number
        driven.table = twin
        driven.add(Acted(1, vote, "person"))
        assert RENDERER.cues(ViewContext(twin, looker(None)), number) == [{"kind": "voted"}]
        told = RENDERER.told(ViewContext(twin, looker(0)), number)
        assert told[0] == "Tomasz 1 has played a card."
        assert not any(word in " ".join(told) for word in ("Yes", "No.", "Bellyache"))


def test_an_ambition_choice_is_nobody_elses_business() -> None:
    driven = DrivenTable("vive-le-roi", (1, 1, 1), ("ambition",), seed=3)
    table = driven.until("ambition")
    before = table.number
    driven.step()
    assert RENDERER.cues(ViewContext(table, looker(None)), before) == []
    kept = table.numbered[-1].event
    assert isinstance(kept, Acted)
    for player in range(3):
        assert kept.action not in json.dumps(
            RENDERER.told(ViewContext(table, looker(player)), before)
        )


def test_every_event_is_told_and_whoever_must_act_is_asked() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb", player=2)
    before = table.number
    driven.step()
    told = RENDERER.told(ViewContext(table, looker(None)), before)
    assert len(told) == 1
    assert "moved" in told[0]
    asked = driven.game.to_act[0]
    assert RENDERER.told(ViewContext(table, looker(asked)), before)[-1] in (
        "It is your turn to move somebody.",
        "Choose a vote card.",
    )


def test_the_table_itself_is_told_about() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb")
    before = table.number
    driven.add(StoodIn(2, "away"))
    driven.add(Returned(2))
    driven.add(Paused())
    driven.add(Resumed())
    assert RENDERER.told(ViewContext(table, looker(None)), before) == [
        "A bot stands in for Inès 2.",
        "Inès 2 is back.",
        "The game is paused.",
        "The game resumes.",
    ]


def test_somebody_who_comes_back_late_hears_the_last_vote_only() -> None:
    driven = DrivenTable(seed=8)
    for table in driven.moments_of_play():
        moves = table.view(None).rounds[-1].moves
        if sum(isinstance(move, Voted) for move in moves) == 2:
            break
    told = " ".join(RENDERER.told(ViewContext(table, looker(0)), 0))
    assert told.count("Vote on ") == 1


def test_a_window_is_called_after_what_it_waits_for() -> None:
    driven = DrivenTable(seed=3)
    table = driven.until("climb", player=1)
    assert RENDERER.title(ViewContext(table, looker(1))) == "Your turn – King Up!"
    assert (
        RENDERER.title(ViewContext(table, looker(0))) == "Tomasz 1 chooses who climbs – King Up!"
    )

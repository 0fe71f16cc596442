"""Ten votes of each kind, as pages are sent them: nothing shows the result before the cards do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from kingup.server.live_table import LiveTable
from kingup.web.live.rendering import Renderer
from kingup.web.live.scenes import Scenes
from tests.web.browser_games.vote_kinds import VARIATIONS, VOTES, Vote, crafted_vote
from tests.web.pages.table.tables import viewer

pytestmark = pytest.mark.full

RENDERER = Renderer(static=lambda path: path)
VIEWERS = (viewer(0), viewer(0, "hand"), viewer(2), viewer(None, "board"), viewer(None, "watch"))
PEOPLE = tuple(f"person-{player}" for player in range(4))
HELD = {"asks", "you_act", "prompt", "marks", "choices", "targets", "cards", "tips"}
"""What of one's own page ends with the last card: there is nothing more to do."""

Beats = list[dict[str, Any]]


def last_beats(vote: Vote) -> Iterator[Beats]:
    """Play a vote, and yield what each viewer's page is sent after the last card."""
    crafted, scenes = crafted_vote(vote, PEOPLE), Scenes(RENDERER)
    live = LiveTable(crafted.table.copy(), lambda: 0.0)
    number = crafted.table.number
    shown = [scenes.first(live, one, "http://here", "game", number)[1] for one in VIEWERS]
    messages: list[bytes] = []
    for seat in vote.order:
        crafted.act(seat, vote.cards[seat])
        live.table = crafted.table.copy()
        live.version += 1
        sent = [
            scenes.following(live, one, "http://here", before)
            for one, before in zip(VIEWERS, shown, strict=True)
        ]
        messages, shown = (
            [message for message, _shown in sent],
            [after for _message, after in sent],
        )
    for message in messages:
        yield json.loads(message)["beats"]


def faults_of(beats: Beats) -> list[str]:
    """Return what a page is shown or told too early."""
    kinds = [beat["cue"]["kind"] if beat["cue"] else "" for beat in beats]
    reveal = kinds.index("reveal")
    assert kinds[reveal - 1 : reveal + 2] == ["breath", "reveal", "decide"], kinds
    # Before the Emissary's pile is shuffled, the last card is an event of its own.
    allowed = [{"ballots", "seats"} if kind == "card" else {"ballots"} for kind in kinds]
    allowed = [*allowed[: reveal + 2], {"tokens", "boxed"}]
    found = []
    for i, (beat, board) in enumerate(zip(beats, allowed, strict=False)):
        early = beat["board"].keys() - board
        for seat in beat["board"].get("seats", {}).values() if i <= reveal else ():
            early |= seat.keys() - {"say"}
        early |= beat.get("own", {}).keys() - (HELD if i < reveal else set())
        if i <= reveal and kinds[i] != "card":
            early |= {f"said: {line}" for line in beat.get("said", ())}
        found += [f"{kinds[i]}: {what}" for what in sorted(early)]
    if len(beats) <= len(allowed):
        found.append(f"nothing comes after the crown or the fall: {kinds}")
    return found


@pytest.mark.parametrize("name", VOTES)
def test_nothing_shows_the_result_of_ten_votes_before_the_cards_do(name: str) -> None:
    candidates, movers = set(), set()
    for number in range(VARIATIONS):
        vote = VOTES[name].varied(number)
        movers.add(vote.mover)
        for beats in last_beats(vote):
            assert not faults_of(beats), (number, faults_of(beats))
            candidates |= {beat["cue"]["who"] for beat in beats if "who" in (beat["cue"] or {})}
    assert len(candidates) >= (1 if VOTES[name].candidate else 3)
    assert len(movers) == (1 if VOTES[name].mover == 3 else 3)

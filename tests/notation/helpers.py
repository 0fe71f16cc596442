"""Helpers shared by the tests of the notation."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kingup
from kingup.notation import RecordError, read, read_json, read_text, write_json, write_text
from kingup.rules.constants import NO, NOT_VOTED, SHUFFLE, VOTE
from kingup.rules.state import State
from tests.strategies import random_play

RECORDS = Path(__file__).parent.parent / "records"
NAMES = ("king-up-4", "vive-le-roi-7", "vive-le-roi-team-emissary")


def record_text(name: str, form: str = "json") -> str:
    """Return one of the sample records that came with the rules."""
    return (RECORDS / f"{name}.{form}").read_text(encoding="utf-8")


def record(name: str) -> Any:
    """Return one of these records as plain lists and dictionaries."""
    return json.loads(record_text(name))


def played(
    edition: str, seats: int | tuple[int, ...], options: tuple[str, ...] = (), steps: int = 10**6
) -> kingup.Game:
    """Return a game played at random, always the same."""
    game = kingup.Game(edition, seats, options, dealer=None)
    for _ in random_play(game, random.Random(1), steps):
        pass
    return game


def without_open_vote(state: State) -> State:
    """Return a state whose vote in progress, if any, begins again: records leave it out."""
    state = state.copy()
    if state.phase not in (VOTE, SHUFFLE):
        return state
    for seat in range(state.seats):
        if state.phase == SHUFFLE and state.vote[seat] == NO:
            state.no_cards[seat] += 1
        elif state.phase == SHUFFLE and state.vote[seat] > NO:
            state.bellyaches[seat] += 1
        state.vote[seat] = NOT_VOTED
    state.decisions -= state.votes_in
    state.votes_in = 0
    state.emissary_vote = NOT_VOTED
    state.phase = VOTE
    return state


def assert_same(one: kingup.Game, other: kingup.Game) -> None:
    """Check that two games are the same in all that a record holds."""
    assert one.setup == other.setup
    assert one.names == other.names
    assert one.tags == other.tags
    assert one.proof == other.proof
    assert one.rounds == other.rounds
    assert without_open_vote(one.state) == without_open_vote(other.state)


def assert_settles(text: str) -> None:
    """Check that a text is refused with a RecordError, or reaches a fixed point in both forms."""
    try:
        game = read(text)
    except RecordError:
        return
    for write, read_form in ((write_json, read_json), (write_text, read_text)):
        once = write(game)
        again = read_form(once)
        assert_same(game, again)
        assert write(again) == once


def refused(read_form: Callable[[str], kingup.Game], text: str) -> RecordError:
    """Return the error with which a text is refused."""
    with pytest.raises(RecordError) as caught:
        read_form(text)
    return caught.value

"""The vote as a moment: what is shown, in which order, and what is not shown too early."""

from __future__ import annotations

import random

import pytest

import kingup
from kingup.history import Voted
from kingup.terminal.ballots import (
    BallotFrame,
    Tempo,
    around_vote,
    at_crowning,
    ballots,
    frames,
    new_moves,
    seen_in,
)
from kingup.terminal.scoresheet import sheet
from tests.strategies import FAMILIES, FAMILY_NAMES, random_play

TEMPO = Tempo(move=9, card=1, breath=2, turn=3, beat=4, outcome=5)


def test_cards_come_in_face_down_then_turn_then_the_outcome_comes() -> None:
    told = frames(Voted(0, "A", "YNY", "box"), ("?", "", ""), TEMPO)
    assert told == [
        BallotFrame("card", ("?", "?", ""), 1),
        BallotFrame("card", ("?", "?", "?"), 1),
        BallotFrame("breath", ("?", "?", "?"), 2),
        BallotFrame("turn", ("Y", "?", "?"), 3),
        BallotFrame("turn", ("Y", "N", "?"), 3),
        BallotFrame("turn", ("Y", "N", "Y"), 3),
        BallotFrame("beat", ("Y", "N", "Y"), 4),
        BallotFrame("outcome", ("Y", "N", "Y"), 5),
    ]


def test_the_emissarys_card_comes_last() -> None:
    told = frames(Voted(0, "A", "YY", "5", emissary="B"), (), TEMPO)
    assert told[-1].cards == ("Y", "Y", "B")
    assert [frame.cards[2] for frame in told if frame.stage == "turn"] == ["?", "?", "B"]


def test_no_motion_leaves_one_short_beat() -> None:
    told = frames(Voted(0, "A", "YN", "box"), (), Tempo.of({"NO_MOTION": "1"}))
    assert [frame.stage for frame in told if frame.seconds] == ["beat"]
    assert sum(frame.seconds for frame in told) < 1
    assert sum(frame.seconds for frame in frames(told_vote(), (), Tempo.of({}))) > 3


def told_vote() -> Voted:
    return Voted(0, "A", "YN", "box")


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_a_vote_of_the_past_is_seen_as_it_was(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = kingup.Game(edition, seats, options, dealer=None)
    shown = game.view(None)
    voted = 0
    for _ in random_play(game, random.Random(2), 250):
        view = game.view(None)
        for number, i, move in new_moves(view, seen_in(shown)):
            if not isinstance(move, Voted):
                continue
            voted += 1
            before, after = around_vote(view, shown, number, i, move)
            assert before.castle == {**shown.castle, move.letter: "throne"}
            assert before.scores == after.scores == shown.scores
            assert len(before.rounds[-1].moves) == len(shown.rounds[-1].moves)
            assert before.rounds[-1].favourites is after.rounds[-1].favourites is None
            assert after.castle == {**before.castle, move.letter: move.outcome}
            if move.outcome == "throne":
                assert sheet(at_crowning(view, number, i), 80)
        shown = view
    assert voted


@pytest.mark.parametrize("width", [80, 120, 200])
def test_all_cards_fit_on_one_row(width: int) -> None:
    game = kingup.Game("vive-le-roi", 8, dealer=None)
    for cards in ("????????", "YNBYNBYN"):
        lines = ballots(game.view(None), cards, width).plain.split("\n")
        assert len(lines) == 4
        assert max(map(len, lines)) <= width

"""What votes changed, by the rules alone."""

from __future__ import annotations

import pytest

from kingup import Game
from kingup.analysis import AnalysisError, ballots
from kingup.analysis.ballots import DECISIVE, MOOT, WASTED
from tests.analysis.games import finished, golden


def test_the_known_blunder_is_a_decisive_no() -> None:
    ballot = next(b for b in ballots(golden()) if b.moment == "r3.36v")
    assert (ballot.candidate, ballot.outcome) == ("X", "2")
    assert [vote.card for vote in ballot.votes] == ["Y", "Y", "N", "Y"]
    assert ballot.votes[2].effect == DECISIVE
    assert ballot.votes[2].outcomes == {"Y": "throne", "N": "2"}


def test_two_no_cards_are_wasted_once_no_bellyache_is_left() -> None:
    ballot = next(b for b in ballots(golden()) if b.moment == "r1.23v")
    assert [vote.card for vote in ballot.votes] == ["Y", "Y", "N", "N"]
    assert [vote.effect for vote in ballot.votes] == [MOOT, MOOT, WASTED, WASTED]


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_what_a_vote_did_follows_from_the_strongest_other_card(edition: str) -> None:
    """By hand: the strongest card decides, so a vote matters only against weaker ones."""
    strength = {"Y": 1, "N": 2, "B": 3}
    for ballot in ballots(finished(edition)):
        for vote in ballot.votes:
            others = [v.card for v in ballot.votes if v.seat != vote.seat]
            best = max(strength[card] for card in others)
            results = {max(best, strength[card]) for card in vote.outcomes}
            expected = DECISIVE if len(results) > 1 else MOOT if vote.card == "Y" else WASTED
            assert vote.effect == expected, ballot
            assert vote.outcomes[vote.card] == ballot.outcome


def test_the_emissary_votes_too() -> None:
    game = finished("vive-le-roi", 2, ("emissary",), seed=2)
    for ballot in ballots(game):
        assert ballot.emissary is not None
        for vote in ballot.votes:
            assert vote.outcomes[vote.card] == ballot.outcome


def test_a_game_in_play_is_refused() -> None:
    game = Game(seed=1)
    with pytest.raises(AnalysisError, match="Only a finished game"):
        ballots(game)

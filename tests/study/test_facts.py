"""What is kept of a game, and the deals that go round the table."""

from __future__ import annotations

import pytest

from kingup.rules.constants import COMPENSATION
from kingup.study.facts import place_fewer, rescored, shares_of
from tests.study.played import played


@pytest.mark.parametrize("name", ["kingup-4", "vive-le-roi-3", "vive-le-roi-8"])
def test_every_seat_holds_every_hand_once_and_every_hand_begins(name: str) -> None:
    trial, games = played(name, 8)
    seats = len(trial.setup.seats)
    deal = games[:seats]
    assert {game.deal for game in deal} == {0}
    for number in range(3):
        for seat in range(seats):
            assert len({game.rounds[number].cards[seat] for game in deal}) == seats
    assert len({game.rounds[0].cards[game.first] for game in deal}) == seats


def test_two_readings_are_played_with_the_same_cards() -> None:
    _trial, one = played("vive-le-roi-2-emissary", 4)
    _trial, other = played("vive-le-roi-2-emissary-jester-uncounted-in-placement", 4)
    assert [g.rounds[0].cards for g in one] == [g.rounds[0].cards for g in other]
    assert [(g.deal, g.first) for g in one] == [(g.deal, g.first) for g in other]


@pytest.mark.parametrize("name", ["vive-le-roi-7", "vive-le-roi-8", "vive-le-roi-4-ambition"])
def test_games_are_scored_again_by_the_rules(name: str) -> None:
    trial, games = played(name, 8)
    for game in games:
        scores = rescored(trial.setup, game, COMPENSATION)
        assert scores == game.scores
        assert shares_of(scores, game.ties) == game.shares


def test_the_last_seats_of_a_round_place_one_less() -> None:
    assert place_fewer(played("vive-le-roi-7", 8)[0].setup, 2) == {1}
    assert place_fewer(played("vive-le-roi-8", 8)[0].setup, 2) == {1, 0, 7}
    assert not place_fewer(played("kingup-4", 8)[0].setup, 2)

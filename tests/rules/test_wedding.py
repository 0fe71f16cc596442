"""The royal wedding: two monarchs a round."""

from __future__ import annotations

import pytest

import kingup
from tests.rules.positions import card_with, climb, crown, table, vote

WEDDING = ["wedding"]


def test_after_the_first_crowning_the_next_seat_plays_on() -> None:
    game = table(options=WEDDING, castle={"A": "5"}, turn=2)
    crown(game, "A")
    assert game.phase == "climb"
    assert game.turn == 3
    assert game.castle["A"] == "throne"
    assert game.view().monarch == "A"
    assert not game.rounds[0].ended


def test_the_second_crowning_ends_the_round_and_both_stand_on_the_throne() -> None:
    game = table(options=WEDDING, castle={"AB": "5"})
    crown(game, "A")
    crown(game, "B")
    assert game.phase == "deal"
    assert game.rounds[0].ended
    assert [c.letter for c in game.rounds[0].crownings] == ["A", "B"]
    assert game.castle["A"] == game.castle["B"] == "throne"


def test_vote_cards_are_not_given_back_between_the_crownings() -> None:
    game = table(options=WEDDING, castle={"ABC": "5"})
    climb(game, "C")
    vote(game, "NBYY")
    assert game.castle["C"] == "5"
    crown(game, "A")
    assert game.state.no_cards[:4] == [2, 3, 3, 3]
    assert game.state.bellyaches[:4] == [1, 0, 1, 1]


def test_the_second_crowning_scores_again_without_the_first_monarch() -> None:
    game = table(options=WEDDING, castle={"AB": "5", "E": "3"}, rest="box", cards=["ABELOV"])
    crown(game, "A")
    assert game.rounds[0].crownings[0].points[0] == 10 + 5 + 3
    crown(game, "B")
    assert game.rounds[0].crownings[1].points[0] == 10 + 3
    assert game.scores[0] == 20 + 18 + 13


def test_the_jester_reverses_only_the_crowning_that_is_his() -> None:
    cards = [card_with(1, "AB", "")]
    for first, second, points in (("X", "A", (-10, 15)), ("A", "X", (15, -5))):
        game = table(options=WEDDING, castle={"XAB": "5"}, rest="box", cards=cards)
        crown(game, first)
        crown(game, second)
        assert tuple(c.points[0] for c in game.rounds[0].crownings) == points


def test_the_second_vote_may_fail_as_often_as_it_likes() -> None:
    game = table(options=WEDDING, castle={"ABC": "5"})
    crown(game, "A")
    climb(game, "B")
    vote(game, "YNYY")
    assert game.castle["B"] == "dungeon-3"
    climb(game, "C")
    vote(game, "YYBY")
    assert game.castle["C"] == "5"
    crown(game, "C")
    assert game.rounds[0].ended


def test_the_next_first_player_is_who_caused_the_last_crowning() -> None:
    game = table(options=WEDDING, castle={"AB": "5"}, turn=1)
    crown(game, "A")
    climb(game, "C")
    crown(game, "B")
    assert game.rounds[0].crownings[1].seat == 3
    assert kingup.RandomDealer(1).deal(game.state).first == 3


def test_the_emissary_scores_at_both_crownings() -> None:
    game = table(
        options=["emissary", "wedding"],
        castle={"AB": "5", "E": "3"},
        rest="box",
        emissary="ABELOV",
    )
    crown(game, "A")
    crown(game, "B")
    assert [c.emissary_points for c in game.rounds[0].crownings] == [18, 13]
    assert game.emissary_score == 40 + 18 + 13


def test_the_score_floor_applies_to_each_crowning() -> None:
    game = table(
        options=WEDDING,
        castle={"XAB": "5"},
        rest="box",
        cards=[card_with(1, "AB")],
        scores=[3, 20, 20, 20],
    )
    crown(game, "X")
    assert game.scores[0] == 0
    crown(game, "A")
    assert game.scores[0] == 15


def test_a_new_round_has_no_monarch() -> None:
    game = table(options=WEDDING, castle={"AB": "5"})
    crown(game, "A")
    crown(game, "B")
    game.deal(kingup.RandomDealer(1).deal(game.state))
    assert game.view().monarch is None
    assert game.state.crownings == game.state.crowned == game.state.kingmakers == 0


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_without_the_option_the_first_crowning_ends_the_round(edition: str) -> None:
    game = table(edition, castle={"A": "5"})
    crown(game, "A")
    assert game.phase == "deal"
    assert game.view().monarch is None

"""Crownings: what favourites are worth, the printed examples, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

import kingup
from kingup.rules.cards import FAVOURITES
from kingup.rules.constants import OVER
from kingup.rules.kernel.scoring import place_value
from tests.rules.positions import WHERE, card_with, crown, table


@pytest.mark.parametrize("on_floor_0", ["", "G", "L", "M", "N"])
def test_king_ups_printed_example(on_floor_0: str) -> None:
    castle = {"F": "5", "B": "5", "O": "4", "EI": "3", "DP": "2"}
    if on_floor_0:
        castle[on_floor_0] = "0"
    game = table(
        "kingup", castle=castle, rest="box", cards=["BCDEIO", "ADEFGM", "EFIMOP", "ACEFNO"]
    )
    crown(game, "F")
    assert game.scores == (17, 15, 22, 17)
    assert game.rounds[0].crownings == [
        kingup.Crowning(0, "F", (17, 15, 22, 17), (17, 15, 22, 17))
    ]


def test_vive_le_rois_printed_example_of_the_jester_crowned() -> None:
    game = table(
        castle={"X": "5", "A": "3", "B": "5", "E": "1", "L": "4", "O": "2", "V": "privy-3"},
        cards=["ABELOV"],
    )
    crown(game, "X")
    assert game.rounds[0].crownings[0].points[0] == -15
    assert game.scores[0] == 20 - 15


def test_a_printed_three_seat_picture_dungeons_and_privy() -> None:
    # Leonardo is crowned; Merlin and Foidvo lose 3 and 2; Victoria in the privy gives nothing.
    game = table(
        castle={"L": "5", "M": "dungeon-3", "F": "dungeon-2", "V": "privy-4"},
        cards=[card_with(1, "LV", "MF"), card_with(1, "MFV", "L")],
    )
    crown(game, "L")
    assert game.rounds[0].crownings[0].points[:2] == (10, -5)


VALUES = {
    "0": 0,
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "throne": 10,
    "privy-3": 0,
    "privy-4": 0,
    "dungeon-1": -1,
    "dungeon-2": -2,
    "dungeon-3": -3,
    "box": 0,
}


@pytest.mark.parametrize(("place", "value"), VALUES.items())
def test_every_place_has_its_value(place: str, value: int) -> None:
    assert place_value(WHERE[place], False) == value


@pytest.mark.parametrize(("place", "value"), VALUES.items())
def test_under_the_jester_every_value_changes_sign_and_a_king_gives_nothing(
    place: str, value: int
) -> None:
    assert place_value(WHERE[place], True) == (0 if place == "throne" else -value)


def test_the_most_one_king_up_round_can_give_is_33() -> None:
    game = table("kingup", castle={"A": "5", "DEF": "5", "GM": "4"}, cards=["ADEFGM"])
    crown(game, "A")
    assert game.scores[0] == 33


@pytest.mark.parametrize(("round_", "points"), [(1, 0), (2, 0), (3, 33)])
def test_nought_gets_33_in_the_third_round_only(round_: int, points: int) -> None:
    card = card_with(0, "BCD", "A")
    game = table("kingup", castle={"A": "5"}, rest="box", cards=[card], round_=round_)
    crown(game, "A")
    assert game.scores[0] == points
    assert game.rounds[0].crownings[0].points[0] == points


def test_one_point_in_the_third_round_stays_one_point() -> None:
    card = card_with(0, "B", "A")
    game = table("kingup", castle={"A": "5", "B": "1"}, rest="box", cards=[card], round_=3)
    crown(game, "A")
    assert game.scores[0] == 1


def test_vive_le_roi_gives_no_33_for_nought() -> None:
    card = card_with(1, "B", "A")
    game = table(castle={"A": "5"}, rest="box", cards=[card], round_=3)
    crown(game, "A")
    assert game.scores[0] == 20


def test_scores_add_up_over_the_rounds() -> None:
    game = table("kingup", castle={"A": "5"}, rest="box", cards=["ADEFGM"], scores=[7, 1, 2, 3])
    crown(game, "A")
    assert game.scores[0] == 17


def test_a_score_never_goes_below_nought() -> None:
    game = table(castle={"X": "5", "ABE": "5"}, cards=["ABELOV"], scores=[14, 20, 20, 20])
    crown(game, "X")
    assert game.rounds[0].crownings[0].points[0] == -15
    assert game.scores[0] == 0


def test_with_banished_the_marked_character_scores_nothing() -> None:
    game = table(
        options=["banished"], castle={"V": "5", "EJ": "4"}, rest="box", cards=["EFJMOV", "ABELOV"]
    )
    crown(game, "V")
    # Victoria bears the mark on EFJMOV and not on ABELOV.
    assert game.rounds[0].crownings[0].points[:2] == (8, 14)


def over(edition: str = "vive-le-roi", **position: Any) -> kingup.Game:
    """Return a finished game in which everybody stands as given."""
    game = table(edition, **position)
    game.state.phase = OVER
    return game


def test_most_points_win() -> None:
    game = over(scores=[30, 41, 40, 12])
    assert game.winners == (1,)


def test_nobody_has_won_before_the_end() -> None:
    assert table(scores=[30, 41, 40, 12]).winners == ()


def test_a_king_up_tie_goes_to_most_favourites_in_the_castle() -> None:
    # Favourites on floor 0 and on the throne count; those in the box do not.
    cards = ["BCDEIO", "ADEFGM", "EFIMOP", "ACEFNO"]
    castle = {"A": "throne", "DEF": "5", "GM": "0"}
    game = over("kingup", cards=cards, castle=castle, rest="box", scores=[50, 50, 50, 40])
    assert game.winners == (1,)


def test_a_full_king_up_tie_is_a_shared_victory() -> None:
    cards = ["BCDEIO", "ADEFGM", "EFIMOP", "ACEFNO"]
    game = over("kingup", cards=cards, rest="0", scores=[50, 50, 12, 50])
    assert game.winners == (0, 1, 3)


def test_a_vive_le_roi_tie_goes_to_the_highest_favourite() -> None:
    cards = [card_with(1, "A", "B"), card_with(1, "B", "A")]
    game = over(cards=cards, castle={"A": "4", "B": "3"}, rest="box", scores=[30, 30, 5, 5])
    assert game.winners == (0,)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("throne", "5"),
        ("5", "4"),
        ("1", "0"),
        ("0", "privy-4"),
        ("0", "privy-3"),
        ("0", "dungeon-3"),
        ("0", "box"),
    ],
)
def test_the_order_of_places_in_a_tie(better: str, worse: str) -> None:
    cards = [card_with(1, "A", "B"), card_with(1, "B", "A")]
    game = over(cards=cards, castle={"A": worse, "B": better}, rest="box", scores=[30, 30])
    assert game.winners == (1,)


@pytest.mark.parametrize("place", ["privy-3", "privy-4", "dungeon-1", "dungeon-3"])
def test_privy_dungeon_and_box_are_all_the_same_in_a_tie(place: str) -> None:
    cards = [card_with(1, "A", "B"), card_with(1, "B", "A")]
    game = over(cards=cards, castle={"A": place, "B": "box"}, rest="box", scores=[30, 30])
    assert game.winners == (0, 1)


def test_only_the_tied_are_compared() -> None:
    cards = [card_with(1, "A", "BC"), card_with(1, "B", "AC"), card_with(1, "C", "AB")]
    castle = {"C": "throne", "A": "1", "B": "0"}
    game = over(cards=cards, castle=castle, rest="box", scores=[30, 30, 29, 0])
    assert game.winners == (0,)


def test_a_team_counts_for_the_lower_of_its_two_scores() -> None:
    game = over(seats=[2, 1, 1], scores=[60, 31, 32, 30])
    assert game.seat_scores == (31, 32, 30)
    assert game.winners == (1,)


def test_teammates_score_apart() -> None:
    cards = [card_with(1, "A", "B"), card_with(1, "B", "A")]
    game = table(seats=[2, 1, 1], castle={"A": "5", "B": "3"}, rest="box", cards=cards)
    crown(game, "A")
    assert game.scores[:2] == (30, 23)


def test_a_shared_marker_moves_by_the_smaller_of_the_two() -> None:
    cards = [card_with(1, "A", "B"), card_with(1, "B", "A")]
    game = table(
        seats=[2, 1, 1],
        options=["shared-marker"],
        castle={"A": "5", "B": "3"},
        rest="box",
        cards=cards,
    )
    crown(game, "A")
    assert game.scores[:2] == (23, 23)
    assert game.rounds[0].crownings[0].points[:2] == (10, 3)


def test_a_single_player_among_shared_markers_scores_alone() -> None:
    card = card_with(1, "A")
    spare = [c for c in FAVOURITES[1] if c != card]
    game = table(
        seats=[1, 2, 2],
        options=["shared-marker"],
        castle={"A": "5"},
        rest="box",
        cards=[card, *spare[:4]],
    )
    crown(game, "A")
    assert game.scores[0] == 30

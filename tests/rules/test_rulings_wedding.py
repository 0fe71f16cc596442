"""Rulings 5 and 6: weddings with nobody left, and weddings with Ambition."""

from __future__ import annotations

from typing import Any

import pytest

import kingup
from tests.rules.positions import climb, crown, table, vote

# Ruling 5. The cards of the 13: three in the dungeons, the others in the box.
ALONE = {"X": "5", "A": "dungeon-3", "B": "dungeon-2", "E": "dungeon-1"}


def last_wedding(seats: int | list[int] = 7, **more: Any) -> kingup.Game:
    """Return a game whose jester is crowned first, with nobody left to marry."""
    options = ["ambition", "wedding", *more.pop("options", [])]
    castle = more.pop("castle", ALONE)
    game = table(
        seats=seats,
        options=options,
        castle=castle,
        rest="box",
        **more,
    )
    crown(game, "X")
    return game


def test_ruling_05_a_wedding_with_nobody_left_ends_at_once() -> None:
    game = last_wedding(turn=4)
    assert game.phase == "deal"
    assert game.rounds[0].ended
    assert [c.letter for c in game.rounds[0].crownings] == ["X"]


def test_ruling_05_there_is_no_second_favourites_scoring() -> None:
    game = last_wedding(cards=["ABELOV"], kept=["woman-queen"])
    assert game.rounds[0].crownings[0].points[0] == 3 + 2 + 1
    assert game.scores[0] == 20 + 6


def test_ruling_05_ambition_is_scored_as_things_stand() -> None:
    game = last_wedding(
        cards=["ABELOV", "EFJMOV"],
        kept=["three-dungeon", "one-dungeon", "jester-king", "kingmaker", "not-0-1"],
        turn=3,
    )
    assert game.rounds[0].crownings[0].ambition is not None
    assert game.rounds[0].crownings[0].ambition[:5] == (8, 3, 5, 3, 5)
    assert game.scores[:2] == (20 + 6 + 8, 20 + 1 + 3)


def test_ruling_05_favourites_and_ambition_are_one_sum_for_a_shared_marker() -> None:
    # 6 + 0 and 1 + 8: the smaller sum is 6. Apart, the smaller would be 1 + 0.
    game = last_wedding(
        seats=[2, 1, 1, 1, 1, 1, 1],
        options=["shared-marker"],
        cards=["ABELOV", "EFJMOV"],
        kept=["woman-queen", "no-privy"],
    )
    assert game.rounds[0].crownings[0].points[:2] == (6, 1)
    assert game.rounds[0].crownings[0].ambition is not None
    assert game.rounds[0].crownings[0].ambition[:2] == (0, 5)
    assert game.scores[:2] == (26, 26)


def test_ruling_05_the_next_first_player_caused_the_one_crowning() -> None:
    game = last_wedding(turn=4)
    assert kingup.RandomDealer(1).deal(game.state).first == 4


def test_ruling_05_in_the_third_round_the_game_is_over() -> None:
    game = last_wedding(round_=3, seats=8)
    assert game.is_over
    assert game.winners


@pytest.mark.parametrize("place", ["0", "5", "privy-3", "privy-4"])
def test_ruling_05_one_who_can_still_climb_keeps_the_round_going(place: str) -> None:
    game = last_wedding(castle={**ALONE, "R": place})
    assert game.phase == "climb"
    assert [str(a) for a in game.legal_actions(game.to_act[0])] == ["R"]
    assert game.rounds[0].crownings[0].ambition is None


def test_ruling_05_the_jester_left_alone_can_still_be_married() -> None:
    game = table(seats=7, options=["wedding"], castle={"A": "5", "X": "0"}, rest="box")
    crown(game, "A")
    assert game.phase == "climb"
    assert [str(a) for a in game.legal_actions(game.to_act[0])] == ["X"]


def test_ruling_05_only_seven_and_eight_seats_hold_enough_no_cards() -> None:
    enough = set()
    for seats in range(2, 9):
        for options in ((), ("emissary",)):
            try:
                setup = kingup.Setup.of("vive-le-roi", seats, options)
            except kingup.SetupError:
                continue
            sets = seats + len(options)
            if sets * setup.no_cards >= 13:
                enough.add(seats)
    assert enough == {7, 8}


def wedding(kept: str, first: str, second: str, **more: Any) -> tuple[kingup.Game, int]:
    """Hold a wedding; return the game and what the first player's Ambition card paid."""
    game = table(
        options=["ambition", "wedding"],
        castle={first + second: "5", **more.pop("castle", {})},
        rest="box",
        cards=["ABELOV"],
        kept=[kept],
        **more,
    )
    crown(game, first)
    crown(game, second)
    ambition = game.rounds[0].crownings[1].ambition
    assert ambition is not None
    return game, ambition[0]


@pytest.mark.parametrize(
    ("kept", "pair", "points"),
    [
        ("jester-king", "XR", 5),
        ("jester-king", "RX", 5),
        ("jester-king", "RC", 0),
        ("woman-queen", "JR", 3),
        ("woman-queen", "RJ", 3),
        ("woman-queen", "JS", 3),
        ("woman-queen", "RX", 0),
        ("man-king", "RX", 3),
        ("man-king", "XR", 3),
        ("man-king", "RC", 3),
        ("man-king", "XO", 0),
    ],
)
def test_ruling_06_cards_about_the_monarch_look_at_both_crownings(
    kept: str, pair: str, points: int
) -> None:
    assert wedding(kept, *pair)[1] == points


@pytest.mark.parametrize(("turn", "points"), [(0, 3), (3, 3), (1, 0), (2, 0)])
def test_ruling_06_kingmaker_looks_at_both_crownings(turn: int, points: int) -> None:
    assert wedding("kingmaker", "R", "C", turn=turn)[1] == points


def test_ruling_06_kingmaker_pays_once_even_for_both() -> None:
    game = table(
        options=["ambition", "wedding"],
        castle={"RC": "5", "G": "0"},
        rest="box",
        kept=["kingmaker"],
    )
    crown(game, "R")
    climb(game, "GGG")
    crown(game, "C")
    assert [c.seat for c in game.rounds[0].crownings] == [0, 0]
    assert game.rounds[0].crownings[1].ambition is not None
    assert game.rounds[0].crownings[1].ambition[0] == 3


def test_ruling_06_positions_are_read_at_the_end_of_the_round() -> None:
    game = table(
        options=["ambition", "wedding"],
        castle={"RC": "5", "A": "3"},
        rest="box",
        cards=["ABELOV"],
        kept=["not-2-3"],
    )
    crown(game, "R")
    climb(game, "A")
    crown(game, "C")
    assert game.rounds[0].crownings[1].ambition is not None
    assert game.rounds[0].crownings[1].ambition[0] == 3


def test_ruling_06_hands_are_read_at_the_end_of_the_round() -> None:
    game = table(
        options=["ambition", "wedding"],
        castle={"RCG": "5"},
        rest="box",
        kept=["empty-hand"],
        no_cards=[1, 1, 1, 1],
        bellyaches=[0, 0, 0, 0],
    )
    crown(game, "R")
    climb(game, "G")
    vote(game, "NYYY")
    crown(game, "C")
    assert game.rounds[0].crownings[1].ambition is not None
    assert game.rounds[0].crownings[1].ambition[0] == 3


@pytest.mark.parametrize(("pair", "points"), [("AR", 3), ("RA", 0)])
def test_ruling_06_consolation_reads_the_last_crowning(pair: str, points: int) -> None:
    # With Bridget on floor 1 Anna's own crowning gives 11, and the other one 1.
    assert wedding("consolation", *pair, castle={"B": "1"})[1] == points


@pytest.mark.parametrize("kept", ["not-4-5", "not-2-3", "not-0-1", "no-privy-no-dungeon"])
def test_ruling_06_the_first_monarch_stands_on_no_floor(kept: str) -> None:
    assert wedding(kept, "A", "R")[1] > 0

"""Placement: who places how many, where there is room, and what is left over."""

from __future__ import annotations

from collections import Counter

import pytest

import kingup

HOUSE = ["emissary", "jester-uncounted-in-placement"]


def play_placements(game: kingup.Game, floors: str) -> list[int]:
    """Place the characters in ring order on the floors given; return the seats' turns."""
    turns = []
    for letter, floor in zip(game.setup.letters, floors, strict=False):
        assert game.turn is not None
        turns.append(game.turn)
        game.play(game.state.first_of[game.turn], letter + floor)
    return turns


@pytest.mark.parametrize(("seats", "each", "rest"), [(3, 4, 1), (4, 3, 1), (5, 2, 3), (6, 2, 1)])
@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_every_seat_places_the_same_number_and_the_rest_goes_to_floor_0(
    edition: str, seats: int, each: int, rest: int
) -> None:
    game = kingup.Game(edition, seats, seed=3)
    first = game.turn
    turns = play_placements(game, "1111222344444"[: seats * each])
    assert Counter(turns) == dict.fromkeys(range(seats), each)
    assert turns == [((first or 0) + i) % seats for i in range(seats * each)]
    assert game.phase == "climb"
    assert game.turn == first
    assert list(game.castle.values()).count("0") == rest
    assert "aside" not in game.castle.values()


def test_seven_seats_place_two_each_and_the_last_only_one() -> None:
    game = kingup.Game("vive-le-roi", 7, seed=5)
    first = game.turn or 0
    last = (first + 6) % 7
    turns = Counter(play_placements(game, "1111222233344"))
    assert turns == {seat: 1 if seat == last else 2 for seat in range(7)}
    assert list(game.castle.values()).count("0") == 0
    assert game.scores == tuple(23 if seat == last else 20 for seat in range(7))


def test_eight_seats_place_two_each_and_the_last_three_only_one() -> None:
    game = kingup.Game("vive-le-roi", 8, seed=6)
    first = game.turn or 0
    last = {(first + i) % 8 for i in (5, 6, 7)}
    turns = Counter(play_placements(game, "1111222233344"))
    assert turns == {seat: 1 if seat in last else 2 for seat in range(8)}
    assert game.scores == tuple(23 if seat in last else 20 for seat in range(8))


def test_compensation_comes_only_with_the_last_placement() -> None:
    game = kingup.Game("vive-le-roi", 8, seed=6)
    play_placements(game, "111122223334")
    assert game.scores == (20,) * 8


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_is_compensated_where_all_place_the_same_number(seats: int) -> None:
    game = kingup.Game("vive-le-roi", seats, seed=1)
    play_placements(game, "1111222344444"[: game.state.placements])
    assert game.scores == (20,) * seats


def test_compensation_is_paid_every_round_to_that_rounds_last_seat() -> None:
    game = kingup.Game("vive-le-roi", 7, seed=5)
    for round_ in (1, 2, 3):
        assert game.round == round_
        before = game.scores
        first = game.turn or 0
        play_placements(game, "1111222233344")
        gained = [now - then for now, then in zip(game.scores, before, strict=True)]
        assert gained == [3 if seat == (first + 6) % 7 else 0 for seat in range(7)]
        while game.round == round_ and not game.is_over:
            player = game.to_act[0]
            game.play(player, game.legal_actions(player)[-1 if game.phase == "climb" else 0])


def test_the_jester_stands_on_floor_3_before_anybody_is_placed() -> None:
    game = kingup.Game("vive-le-roi", 4, seed=1)
    assert game.castle == {**dict.fromkeys(game.setup.letters, "aside"), "X": "3"}


def test_characters_are_placed_on_floors_1_to_4_only() -> None:
    game = kingup.Game("kingup", 4, seed=1)
    actions = {str(action) for action in game.legal_actions(game.to_act[0])}
    assert actions == {letter + floor for letter in "ABCDEFGILMNOP" for floor in "1234"}


def test_a_floor_takes_four_placements() -> None:
    game = kingup.Game("kingup", 3, seed=1)
    play_placements(game, "2222")
    assert not any(str(a).endswith("2") for a in game.legal_actions(game.to_act[0]))
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(game.to_act[0], "P2")
    assert str(refusal.value) == "Floor 2 is full: Piero cannot be placed there."


def test_the_jester_takes_one_of_the_four_places_on_floor_3() -> None:
    game = kingup.Game("vive-le-roi", 4, seed=1)
    play_placements(game, "333")
    with pytest.raises(kingup.IllegalAction, match=r"^Floor 3 is full: Victoria"):
        game.play(game.to_act[0], "V3")


@pytest.mark.parametrize(("floor", "room"), [("1", 3), ("2", 3), ("3", 2), ("4", 3)])
def test_with_two_seats_a_floor_takes_three_the_jester_included(floor: str, room: int) -> None:
    game = kingup.Game("vive-le-roi", 2, ["emissary"], seed=1)
    play_placements(game, floor * room)
    with pytest.raises(kingup.IllegalAction, match=f"^Floor {floor} is full"):
        game.play(game.to_act[0], "V" + floor)


@pytest.mark.parametrize("floor", ["1", "2", "3", "4"])
def test_by_the_house_rule_the_jester_takes_no_room_while_placing(floor: str) -> None:
    game = kingup.Game("vive-le-roi", 2, HOUSE, seed=1)
    play_placements(game, floor * 3)
    with pytest.raises(kingup.IllegalAction, match=f"^Floor {floor} is full"):
        game.play(game.to_act[0], "V" + floor)


def test_an_action_of_another_phase_is_not_open_while_placing() -> None:
    game = kingup.Game("vive-le-roi", 4, seed=1)
    for wrong in (kingup.Climb("X"), kingup.Vote("Y"), kingup.Keep("no-privy")):
        with pytest.raises(kingup.IllegalAction) as refusal:
            game.play(game.to_act[0], wrong)
        assert str(refusal.value) == "Not now: characters are being placed."

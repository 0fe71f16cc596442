"""Climbing: one step up, full floors, the privies, and the way to the throne."""

from __future__ import annotations

import pytest

import kingup
from tests.rules.positions import climb, table


def open_moves(game: kingup.Game) -> str:
    """Return the letters that may climb, in alphabetical order."""
    return "".join(sorted(str(action) for action in game.legal_actions(game.to_act[0])))


@pytest.mark.parametrize("floor", [0, 1, 2, 3, 4])
def test_a_character_climbs_exactly_one_floor(floor: int) -> None:
    game = table("kingup", castle={"A": str(floor)}, rest="box")
    climb(game, "A")
    assert game.castle["A"] == str(floor + 1)
    assert game.turn == 1


def test_from_floor_5_the_next_step_is_the_throne_and_a_vote() -> None:
    game = table("kingup", castle={"A": "5"}, turn=2)
    climb(game, "A")
    assert game.castle["A"] == "throne"
    assert game.phase == "vote"
    assert game.candidate == "A"
    assert game.turn is None
    assert game.to_act == (0, 1, 2, 3)


def test_turns_go_clockwise_and_round_the_table() -> None:
    game = table("kingup", 3, turn=1)
    turns = []
    for letter in "ABCD":
        turns.append(game.turn)
        climb(game, letter)
    assert turns == [1, 2, 0, 1]


@pytest.mark.parametrize("floor", [1, 2, 3, 4, 5])
def test_a_full_floor_cannot_be_entered_in_king_up(floor: int) -> None:
    game = table("kingup", castle={"ABCD": str(floor), "E": str(floor - 1)}, rest="box")
    assert "E" not in open_moves(game)
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "E")
    assert str(refusal.value) == f"Floor {floor} is full: Ernesto cannot climb."


def test_the_printed_example_of_a_full_fourth_floor() -> None:
    # Alighiero may go from floor 4 to 5; Odessa may not go from 3 to 4, where four stand.
    game = table("kingup", castle={"ABCD": "4", "OEF": "3", "GIL": "2", "MN": "1"})
    assert open_moves(game) == "ABCDGILMNP"
    climb(game, "A")
    assert game.castle["A"] == "5"
    climb(game, "O")
    assert game.castle["O"] == "4"


@pytest.mark.parametrize("floor", [1, 2, 3, 4])
def test_three_on_a_floor_leave_room_for_a_fourth(floor: int) -> None:
    game = table("kingup", castle={"ABC": str(floor), "E": str(floor - 1)}, rest="box")
    assert "E" in open_moves(game)


def test_with_two_seats_three_fill_a_floor() -> None:
    game = table(seats=2, options=["emissary"], castle={"ABC": "5", "E": "4"}, rest="1")
    assert "E" not in open_moves(game)
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "E")
    assert str(refusal.value) == "Floor 5 is full: Éloïse cannot climb."


def test_the_jester_climbs_and_fills_a_floor_like_anybody() -> None:
    game = table(castle={"ABCX": "5", "E": "4"}, rest="0")
    assert "E" not in open_moves(game)
    climb(game, "X")
    assert game.candidate == "X"


@pytest.mark.parametrize("floor", [3, 4])
def test_into_a_privy_only_if_its_floor_is_full(floor: int) -> None:
    full = table(castle={"ABCX": str(floor), "E": str(floor - 1)})
    climb(full, "E")
    assert full.castle["E"] == f"privy-{floor}"
    room = table(castle={"ABC": str(floor), "E": str(floor - 1)})
    climb(room, "E")
    assert room.castle["E"] == str(floor)


@pytest.mark.parametrize("floor", [3, 4])
def test_into_a_privy_only_if_it_is_empty(floor: int) -> None:
    game = table(castle={"ABCX": str(floor), "E": str(floor - 1), "R": f"privy-{floor}"}, rest="1")
    assert "E" not in open_moves(game)
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "E")
    assert str(refusal.value) == f"Floor {floor} and its privy are full: Éloïse cannot climb."


def test_the_sentence_for_a_full_floor_and_privy_names_the_character() -> None:
    game = table(castle={"ABCX": "4", "R": "3", "E": "privy-4"}, rest="1")
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "R")
    assert str(refusal.value) == "Floor 4 and its privy are full: Roméo cannot climb."


@pytest.mark.parametrize("floor", [1, 2, 5])
def test_only_floors_3_and_4_have_a_privy(floor: int) -> None:
    game = table(castle={"ABCX": str(floor), "E": str(floor - 1)}, rest="box")
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "E")
    assert str(refusal.value) == f"Floor {floor} is full: Éloïse cannot climb."


def test_king_up_has_no_privies() -> None:
    game = table("kingup", castle={"ABCD": "4", "E": "3"})
    assert "E" not in open_moves(game)


@pytest.mark.parametrize("floor", [3, 4])
def test_a_privy_is_left_onto_its_own_floor_once_that_has_room(floor: int) -> None:
    game = table(castle={"ABC": str(floor), "E": f"privy-{floor}"})
    climb(game, "E")
    assert game.castle["E"] == str(floor)


@pytest.mark.parametrize("floor", [3, 4])
def test_nobody_leaves_a_privy_while_its_floor_is_full(floor: int) -> None:
    game = table(castle={"ABCX": str(floor), "E": f"privy-{floor}"})
    assert "E" not in open_moves(game)
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "E")
    assert str(refusal.value) == f"Floor {floor} is full: Éloïse cannot leave the privy."


def test_the_printed_example_of_the_two_privies() -> None:
    # Foidvo may leave privy 4, for floor 4 has room; Leonardo may not leave privy 3; and
    # nobody may enter a privy, for both are taken.
    game = table(
        castle={"ABC": "4", "EGJX": "3", "MO": "2", "F": "privy-4", "L": "privy-3"}, rest="0"
    )
    moves = open_moves(game)
    assert "F" in moves
    assert "L" not in moves
    assert not set("MO") & set(moves)
    climb(game, "F")
    assert game.castle["F"] == "4"


def test_privies_are_outside_the_floors() -> None:
    game = table(castle={"ABC": "4", "E": "3", "F": "privy-4"})
    climb(game, "E")
    assert game.castle["E"] == "4"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("box", "Anna is out of the round."),
        ("dungeon-1", "Anna is in a dungeon, and nobody leaves one."),
        ("dungeon-2", "Anna is in a dungeon, and nobody leaves one."),
        ("dungeon-3", "Anna is in a dungeon, and nobody leaves one."),
    ],
)
def test_whoever_was_rejected_climbs_no_more(place: str, sentence: str) -> None:
    game = table(castle={"A": place})
    assert "A" not in open_moves(game)
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "A")
    assert str(refusal.value) == sentence


def test_a_weddings_first_monarch_climbs_no_more() -> None:
    game = table(options=["wedding"], castle={"A": "throne"}, monarch="A")
    with pytest.raises(kingup.IllegalAction) as refusal:
        climb(game, "A")
    assert str(refusal.value) == "Anna is crowned and climbs no further."


def test_only_the_seat_in_turn_moves() -> None:
    game = table("kingup", turn=2)
    for player in (0, 1, 3):
        assert game.legal_actions(player) == []
        with pytest.raises(kingup.IllegalAction) as refusal:
            game.play(player, "A")
        assert str(refusal.value) == "It is seat 3’s turn."


def test_nobody_moves_down_or_passes() -> None:
    game = table("kingup", castle={"A": "3"}, rest="box")
    assert [str(a) for a in game.legal_actions(0)] == ["A"]
    with pytest.raises(kingup.InvalidAction):
        game.play(0, "")

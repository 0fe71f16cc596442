"""Actions as people write them and as numbers, and what is no action at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import kingup
from kingup.rules.actions import (
    Action,
    Climb,
    Keep,
    Place,
    Vote,
    character_code,
    decode_action,
    encode_action,
    parse_action,
    write_action,
)
from kingup.rules.constants import ACTIONS, FIRST_KEEP
from tests.rules.positions import climb, crown, table
from tests.strategies import games


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Place("A", 3), "A3"),
        (Climb("X"), "X"),
        (Vote("B"), "B"),
        (Keep("no-privy-no-dungeon"), "no-privy-no-dungeon"),
    ],
)
def test_an_action_is_written_as_a_record_writes_it(action: Action, text: str) -> None:
    assert str(action) == text


@given(games())
def test_every_legal_action_survives_text_and_number(game: kingup.Game) -> None:
    for player in game.to_act:
        for action in game.legal_actions(player):
            assert parse_action(game.state, str(action)) == action
            code = encode_action(game.state, player, action)
            assert 0 <= code < ACTIONS
            assert decode_action(game.state, player, code) == action


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_every_number_of_a_placement_climb_or_vote_means_one_action(edition: str) -> None:
    game = kingup.Game(edition, 4, seed=1)
    letters = len(game.setup.letters)
    codes = [*range(4 * letters), *range(56, 56 + letters), 70, 71, 72]
    for code in codes:
        action = decode_action(game.state, 0, code)
        assert encode_action(game.state, 0, action) == code


@pytest.mark.parametrize("text", ["", "A", "A0", "A5", "A33", "3A", "AA", "A3 ", "A٣", "A²"])
def test_a_text_that_is_no_placement_is_refused_as_such(text: str) -> None:
    game = kingup.Game("kingup", 4, seed=1)
    before = game.state.copy()
    with pytest.raises(kingup.InvalidAction) as refusal:
        game.play(game.to_act[0], text)
    expected = f"“{text}” is not a placement: write a letter and a floor from 1 to 4, like A3."
    assert str(refusal.value) == expected
    assert game.state == before


@pytest.mark.parametrize("text", ["a3", "H3", "X3", "Z1", "é2", "33"])
def test_a_letter_nobody_has_is_no_placement(text: str) -> None:
    game = kingup.Game("kingup", 4, seed=1)
    with pytest.raises(kingup.InvalidAction) as refusal:
        game.play(game.to_act[0], text)
    assert str(refusal.value) == f"King Up! has no character “{text[0]}”."


@pytest.mark.parametrize("text", ["", "a", "D", "AB", "A3", "Anna", " A"])
def test_a_letter_nobody_has_is_no_climb(text: str) -> None:
    game = table()
    before = game.state.copy()
    with pytest.raises(kingup.InvalidAction) as refusal:
        game.play(0, text)
    assert str(refusal.value) == f"Vive le Roi has no character “{text}”."
    assert game.state == before


@pytest.mark.parametrize("text", ["", "y", "Yes", "X", "-", "YN"])
def test_a_text_that_is_no_vote_is_refused_as_such(text: str) -> None:
    game = table(castle={"A": "5"})
    climb(game, "A")
    before = game.state.copy()
    with pytest.raises(kingup.InvalidAction) as refusal:
        game.play(0, text)
    expected = f"“{text}” is not a vote: write Y (Yes), N (No) or B (Bellyache)."
    assert str(refusal.value) == expected
    assert game.state == before


def choosing() -> kingup.Game:
    """Return a game in which Ambition cards are being chosen."""
    game = kingup.Game("vive-le-roi", 3, ["ambition"], dealer=None)
    pairs = (("no-privy", "man-king"), ("kingmaker", "not-2-3"), ("two-privy", "one-privy"))
    game.deal(kingup.Deal(0, ("ABELOV", "EFJMOV", "ACFJRV"), pairs))
    return game


@pytest.mark.parametrize("text", ["", "greed", "No-privy", "0"])
def test_an_ambition_card_that_does_not_exist_cannot_be_kept(text: str) -> None:
    game = choosing()
    with pytest.raises(kingup.InvalidAction) as refusal:
        game.play(0, text)
    assert str(refusal.value) == f"There is no Ambition card “{text}”."


def test_an_ambition_card_of_somebody_else_cannot_be_kept() -> None:
    game = choosing()
    before = game.state.copy()
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(0, "kingmaker")
    assert str(refusal.value) == "The Ambition card “kingmaker” was not dealt to you."
    assert game.state == before


@pytest.mark.parametrize(("kept", "code"), [("kingmaker", 0), ("not-2-3", 1)])
def test_either_dealt_card_can_be_kept(kept: str, code: int) -> None:
    game = choosing()
    assert encode_action(game.state, 1, Keep(kept)) == FIRST_KEEP + code
    assert decode_action(game.state, 1, FIRST_KEEP + code) == Keep(kept)
    assert write_action(game.state, 1, FIRST_KEEP + code) == kept
    game.play(1, kept)
    assert game.rounds[0].kept == [None, kept, None]


def test_keeping_outside_its_phase_is_refused_as_untimely() -> None:
    game = table(options=["ambition"], kept=["no-privy"])
    for ambition in ("no-privy", "kingmaker"):
        with pytest.raises(kingup.IllegalAction) as refusal:
            game.play(0, Keep(ambition))
        assert str(refusal.value) == "Not now: characters are climbing."


@pytest.mark.parametrize("floor", [0, 5, -1, 10, 2.5, "3", None])
def test_a_placement_outside_floors_1_to_4_is_invalid(floor: Any) -> None:
    game = kingup.Game("kingup", 4, seed=1)
    with pytest.raises(kingup.InvalidAction) as refusal:
        game.play(game.to_act[0], Place("A", floor))
    assert str(refusal.value) == f"Characters are placed on floors 1 to 4, not on {floor}."


WRONG_TYPES = [
    None,
    7,
    2.5,
    b"A3",
    ("A", 3),
    ["A3"],
    {"place": "A3"},
    object,
    Place("A", 3.0),  # type: ignore[arg-type]
    Place(1, 3),  # type: ignore[arg-type]
    Place(None, 3),  # type: ignore[arg-type]
    Climb(None),  # type: ignore[arg-type]
    Climb(3),  # type: ignore[arg-type]
    Climb(b"A"),  # type: ignore[arg-type]
    Vote(None),  # type: ignore[arg-type]
    Vote(["Y"]),  # type: ignore[arg-type]
    Keep(None),  # type: ignore[arg-type]
    Keep(["no-privy"]),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("action", WRONG_TYPES, ids=repr)
def test_what_is_no_action_at_all_is_invalid_and_changes_nothing(action: Any) -> None:
    game = kingup.Game("vive-le-roi", 4, seed=1)
    before = game.state.copy()
    with pytest.raises(kingup.InvalidAction):
        game.play(game.to_act[0], action)
    assert game.state == before


@pytest.mark.parametrize("letter", ["", "AB", "X", "h"])
def test_a_characters_code_wants_one_letter_of_the_edition(letter: str) -> None:
    state = kingup.Game("kingup", 4, seed=1).state
    with pytest.raises(kingup.InvalidAction):
        character_code(state, letter)
    assert [character_code(state, letter) for letter in "ABCDEFGILMNOP"] == list(range(13))


@pytest.mark.parametrize("text", ["A3", "A", "Y", "no-privy"])
def test_a_text_that_comes_while_cards_are_awaited_is_told_to_wait(text: str) -> None:
    game = kingup.Game("kingup", 4, dealer=None)
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(0, text)
    assert str(refusal.value) == "Wait: cards are being dealt."


@pytest.mark.parametrize("text", ["A3", "A", "Y", "no-privy"])
def test_a_text_that_comes_after_the_end_is_told_that_the_game_is_over(text: str) -> None:
    game = table("kingup", castle={"A": "5"}, round_=3)
    crown(game, "A")
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(0, text)
    assert str(refusal.value) == "The game is over."

"""Keys and clicks choose exactly the actions that the rules offer."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import kingup
from kingup.language import use_language
from kingup.telling.scene import TextScene
from kingup.terminal.cursor import Cursor
from tests.strategies import SEEDS, games

ARROWS = ((1, 0), (-1, 0), (0, 1), (0, -1))
PLACED = ["A4", "B4", "C4", "D4", "E3", "F3", "G3", "I3", "L2", "M2", "N2", "O2"]


def _game(*moves: str) -> kingup.Game:
    game = kingup.Game("kingup", 3, dealer=None)
    game.deal(kingup.RandomDealer(1).deal(game.state))
    for move in moves:
        game.play(game.to_act[0], move)
    return game


def _cursor(*moves: str) -> Cursor:
    game = _game(*moves)
    return Cursor(TextScene.of(game, game.to_act[0]))


@settings(max_examples=30)
@given(games(), SEEDS, st.integers(2, 40))
def test_arrows_never_choose_what_the_rules_forbid(
    game: kingup.Game, seed: int, steps: int
) -> None:
    assume(game.to_act)
    cursor = Cursor(TextScene.of(game, game.to_act[0]))
    rng = random.Random(seed)
    for _ in range(steps):
        cursor.move(*rng.choice(ARROWS))
        assert cursor.action is None or cursor.action in cursor.scene.view.actions
    cursor.move(1, 0)
    cursor.move(0, 1)
    assert cursor.action in cursor.scene.view.actions


@settings(max_examples=30)
@given(games())
def test_every_action_can_be_reached_by_arrows(game: kingup.Game) -> None:
    assume(game.to_act)
    cursor = Cursor(TextScene.of(game, game.to_act[0]))
    reached = set()
    for _ in range(20):
        cursor.move(1, 0)
        for _ in range(4 if cursor.placing else 1):
            if cursor.placing:
                cursor.move(0, 1)
            reached.add(cursor.action)
    assert reached == set(cursor.scene.view.actions)


def test_nothing_is_chosen_at_first() -> None:
    assert _cursor().action is None
    assert _cursor(*PLACED).action is None
    assert _cursor(*PLACED, "A", "A").action is None


def test_a_character_is_placed_by_its_letter_and_a_number() -> None:
    cursor = _cursor()
    assert cursor.press("c")
    assert cursor.action is None
    assert cursor.press("3")
    assert cursor.action == "C3"
    assert cursor.press("B")
    assert cursor.action == "B3"
    assert not cursor.press("z")
    assert not cursor.press("7")
    assert cursor.action == "B3"


def test_up_goes_to_the_characters_on_the_floor_above() -> None:
    cursor = _cursor(*PLACED)
    cursor.press("M")
    cursor.move(0, 1)
    assert cursor.chosen == "A"  # floor 3 is full below a full floor: nobody there can move
    cursor.move(0, -1)
    assert cursor.scene.view.castle[cursor.chosen or ""] != "4"


def test_votes_have_keys_in_every_language() -> None:
    for language, keys in (("en", "yn"), ("fr", "on"), ("it", "sn")):
        use_language(language)
        try:
            cursor = _cursor(*PLACED, "A", "A")
            for key, card in zip(keys, "YN", strict=True):
                assert cursor.press(key)
                assert cursor.action == card
        finally:
            use_language("en")


@pytest.mark.parametrize(
    ("clicks", "action"),
    [
        ([("C", None), (None, "2")], "C2"),
        ([(None, "2")], None),
        ([("C", None), ("D", None), (None, "4")], "D4"),
        ([("C", None), (None, "5")], None),
    ],
)
def test_a_click_on_a_character_and_one_on_a_floor_place_it(
    clicks: list[tuple[str | None, str | None]], action: str | None
) -> None:
    cursor = _cursor()
    done = [cursor.click(letter, place, None) for letter, place in clicks]
    assert done[:-1] == [False] * (len(clicks) - 1)
    assert (cursor.action if done[-1] else None) == action


def test_a_second_click_moves_a_character_and_so_does_one_on_its_goal() -> None:
    cursor = _cursor(*PLACED)
    assert not cursor.click("A", None, None)
    assert cursor.click("A", None, None)
    other = _cursor(*PLACED)
    assert not other.click("A", None, None)
    assert not other.click(None, "4", None)
    assert other.click(None, "5", None)
    assert other.action == "A"
    assert not _cursor(*PLACED).click("E", None, None)  # it cannot move

"""The castle fits the screen, and shows every character in their place."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from rich.cells import cell_len

import kingup
from kingup.telling.scene import TextScene, steps_of
from kingup.telling.slots import slots
from kingup.terminal.castle import castle, castle_width, fitting_size
from kingup.terminal.frame import drawing, listing
from tests.strategies import games

BELOW = 7
"""Rows that a board needs below castle and road: voting cards, a question, choices, keys."""


@settings(max_examples=20)
@given(games())
def test_a_drawing_leaves_room_for_a_vote(game: kingup.Game) -> None:
    for viewer in (None, *range(game.setup.players))[:2]:
        for width, height in ((80, 24), (100, 30), (120, 40), (200, 60)):
            lines = drawing(TextScene.of(game, viewer), width, height, [])
            assert len(lines) <= height - BELOW
            assert max(cell_len(line.plain) for line in lines) <= width


@settings(max_examples=20)
@given(games())
def test_a_view_tells_where_every_climb_leads(game: kingup.Game) -> None:
    for viewer in (None, 0):
        assert TextScene.of_view(game.view(viewer)).steps == steps_of(game)


@settings(max_examples=20)
@given(games())
def test_every_character_is_drawn_on_their_floor(game: kingup.Game) -> None:
    assume(game.round)
    view = game.view(None)
    drawn = {letter: floor for floor, people in slots(view).items() for letter in people if letter}
    assert drawn == {x: place for x, place in view.castle.items() if place in "012345"}


@settings(max_examples=20)
@given(games())
def test_every_character_is_drawn_once_and_listed_once(game: kingup.Game) -> None:
    assume(game.round)
    scene = TextScene.of(game, None)
    # Without the names of people, floors and places, the letters left are the characters.
    keep = "\n".join(str(line) for line in drawing(scene, 80, 24, [])[1:])
    for letter in scene.view.castle:
        found = re.findall(rf"[ ★☆┃♛]{letter} ", _without_panel(keep, scene))
        assert len(found) == 1, keep
    listed = "\n".join(str(line) for line in listing(scene, 80, []))
    castle_part = listed.split("Points:")[0].split("==")[-1]
    for letter in scene.view.castle:
        assert len(re.findall(rf"(?<![\w=]){letter}(?=[↑\s\]]|$)", castle_part)) == 1, listed


def _without_panel(page: str, scene: TextScene) -> str:
    width = castle_width(scene, fitting_size(scene, 80, 24))
    lines = page.split("\n")
    return "\n".join([*(line[:width] + " " for line in lines[:15]), *lines[15:]])


def test_the_others_keep_their_places_when_a_character_leaves_a_floor() -> None:
    game = kingup.Game("kingup", 3, dealer=None)
    game.deal(kingup.RandomDealer(1).deal(game.state))
    for move in ("A3", "B3", "C3", "D3", "E2", "F2", "G2", "I1", "L1", "M1", "N1", "O2"):
        game.play(game.to_act[0], move)
    assert slots(game.view(None))["3"] == ["A", "B", "C", "D"]
    game.play(game.to_act[0], "B")
    assert slots(game.view(None))["3"] == ["A", None, "C", "D"]
    game.play(game.to_act[0], "E")
    assert slots(game.view(None))["3"] == ["A", "E", "C", "D"]


def test_arrows_mark_the_characters_that_can_move() -> None:
    game = kingup.Game("vive-le-roi", 3, dealer=None)
    game.deal(kingup.RandomDealer(1).deal(game.state))
    for move in ("A4", "B4", "C4", "E4", "F3", "G3", "J3", "L2", "M2", "O2", "R2", "S1"):
        game.play(game.to_act[0], move)
    scene = TextScene.of(game, 0)
    page = "\n".join(str(line) for line in castle(scene, fitting_size(scene, 80, 24)))
    assert re.search(r"A [\d ]+↑", page)  # up to floor 5
    assert re.search(r"L [\d ]+↗", page)  # floor 3 is full, its privy is not
    assert not re.search(r"S [\d ]+[↑↗]", page)  # floor 2 is full, and has none
    game.play(game.to_act[0], "L")
    game.play(game.to_act[0], "F")  # into the privy beside floor 4: floor 3 has room again
    scene = TextScene.of(game, 0)
    page = "\n".join(str(line) for line in castle(scene, fitting_size(scene, 80, 24)))
    assert re.search(r"▐.L ▌←", page)


def test_with_a_limit_of_three_the_fourth_place_is_drawn_as_wall() -> None:
    game = kingup.Game("vive-le-roi", 2, ["emissary"], dealer=None)
    game.deal(kingup.RandomDealer(1).deal(game.state))
    scene = TextScene.of(game, 0)
    page = "\n".join(str(line) for line in castle(scene, fitting_size(scene, 80, 24)))
    assert page.count("▒▒▒") == 5  # floors 1 to 5; floor 0 has no limit

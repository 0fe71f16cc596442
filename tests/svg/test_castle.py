"""Pictures of positions: whole, standing alone, and without secrets."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

import kingup
import kingup.svg
from kingup.svg.art import spot
from tests.rules.positions import climb, crown, table
from tests.strategies import games

SVG = "{http://www.w3.org/2000/svg}"


def tokens(picture: str) -> dict[str, str]:
    """Return the drawn characters by their titles, with where they are."""
    groups = ET.fromstring(picture).iter(f"{SVG}g")
    return {
        title.text or "": group.get("transform", "")
        for group in groups
        if (title := group.find(f"{SVG}title")) is not None
    }


@settings(max_examples=30)
@given(games())
def test_every_position_can_be_drawn(game: kingup.Game) -> None:
    for viewer in (None, 0):
        picture = kingup.svg.castle(game.view(viewer))
        assert len(tokens(picture)) == len(game.castle)


def test_characters_stand_in_their_places() -> None:
    game = table("kingup", 3, castle={"A": "4", "B": "5", "C": "5"})
    drawn = tokens(game.svg())
    at = {place: spot(place, 0) for place in ("4", "5")}
    assert drawn["Alighiero, floor 4"].startswith(f"translate({at['4'].x:g} {at['4'].y:g})")
    assert drawn["Beatrice, floor 5"].startswith(f"translate({at['5'].x:g} {at['5'].y:g})")
    assert drawn["Clemente, floor 5"].startswith(f"translate({spot('5', 1).x:g} ")


def test_a_picture_stands_alone() -> None:
    picture = table(castle={"A": "5"}).svg(viewer=0)
    known = set(re.findall(r'id="([^"]+)"', picture))
    used = set(re.findall(r'(?:url\(#|href="#)([\w-]+)', picture))
    assert used
    assert used <= known
    assert "class=" not in picture
    assert "var(" not in picture
    assert "light-dark" not in picture
    assert set(re.findall(r'href="([^#"]*)', picture)) == {""}


def test_two_pictures_on_a_page_share_no_name() -> None:
    one, two = (table(castle={"A": floor}).svg() for floor in "45")
    names = [set(re.findall(r'id="([^"]+)"', picture)) for picture in (one, two)]
    assert not names[0] & names[1]
    assert one == table(castle={"A": "4"}).svg()


def test_only_the_viewer_sees_their_favourites() -> None:
    game = table(castle={"A": "5"})
    assert 'halo"' in game.svg(viewer=0)
    assert 'halo"' not in game.svg()
    other = game.copy()
    cards = [card for card in range(13) if card not in other.state.card[:4]]
    other.state.card[1] = random.Random(1).choice(cards)
    assert other.svg(viewer=0) == game.svg(viewer=0)
    assert other.svg(viewer=1) != game.svg(viewer=1)


def test_options_change_the_picture() -> None:
    game = table("kingup", 3, castle={"A": "4"})
    view = game.view()
    usual = kingup.svg.castle(view)
    assert 'width="480"' in usual
    assert 'width="240"' in kingup.svg.castle(view, size=240)
    assert re.search(r'href="#k\w+-k-A"', usual)
    assert re.search(r'href="#k\w+-k-A-s"', kingup.svg.castle(view, size=240))
    letters = kingup.svg.castle(view, letters=True)
    assert not re.search(r'href="#k\w+-k-A', letters)
    assert ">A</text>" in letters
    dark = kingup.svg.castle(view, theme="dark")
    assert "#3E3660" in dark
    assert "#3E3660" not in usual
    assert len({usual, letters, dark, game.svg(arrows=["A"]), game.svg(arrows=["B3"])}) == 5
    assert game.svg(arrows=["A"]) == game.svg(arrows=[("A", "5")])


def test_a_crowned_jester_turns_the_numbers_round() -> None:
    game = table(castle={"X": "5"})
    assert ">−5</text>" not in game.svg()
    climb(game, "X")
    assert ">−5</text>" in game.svg()


def test_a_crown_is_drawn_for_candidate_and_monarch() -> None:
    game = table(castle={"A": "5"})
    assert 'crown"' not in game.svg()
    climb(game, "A")
    assert 'crown"' in game.svg()
    done = table(castle={"A": "5"})
    crown(done, "A")
    assert 'crown"' in done.svg()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "blue"}, "light or dark"),
        ({"size": 0}, "number of pixels"),
        ({"arrows": ["Z3"]}, "no character “Z”"),
        ({"arrows": [("A", "moon")]}, "No arrow can lead to “moon”"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    game = table(castle={"A": "5"})
    with pytest.raises((ValueError, kingup.InvalidAction), match=message):
        game.svg(**options)


def test_names_of_players_are_text_not_markup() -> None:
    game = kingup.Game("kingup", seats=["<script>", "Ben", "Cleo"], seed=1)
    picture = game.svg()
    ET.fromstring(picture)
    assert "<script>" not in picture


def test_a_notebook_shows_games_and_pictures() -> None:
    game = kingup.Game("kingup", seats=3, seed=1)
    assert game._repr_svg_() == game.svg()
    assert kingup.svg.castle(game.view())._repr_svg_() == game.svg()


def test_drawing_imports_neither_numpy_nor_the_web() -> None:
    program = (
        "import sys, kingup; kingup.Game(seed=1).svg(); str(kingup.Game(seed=1)); "
        "print([name for name in ('numpy', 'starlette', 'kingup.web') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr

"""A game as a picture: the public state of the castle, drawn with NumPy alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kingup.envs.font import HEIGHT, WIDTH, glyph
from kingup.rules.characters import LETTERS
from kingup.rules.constants import (
    ASIDE,
    BOX,
    CHARACTERS,
    DUNGEON_1,
    JESTER,
    PRIVY_3,
    THRONE,
    TOP_FLOOR,
    VIVE_LE_ROI,
    VOTE,
)
from kingup.rules.state import State

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

SIZE = (400, 600)  # height, width
FLOOR_HEIGHT = 42
CENTRE = 235
BASE = 316  # the foot of floor 0
RADIUS = 15

NIGHT: Colour = (24, 28, 52)
DUSK: Colour = (92, 74, 112)
GROUND: Colour = (38, 44, 40)
STONE: Colour = (196, 186, 166)
SHADE: Colour = (150, 140, 124)
MORTAR: Colour = (110, 100, 92)
ROOM: Colour = (236, 226, 202)
DARK: Colour = (60, 54, 62)
GOLD: Colour = (236, 190, 70)
INK: Colour = (32, 28, 36)
PAPER: Colour = (244, 240, 230)
RED: Colour = (190, 62, 58)

SEAT_COLOURS: tuple[Colour, ...] = (
    (214, 84, 76),
    (74, 134, 210),
    (92, 168, 100),
    (226, 170, 62),
    (148, 102, 190),
    (70, 176, 180),
    (220, 128, 168),
    (150, 140, 120),
)


def _token_colour(who: int) -> Colour:
    """Return a character's colour: pastels around the colour wheel; the jester is red."""
    if who == JESTER:
        return RED
    angle = 2 * np.pi * who / (CHARACTERS - 1)
    waves = np.cos(angle + np.array([0.0, 2.0, 4.0]) * np.pi / 3)
    red, green, blue = (178 + 58 * waves).astype(int)
    return int(red), int(green), int(blue)


def _box(picture: Picture, x: int, y: int, width: int, height: int, colour: Colour) -> None:
    picture[max(y, 0) : y + height, max(x, 0) : x + width] = colour


def _disc(picture: Picture, x: int, y: int, radius: float, colour: Colour) -> None:
    """Paint a disc with a soft edge."""
    reach = int(radius) + 2
    rows = slice(max(y - reach, 0), y + reach + 1)
    columns = slice(max(x - reach, 0), x + reach + 1)
    ys, xs = np.ogrid[rows, columns]
    cover = np.clip(radius + 0.5 - np.hypot(ys - y, xs - x), 0, 1)[..., None]
    patch = picture[rows, columns]
    patch[:] = (patch * (1 - cover) + np.array(colour) * cover).astype(np.uint8)


def _write(picture: Picture, x: int, y: int, text: str, colour: Colour, scale: int = 2) -> None:
    for character in text:
        dots = np.kron(glyph(character), np.ones((scale, scale), bool))
        area = picture[y : y + HEIGHT * scale, x : x + WIDTH * scale]
        area[dots[: area.shape[0], : area.shape[1]]] = colour
        x += (WIDTH + 1) * scale


def _token(picture: Picture, x: int, y: int, who: int, letter: str) -> None:
    _disc(picture, x + 1, y + 2, RADIUS, DARK)
    _disc(picture, x, y, RADIUS, INK)
    _disc(picture, x, y, RADIUS - 2, _token_colour(who))
    _write(picture, x - WIDTH + 1, y - HEIGHT + 1, letter, PAPER if who == JESTER else INK)


def _row(picture: Picture, game: State, place: int, x: int, y: int, *, gap: int = 36) -> None:
    """Paint the characters in a place, centred."""
    crowd = [who for who in range(game.characters) if game.place[who] == place]
    x -= gap * (len(crowd) - 1) // 2
    for who in crowd:
        _token(picture, x, y, who, LETTERS[game.edition][who])
        x += gap


def _sky(picture: Picture) -> None:
    blend = np.linspace(0, 1, BASE)[:, None, None]
    picture[:BASE] = (np.array(NIGHT) * (1 - blend) + np.array(DUSK) * blend).astype(np.uint8)
    picture[BASE:] = GROUND
    stars = np.random.default_rng(7)
    for y, x in zip(stars.integers(4, 130, 40), stars.integers(0, SIZE[1], 40), strict=True):
        picture[y, x] = PAPER


def _walls(picture: Picture, game: State) -> None:
    for floor in range(TOP_FLOOR + 1):
        half = 118 - 8 * floor + (18 if floor == 0 else 0)
        top = BASE - FLOOR_HEIGHT * (floor + 1)
        _box(picture, CENTRE - half - 8, top, 2 * half + 16, FLOOR_HEIGHT, MORTAR)
        _box(picture, CENTRE - half - 8, top, 2 * half + 16, FLOOR_HEIGHT - 2, STONE)
        _box(picture, CENTRE - half, top + 4, 2 * half, FLOOR_HEIGHT - 8, ROOM)
        _write(picture, CENTRE - half + 5, top + 13, str(floor), SHADE)
    top = BASE - FLOOR_HEIGHT * (TOP_FLOOR + 1)
    for x in range(CENTRE - 86, CENTRE + 80, 24):
        _box(picture, x, top - 8, 12, 8, STONE)
    _throne(picture, top, voting=game.phase == VOTE)


def _throne(picture: Picture, top: int, *, voting: bool) -> None:
    back = GOLD if voting else SHADE
    _box(picture, CENTRE - 26, top - 52, 52, 52, back)
    _box(picture, CENTRE - 21, top - 46, 42, 46, RED)
    for x in (CENTRE - 26, CENTRE - 4, CENTRE + 18):
        _box(picture, x, top - 60, 8, 9, back)


def _annexes(picture: Picture, game: State) -> None:
    """Paint the privies and dungeons of Vive le Roi."""
    for i in range(2):
        y = BASE - FLOOR_HEIGHT * (4 + i)
        _box(picture, 62, y, 62, FLOOR_HEIGHT - 2, SHADE)
        _box(picture, 67, y + 4, 52, FLOOR_HEIGHT - 10, ROOM)
        _row(picture, game, PRIVY_3 + i, 93, y + 19)
    for i in range(3):
        y = BASE - FLOOR_HEIGHT * (2 + i)
        _box(picture, 362, y, 62, FLOOR_HEIGHT - 2, SHADE)
        _box(picture, 367, y + 4, 52, FLOOR_HEIGHT - 10, DARK)
        _row(picture, game, DUNGEON_1 + i, 393, y + 19)
        for x in range(374, 418, 9):
            _box(picture, x, y + 4, 2, FLOOR_HEIGHT - 10, MORTAR)


def _scores(picture: Picture, game: State) -> None:
    best = max(40, *game.score[: game.players], game.emissary_score)
    rows: list[tuple[Colour, int, bool]] = []
    for player in range(game.players):
        seat = game.seat_of[player]
        rows.append((SEAT_COLOURS[seat], game.score[player], seat == game.turn))
    if game.emissary:
        rows.append((INK, game.emissary_score, False))
    _box(picture, 446, 12, 142, 16 + 20 * len(rows), PAPER)
    for i, (colour, score, active) in enumerate(rows):
        y = 20 + 20 * i
        if active:
            _box(picture, 449, y - 2, 3, 18, GOLD)
        _box(picture, 456, y, 4 + 76 * score // best, 14, colour)
        _write(picture, 546, y, str(score), INK)


def paint(game: State) -> Picture:
    """Return a picture of a game, 400 by 600 pixels, without any secrets."""
    picture = np.zeros((*SIZE, 3), np.uint8)
    _sky(picture)
    _walls(picture, game)
    if game.edition == VIVE_LE_ROI:
        _annexes(picture, game)
    for floor in range(TOP_FLOOR + 1):
        y = BASE - FLOOR_HEIGHT * floor - FLOOR_HEIGHT // 2
        crowded = game.count[floor] > 5
        _row(picture, game, floor, CENTRE + 8, y, gap=18 if crowded else 36)
    _row(picture, game, THRONE, CENTRE, BASE - FLOOR_HEIGHT * (TOP_FLOOR + 1) - 22)
    _row(picture, game, ASIDE, CENTRE - 10, 344, gap=33)
    _row(picture, game, BOX, CENTRE - 10, 380, gap=33)
    _scores(picture, game)
    return picture

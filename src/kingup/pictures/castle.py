"""The castle in pixels, put together from pieces, as `kingup.svg` draws it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from kingup.language import _, current_language
from kingup.pictures.drawings import SCALE, scenery_name, token_name
from kingup.pictures.lettering import INK, write
from kingup.pictures.sight import Sight
from kingup.pictures.sprites import sprite
from kingup.rules.setup import Setup
from kingup.svg import Svg, castle
from kingup.svg.castle import GOLD, HEIGHT, TOP, WIDTH
from kingup.svg.layout import FAVOUR, TOKEN, marks_of, spots_of
from kingup.svg.pieces import ROAD_TOP, writings
from kingup.telling.slots import drawn_places, is_waiting
from kingup.telling.words import FLOORS, JESTER
from kingup.telling.worth import signed
from kingup.view import View

Point = tuple[float, float]
ROOM = (96, 120)
"""The room of a character with halo, crown and pennants, in units of the scenery."""


@dataclass(frozen=True, slots=True)
class Token:
    """A character as it is drawn, wherever it stands."""

    name: str
    scale: float
    halo: bool
    worth: int | None
    faded: bool
    barred: bool
    crowned: bool
    pennants: tuple[int, ...]


def svg(sight: Sight) -> Svg:
    """Return a moment as a drawing."""
    return castle(sight.view, pennants=sight.pennants)


def png(sight: Sight) -> bytes:
    """Return a moment as a picture with a transparent background, 960 by 1296 pixels."""
    image = _written.__wrapped__(*_scenery(sight.view), SCALE)  # too large to be kept
    draw_tokens(image, tokens_of(sight), SCALE)
    packed = io.BytesIO()
    image.save(packed, "PNG", compress_level=4)
    return packed.getvalue()


def tokens_of(sight: Sight) -> dict[str, tuple[Point, Token]]:
    """Return every character and where it stands, in units of the scenery."""
    view = sight.view
    places, marks = drawn_places(view), marks_of(view)
    found = {}
    for letter, spot in sorted(spots_of(places).items()):
        place = places[letter][0]
        barred = place.startswith("dungeon")
        token = Token(
            token_name(view.edition, letter),
            spot.scale,
            letter in marks,
            None if barred or place in ("aside", "box") else marks.get(letter),
            place == "box",
            barred,
            view.castle[letter] == "throne" or letter == view.candidate,
            sight.pennants.get(letter, ()),
        )
        found[letter] = ((spot.x, spot.y), token)
    return found


def empty_castle(view: View, scale: float) -> Image.Image:
    """Return the castle without anybody in it. Never draw on it."""
    return _written(*_scenery(view), scale)


def _scenery(view: View) -> tuple[str, str, int, bool, bool]:
    """Return what an empty castle depends on."""
    limit = Setup.of(view.edition, view.seats, view.options).limit
    # Every value has the other sign while the jester may be crowned.
    reverse = view.candidate == JESTER
    return current_language(), view.edition, limit, reverse, is_waiting(view)


@lru_cache(16)
def _written(
    _language: str, edition: str, limit: int, reverse: bool, waiting: bool, scale: float
) -> Image.Image:
    image = sprite(scenery_name(edition, limit), scale).copy()
    floors = tuple(_(name) for name in FLOORS)
    for writing in writings(edition, limit, floors, reverse=reverse):
        at = (scale * writing.x, scale * (writing.y - TOP))
        write(
            image, writing.text, at, scale * writing.size, writing.colour,
            anchor="ms", spacing=scale * writing.spacing,
        )  # fmt: skip
    if waiting:
        image.alpha_composite(sprite("road", scale), (0, round(scale * (ROAD_TOP - TOP))))
    return image


def draw_tokens(
    image: Image.Image,
    tokens: dict[str, tuple[Point, Token]],
    scale: float,
    last: Iterable[str] = (),
) -> None:
    """Draw characters, those in `last` in front of all others."""
    front = tuple(last)
    for letter in (*(one for one in tokens if one not in front), *front):
        (x, y), token = tokens[letter]
        drawn = _drawn(token, scale * token.scale)
        at = (round(scale * x - drawn.width / 2), round(scale * (y - TOP) - drawn.height / 2))
        if image.mode == "RGB":
            image.paste(drawn, at, drawn)
        else:
            _blend(image, drawn, at)


def _blend(image: Image.Image, drawn: Image.Image, at: tuple[int, int]) -> None:
    """Draw onto an image that may be transparent; what lies outside of it is cut off."""
    left, top = max(0, -at[0]), max(0, -at[1])
    image.alpha_composite(drawn, (at[0] + left, at[1] + top), (left, top))


@lru_cache(160)
def _drawn(token: Token, scale: float) -> Image.Image:
    image = Image.new("RGBA", (round(ROOM[0] * scale), round(ROOM[1] * scale)))

    def put(name: str, x: float = 0, y: float = 0, size: float = 1) -> None:
        piece = sprite(name, scale * size)
        middle = (scale * (ROOM[0] / 2 + x), scale * (ROOM[1] / 2 + y))
        at = (round(middle[0] - piece.width / 2), round(middle[1] - piece.height / 2))
        image.alpha_composite(piece.convert("RGBA"), at)

    if token.halo:
        put("halo")
    put(token.name)
    if token.barred:
        put("bars")
    if token.crowned:
        put("crown", y=-0.65 * TOKEN)
    if token.worth is not None:
        _plate(image, token.worth, scale)
    for x, colour in FAVOUR.row(token.pennants):
        put(f"pennant-{colour}", x, FAVOUR.y, FAVOUR.width / 24)
    if token.faded:
        image.putalpha(image.getchannel("A").point([alpha * 6 // 10 for alpha in range(256)]))
    return image


def _plate(image: Image.Image, points: int, scale: float) -> None:
    """Draw what a favourite is worth, on a small plate."""
    x, y = ROOM[0] / 2 - 0.42 * TOKEN, ROOM[1] / 2 + 0.39 * TOKEN
    ground, figures, edge = (INK, "#FFE9C4", GOLD) if points < 0 else (GOLD, INK, INK)
    # Pillow draws no soft edges: a plate is drawn four times as large, and then made smaller.
    fine = 4 * scale
    plate = Image.new("RGBA", (round(25 * fine), round(22 * fine)))
    ImageDraw.Draw(plate).rounded_rectangle(
        (fine, fine, plate.width - fine, plate.height - fine),
        9.5 * fine, fill=ground, outline=edge, width=round(1.5 * fine),
    )  # fmt: skip
    small = plate.resize((plate.width // 4, plate.height // 4), Image.Resampling.BOX)
    image.alpha_composite(small, (round(scale * (x - 12.5)), round(scale * (y - 11))))
    write(image, signed(points), (scale * x, scale * (y + 5)), scale * 14, figures, anchor="ms")


def size_at(scale: float) -> tuple[int, int]:
    """Return the castle's width and height in pixels."""
    return round(WIDTH * scale), round(HEIGHT * scale)

"""The card that a link shows in a chat or a timeline."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from math import ceil

from PIL import Image, ImageDraw

from kingup.language import _
from kingup.pictures.castle import draw_tokens, empty_castle, size_at, tokens_of
from kingup.pictures.lettering import GOLD_INK, INK, INK_2, fitted, wrapped, write
from kingup.pictures.seats import SeatLine, legible_seat, seat_lines
from kingup.pictures.sight import Sight
from kingup.pictures.sprites import sprite
from kingup.rules.constants import ROUNDS
from kingup.svg.art import variables
from kingup.telling.narration import narrate, opening
from kingup.telling.words import capital, listed

CASTLE_SCALE = 0.94
CASTLE_LEFT = 44
PANEL = (536, 44, 1160, 586)
INSIDE = 36
COLUMN = 5
"""How many seats stand below each other."""
QUALITY = 85


def card(sight: Sight) -> bytes:
    """Return a moment as a preview: a JPEG of 1200 by 630 pixels."""
    image = sprite("landscape").convert("RGB")
    castle = _castle(sight, image.width)
    image.paste(castle, (0, image.height - castle.height), castle)
    panel = _panel(sight.view.edition)
    image.paste(panel, PANEL[:2], panel)
    _tell(image, sight)
    packed = io.BytesIO()
    image.save(packed, "JPEG", quality=QUALITY, optimize=False)
    return packed.getvalue()


def _castle(sight: Sight, whole: int) -> Image.Image:
    """Return the castle on a road as wide as the card."""
    width, height = size_at(CASTLE_SCALE)
    empty = empty_castle(sight.view, CASTLE_SCALE)
    right = CASTLE_LEFT + width
    image = Image.new("RGBA", (whole, height))
    for edge, left, end in ((0, 0, CASTLE_LEFT), (width - 1, right, whole)):
        road = empty.crop((edge, 0, edge + 1, height)).resize((end - left, height))
        image.paste(road, (left, 0))
    castle = empty.copy()
    draw_tokens(castle, tokens_of(sight), CASTLE_SCALE)
    image.paste(castle, (CASTLE_LEFT, 0))
    return image


@cache
def _panel(edition: str) -> Image.Image:
    """Return the empty panel of an edition. Never draw on it."""
    width, height = PANEL[2] - PANEL[0], PANEL[3] - PANEL[1]
    # Pillow draws no soft edges: it is drawn three times as large, and then made smaller.
    large = Image.new("RGBA", (3 * width, 3 * height))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, 3 * width - 1, 3 * height - 1),
        66, fill=variables("light")["--vellum"], outline=INK, width=9,
    )  # fmt: skip
    image = large.resize((width, height), Image.Resampling.BOX)
    mark = sprite(f"wordmark-{edition}", 1.5)
    image.alpha_composite(mark, (INSIDE, 22))
    return image


def _tell(image: Image.Image, sight: Sight) -> None:
    left, right = PANEL[0] + INSIDE, PANEL[2] - INSIDE
    view = sight.view
    round_ = _("Round {number} of {rounds}").format(number=sight.moment.round, rounds=ROUNDS)
    about = " · ".join(filter(None, (round_, _whose(sight))))
    write(image, fitted(about, 27, right - left), (left, 208), 27, INK_2)
    for row, text in enumerate(wrapped(headline(sight), 37, right - left, 2)):
        write(image, text, (left, 258 + 45 * row), 37)
    lines = seat_lines(sight)
    columns = 1 if len(lines) <= COLUMN else 2
    rows = ceil(len(lines) / columns)
    width = (right - left - 28 * (columns - 1)) / columns
    for index, line in enumerate(lines):
        across, down = divmod(index, rows)
        _seat(image, line, left + across * (width + 28), 366 + 48 * down, width)
    if view.edition != "kingup":
        write(image, "King Up!", (PANEL[2] - 18, 574), 19, INK_2, anchor="rs")


def _seat(image: Image.Image, line: SeatLine, x: float, y: float, width: float) -> None:
    flag = sprite(f"pennant-{line.colour}", 1.4)
    image.paste(flag, (round(x), round(y - 31)), flag)
    name = fitted(line.name, 29, width - 44 - 70)
    write(image, name, (x + 46, y), 29)
    write(image, str(line.points), (x + width, y), 31, GOLD_INK, anchor="rs")


def _whose(sight: Sight) -> str:
    if sight.viewer == "open":
        return _("All cards open")
    if isinstance(sight.viewer, int):
        return _("as {name} sees it").format(name=legible_seat(sight, sight.viewer))
    return ""


def headline(sight: Sight) -> str:
    """Return what has happened last, in a sentence that the font can write."""
    names = tuple((legible_seat(sight, seat),) for seat in range(len(sight.view.seats)))
    view = replace(sight.view, names=names)
    if view.winners is not None:
        won = listed([names[seat][0] for seat in view.winners]) or _("the Emissary")
        return _("Long live {name}!").format(name=won)
    round_ = view.rounds[sight.moment.round - 1]
    if not round_.moves:
        return opening(view, sight.moment.round)
    return capital(narrate(view, round_.moves[-1], with_votes=False))

"""Writing on pictures. The font comes with a package, so that no system needs to have one."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from font_caladea import CaladeaBold
from PIL import Image, ImageDraw, ImageFont

INK, INK_2, GOLD_INK = "#2B1D14", "#5E4936", "#7A5206"
UNDEFINED = "\U0010ffff"
"""What no font has: it is drawn as an empty box."""


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """Return the font in a size in pixels."""
    return ImageFont.truetype(CaladeaBold, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _is_drawn(sign: str) -> bool:
    return sign == " " or _shape(sign) != _shape(UNDEFINED)


def _shape(sign: str) -> bytes:
    image = Image.new("L", (96, 64))
    ImageDraw.Draw(image).text((16, 44), sign, 255, font(32), anchor="ls")
    return image.tobytes()


@lru_cache(4096)
def legible(text: str, instead: str) -> str:
    """Return a text as far as the font can write it, or `instead` if it is in another script.

    Letters lose accents that the font lacks; signs that it lacks, such as emoji, are left out.
    """
    written = ""
    for sign in unicodedata.normalize("NFC", text):
        if _is_drawn(sign):
            written += sign
            continue
        plain = unicodedata.normalize("NFKD", sign)
        base = "".join(part for part in plain if not unicodedata.combining(part))
        if base and base != sign and all(map(_is_drawn, base)):
            written += base
        elif unicodedata.category(sign)[0] in "LN":
            return instead
    return " ".join(written.split()) or instead


@lru_cache(4096)
def fitted(text: str, size: float, width: float) -> str:
    """Return a text, shortened if it is wider than `width` pixels."""
    if font(size).getlength(text) <= width:
        return text
    while text and font(size).getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """Return a text in at most so many lines."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most - 1:
        count = 1
        while count < len(words) and font(size).getlength(" ".join(words[: count + 1])) <= width:
            count += 1
        lines.append(fitted(" ".join(words[:count]), size, width))
        words = words[count:]
    return [*lines, fitted(" ".join(words), size, width)] if words else lines


def write(
    image: Image.Image,
    text: str,
    at: tuple[float, float],
    size: float,
    colour: str = INK,
    *,
    anchor: str = "ls",
    spacing: float = 0,
) -> None:
    """Write a text; `at` is on the line it stands on, at its left, or its middle ("ms")."""
    draw = ImageDraw.Draw(image)
    if not spacing:
        draw.text(at, text, colour, font(size), anchor=anchor)
        return
    widths = [font(size).getlength(sign) + spacing for sign in text]
    x = at[0] - (sum(widths) - spacing) / 2
    for sign, width in zip(text, widths, strict=True):
        draw.text((x, at[1]), sign, colour, font(size), anchor="ls")
        x += width

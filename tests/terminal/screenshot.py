"""What an app shows, read from the picture that it exports: its text, and its colours."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

from textual.app import App

COLUMN, ROW = 12.2, 24.4
"""How large Rich draws a place for one character."""
NAMES = "{http://www.w3.org/2000/svg}"
RULE = re.compile(r"\.\S+-(r\d+) \{ fill: (#\w{6})(.*?) \}")
PAGE, WORTH = "#17131f", "#f7dd8c"
TILES = {
    "#f0c65c": "*",  # gold: look here
    "#b5351f": "v", "#7e3a8e": "p", "#5e6b78": "s", "#a5693a": "u", "#2c55b0": "l", "#e87a3e": "o",
    "#6fb1e0": "k", "#4b8029": "f", "#e2b13c": "h", "#16183a": "n", "#4fbfa5": "g", "#c94a7b": "r",
    "#177f95": "t", "#f3ead3": "m",  # characters, and the cards No (v) and Bellyache (p)
    "#3b7a2a": "y", "#4a4170": "#", "#3e3660": "-", "#2d2350": "=",  # Yes, stone, beams, bars
    "#8c2a1e": "T", "#0f0b1e": "c", "#6e4b35": "w",  # throne room, cells, privies
    "#43342f": "0", "#743e24": "1", "#77561e": "2", "#1c564f": "3", "#2b3d7d": "4", "#6a2c44": "5",
    "#221a33": ":", "#6d1f1a": "|",  # pages over the board, the curtain
}  # fmt: skip
"""The letter with which a snapshot shows a colour behind the text; a dot is any other."""

Grid = list[list[str]]


class Screenshot:
    """The screen of an app, place by place."""

    def __init__(self, app: App[Any]) -> None:
        root = ET.fromstring(app.export_screenshot())
        width, height = app.size
        rules = RULE.findall(root.findtext(f"{NAMES}style") or "")
        ink = {name: (colour, "bold" in more) for name, colour, more in rules}
        self._signs: Grid = [[" "] * width for _ in range(height)]
        self._behind: Grid = [[PAGE] * width for _ in range(height)]
        self._ink = [[("", False)] * width for _ in range(height)]
        (shown,) = root.findall(f"{NAMES}g[@clip-path]")
        for box in shown.findall(f"{NAMES}rect"):
            row, column = _place(box, 1.5)
            for place in range(column, column + round(float(box.attrib["width"]) / COLUMN)):
                self._behind[row][place] = box.attrib["fill"]
        for part in shown.iter(f"{NAMES}text"):
            row, column = _place(part, 20)
            style = ink[part.attrib["class"].rpartition("-")[2]]
            for place, sign in enumerate((part.text or "").rstrip("\n"), column):
                self._signs[row][place] = sign.replace("\xa0", " ")
                self._ink[row][place] = style

    @property
    def text(self) -> str:
        """The text, line by line."""
        return _lines(self._signs)

    @property
    def colours(self) -> str:
        """A letter for each colour: of what is behind the text, or + for text that stands out."""
        return _lines(
            [
                [self._letter(row, place) for place in range(len(self._signs[row]))]
                for row in range(len(self._signs))
            ]
        )

    def _letter(self, row: int, place: int) -> str:
        behind, (colour, is_bold) = self._behind[row][place], self._ink[row][place]
        if behind == PAGE:
            return "+" if is_bold and self._signs[row][place] != " " else " "
        letter = TILES.get(behind, ".")
        return "$" if letter.isdigit() and colour == WORTH else letter


def _place(part: ET.Element, top: float) -> tuple[int, int]:
    """Return the row and the column of a part."""
    x, y = float(part.attrib["x"]), float(part.attrib["y"])
    return round((y - top) / ROW), round(x / COLUMN)


def _lines(grid: Grid) -> str:
    return "".join("".join(row).rstrip() + "\n" for row in grid)


def text_of(app: App[Any]) -> str:
    """Return what an app shows, as text."""
    return Screenshot(app).text

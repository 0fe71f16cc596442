"""Small pieces of coloured text, and their layout side by side."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Span, Text

_RULER = Console(file=StringIO())
"""Rich needs a console to wrap a text, and uses nothing of it but its tab size."""


def ink(text: str, style: str = "", **click: str) -> Text:
    """Return a text whose style ends with it, whatever is appended.

    `click` is what a mouse click on it means.
    """
    spans = [Span(0, len(text), style)] if style else []
    if click:
        spans.append(Span(0, len(text), Style(meta=click)))
    return Text(text, spans=spans)


def padded(text: Text, width: int) -> Text:
    """Return a text cut or filled up to exactly a width."""
    line = text.copy()
    line.truncate(width, overflow="ellipsis")
    line.pad_right(max(0, width - cell_len(line.plain)))
    return line


def centred(text: str, width: int) -> str:
    """Return a text cut or filled up to a width, in the middle."""
    line = Text(text)
    line.truncate(width, overflow="ellipsis")
    line.align("center", width)
    return line.plain


def spread(left: Text, right: Text, width: int) -> Text:
    """Return two texts at the two ends of a line; if they do not fit, the left one is cut."""
    return padded(left, max(0, width - cell_len(right.plain) - 1)) + Text(" ") + right


def beside(left: Iterable[Text], right: Iterable[Text], width: int, gap: int) -> list[Text]:
    """Return two columns of lines side by side, the left one with a width."""
    first, second = list(left), list(right)
    lines = []
    for row in range(max(len(first), len(second))):
        line = padded(first[row] if row < len(first) else Text(), width)
        if row < len(second):
            line = line + Text(" " * gap) + second[row]
        lines.append(line)
    return lines


def wrapped(text: Text | str, width: int) -> list[Text]:
    """Return a sentence as lines that fit a width."""
    whole = text if isinstance(text, Text) else Text(text)
    if cell_len(whole.plain) <= width:
        return [whole]
    return [line for line in whole.wrap(_RULER, width) if line.plain.strip()]


def joined(lines: Iterable[Text]) -> Text:
    """Return lines as one text."""
    return Text("\n").join(lines)

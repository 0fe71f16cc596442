"""Small pieces of coloured text, and their layout side by side."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.text import Span, Text


def ink(text: str, style: str = "") -> Text:
    """Return a text whose style ends with it, whatever is appended."""
    return Text(text, spans=[Span(0, len(text), style)] if style else [])


def padded(text: Text, width: int) -> Text:
    """Return a text cut or filled up to exactly a width."""
    line = text.copy()
    line.truncate(width, overflow="ellipsis")
    line.pad_right(max(0, width - cell_len(line.plain)))
    return line


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


def fitted(lines: Iterable[Text], rows: int) -> list[Text]:
    """Return a page without blank lines, and then without its end, if it is too long."""
    kept = list(lines)
    if len(kept) > rows:
        kept = [line for line in kept if line.plain.strip()]
    return kept if len(kept) <= rows else [*kept[: rows - 1], Text("…")]

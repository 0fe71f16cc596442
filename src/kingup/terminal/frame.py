"""A whole page: heading, castle, seats, cards and news, fitted to the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from kingup.language import _
from kingup.rules.constants import ROUNDS
from kingup.telling.narration import vote_by
from kingup.telling.scene import Scene
from kingup.telling.words import PHASES, name_of, seat_name, title
from kingup.terminal import styles
from kingup.terminal.castle import castle, castle_width, fitting_size, road
from kingup.terminal.ink import beside, ink, padded
from kingup.terminal.panel import panel
from kingup.terminal.plain import heading, plain_lines
from kingup.terminal.screen import Line, Screen, wrapped

SMALLEST = (76, 24)
"""Columns and rows below which a position is listed, not drawn."""
WIDEST, WIDEST_PANEL = 124, 46
ROOMY = 96
UNDER = 3
"""Rows left free below a page: a message, the prompt, and the line after it."""


def page(
    scene: Scene, screen: Screen, news: Sequence[str], choices: Sequence[str] = ()
) -> list[Line]:
    """Return a position as lines for a screen.

    Below it are the latest news and the choices, one line each.
    """
    if not screen.full or screen.width < SMALLEST[0] or screen.height < SMALLEST[1]:
        return listing(scene, screen.width, news, choices)
    return [*drawing(scene, screen.width, screen.height, news, choices)]


def listing(
    scene: Scene, width: int, news: Sequence[str], choices: Sequence[str] = ()
) -> list[Line]:
    """Return a position as plain lines."""
    lines: list[Line] = ["", f"== {heading(scene.view)} =="]
    for text in (*news, *plain_lines(scene), *choices):
        lines += wrapped(text, width)
    return lines


def drawing(
    scene: Scene, width: int, height: int, news: Sequence[str], choices: Sequence[str] = ()
) -> list[Text]:
    """Return a position as a drawing that leaves `UNDER` rows of the height free."""
    width = min(width, WIDEST)
    size = fitting_size(scene, width, height)
    left = castle_width(scene, size)
    keep = castle(scene, size)
    gap = 1 if width < ROOMY else 3
    side = panel(scene, min(width - left - gap, WIDEST_PANEL), len(keep))
    body = [_bar(scene, width), *beside(keep, side, left, gap), road(scene)]
    options = [line for choice in choices for line in wrapped(choice, width)]
    rows = height - len(body) - len(options) - UNDER
    return [*body, *_latest(news, width, rows), *options]


def _bar(scene: Scene, width: int) -> Text:
    view = scene.view
    number = max(view.round, 1)
    left = f" {title(view)}  {'◆' * number}{'◇' * (ROUNDS - number)}  "
    left += _("round {number} of 3").format(number=number)
    right = _(PHASES[view.phase])
    if view.candidate is not None:
        right = _("vote on {name}").format(name=name_of(view, view.candidate))
    elif view.turn is not None:
        right += " · " + seat_name(view, view.turn)
    space = max(1, width - cell_len(left) - cell_len(right) - 1)
    return padded(ink(left + " " * space + right + " ", styles.BAR), width)


def _latest(news: Sequence[str], width: int, rows: int) -> list[Text]:
    """Return the news as a paragraph; if there is too much of it, only the latest."""
    if rows <= 0:
        return []
    lines: list[Text] = []
    for start in range(len(news)):
        shown = ("… " if start else "") + " ".join(news[start:])
        lines = wrapped(coloured(shown), width)
        if len(lines) <= rows:
            return lines
    return lines[-rows:]


def coloured(news: str) -> Text:
    """Return news with the votes highlighted."""
    text = Text(news)
    for card, style in styles.VOTES.items():
        text.highlight_words([vote_by(card, "")], style)
    return text

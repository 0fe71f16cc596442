"""A position as a page of lines: drawn for terminals, listed for pipes."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from kingup.language import _
from kingup.rules.constants import ROUNDS
from kingup.telling.narration import vote_by
from kingup.telling.scene import TextScene
from kingup.telling.words import PHASES, name_of, seat_name, title
from kingup.terminal import styles
from kingup.terminal.castle import castle, castle_width, fitting_size, road
from kingup.terminal.ink import beside, ink, padded, wrapped
from kingup.terminal.panel import panel
from kingup.terminal.plain import heading, plain_lines

WIDEST, WIDEST_PANEL = 124, 46


def listing(
    scene: TextScene, width: int, news: Sequence[str], choices: Sequence[str] = ()
) -> list[str]:
    """Return a position as plain lines, with the latest news above and the choices below."""
    lines = ["", f"== {heading(scene.view)} =="]
    for text in (*news, *plain_lines(scene), *choices):
        lines += [str(line) for line in wrapped(text, width)]
    return lines


def drawing(scene: TextScene, width: int, height: int, news: Sequence[str]) -> list[Text]:
    """Return a position as a drawing, with the news below."""
    width = min(width, WIDEST)
    size = fitting_size(scene, width, height)
    left = castle_width(scene, size)
    keep = castle(scene, size)
    side = panel(scene, min(width - left - 1, WIDEST_PANEL), len(keep))
    told = [line for text in news for line in wrapped(coloured(text), width)]
    return [bar(scene, width), *beside(keep, side, left, 1), road(scene), *told]


def bar(scene: TextScene, width: int) -> Text:
    """Return the line on top: title, round and phase."""
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


def coloured(news: str) -> Text:
    """Return news with the votes highlighted."""
    text = Text(news)
    for card, style in styles.VOTES.items():
        text.highlight_words([vote_by(card, "")], style)
    return text

"""The final page of a game: who has won, and what decided it."""

from __future__ import annotations

from rich.text import Text

from kingup.language import _
from kingup.telling.result import final_points, tie_break
from kingup.telling.words import listed, seat_name, title
from kingup.terminal import styles
from kingup.terminal.ink import ink, spread, wrapped
from kingup.terminal.panel import points_of
from kingup.view import View


def result(view: View, width: int) -> list[Text]:
    """Return the final page."""
    lines = [ink(f" {title(view)} ", styles.BAR), Text(), *wrapped(_headline(view), width)]
    reason = tie_break(view)
    if reason:
        lines += wrapped(reason, width)
    lines.append(Text())
    winners = view.winners or ()
    best_first = sorted(
        range(len(view.seats)), key=lambda seat: (-final_points(view, seat), seat not in winners)
    )
    for place, seat in enumerate(best_first, start=1):
        won = seat in winners
        name = ink(f"{place:>2}. {seat_name(view, seat)}", styles.STRONG if won else "")
        points = str(final_points(view, seat))
        if points != points_of(view, seat):
            points = f"{points_of(view, seat)} → {points}"
        line = spread(name, ink(points, styles.STRONG), min(width, 60))
        lines.append(line + ink(" ♛" if won else "", styles.GOLD_INK))
    if view.emissary is not None:
        won = not winners
        score = ink(str(view.emissary.score), styles.STRONG)
        line = spread(Text("    " + _("Emissary")), score, min(width, 60))
        lines.append(line + ink(" ♛" if won else "", styles.GOLD_INK))
    return lines


def _headline(view: View) -> Text:
    winners = view.winners or ()
    names = listed([seat_name(view, seat) for seat in winners])
    if not winners:
        text = _("The Emissary wins, and everybody else loses.")
    elif len(winners) > 1:
        text = _("{names} share the victory. Long live them all!").format(names=names)
    else:
        text = _("{names} wins. Long live {names}!").format(names=names)
        if view.seats[winners[0]] == 2:
            text = _("{names} win. Long live both!").format(names=names)
    return ink(text, styles.STRONG)

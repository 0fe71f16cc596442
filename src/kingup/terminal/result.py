"""The end of a game: who has won, and what decided it."""

from __future__ import annotations

from rich.text import Text

from kingup.language import _
from kingup.telling.words import listed, players_of, seat_name, title
from kingup.telling.worth import favourites_on
from kingup.terminal import styles
from kingup.terminal.ink import ink, spread
from kingup.terminal.panel import points_of
from kingup.terminal.screen import wrapped
from kingup.view import View

_IN_CASTLE = ("0", "1", "2", "3", "4", "5", "throne")


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


def final_points(view: View, seat: int) -> int:
    """Return what a seat counts for: a team, the lower of its two scores."""
    return min(view.scores[player] for player in players_of(view, seat))


def _headline(view: View) -> Text:
    winners = view.winners or ()
    names = listed([seat_name(view, seat) for seat in winners])
    if not winners:
        text = _("The Emissary wins, and everybody else loses.")
    elif len(winners) > 1:
        text = _("{names} share the victory. Long live all of them!").format(names=names)
    else:
        text = _("{names} wins. Long live {names}!").format(names=names)
        if view.seats[winners[0]] == 2:
            text = _("{names} win. Long live both of them!").format(names=names)
    return ink(text, styles.STRONG)


def tie_break(view: View) -> str | None:
    """Return the sentence that says how equal points were decided, where they were."""
    if not view.winners:
        return None
    best = final_points(view, view.winners[0])
    tied = [seat for seat in range(len(view.seats)) if final_points(view, seat) == best]
    if len(tied) == 1:
        return None
    values = {seat: _tie_value(view, seat) for seat in tied}
    names = listed([seat_name(view, seat) for seat in tied])
    parts = ", ".join(f"{seat_name(view, seat)} {_tie_word(view, values[seat])}" for seat in tied)
    if view.edition == "kingup":
        template = _("{names} have {points} points; favourites still in the castle: {values}.")
    else:
        template = _("{names} have {points} points; highest favourite in the castle: {values}.")
    return template.format(names=names, points=best, values=parts)


def _tie_value(view: View, seat: int) -> int:
    last = view.rounds[-1]
    castle = last.castle or view.castle
    cards = (
        [last.favourites[player] for player in players_of(view, seat)] if last.favourites else []
    )
    places = [castle[letter] for card in cards for letter in favourites_on(view, card)]
    standing = [_IN_CASTLE.index(place) for place in places if place in _IN_CASTLE]
    return len(standing) if view.edition == "kingup" else max(standing, default=-1)


def _tie_word(view: View, value: int) -> str:
    if view.edition == "kingup":
        return str(value)
    if value < 0:
        return _("none")
    return (
        _("throne") if value == len(_IN_CASTLE) - 1 else _("floor {number}").format(number=value)
    )

"""The end of a game in words: who has won, and what decided it."""

from __future__ import annotations

from kingup.language import _
from kingup.telling.words import listed, players_of, seat_name
from kingup.telling.worth import favourites_on
from kingup.view import View

_IN_CASTLE = ("0", "1", "2", "3", "4", "5", "throne")


def final_points(view: View, seat: int) -> int:
    """Return a seat's final points: for a team, the lower of its two scores."""
    return min(view.scores[player] for player in players_of(view, seat))


def tie_break(view: View) -> str | None:
    """Return the sentence that says how a tie was broken, or None."""
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

"""The score sheet of a crowning: everybody's favourites, their places and their points."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from kingup.language import _
from kingup.rules.constants import THIRD_ROUND_ZERO
from kingup.telling.words import (
    JESTER,
    ambition_scored,
    name_of,
    place_in_words,
    player_names,
    seat_name,
)
from kingup.telling.worth import banished_on, values_at_crowning
from kingup.terminal import styles
from kingup.terminal.ink import ink, padded, wrapped
from kingup.view import View

FAVOURITE = 7
"""Columns for one favourite: letter, place, points."""
NUMBER = 6
_SHORT_PLACES = {"throne": "♛", "box": "×", "privy": "p", "dungeon": "d"}


def sheet(view: View, width: int) -> list[Text]:
    """Return the sheet of the latest crowning."""
    round_ = len(view.rounds) - 1
    crowning = len(view.rounds[-1].crownings) - 1
    lines = [*_title(view, crowning, width), Text(), _heading(view, width)]
    lines += _rows(view, round_, crowning, width)
    return [*lines, Text(), *_legend(view, width)]


def _title(view: View, crowning: int, width: int) -> list[Text]:
    crowned = view.rounds[-1].crownings[crowning]
    king = _("Long live {name}!").format(name=name_of(view, crowned.letter))
    mover = _("{seat} moved {name} to the throne, and nobody objected.").format(
        seat=seat_name(view, crowned.seat), name=name_of(view, crowned.letter)
    )
    heading = _("Round {number}").format(number=view.round)
    if "wedding" in view.options:
        heading += ", " + (_("second crowning") if crowning else _("first crowning"))
    lines = [ink(f"{heading}: ", styles.STRONG) + ink(f" {king} ", styles.GOLD)]
    lines += wrapped(mover, width)
    if crowned.letter == JESTER:
        lines += wrapped(_("The jester reigns: every value changes sign."), width)
    return lines


def _name_width(view: View, width: int) -> int:
    names = [*player_names(view), _("Emissary")]
    room = width - 6 * FAVOURITE - 3 * NUMBER - 1
    return max(8, min(room, max(cell_len(name) for name in names) + 1))


def _heading(view: View, width: int) -> Text:
    line = padded(Text(), _name_width(view, width))
    line += padded(Text(_("favourites")), 6 * FAVOURITE)
    line += Text(f"{_('sum'):>{NUMBER}}")
    if "ambition" in view.options and view.rounds[-1].castle is not None:
        line += Text(f"{_('goal'):>{NUMBER}}")
    line += Text(f"{_('total'):>{NUMBER}}")
    line.stylize(styles.QUIET)
    return line


def _rows(view: View, round_: int, crowning: int, width: int) -> list[Text]:
    history = view.rounds[round_]
    crowned = history.crownings[crowning]
    lines = []
    for player, name in enumerate(player_names(view)):
        card = history.favourites[player] if history.favourites else ""
        extra = f"{crowned.ambition[player]:+}" if crowned.ambition is not None else ""
        lines.append(
            _row(
                view,
                ink(name, styles.STRONG),
                _favourites(view, crowning, card, crowned.points[player]),
                (crowned.points[player], extra, crowned.scores[player]),
                width,
            )
        )
        kept = history.kept[player] if history.kept else None
        if kept is not None:
            goal = ambition_scored(kept, (crowned.ambition or ())[player])
            lines.append(padded(ink("  " + goal, styles.QUIET), width))
    if crowned.emissary_points is not None and history.emissary_card is not None:
        lines.append(
            _row(
                view,
                ink(_("Emissary"), styles.STRONG),
                _favourites(view, crowning, history.emissary_card, crowned.emissary_points),
                (crowned.emissary_points, "", crowned.emissary_score or 0),
                width,
            )
        )
    return lines


def _row(
    view: View, name: Text, favourites: Text, numbers: tuple[int, str, int], width: int
) -> Text:
    points, extra, total = numbers
    line = padded(name, _name_width(view, width)) + padded(favourites, 6 * FAVOURITE)
    line += Text(f"{points:>{NUMBER}}")
    if "ambition" in view.options and view.rounds[-1].castle is not None:
        line += Text(f"{extra:>{NUMBER}}")
    return line + ink(f"{total:>{NUMBER}}", styles.STRONG)


def _favourites(view: View, crowning: int, card: str, points: int) -> Text:
    line = Text()
    values = values_at_crowning(view, len(view.rounds) - 1, crowning, card)
    for letter, place, value in values:
        where = _SHORT_PLACES.get(place.partition("-")[0], "")
        line += ink(f" {letter} ", styles.token_style(view.edition, letter))
        line += padded(Text(f"{value}{where}"), FAVOURITE - 3)
    gone = banished_on(view, card) if card else None
    if gone:
        line += ink(f"({gone})", styles.QUIET)
    if points == THIRD_ROUND_ZERO and not any(value for *_rest, value in values):
        line.truncate(6 * FAVOURITE - 6)
        line += ink("0→33", styles.GOLD_INK)
    return line


def _legend(view: View, width: int) -> list[Text]:
    """Explain the small signs after the points, if any were used."""
    castle = view.rounds[-1].castle or view.castle
    used = {place.partition("-")[0] for place in castle.values()}
    signs = [
        f"{sign} {place_in_words(kind).strip()}"
        for kind, sign in _SHORT_PLACES.items()
        if kind in used
    ]
    return wrapped(ink(" · ".join(signs), styles.QUIET), width)


def narrated_sheet(view: View) -> list[str]:
    """Return the sheet as sentences, for plain terminals."""
    history = view.rounds[-1]
    crowning = len(history.crownings) - 1
    crowned = history.crownings[crowning]
    lines = [str(line) for line in _title(view, crowning, 1000)]
    for player, name in enumerate(player_names(view)):
        card = history.favourites[player] if history.favourites else ""
        values = ", ".join(
            f"{name_of(view, letter)} {value} ({place_in_words(place)})"
            for letter, place, value in values_at_crowning(
                view, len(view.rounds) - 1, crowning, card
            )
        )
        line = f"{name}: {values} = {crowned.points[player]}"
        kept = history.kept[player] if history.kept else None
        if kept is not None and crowned.ambition is not None:
            line += f"; {ambition_scored(kept, crowned.ambition[player])}"
        lines.append(f"{line}; {_('total')} {crowned.scores[player]}")
    if crowned.emissary_points is not None:
        lines.append(
            f"{_('Emissary')}: {crowned.emissary_points}; {_('total')} {crowned.emissary_score}"
        )
    return lines

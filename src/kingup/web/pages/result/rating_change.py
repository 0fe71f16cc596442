"""How a game has changed the viewer's rating, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kingup.language import _
from kingup.rules.errors import sentence
from kingup.tables import Table
from kingup.telling.worth import gained

if TYPE_CHECKING:
    from kingup.people.rating import Pool
    from kingup.store.ratings import RatingChange

LINES: dict[Pool, str] = {
    "people": sentence("Against people: {points} ({change})"),
    "bots": sentence("Against bots: {points} ({change})"),
}
"""The ratings that a result shows; the third one is both together."""


def rating_lines(table: Table, changes: Mapping[Pool, RatingChange] | None) -> list[str]:
    """Return the lines about a viewer's rating; without changes the game is not rated yet."""
    if not table.is_closed:
        return [_("The game is not over yet.")]
    if table.status != "over" or table.setting.passed or table.coached:
        return [_("This game does not count for a rating.")]
    if changes is None:
        return [_("The rating is still being worked out. Look again in a moment.")]
    lines = [
        _(text).format(points=changes[pool].after.points, change=_gain(changes[pool]))
        for pool, text in LINES.items()
        if pool in changes
    ]
    return lines or [_("This game does not count for your rating.")]


def _gain(change: RatingChange) -> str:
    if not change.before.games:
        return _("your first game")
    return gained(change.after.points - change.before.points)

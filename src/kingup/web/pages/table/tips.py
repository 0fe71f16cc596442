"""Short lines for somebody's first game, each at the first thing that it explains.

The server names the lines that fit the moment; the browser shows the first that it has not shown
yet, and only in the first quick game that is played in it, or the first one with the castle on a
television.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingup.history import Placed
from kingup.language import _
from kingup.rules.constants import KING_POINTS
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene import TipPiece
from kingup.web.pages.table.seats import crown_holder
from kingup.web.pages.table.vote import deciding_card, last_reveal


def tips(context: ViewContext) -> tuple[TipPiece, ...]:
    """Return the lines that fit the moment, the most urgent first."""
    if context.player is None or context.paused:
        return ()
    if not _is_quick(context) and context.viewer.page != "hand":
        return ()
    return tuple([TipPiece(id_, text) for id_, text in _tips(context)])


def _is_quick(context: ViewContext) -> bool:
    """Return whether one person plays against bots."""
    return len(context.table.people()) == 1 and len(context.viewer.holds) == 1


def _tips(context: ViewContext) -> Iterator[tuple[str, str]]:
    view, reveal = context.view, last_reveal(context)
    if context.between_rounds:
        paid = _("Each favourite pays the number of its floor, a monarch {king}.")
        yield "scoring", paid.format(king=KING_POINTS)
        return
    if reveal is not None and deciding_card(reveal) == "N":
        yield "rejected", _("One No, and the candidate is out for the round.")
    if not context.actions:
        return
    if view.phase == "place":
        mine = [type(move) for move in view.rounds[-1].moves if move.seat == context.seat]
        if Placed in mine:
            yield (
                "suns",
                _("Only you see the suns. Placing favourites alone would give them away."),
            )
        elif view.round > 1:
            yield "new-round", _("A new round, a new card: your favourites have changed.")
        else:
            yield (
                "placing",
                _("Golden suns mark your six favourites. Tap one, then a floor."),
            )
    elif view.phase == "vote":
        yield "vote", _("Votes are secret. Yes comes back to you; a No card is spent for good.")
    elif view.phase == "climb":
        yield "climbing", _("You may move anybody up one floor, favourite or not.")
        if context.public.blocked_floors:
            yield "full", _("A lock marks a full floor: nobody can climb to it.")
        if crown_holder(view) is not None:
            yield "crown", _("The crown marks who last moved somebody to the throne.")

"""Short lines for somebody's first game, each at the first thing that it explains.

The server names the line that fits the moment; the browser shows each once, and only in the first
quick game that is played in it.
"""

from __future__ import annotations

from kingup.history import Climbed, Placed
from kingup.language import _
from kingup.rules.constants import KING_POINTS
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.castle import blocked_floors
from kingup.web.pages.table.scene import TipPiece
from kingup.web.pages.table.seats import crown_holder
from kingup.web.pages.table.vote import deciding_card, last_reveal


def tip(context: ViewContext) -> TipPiece:
    """Return the line that fits the moment; empty where there is none."""
    if context.player is None or context.paused:
        return TipPiece()
    found = _tip(context)
    return found if found.id and _is_quick(context) else TipPiece()


def _is_quick(context: ViewContext) -> bool:
    """Return whether one person plays against bots."""
    return len(context.table.people()) == 1 and len(context.viewer.holds) == 1


def _tip(context: ViewContext) -> TipPiece:
    view, reveal = context.view, last_reveal(context)
    if context.between_rounds:
        return TipPiece(
            "scoring",
            _("Each favourite pays the number of its floor, a monarch {king}.").format(
                king=KING_POINTS
            ),
        )
    if reveal is not None and deciding_card(reveal) == "N":
        return TipPiece("rejected", _("One No, and the candidate is out for the round."))
    if not context.actions:
        return TipPiece()
    mine = [type(move) for move in view.rounds[-1].moves if move.seat == context.seat]
    if view.phase == "place":
        if Placed in mine:
            return TipPiece(
                "suns", _("Only you see the suns. Placing favourites alone would give them away.")
            )
        if view.round > 1:
            return TipPiece(
                "new-round", _("A new round, a new card: your favourites have changed.")
            )
        return TipPiece(
            "placing",
            _("Golden suns mark your six favourites. Tap one on the road, then a floor."),
        )
    if view.phase == "vote":
        return TipPiece(
            "vote", _("Votes are secret. Yes comes back to you; a No card is spent for good.")
        )
    if view.phase == "climb":
        if Climbed not in mine:
            return TipPiece("climbing", _("You may move anybody up one floor, favourite or not."))
        if blocked_floors(context):
            return TipPiece("full", _("A lock marks a full floor: nobody can climb to it."))
        if crown_holder(view) is not None:
            return TipPiece("crown", _("The crown marks who last moved somebody to the throne."))
    return TipPiece()

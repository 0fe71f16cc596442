"""The curtain over a device that is passed around. Nothing secret lies behind it."""

from __future__ import annotations

from kingup.language import _
from kingup.tables import Table
from kingup.telling.words import clean
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.table.scene import CurtainHandPiece, CurtainPiece


def is_curtained(table: Table, viewer: Viewer) -> bool:
    """Return whether a device that is passed around must first be told who looks."""
    if not table.setting.passed or viewer.page != "table":
        return False
    if table.between_rounds or table.is_closed:
        return False
    return viewer.player is None and bool(viewer.holds)


def curtain(context: ViewContext) -> CurtainPiece:
    """Return the curtain: who should take the device, and who may look meanwhile."""
    table, viewer = context.table, context.viewer
    if not is_curtained(table, viewer):
        return CurtainPiece()
    waiting = [player for player in table.waiting_for() if player in viewer.holds]
    headline, about = _words(table, waiting)
    return CurtainPiece(
        shown=True,
        headline=headline,
        about=about,
        wanted=tuple([_hand(table, player) for player in waiting]),
        others=tuple([_hand(table, p) for p in viewer.holds if p not in waiting]),
    )


def _hand(table: Table, player: int) -> CurtainHandPiece:
    sitter = table.sitter(player)
    return CurtainHandPiece(
        id=str(player),
        text=_("I am {name}").format(name=clean(sitter.name)),
        picture=f"pennant-{sitter.colour}",
        address=f"/t/{table.code}?as={player}",
    )


def _words(table: Table, wanted: list[int]) -> tuple[str, str]:
    """Return what the curtain says, and what it says below that."""
    if table.status == "paused":
        return _("The game is paused"), _("Everybody keeps their seat and their cards.")
    if not wanted:
        about = _("The curtain stays down until it is somebody’s turn.")
        return _("The bots are playing"), about
    if len(wanted) == 1:
        headline = _("Pass the device to {name}").format(name=clean(table.sitter(wanted[0]).name))
        return headline, _("Everybody else looks at the ceiling.")
    return _("Pass the device around"), _("Each of you has a choice to make, in any order.")

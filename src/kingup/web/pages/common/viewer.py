"""Finds out who is viewing a table, as which player, on which page."""

from __future__ import annotations

from typing import cast, get_args

from kingup.server.refusals import Refusal, not_your_seat
from kingup.tables.table import Table
from kingup.web.pages.common.view_context import Page, ViewContext, Viewer

PAGES = get_args(Page)
PUBLIC = ("board", "watch")


def viewer_of(table: Table, person: str, name: str, wanted: int | None = None) -> Viewer:
    """Return the viewer: a player with their own view, anybody else as a spectator.

    At a table where one device is passed around, `wanted` is the player to show; without it the
    person sees the curtain. People without a part in the table get no identity, so that all
    spectators share one rendering.
    """
    if name not in PAGES:
        raise Refusal("This page does not exist.", status=404)
    page = cast("Page", name)
    if page in PUBLIC:
        return Viewer(person=None, player=None, page=page)
    holds = table.player_of(person)
    if wanted is not None and wanted not in holds:
        raise not_your_seat()
    player = wanted
    if player is None and holds and not table.setting.passed:
        player = holds[0]
    known = person if holds or person == table.host else None
    return Viewer(person=known, player=player, page=page, holds=holds)


def may_act(context: ViewContext) -> bool:
    """Return whether the game waits for the viewer."""
    waiting = context.table.waiting_for()
    viewer = context.viewer
    players = viewer.holds if viewer.player is None else (viewer.player,)
    return any(player in waiting for player in players)


def wanted_player(text: str | None) -> int | None:
    """Return the player that `?as=` names."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise not_your_seat()
    return int(text)


def after_number(text: str | None) -> int:
    """Return the event number in a query parameter, or 0."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0

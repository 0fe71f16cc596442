"""Who looks at a table, with whose eyes, through which page."""

from __future__ import annotations

from typing import cast, get_args

from kingup.server.refusals import Refusal, not_your_seat
from kingup.tables.table import Table
from kingup.web.pages.common.view_context import Page, ViewContext, Viewer

PAGES = get_args(Page)
PUBLIC = ("board", "watch")


def viewer_of(table: Table, person: str, name: str, wanted: int | None = None) -> Viewer:
    """Return who looks: a player through their own eyes, anybody else as a spectator.

    `wanted` is one of the players whom a person holds who passes a device around; without it
    such a person sees the curtain. Somebody without any part in the table is nobody in
    particular, so that all spectators share one picture.
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


def may_act(look: ViewContext) -> bool:
    """Return whether the game waits for somebody who looks here."""
    waiting = look.shared("asked", lambda public: public.table.waiting_for())
    looker = look.looker
    eyes = looker.holds if looker.player is None else (looker.player,)
    return any(player in waiting for player in eyes)


def wanted_player(text: str | None) -> int | None:
    """Return the player whom `?as=` names."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise not_your_seat()
    return int(text)


def after_number(text: str | None) -> int:
    """Return the event number that a page already shows, from its address."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0

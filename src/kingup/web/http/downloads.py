"""Files to download: the record of a finished game, and an address as a QR code."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Literal

import segno
from starlette.responses import Response

from kingup.game import Game
from kingup.notation import write_json, write_text
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal


def qr_of(address: str) -> Response:
    """Return an address as a QR code in SVG."""
    svg = _kept_qr(address)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


def finished_game(live: LiveTable) -> Game:
    """Return the game of a closed table; refuse one in progress, whose cards are secret."""
    game = live.table.game
    if not live.table.is_closed:
        raise Refusal("The record is available when the game is over.", status=409)
    if game is None or not game.rounds:
        raise Refusal("Nothing was played here.", status=404)
    return game


def record_of(live: LiveTable, form: Literal["json", "txt"]) -> Response:
    """Return the record of a table's game as a file; refuse a game in progress."""
    return record_file(finished_game(live), f"kingup-{live.code}", form)


def record_file(game: Game, name: str, form: Literal["json", "txt"]) -> Response:
    """Return the record of a finished game as a file with a name."""
    kind = "application/json" if form == "json" else "text/plain; charset=utf-8"
    body = write_json(game) if form == "json" else write_text(game)
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _kept_qr(address: str) -> bytes:
    return qr_code(address)


def qr_code(address: str, *, svgns: bool = True, svgclass: str | None = None) -> bytes:
    """Return an address as a QR code in SVG; in a page's HTML it needs no namespace.

    It may hold a code that signs somebody in, so nothing of it is kept here.
    """
    buffer = BytesIO()
    code = segno.make(address, micro=False, error="m")
    # No size: the page decides. Dark on light in both themes, because cameras need that.
    code.save(buffer, kind="svg", border=3, dark="#2b1d14", light="#fff", omitsize=True,
              xmldecl=False, svgns=svgns, svgclass=svgclass, lineclass=None)  # fmt: skip
    return buffer.getvalue()

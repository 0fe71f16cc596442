"""The home page: ways to start a game, the viewer's games, open tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kingup.language import _
from kingup.store import ListedTable
from kingup.web.pages.common.labels import Way, ways
from kingup.web.pages.common.table_list import Listing, listing, my_listings

MOST_LISTED = 6


@dataclass(frozen=True, slots=True)
class MainChoice:
    """A button that starts a game with bots."""

    edition: str
    style: str
    letter: str
    verb: str
    about: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A character in the decorative castle."""

    letter: str
    at: str
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows."""

    choices: list[MainChoice]
    pieces: tuple[Piece, ...]
    ways: list[Way]
    mine: list[Listing]
    open: list[Listing]
    code: str
    error: str | None


_PIECES = (
    Piece("E", "throne"),
    *(Piece("O", "5", 1), Piece("B", "4", 0), Piece("M", "4", 2)),
    *(Piece("F", "3", 0), Piece("G", "3", 1), Piece("N", "3", 3)),
    *(Piece("A", "2", 1), Piece("L", "2", 2), Piece("C", "1", 0), Piece("I", "1", 2)),
    *(Piece("P", "0", 1), Piece("D", "0", 3)),
)


def home_page(
    listed: Sequence[ListedTable],
    mine: Sequence[ListedTable],
    held: Mapping[str, Sequence[int]] | None = None,
    *,
    code: str = "",
    error: str | None = None,
) -> Home:
    """Return the home page; `error` explains why a typed code was not found.

    `held` are the viewer's players, by table.
    """
    own = {entry.code for entry in mine}
    others = [entry for entry in listed if entry.code not in own]
    return Home(
        [
            MainChoice("kingup", "seal", "E", _("Play King Up! now"), _("You and three bots")),
            MainChoice(
                "vive-le-roi", "gilt", "X", _("Play Vive le Roi"), _("Jester, privies, dungeons")
            ),
        ],
        _PIECES,
        ways(),
        my_listings(mine, held or {})[:MOST_LISTED],
        [listing(entry) for entry in others[:MOST_LISTED]],
        code,
        error,
    )

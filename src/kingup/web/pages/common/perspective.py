"""The perspective of a replay: everybody's, one seat's, or the one in which all cards are open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kingup.server.refusals import Refusal
from kingup.web.pages.common.view_context import SPECTATOR, Viewer

if TYPE_CHECKING:
    from kingup.tables.setting import TableSetting

PUBLIC, OPEN = "public", "open"


@dataclass(frozen=True, slots=True)
class Perspective:
    """Who sees, as addresses write it: public, 1 to 8, or open."""

    name: str
    player: int | None = None
    """The first player of the seat."""

    @property
    def is_open(self) -> bool:
        """Whether all cards are open."""
        return self.name == OPEN

    @property
    def viewer(self) -> Viewer:
        """The viewer whose view is shown."""
        if self.player is None:
            return SPECTATOR
        return Viewer(f"player-{self.player}", self.player, "table", (self.player,))


def read_perspective(text: str, setting: TableSetting) -> Perspective:
    """Return the perspective that an address names; refuse a seat that the game does not have."""
    return Perspective(text) if text in (PUBLIC, OPEN) else read_seat(text, setting)


def read_seat(text: str, setting: TableSetting) -> Perspective:
    """Return the perspective of a seat that a text names, counted from 1."""
    if len(text) == 1 and text in "123456789" and int(text) <= len(setting.seats):
        return perspective_of(int(text) - 1, setting)
    raise Refusal("This game has no seat “{name}”.", status=404, name=text[:20])


def perspective_of(seat: int, setting: TableSetting) -> Perspective:
    """Return the perspective of a seat."""
    return Perspective(str(seat + 1), setting.by_seat()[seat][0])


def moment_address(base: str, name: str, perspective: str, *, whole: bool = False) -> str:
    """Return the address of a moment of a replay."""
    query = {"as": perspective, **({"all": "1"} if whole else {})}
    return f"{base}/{name}?{urlencode(query)}"

"""Home: doors into a game, my games, open tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingup.language import _, ngettext
from kingup.store import Entry
from kingup.web.showing.terms import Way, agreed, edition_title, ways

MOST_LISTED = 6


@dataclass(frozen=True, slots=True)
class Door:
    """One click into a game with bots."""

    edition: str
    look: str
    letter: str
    verb: str
    about: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Somebody in the castle that adorns the page."""

    letter: str
    at: str
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A table in a list, with the way in."""

    title: str
    about: str
    seats: str
    colours: tuple[int, ...]
    free: int
    address: str
    verb: str


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows."""

    doors: list[Door]
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
    listed: Sequence[Entry], mine: Sequence[Entry], *, code: str = "", error: str | None = None
) -> Home:
    """Return the home page; `error` says why a typed code leads nowhere."""
    own = {entry.code for entry in mine}
    others = [entry for entry in listed if entry.code not in own]
    return Home(
        [
            Door("kingup", "seal", "E", _("Play King Up! now"), _("You and three bots")),
            Door(
                "vive-le-roi", "gilt", "X", _("Play Vive le Roi"), _("Jester, privies, dungeons")
            ),
        ],
        _PIECES,
        ways(),
        [_listing(entry, mine=True) for entry in _newest(mine)],
        [_listing(entry, mine=False) for entry in others[:MOST_LISTED]],
        code,
        error,
    )


def _newest(entries: Sequence[Entry]) -> list[Entry]:
    """Return games that are played before those that are not, each the newest first."""
    closed = ("over", "abandoned")
    return sorted(entries, key=lambda e: (e.status in closed, -e.updated_at))[:MOST_LISTED]


def _listing(entry: Entry, *, mine: bool) -> Listing:
    about: dict[str, Any] = entry.about
    places = about["players"]
    free = sum(place is None for place in places)
    colours = dict.fromkeys(place["colour"] for place in places if place)
    kind, amount = about["pace"]
    words = agreed(entry.edition, about["seats"], about["options"], (kind, amount))
    state = _state(entry.status, about["round"])
    return Listing(
        about["title"] or _title(entry, places),
        ", ".join([*words, state] if state else words),
        ngettext(
            "{taken} taken, {free} seat free", "{taken} taken, {free} seats free", free
        ).format(taken=len(places) - free, free=free),
        tuple(colours),
        free,
        f"/t/{entry.code}",
        _verb(entry.status, free, mine=mine),
    )


def _title(entry: Entry, places: Sequence[Any]) -> str:
    """A table without a title is known by its people."""
    names = [place["name"] for place in places if place and not place["level"]]
    return ", ".join(names[:3]) or edition_title(entry.edition)


def _state(status: str, round_: int) -> str:
    if status == "playing" and round_:
        return _("round {number}").format(number=round_)
    return {
        "paused": _("paused"),
        "over": _("finished"),
        "abandoned": _("given up"),
    }.get(status, "")


def _verb(status: str, free: int, *, mine: bool) -> str:
    if status == "open":
        return _("Go in") if mine or not free else _("Sit")
    if status in ("over", "abandoned"):
        return _("Result")
    return _("Go on") if mine else _("Watch")

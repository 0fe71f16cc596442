"""A table in a list: what is played, whose turn it is, and the link to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingup.language import _, ngettext
from kingup.store import ListedTable
from kingup.tables.listing import ranks
from kingup.telling.words import listed
from kingup.web.pages.common.labels import edition_title, game_labels

CLOSED = ("over", "abandoned")


@dataclass(frozen=True, slots=True)
class Listing:
    """A table in a list."""

    title: str
    about: str
    seats: str
    colours: tuple[int, ...]
    free: int
    address: str
    verb: str
    status: str
    turn: bool
    """Whether it is the viewer's turn."""
    state: str
    """Whom else the game waits for, or how it ended."""
    replay: str = ""
    """Where the game can be watched again, once it is over."""


def my_listings(
    entries: Sequence[ListedTable], held: Mapping[str, Sequence[int]]
) -> list[Listing]:
    """Return a person's tables: those waiting for them, then others, closed ones last."""
    ordered = sorted(entries, key=lambda e: (e.status in CLOSED, -e.updated_at))
    found = [listing(entry, mine=True, held=held.get(entry.code, ())) for entry in ordered]
    return sorted(found, key=lambda one: not one.turn)


def listing(entry: ListedTable, *, mine: bool = False, held: Sequence[int] = ()) -> Listing:
    """Return a table in a list; `held` are the viewer's players."""
    about: dict[str, Any] = entry.about
    places = about["players"]
    free = sum(place is None for place in places)
    colours = dict.fromkeys(place["colour"] for place in places if place)
    kind, amount = about["pace"]
    words = game_labels(entry.edition, about["seats"], about["options"], (kind, amount))
    status = _status(entry.status, about["round"])
    waiting = about["waiting"] if entry.status == "playing" else []
    turn = any(player in waiting for player in held)
    return Listing(
        about["title"] or ", ".join(others(about, held)[:3]) or edition_title(entry.edition),
        ", ".join([*words, status] if status else words),
        ngettext(
            "{taken} taken, {free} seat free", "{taken} taken, {free} seats free", free
        ).format(taken=len(places) - free, free=free),
        tuple(colours),
        free,
        f"/t/{entry.code}",
        _verb(entry.status, free, mine=mine),
        entry.status,
        turn,
        _state(entry, held, waiting) if held and not turn else "",
        f"/t/{entry.code}/replay" if entry.status == "over" else "",
    )


def place_of(about: Mapping[str, Any], player: int) -> tuple[int, bool] | None:
    """Return a player's final rank, and whether they won; None before the end."""
    if about["scores"] is None:
        return None
    ends = [sum(about["seats"][: seat + 1]) for seat in range(len(about["seats"]))]
    mine = next(seat for seat, end in enumerate(ends) if player < end)
    return 1 + ranks(about)[mine], mine in about["winners"]


def others(about: Mapping[str, Any], held: Sequence[int] = ()) -> list[str]:
    """Return the names by which a viewer knows a table: the other people's, else the bots'.

    At a table whose players are all the viewer's, and for somebody who has no seat there, these
    are the names of its people.
    """
    sitters = [(player, place) for player, place in enumerate(about["players"]) if place]
    people = [(player, place) for player, place in sitters if not place["level"]]
    for known in (people, sitters):
        names = [place["name"] for player, place in known if player not in held]
        if names:
            return names
    return [place["name"] for _player, place in people]


def _state(entry: ListedTable, held: Sequence[int], waiting: Sequence[int]) -> str:
    about = entry.about
    if entry.status == "over" and len(held) == 1:
        place = place_of(about, held[0])
        if place is None:  # pragma: no cover - a finished game has scores
            return ""
        if place[1]:
            return _("you won")
        return _("place {place} of {seats}").format(place=place[0], seats=len(about["seats"]))
    people = [about["players"][p]["name"] for p in waiting if not about["players"][p]["level"]]
    return _("waiting for {names}").format(names=listed(people)) if people else ""


def _status(status: str, round_: int) -> str:
    if status == "playing" and round_:
        return _("round {number}").format(number=round_)
    return {
        "paused": _("paused"),
        "over": _("finished"),
        "abandoned": _("abandoned"),
    }.get(status, "")


def _verb(status: str, free: int, *, mine: bool) -> str:
    if status == "open":
        return _("Open") if mine or not free else _("Sit")
    if status in CLOSED:
        return _("Result")
    return _("Resume") if mine else _("Watch")

"""What a link shows in a chat or a timeline: a title, a line and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from kingup.language import _, current_language
from kingup.moments import Moment, moments_of
from kingup.rules.characters import EDITIONS, TITLES
from kingup.rules.constants import ROUNDS
from kingup.tables import Table
from kingup.telling.result import final_points
from kingup.telling.words import listed, seat_name


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a page."""

    title: str
    about: str
    address: str
    """The whole address of the page."""
    picture: str
    """The whole address of its card."""


def picture_path(
    table: Table, moment: str, form: str, viewer: str = "public", *, spoken: bool = False
) -> str:
    """Return the path of a picture; `spoken`: in the current language, whoever asks for it."""
    query = {} if viewer == "public" else {"as": viewer}
    if spoken:
        query["lang"] = current_language()
    path = f"/t/{table.code}/pictures/{moment}.{form}"
    return f"{path}?{urlencode(query)}" if query else path


def last_moment(table: Table) -> Moment | None:
    """Return the last moment of a finished game; None if the table's game is not finished."""
    if table.game is None or table.status != "over":
        return None
    return moments_of(table.game)[-1]


def result_preview(table: Table, address: str) -> Preview | None:
    """Return the preview of a result, which may say who has won; None before that."""
    last = last_moment(table)
    if last is None:
        return None
    view = table.view(None)
    names = listed([seat_name(view, seat) for seat in view.winners or ()]) or _("the Emissary")
    seats = range(len(view.seats))
    points = [f"{seat_name(view, seat)} {final_points(view, seat)}" for seat in seats]
    return Preview(
        f"{_title(table)} – " + _("Long live {name}!").format(name=names),
        " · ".join(points),
        f"{address}/t/{table.code}",
        address + picture_path(table, last.name, "jpg", spoken=True),
    )


def moment_preview(
    table: Table, address: str, moment: Moment, path: str, viewer: str = "public"
) -> Preview:
    """Return the preview of a page about one moment of a finished game, with this path.

    It says nothing that came later: neither points nor winners.
    """
    view = table.view(None)
    round_ = _("Round {number} of {rounds}").format(number=moment.round, rounds=ROUNDS)
    return Preview(
        f"{_title(table)} – {round_}",
        listed([seat_name(view, seat) for seat in range(len(view.seats))]),
        address + path,
        address + picture_path(table, moment.name, "jpg", viewer, spoken=True),
    )


def _title(table: Table) -> str:
    return table.setting.title or TITLES[EDITIONS.index(table.setting.edition)]

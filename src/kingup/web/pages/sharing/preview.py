"""What a link shows in a chat or a timeline: a title, a line and a picture."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.moments import Moment, moments_of
from kingup.rules.constants import ROUNDS
from kingup.tables import Table
from kingup.telling.result import final_points
from kingup.telling.words import listed, seat_name
from kingup.web.pages.sharing.shared_game import SharedGame, shared_table


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a page."""

    title: str
    about: str
    address: str
    """The whole address of the page."""
    picture: str
    """The whole address of its card."""


def result_preview(table: Table, address: str) -> Preview | None:
    """Return the preview of a result, which may say who has won; None before that."""
    shared = shared_table(table)
    if shared is None or table.status != "over":
        return None
    view = shared.view
    names = listed([seat_name(view, seat) for seat in view.winners or ()]) or _("the Emissary")
    seats = range(len(view.seats))
    points = [f"{seat_name(view, seat)} {final_points(view, seat)}" for seat in seats]
    return Preview(
        f"{shared.title} – " + _("Long live {name}!").format(name=names),
        " · ".join(points),
        address + shared.base,
        address + shared.picture(moments_of(shared.game)[-1].name, "jpg", spoken=True),
    )


def moment_preview(
    shared: SharedGame, address: str, moment: Moment, path: str, viewer: str = "public"
) -> Preview:
    """Return the preview of a page about one moment of a finished game, with this path.

    It says nothing that came later: neither points nor winners.
    """
    view = shared.view
    round_ = _("Round {number} of {rounds}").format(number=moment.round, rounds=ROUNDS)
    return Preview(
        f"{shared.title} – {round_}",
        listed([seat_name(view, seat) for seat in range(len(view.seats))]),
        address + path,
        address + shared.picture(moment.name, "jpg", viewer, spoken=True),
    )

"""The dialog that offers a finished game, or one moment of it, to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kingup.history import Voted
from kingup.language import _
from kingup.moments import Moment, moments_of
from kingup.tables import Table
from kingup.telling.words import name_of
from kingup.view import View
from kingup.web.pages.sharing.preview import last_moment, picture_path

EMBEDDED = (600, 315)
"""The size of an embedded card."""
PLAYER_SIZE = (720, 560)
"""The size of an embedded replay."""


@dataclass(frozen=True, slots=True)
class MomentChoice:
    """A moment at which a clip may begin or end."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Share:
    """What the dialog offers: paths, and whole addresses in `link` and `embed`."""

    title: str
    link: str
    png: str
    svg: str
    clip: str
    """Where the form for a clip is sent."""
    moments: tuple[MomentChoice, ...]
    start: str
    end: str
    """The moments that are chosen at first."""
    viewer: str
    text: str
    json: str
    embed: str
    """HTML for another site."""


def share_result(table: Table, address: str) -> Share | None:
    """Return what the page of a result offers; None unless the game is finished."""
    last = last_moment(table)
    if last is None:
        return None
    link = f"{address}/t/{table.code}"
    card = address + picture_path(table, last.name, "jpg", spoken=True)
    width, height = EMBEDDED
    embed = Markup('<a href="{}"><img src="{}" width="{}" height="{}" alt="{}"></a>').format(
        link, card, width, height, _title(table)
    )
    return _share(table, last, "public", link, str(embed))


def share_moment(
    table: Table, address: str, moment: Moment, path: str, viewer: str = "public"
) -> Share | None:
    """Return what a page about one moment offers; `path` is that page's, and can be embedded."""
    if last_moment(table) is None:
        return None
    link = address + path
    framed = link + ("&" if "?" in link else "?") + "embed=1"
    width, height = PLAYER_SIZE
    embed = Markup('<iframe src="{}" width="{}" height="{}" title="{}"></iframe>').format(
        framed, width, height, _title(table)
    )
    return _share(table, moment, viewer, link, str(embed))


def _share(table: Table, moment: Moment, viewer: str, link: str, embed: str) -> Share:
    at = f"/t/{table.code}"
    assert table.game is not None  # noqa: S101 - it is finished
    moments = moments_of(table.game)
    # What comes later is no business of a page about one moment.
    known = moments[: moments.index(moment) + 1]
    turns = [one for one in known if one.is_turn or one == moment]
    return Share(
        title=_title(table),
        link=link,
        png=picture_path(table, moment.name, "png", viewer),
        svg=picture_path(table, moment.name, "svg", viewer),
        clip=f"{at}/clip.webp",
        moments=choices(table.view(None), turns),
        start=turns[-2:][0].name,
        end=moment.name,
        viewer=viewer,
        text=f"{at}/record.txt",
        json=f"{at}/record.json",
        embed=embed,
    )


def choices(view: View, moments: Sequence[Moment]) -> tuple[MomentChoice, ...]:
    """Return moments as people choose them."""
    return tuple(MomentChoice(moment.name, _label(view, moment)) for moment in moments)


def _label(view: View, moment: Moment) -> str:
    round_ = _("Round {number}").format(number=moment.round)
    if moment.kind == "deal":
        return f"{round_}, {_('the deal')}"
    move = view.rounds[moment.round - 1].moves[moment.moves - 1]
    if isinstance(move, Voted):
        vote = _("the vote on {name}").format(name=name_of(view, move.letter))
        return f"{round_}, {vote}"
    if moment.is_turn:
        return f"{round_}, {_('everybody is placed')}"
    number = moment.name.partition(".")[2]
    return f"{round_}, {_('move {number}').format(number=number)}"


def _title(table: Table) -> str:
    names = ", ".join(name for seat in table.view(None).names for name in seat)
    return f"King Up! – {names}"

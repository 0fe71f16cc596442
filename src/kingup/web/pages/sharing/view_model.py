"""The dialog that offers a finished game, or one moment of it, to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kingup.history import Voted
from kingup.language import _
from kingup.moments import Moment, moments_of
from kingup.tables import Table
from kingup.telling.words import name_of, player_names
from kingup.view import View
from kingup.web.pages.sharing.shared_game import SharedGame, shared_table

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
    shared = shared_table(table)
    if shared is None or table.status != "over":
        return None
    last = moments_of(shared.game)[-1]
    link = address + shared.base
    card = address + shared.picture(last.name, "jpg", spoken=True)
    width, height = EMBEDDED
    embed = Markup('<a href="{}"><img src="{}" width="{}" height="{}" alt="{}"></a>').format(
        link, card, width, height, _title(shared)
    )
    return _share(shared, last, "public", link, str(embed))


def share_moment(
    shared: SharedGame, address: str, moment: Moment, path: str, viewer: str = "public"
) -> Share:
    """Return what a page about one moment offers; `path` is that page's, and can be embedded."""
    link = address + path
    framed = link + ("&" if "?" in link else "?") + "embed=1"
    width, height = PLAYER_SIZE
    embed = Markup('<iframe src="{}" width="{}" height="{}" title="{}"></iframe>').format(
        framed, width, height, _title(shared)
    )
    return _share(shared, moment, viewer, link, str(embed))


def _share(shared: SharedGame, moment: Moment, viewer: str, link: str, embed: str) -> Share:
    moments = moments_of(shared.game)
    # What comes later is no business of a page about one moment.
    known = moments[: moments.index(moment) + 1]
    turns = [one for one in known if one.is_turn or one == moment]
    return Share(
        title=_title(shared),
        link=link,
        png=shared.picture(moment.name, "png", viewer),
        svg=shared.picture(moment.name, "svg", viewer),
        clip=f"{shared.base}/clip.webp",
        moments=choices(shared.view, turns),
        start=turns[-2:][0].name,
        end=moment.name,
        viewer=viewer,
        text=f"{shared.base}/record.txt",
        json=f"{shared.base}/record.json",
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


def _title(shared: SharedGame) -> str:
    return f"King Up! – {', '.join(player_names(shared.view))}"

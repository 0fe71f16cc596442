"""The home page: ways to start a game, the viewer's games, open tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kingup.bots.levels import CHARACTERS, LADDER, SEARCHERS
from kingup.language import _, ngettext
from kingup.rules.errors import sentence
from kingup.server.opponents import MINE
from kingup.store import ListedTable
from kingup.telling.words import capital
from kingup.web.pages.common.labels import edition_title, level
from kingup.web.pages.common.markup import fill
from kingup.web.pages.common.table_list import Listing, listing, my_listings, others

MOST_LISTED = 6
MOST_NAMED = 3
"""How many opponents the button that continues a game names."""

STRENGTHS = (
    (sentence("Ranks, from easy to hard"), LADDER),
    (sentence("Characters"), CHARACTERS),
    (sentence("Other bots"), SEARCHERS),
)
"""The levels of bots, in the groups in which they are offered."""


@dataclass(frozen=True, slots=True)
class Continue:
    """The button that leads back to a running game."""

    address: str
    title: str
    """The table's title, if it has one."""
    names: Markup
    """The opponents."""
    round: str
    turn: bool
    state: str
    """Whom the game waits for, if not for the viewer."""
    more: str
    """How many other games are running; empty if none is."""


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows."""

    running: Continue | None
    strength: str
    """The bots that are chosen: a level, or those of one's own."""
    my_levels: str
    """What “at my level” means at the moment."""
    mine: list[Listing]
    open: list[Listing]


PIECES = (
    ("E", "throne", None),
    *(("O", "5", 1), ("B", "4", 0), ("M", "4", 2), ("F", "3", 0), ("G", "3", 1), ("N", "3", 3)),
    *(("A", "2", 1), ("L", "2", 2), ("C", "1", 0), ("I", "1", 2), ("P", "0", 1), ("D", "0", 3)),
)
"""The characters in the decorative castle: letter, place and slot."""


def home_page(
    listed: Sequence[ListedTable],
    mine: Sequence[ListedTable],
    held: Mapping[str, Sequence[int]] | None = None,
    *,
    strength: str = MINE,
    levels: Mapping[str, str] | None = None,
) -> Home:
    """Return the home page.

    `held` are the viewer's players, by table; `strength` is the strength of bots that they chose
    last, and `levels` their own level by edition.
    """
    own = {entry.code for entry in mine}
    foreign = [entry for entry in listed if entry.code not in own]
    return Home(
        _running(mine, held or {}),
        strength,
        _my_levels(levels or {}),
        my_listings(mine, held or {})[:MOST_LISTED],
        [listing(entry) for entry in foreign[:MOST_LISTED]],
    )


def _running(mine: Sequence[ListedTable], held: Mapping[str, Sequence[int]]) -> Continue | None:
    """Return the game to continue: one that waits for the viewer, else the latest."""
    running = [
        entry for entry in mine if entry.status in ("playing", "paused") and held.get(entry.code)
    ]
    if not running:
        return None
    shown = {entry.code: listing(entry, mine=True, held=held[entry.code]) for entry in running}
    entry = max(running, key=lambda entry: (shown[entry.code].turn, entry.updated_at))
    found, about = shown[entry.code], entry.about
    more = len(running) - 1
    return Continue(
        found.address,
        about["title"],
        _with(others(about, held[entry.code])),
        capital(_("round {number}").format(number=about["round"])) if about["round"] else "",
        found.turn,
        _("paused") if entry.status == "paused" else found.state or _("the bots are playing"),
        ngettext("{number} more game is running", "{number} more games are running", more).format(
            number=more
        )
        if more
        else "",
    )


def _with(names: Sequence[str]) -> Markup:
    """Return the opponents in a sentence; of many, the first."""
    shown = [Markup("<bdi>{}</bdi>").format(name) for name in names[:MOST_NAMED]]
    left = len(names) - len(shown)
    first = Markup(", ").join(shown)
    if left:
        return fill(
            ngettext("With {names} and {number} more", "With {names} and {number} more", left),
            names=first,
            number=left,
        )
    if len(shown) > 1:
        first = fill(_("{first} and {last}"), first=Markup(", ").join(shown[:-1]), last=shown[-1])
    return fill(_("With {names}"), names=first)


def _my_levels(levels: Mapping[str, str]) -> str:
    known = [
        (edition_title(edition), found.name)
        for edition, level_id in levels.items()
        if (found := level(level_id))
    ]
    if not known:
        return ""
    if len({name for _title, name in known}) == 1:
        return _("Your level now: {level}. It follows your results.").format(level=_(known[0][1]))
    return _("Your level now: {levels}. It follows your results.").format(
        levels=", ".join(
            _("{level} in {game}").format(level=_(name), game=title) for title, name in known
        )
    )

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
from kingup.web.pages.common.labels import Way, edition_title, level, ways
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
class MainChoice:
    """A button that starts a game with bots."""

    edition: str
    style: str
    letter: str
    verb: str
    about: str


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
class Strength:
    """A strength of bots to choose."""

    id: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class StrengthGroup:
    """Strengths of one kind."""

    title: str
    strengths: tuple[Strength, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A character in the decorative castle."""

    letter: str
    at: str
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows."""

    running: Continue | None
    choices: list[MainChoice]
    strengths: tuple[Strength, tuple[StrengthGroup, ...]]
    """At one's own level, and all others."""
    my_levels: str
    """What “at my level” means at the moment."""
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
    strength: str = MINE,
    levels: Mapping[str, str] | None = None,
    code: str = "",
    error: str | None = None,
) -> Home:
    """Return the home page; `error` explains why a typed code was not found.

    `held` are the viewer's players, by table; `strength` is the strength of bots that they chose
    last, and `levels` their own level by edition.
    """
    own = {entry.code for entry in mine}
    foreign = [entry for entry in listed if entry.code not in own]
    running = _running(mine, held or {})
    return Home(
        running,
        [
            MainChoice(
                "kingup",
                "gilt" if running else "seal",
                "E",
                _("Play King Up! now"),
                _("You and three bots"),
            ),
            MainChoice(
                "vive-le-roi", "", "X", _("Play Vive le Roi"), _("Jester, privies, dungeons")
            ),
        ],
        _strengths(strength),
        _my_levels(levels or {}),
        _PIECES,
        ways(),
        my_listings(mine, held or {})[:MOST_LISTED],
        [listing(entry) for entry in foreign[:MOST_LISTED]],
        code,
        error,
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


def _strengths(chosen: str) -> tuple[Strength, tuple[StrengthGroup, ...]]:
    groups = tuple(
        StrengthGroup(
            _(title),
            tuple(Strength(one.id, _(one.name), chosen == one.id) for one in levels),
        )
        for title, levels in STRENGTHS
    )
    return Strength(MINE, _("At my level"), chosen == MINE), groups


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

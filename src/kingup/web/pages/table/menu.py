"""The table's menu: information for everybody, and the host's tools."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.tables import Table, decisions
from kingup.tables.errors import TableError
from kingup.web.pages.common.labels import BOT_PACES, edition_title, game_labels_of, level
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.table.rule_links import option_links


@dataclass(frozen=True, slots=True)
class MenuPlace:
    """A player's place in the menu."""

    player: int
    name: str
    colour: int
    what: str
    person: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class TableMenu:
    """The menu of a table for one viewer."""

    title: str
    agreed: tuple[str, ...]
    code: str
    action: str
    address: str
    host: bool
    sits: bool
    open: bool
    running: bool
    paused: bool
    places: tuple[MenuPlace, ...]
    pace: str
    """How fast the bots act."""
    paces: tuple[tuple[str, str], ...]
    """How fast they could, with titles."""
    has_bots: bool
    board: bool
    """Whether the table has a television page."""
    days: bool
    """Whether players have days for a move, so that reminders make sense."""
    rules: tuple[tuple[str, str], ...]
    """Title and address of the rules for each option in play."""
    may_be_coached: bool
    """Whether the viewer, the only person here, may have a coach and has none yet."""
    commitment: str
    """The hash that commits the server to its deals in advance."""


def menu(table: Table, viewer: Viewer, present: frozenset[str], address: str) -> TableMenu:
    """Return the menu of a table for a viewer."""
    setting = table.setting
    return TableMenu(
        setting.title or edition_title(setting.edition),
        tuple(game_labels_of(table)),
        table.code,
        f"/t/{table.code}",
        f"{address}/t/{table.code}",
        viewer.person is not None and viewer.person == table.host,
        bool(viewer.holds),
        table.status == "open",
        table.is_running,
        table.status == "paused",
        tuple(_places(table, viewer, present)),
        table.bot_pace,
        tuple((pace, _(title)) for pace, (title, _about) in BOT_PACES.items()),
        any(sitter is not None and not sitter.is_there for sitter in table.players),
        setting.screens == "board",
        setting.pace.kind == "days",
        option_links(table),
        _may_be_coached(table, viewer),
        table.commitment,
    )


def _may_be_coached(table: Table, viewer: Viewer) -> bool:
    try:
        return bool(viewer.holds) and bool(decisions.coach(table, viewer.person or ""))
    except TableError:
        return False


def _places(table: Table, viewer: Viewer, present: frozenset[str]) -> list[MenuPlace]:
    places = []
    for player, sitter in enumerate(table.players):
        if sitter is None:
            continue
        rank = level(sitter.level)
        if rank is not None:
            what = _("Bot: {level}").format(level=_(rank.name))
        elif sitter.standing_in is not None:
            what = _("a bot stands in")
        elif sitter.person in present:
            what = _("here")
        else:
            what = _("away")
        if sitter.is_from_outside:
            what = f"{_('{who}’s bot').format(who=sitter.owner)}, {what}"
        places.append(
            MenuPlace(
                player, sitter.name, sitter.colour, what, rank is None, player in viewer.holds
            )
        )
    return places

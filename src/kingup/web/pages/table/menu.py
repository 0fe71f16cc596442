"""The table's menu: what anybody may look up, and the host's tools."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.bots.levels import LEVELS, Level
from kingup.language import _
from kingup.tables import Table
from kingup.web.pages.common.labels import BOT_PACES, agreed_at, edition_title, level
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.table.rule_links import in_play


@dataclass(frozen=True, slots=True)
class Held:
    """A player's place in the menu."""

    player: int
    name: str
    colour: int
    what: str
    person: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class BotPace:
    """How fast bots may act."""

    id: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TableMenu:
    """What a table's menu offers to who looks."""

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
    places: tuple[Held, ...]
    levels: tuple[Level, ...]
    paces: tuple[BotPace, ...]
    has_bots: bool
    board: bool
    """Whether there is a television to open."""
    days: bool
    """Whether it is played by days, so that nobody has it open all the time."""
    rules: tuple[tuple[str, str], ...]
    """Title and address of what the rules say about the options in play."""
    commitment: str
    """What binds the server to the deals before anybody sits down."""


def menu(table: Table, looker: Viewer, present: frozenset[str], address: str) -> TableMenu:
    """Return the menu of a table that is not closed."""
    setting = table.setting
    return TableMenu(
        setting.title or edition_title(setting.edition),
        tuple(agreed_at(table)),
        table.code,
        f"/t/{table.code}",
        f"{address}/t/{table.code}",
        looker.person is not None and looker.person == table.host,
        bool(looker.holds),
        table.status == "open",
        table.is_running,
        table.status == "paused",
        tuple(_places(table, looker, present)),
        LEVELS,
        tuple(
            BotPace(pace, _(title), pace == table.bot_pace)
            for pace, (title, _about) in BOT_PACES.items()
        ),
        any(sitter is not None and not sitter.is_there for sitter in table.players),
        setting.screens == "board",
        setting.pace.kind == "days",
        in_play(table),
        table.commitment,
    )


def _places(table: Table, looker: Viewer, present: frozenset[str]) -> list[Held]:
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
            Held(player, sitter.name, sitter.colour, what, rank is None, player in looker.holds)
        )
    return places

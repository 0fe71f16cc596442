"""The lobby of a table: who sits where, who is missing, how to join."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.bots.levels import Level
from kingup.language import _, ngettext
from kingup.server.waiting_bot import WaitingBot, WaitingBots, waiting_bots
from kingup.tables import Sitter, Table, decisions
from kingup.web.pages.common.labels import COLOURS, level, ways
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.table.menu import TableMenu, menu


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's place before the start."""

    player: int
    label: str
    mate: bool
    """Whether this is the second place of a team."""
    free: bool = True
    name: str = ""
    colour: int = 0
    level: Level | None = None
    mine: bool = False
    ready: bool = False
    away: bool = False
    may_free: bool = False
    owner: str = ""
    """The owner of the API bot that sits here, by name."""


@dataclass(frozen=True, slots=True)
class Pennant:
    """A pennant to choose."""

    colour: int
    name: str
    taken: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """The page of a table whose game has not begun."""

    menu: TableMenu
    """What the table is called, what was agreed, and its addresses."""
    screens: str
    way: str
    chairs: list[Chair]
    mine: tuple[Chair, ...]
    free: tuple[Chair, ...]
    pennants: list[Pennant]
    may_fill: bool
    """Whether the viewer may give the free places to bots."""
    fill_starts: bool
    """Whether the game then starts: nobody else has to get ready."""
    waits: str
    all_ready: bool
    only_bots: bool
    waiting: WaitingBots
    """API bots that can be invited."""

    @property
    def you_act(self) -> bool:
        """Whether all places are taken and the viewer is not ready."""
        return bool(self.mine) and not self.ready and not self.free

    @property
    def invites(self) -> bool:
        """Whether the invitation comes first: for those at the table who wait for others."""
        return bool(self.free) and (self.menu.host or bool(self.mine))

    @property
    def may_sit(self) -> bool:
        """Whether the viewer may sit down."""
        return bool(self.free) and (not self.mine or self.screens == "passed")

    @property
    def ready(self) -> bool:
        """Whether all of the viewer's places are ready."""
        return bool(self.mine) and all(chair.ready for chair in self.mine)


def lobby(
    table: Table,
    viewer: Viewer,
    present: frozenset[str],
    address: str,
    bots: tuple[WaitingBot, ...] = (),
) -> Lobby:
    """Return the lobby of a table; `address` is the server's public address."""
    setting = table.setting
    shown = menu(table, viewer, present, address)
    chairs = [
        _chair(table, viewer, present, player, host=shown.host)
        for player in range(setting.players)
    ]
    mine = tuple(chair for chair in chairs if chair.mine)
    free = tuple(chair for chair in chairs if chair.free)
    return Lobby(
        shown,
        setting.screens,
        next(way.title for way in ways() if way.id == setting.screens),
        chairs,
        mine,
        free,
        _pennants(chairs, mine, passed=setting.passed),
        bool(free) and decisions.may_fill(table, viewer.person),
        all(chair.free or chair.ready or chair.mine for chair in chairs),
        _waits(table),
        not table.unconfirmed(),
        not table.people(),
        waiting_bots(bots, viewer.person) if free and (shown.host or mine) else WaitingBots(),
    )


def _chair(
    table: Table, viewer: Viewer, present: frozenset[str], player: int, *, host: bool
) -> Chair:
    sitter: Sitter | None = table.players[player]
    seat = table.seat_of(player)
    players = table.players_of(seat)
    label = _("Seat {number}").format(number=seat + 1)
    if len(players) > 1:
        label = _("Seat {number}, teammate {mate}").format(
            number=seat + 1, mate=players.index(player) + 1
        )
    mate = players.index(player) > 0
    if sitter is None:
        return Chair(player, label, mate)
    mine = player in viewer.holds
    return Chair(
        player,
        label,
        mate,
        free=False,
        name=sitter.name,
        colour=sitter.colour,
        level=level(sitter.level),
        mine=mine,
        ready=sitter.confirmed,
        away=sitter.person is not None and sitter.person not in present,
        may_free=host or mine,
        owner=sitter.owner,
    )


def _pennants(chairs: list[Chair], mine: tuple[Chair, ...], *, passed: bool) -> list[Pennant]:
    own = mine[0].colour if mine and not passed else None
    taken = {chair.colour for chair in chairs if not chair.free} - {own}
    chosen = own or next((colour for colour in COLOURS if colour not in taken), None)
    return [
        Pennant(colour, _(name), colour in taken, colour == chosen)
        for colour, name in COLOURS.items()
    ]


def _waits(table: Table) -> str:
    free = sum(sitter is None for sitter in table.players)
    if free:
        return ngettext("{number} seat is free.", "{number} seats are free.", free).format(
            number=free
        )
    names = [table.sitter(player).name for player in table.unconfirmed()]
    if not names:
        return _("Everybody is ready.")
    return _("The game starts when everybody is ready. Waiting for: {names}.").format(
        names=", ".join(names)
    )

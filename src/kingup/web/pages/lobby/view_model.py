"""The table before the game: who sits where, who is missing, how to come."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.bots.levels import LEVELS, Level
from kingup.language import _, ngettext
from kingup.server.waiting_bot import WaitingBot, WaitingBots, waiting_bots
from kingup.tables import Sitter, Table
from kingup.web.pages.common.labels import COLOURS, agreed_at, edition_title, level, ways
from kingup.web.pages.common.view_context import Viewer
from kingup.web.pages.table.menu import TableMenu, menu


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's place before the start."""

    player: int
    label: str
    name: str
    colour: int
    level: Level | None
    free: bool
    mine: bool
    ready: bool
    away: bool
    mate: bool
    """Whether it is the second place of a team."""
    may_free: bool
    owner: str = ""
    """Whose bot from outside sits here, by name."""


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

    edition: str
    title: str
    agreed: list[str]
    screens: str
    way: str
    code: str
    action: str
    """Where the table's forms go."""
    address: str
    """The invitation, as it is copied."""
    chairs: list[Chair]
    mine: tuple[Chair, ...]
    free: tuple[Chair, ...]
    pennants: list[Pennant]
    levels: tuple[Level, ...]
    host: bool
    waits: str
    all_ready: bool
    only_bots: bool
    waiting: WaitingBots
    """Bots from outside that may be asked to come."""
    menu: TableMenu
    page: str
    viewer: int | None
    passed: bool

    @property
    def you_act(self) -> bool:
        """Whether everybody else is ready and waits for who looks."""
        return bool(self.mine) and not self.ready and not self.free

    @property
    def may_sit(self) -> bool:
        """Whether there is a place for who looks."""
        return bool(self.free) and (not self.mine or self.screens == "passed")

    @property
    def ready(self) -> bool:
        """Whether all places of who looks are ready."""
        return bool(self.mine) and all(chair.ready for chair in self.mine)


def lobby(
    table: Table,
    looker: Viewer,
    present: frozenset[str],
    address: str,
    guests: tuple[WaitingBot, ...] = (),
) -> Lobby:
    """Return the lobby of a table; `address` is the server's, as others reach it."""
    setting = table.setting
    host = looker.person is not None and looker.person == table.host
    chairs = [
        _chair(table, looker, present, player, host=host) for player in range(setting.players)
    ]
    mine = tuple(chair for chair in chairs if chair.mine)
    free = tuple(chair for chair in chairs if chair.free)
    return Lobby(
        setting.edition,
        setting.title or edition_title(setting.edition),
        agreed_at(table),
        setting.screens,
        next(way.title for way in ways() if way.id == setting.screens),
        table.code,
        f"/t/{table.code}",
        f"{address}/t/{table.code}",
        chairs,
        mine,
        free,
        _pennants(chairs, mine, passed=setting.passed),
        LEVELS,
        host,
        _waits(table),
        not table.unconfirmed(),
        not table.people(),
        waiting_bots(guests, looker.person) if free and (host or mine) else WaitingBots(),
        menu(table, looker, present, address),
        looker.page,
        looker.player,
        setting.passed,
    )


def _chair(
    table: Table, looker: Viewer, present: frozenset[str], player: int, *, host: bool
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
        return Chair(
            player, label, "", 0, None,
            free=True, mine=False, ready=False, away=False, mate=mate, may_free=False,
        )  # fmt: skip
    mine = player in looker.holds
    return Chair(
        player,
        label,
        sitter.name,
        sitter.colour,
        level(sitter.level),
        free=False,
        mine=mine,
        ready=sitter.confirmed,
        away=sitter.person is not None and sitter.person not in present,
        mate=mate,
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

"""Decisions before the game: who sits where, and who is ready."""

from __future__ import annotations

from collections.abc import Collection

from kingup.tables.dealing import HOUSE, commitment_of
from kingup.tables.errors import NotAllowed, TableError
from kingup.tables.events import (
    BotSat,
    Confirmed,
    Created,
    Event,
    Sat,
    Started,
    StoodUp,
    Unconfirmed,
)
from kingup.tables.names import bot_name, read_name, same_name
from kingup.tables.setting import TableSetting, tidy
from kingup.tables.table import Table

COLOURS = range(1, 9)
"""One colour for each seat."""

LONGEST_CONTRIBUTION = 64


def create(host: str, setting: TableSetting, code: str, secret: str) -> list[Event]:
    """Create a table, and commit to the secret that its deals will be drawn from."""
    return [Created(host, setting, code, commitment_of(secret), secret)]


def sit(
    table: Table,
    person: str,
    player: int,
    name: str,
    colour: int | None = None,
    *,
    owner: str = "",
) -> list[Event]:
    """Take a free place, change places, or change one's name or colour.

    Without a colour, take the first free one; teammates share theirs. A person on their own device
    who takes a second place gives up the first. `owner` is the name of an external bot's owner.
    """
    _check_open(table)
    table.check_player(player)
    sitter = table.players[player]
    if sitter is not None and sitter.person != person:
        raise TableError("{who} is already sitting there.", who=sitter.name)
    moved = [] if table.setting.passed else [p for p in table.player_of(person) if p != player]
    name = free_name(table, name, {player, *moved})
    colour = free_colour(table, player, colour, leaving=moved)
    return [*(StoodUp(p) for p in moved), Sat(player, person, name, colour, owner)]


def sit_ready(
    table: Table,
    person: str,
    player: int,
    name: str,
    colour: int | None = None,
    *,
    owner: str = "",
    contribution: str = "",
) -> list[Event]:
    """Take a place and be ready at once, as external bots are."""
    events = sit(table, person, player, name, colour, owner=owner)
    sat = events[-1]
    assert isinstance(sat, Sat)  # noqa: S101
    return [*events, Confirmed(player, _added(contribution))]


def seat_bot(
    table: Table, person: str, player: int, level: str, levels: Collection[str]
) -> list[Event]:
    """Let the host give a free place, or another bot's, to a bot of one of the levels."""
    check_host(table, person)
    _check_open(table)
    table.check_player(player)
    sitter = table.players[player]
    if sitter is not None and not sitter.is_bot:
        raise TableError("{who} is already sitting there.", who=sitter.name)
    check_level(level, levels)
    name = sitter.name if sitter else new_bot_name(table, player)
    colour = sitter.colour if sitter else free_colour(table, player, None)
    return [BotSat(player, level, name, colour)]


def may_fill(table: Table, person: str | None) -> bool:
    """Return whether a person may fill the free places with bots.

    That is the host. If the host has no place, as at a table set from a television, nobody may
    be there to do it: then everybody who sits may.
    """
    if person is None:
        return False
    return person == table.host or bool(
        table.player_of(person) and not table.player_of(table.host)
    )


def fill(
    table: Table, person: str, level: str, levels: Collection[str], contribution: str = ""
) -> list[Event]:
    """Give all free places to bots of a level, and be ready: if the others are, the game starts.

    A game of bots alone starts as well: nobody else is left to wait for.
    """
    if not may_fill(table, person):
        raise NotAllowed("Only the host of the table can do this.")
    _check_open(table)
    check_level(level, levels)
    events: list[Event] = []
    names = [sitter.name for sitter in table.players if sitter]
    colours = {
        table.seat_of(player): sitter.colour
        for player, sitter in enumerate(table.players)
        if sitter
    }
    for player, sitter in enumerate(table.players):
        if sitter is not None:
            continue
        name = bot_name(table.code, player, names)
        seat = table.seat_of(player)
        if seat not in colours:  # teammates share theirs
            colours[seat] = next(free for free in COLOURS if free not in colours.values())
        names.append(name)
        events.append(BotSat(player, level, name, colours[seat]))
    for player in table.player_of(person):
        events += confirm(table, person, player, contribution)
    return events if table.people() else [*events, Started()]


def stand_up(table: Table, person: str, player: int) -> list[Event]:
    """Leave a place before the start; the host may also vacate somebody else's."""
    _check_open(table)
    sitter = table.sitter(player)
    if sitter.person != person and table.host != person:
        raise NotAllowed("Only the host can free somebody else's seat.")
    return [StoodUp(player)]


def confirm(table: Table, person: str, player: int, contribution: str = "") -> list[Event]:
    """Be ready, and contribute to the randomness of the deals.

    The contribution is best a random text made on the person's own device. Without one, the name
    is used: it, too, was not known when the secret was committed to.
    """
    _check_open(table)
    sitter = table.sitter(player)
    check_holder(table, person, player)
    if sitter.confirmed:
        return []
    if sitter.is_from_outside:
        return [Confirmed(player, _added(contribution))]
    return [Confirmed(player, _added(contribution) or _added(sitter.name))]


def unconfirm(table: Table, person: str, player: int) -> list[Event]:
    """Be no longer ready."""
    _check_open(table)
    sitter = table.sitter(player)
    check_holder(table, person, player)
    return [Unconfirmed(player)] if sitter.confirmed else []


def start(table: Table, person: str) -> list[Event]:
    """Let the host start a game for which everybody is ready.

    It starts automatically when the last person is ready; a game of bots alone waits for the host.
    """
    check_host(table, person)
    _check_open(table)
    waiting = table.unconfirmed()
    if any(table.players[player] is None for player in waiting):
        raise TableError("The game starts when all seats are taken.")
    if waiting:
        raise TableError("The game starts when everybody is ready.")
    return [Started()]


# Helpers shared with other decisions.


def check_host(table: Table, person: str | None) -> None:
    """Raise an error unless the person is the host."""
    if person is None or person != table.host:
        raise NotAllowed("Only the host of the table can do this.")


def check_holder(table: Table, person: str | None, player: int) -> None:
    """Raise an error unless the person holds the player."""
    sitter = table.sitter(player)
    if person is None or sitter.person != person:
        raise NotAllowed("This is {who}'s seat, not yours.", who=sitter.name)


def check_level(level: str, levels: Collection[str]) -> None:
    """Raise an error unless the level exists."""
    if level not in levels:
        raise TableError("There is no bot of the level “{level}”.", level=level[:20])


def free_name(table: Table, name: str, own: Collection[int]) -> str:
    """Return a name as it will be shown; one that is taken at the table raises an error."""
    name = read_name(name)
    for player, other in enumerate(table.players):
        if player not in own and other is not None and same_name(other.name, name):
            raise TableError(
                "Somebody here is already called {who}. Choose another name.", who=other.name
            )
    return name


def free_colour(
    table: Table, player: int, colour: int | None, leaving: Collection[int] = ()
) -> int:
    """Return a player's colour: a teammate's, the one asked for, or the first free one."""
    mates = table.players_of(table.seat_of(player))
    taken = {}
    for p, other in enumerate(table.players):
        if other is None or p == player or p in leaving:
            continue
        if p in mates:
            return other.colour
        taken[other.colour] = other.name
    if colour is None:
        return next(free for free in COLOURS if free not in taken)
    if colour not in COLOURS:
        raise TableError("There is no such colour.")
    if colour in taken:
        raise TableError("{who} already has this colour. Choose another.", who=taken[colour])
    return colour


def new_bot_name(table: Table, player: int) -> str:
    """Return a name for a bot that nobody at the table has."""
    return bot_name(table.code, player, [sitter.name for sitter in table.players if sitter])


def _added(text: str) -> str:
    """Return a contribution from outside without the prefix of the secret's own contributions.

    An external bot's may be empty: then the secret's part for its place is used.
    """
    text = tidy(text)[:LONGEST_CONTRIBUTION]
    return text[len(HOUSE) :] if text.startswith(HOUSE) else text


def _check_open(table: Table) -> None:
    if table.is_closed:
        raise TableError("This table is closed.")
    if table.status != "open":
        raise TableError("The game has already begun.")

"""A game that was played, as the events of a table: for watching it again, and for playing on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from kingup.game import Game
from kingup.history import Climbed, Move, Placed
from kingup.tables.errors import TableError
from kingup.tables.events import (
    Acted,
    BotSat,
    Branched,
    Confirmed,
    Dealt,
    Event,
    Sat,
    Shuffled,
    Started,
    acted_alike,
)
from kingup.tables.names import bot_name, read_name
from kingup.tables.seating import check_level
from kingup.tables.setting import TableSetting
from kingup.tables.sitter import Sitter
from kingup.tables.table import Table


def setting_of(game: Game) -> TableSetting:
    """Return the setting of a table at which a game could have been played."""
    return TableSetting(game.setup.edition, game.setup.seats, game.setup.options)


def seated(sitters: Sequence[Sitter]) -> list[Event]:
    """Return the events with which everybody has sat down and is ready."""
    events: list[Event] = []
    for player, sitter in enumerate(sitters):
        if sitter.level is not None:
            events.append(BotSat(player, sitter.level, sitter.name, sitter.colour))
        else:
            person = sitter.person or f"player-{player}"
            events.append(Sat(player, person, sitter.name, sitter.colour, sitter.owner))
            events.append(Confirmed(player, sitter.contribution))
    return events


def played(game: Game) -> Iterator[list[Event]]:
    """Yield the events that lead to each moment of a game: a deal, a move, a vote.

    The choice of Ambition cards belongs to the deal. The order of votes is not known, nor does it
    matter.
    """
    setting = setting_of(game)
    for round_ in game.rounds:
        kept = [
            acted_alike(player, card, "person")
            for player, card in enumerate(round_.kept)
            if card is not None
        ]
        yield [Dealt(round_.deal), *kept]
        for move in round_.moves:
            yield _events(move, setting)


def _events(move: Move, setting: TableSetting) -> list[Event]:
    def acted(seat: int, action: str) -> Acted:
        return acted_alike(setting.by_seat()[seat][0], action, "person")

    if isinstance(move, Placed):
        return [acted(move.seat, f"{move.letter}{move.floor}")]
    if isinstance(move, Climbed):
        return [acted(move.seat, move.letter)]
    events: list[Event] = [acted(seat, card) for seat, card in enumerate(move.votes)]
    return events if move.pile is None else [*events, Shuffled(move.pile)]


def branch(
    table: Table,
    game: Game,
    moment: int,
    *,
    name: str,
    player: int,
    level: str,
    levels: Collection[str],
    sitters: Sequence[Sitter],
    address: str,
) -> list[Event]:
    """Let the host of a new table play on as a player, from a moment of a finished game.

    Bots of a level play for all others, under names of their own: those of the game belong to
    other people. Everything before is as it was, and all cards are those of the game; what is
    dealt later is new.
    """
    check_level(level, levels)
    before = list(islice(played(game), moment + 1))
    if len(before) < moment + 1:
        raise TableError("This game has no such moment.")
    if moment == game.move_count + len(game.rounds) - 1:
        raise TableError("The game is over here: choose an earlier moment.")
    seats: list[Sitter] = []
    for number, sitter in enumerate(sitters):
        if number == player:
            own = replace(sitter, person=table.host, level=None, name=read_name(name), owner="")
            seats.append(replace(own, contribution="", standing_in=None))
        else:
            taken = [read_name(name), *(one.name for one in seats)]
            bot = bot_name(table.code, number, taken)
            seats.append(replace(sitter, person=None, level=level, name=bot, owner=""))
    events: list[Event] = [Branched(address), *seated(seats), Started()]
    return [*events, *(event for group in before for event in group)]

"""A game that was played, as the events of a table: for watching it again, and for playing on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingup.game import Game
from kingup.history import Climbed, Move, Placed
from kingup.tables.events import Acted, BotSat, Confirmed, Dealt, Event, Sat, Shuffled, acted_alike
from kingup.tables.setting import TableSetting
from kingup.tables.sitter import Sitter


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

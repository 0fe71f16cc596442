"""A finished game as a table that can be shown at every moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from kingup.game import Game
from kingup.moments import Moment, moments_of
from kingup.server.refusals import Refusal
from kingup.tables.events import Continued, Created, Event, Numbered, Started
from kingup.tables.recorded import played, seated, setting_of
from kingup.tables.sitter import Sitter
from kingup.tables.table import Table
from kingup.view import View

END = "end"
"""The name of the last moment for those who do not know it yet."""
NOTHING = "0" * 64
"""Instead of a secret: the cards of this table are known."""


class Replay:
    """A finished game, moment by moment. Show only views of its tables."""

    def __init__(self, game: Game, sitters: Sequence[Sitter]) -> None:
        self.game = finished(game)
        self.moments: list[Moment] = moments_of(game)
        self._indices = {moment.name: i for i, moment in enumerate(self.moments)}
        self._log: list[Numbered] = []
        self._ends: list[int] = []
        """The number of the last event of every moment."""
        self._dealt: list[Table] = []
        """The table at the first moment of every round."""
        self.drawn: dict[tuple[str, str, int], bytes] = {}
        """Rounds as they are sent, by language, perspective and number. `messages` keeps them."""
        self.sitters = [
            replace(sitter, person=None if sitter.is_bot else f"player-{player}", standing_in=None)
            for player, sitter in enumerate(sitters)
        ]
        self.people = frozenset(one.person for one in self.sitters if one.person)
        """The ids of the people at this table, which mean nobody anywhere else."""
        self.setting = setting = setting_of(game)
        table = Table()
        self._add(table, Created("nobody", setting, "replay", NOTHING, NOTHING))
        for event in (*seated(self.sitters), Started()):
            self._add(table, event)
        for moment, events in zip(self.moments, played(game), strict=True):
            for event in events:
                self._add(table, event)
            if table.game is not None and table.game.phase in ("deal", "over"):
                for player in range(setting.players):  # nobody is waited for
                    self._add(table, Continued(player))
            self._ends.append(table.number)
            if moment.kind == "deal":
                self._dealt.append(table.copy())

    @cached_property
    def view(self) -> View:
        """What everybody knows at the end: who played, and all moves."""
        return self.game.view()

    @cached_property
    def end(self) -> Table:
        """The table at the end of the game."""
        return self.table(self.last)

    @property
    def last(self) -> int:
        """The index of the last moment."""
        return len(self.moments) - 1

    def index(self, name: str) -> int:
        """Return the index of a moment; a name that the game does not have is refused."""
        found = self.last if name == END else self._indices.get(name)
        if found is None:
            raise Refusal("This game has no moment “{name}”.", status=404, name=name[:20])
        return found

    def table(self, index: int) -> Table:
        """Return the table at a moment."""
        table = self._dealt[self.moments[index].round - 1].copy()
        for numbered in self._log[table.number : self._ends[index]]:
            table.apply(numbered)
        return table

    def tables(self, round_: int) -> list[tuple[int, Table]]:
        """Return the tables at all moments of a round, with the moments' indices."""
        table, found = self._dealt[round_ - 1].copy(), []
        for index, moment in enumerate(self.moments):
            if moment.round == round_:
                for numbered in self._log[table.number : self._ends[index]]:
                    table.apply(numbered)
                found.append((index, table.copy()))
        return found

    def pennant(self, seat: int) -> str:
        """Return the drawing of a seat's pennant."""
        return f"pennant-{self._dealt[0].sitter(self.setting.by_seat()[seat][0]).colour}"

    def before(self, index: int) -> int:
        """Return the number of the last event before a moment's own."""
        return self._ends[index - 1] if index else 0

    def _add(self, table: Table, event: Event) -> None:
        numbered = Numbered(table.number + 1, 0.0, event)
        table.apply(numbered)
        self._log.append(numbered)


def finished(game: Game | None) -> Game:
    """Return a game that is over; refuse others: what is secret during play stays secret."""
    if game is None or not game.is_over:
        raise Refusal("Only a finished game can be watched again.", status=409)
    return game


def sitters_of(game: Game) -> list[Sitter]:
    """Return people with the names of a record, and a colour for each seat."""
    return [
        Sitter(None, None, name, seat % 8 + 1)
        for seat, names in enumerate(game.names)
        for name in names
    ]

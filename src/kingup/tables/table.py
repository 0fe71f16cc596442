"""A table: its state, changed by one event after another."""

from __future__ import annotations

from collections.abc import Iterable

from kingup.tables import reducer
from kingup.tables.errors import TableError
from kingup.tables.events import Numbered, Resumed
from kingup.tables.table_state import TableState


class Table(TableState):
    """The state after all events so far. Change it with `apply` only; show `view` only."""

    @classmethod
    def of(cls, events: Iterable[Numbered]) -> Table:
        """Return the table that events have made."""
        table = cls()
        for numbered in events:
            table.apply(numbered)
        if not table.number:
            raise TableError("There is no such table.")
        return table

    def apply(self, numbered: Numbered) -> None:
        """Apply the next event."""
        if numbered.number != self.number + 1:
            raise TableError(
                "Event {expected} is missing from the table’s log.", expected=self.number + 1
            )
        self._clear_cache()
        reducer.fold(self, numbered)
        self.number = numbered.number
        self.updated_at = numbered.at
        self.numbered.append(numbered)
        self._note_question(numbered)
        self._clear_cache()

    def copy(self) -> Table:
        """Return an independent copy."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.numbered = self.numbered[:]
        twin.players = self.players[:]
        twin.continued = set(self.continued)
        twin.links = dict(self.links)
        twin._since = dict(self._since)
        twin.game = None if self.game is None else self.game.copy()
        return twin

    def _clear_cache(self) -> None:
        self._views, self._waiting = {}, None

    def _note_question(self, numbered: Numbered) -> None:
        game = self.game
        if game is None:
            return
        moves = len(game.rounds[-1].moves) if game.rounds else 0
        question = (game.phase, game.round, moves)
        if question != self.question:
            self.question, self.question_number = question, numbered.number
        elif not isinstance(numbered.event, Resumed):
            return
        self.waiting_since = numbered.at
        self._since.clear()

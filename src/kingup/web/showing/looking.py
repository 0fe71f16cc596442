"""One look at a table: through whose eyes, and on which page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from kingup.rules.setup import Setup
from kingup.telling.scene import Scene
from kingup.telling.words import players_of, seat_of
from kingup.view import RoundView, View

if TYPE_CHECKING:
    from kingup.tables.sitter import Sitter
    from kingup.tables.table import Table

_STEPS: WeakKeyDictionary[Table, tuple[int, dict[str, str]]] = WeakKeyDictionary()
"""What `_steps` has found, with the number of the event after which that was."""

Page = Literal["table", "board", "hand", "watch"]


@dataclass(frozen=True)
class Looker:
    """Who looks: a person, the player whose eyes they look through, and the page."""

    person: str | None
    player: int | None
    """None sees what everybody may see."""
    page: Page
    holds: tuple[int, ...] = ()
    """The players whom the person holds."""


@dataclass(frozen=True)
class Look:
    """A table that plays, as a looker sees it. Everything shown comes from its view."""

    table: Table
    looker: Looker
    present: frozenset[str] = frozenset()

    @property
    def player(self) -> int | None:
        """The player who looks; nobody where the page is for everybody's eyes."""
        return self.looker.player if self.looker.page in ("table", "hand") else None

    @cached_property
    def view(self) -> View:
        """All that may be shown."""
        return self.table.view(self.player)

    @property
    def steps(self) -> dict[str, str]:
        """Where each character that can climb now would go, by letter."""
        return _steps(self.table)

    @cached_property
    def setup(self) -> Setup:
        """The game that is played."""
        return self.table.setting.setup

    @cached_property
    def seat(self) -> int | None:
        """The looker's seat."""
        return None if self.player is None else seat_of(self.view, self.player)

    @property
    def mate(self) -> int | None:
        """The looker's teammate."""
        if self.seat is None:
            return None
        mates = [p for p in players_of(self.view, self.seat) if p != self.player]
        return mates[0] if mates else None

    @property
    def round(self) -> RoundView | None:
        """The history of the round."""
        return self.view.rounds[-1] if self.view.rounds else None

    @property
    def paused(self) -> bool:
        """Whether nobody may act for now."""
        return self.table.status == "paused"

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What the looker may do now."""
        return () if self.paused else self.view.actions

    @cached_property
    def waiting_for(self) -> tuple[int, ...]:
        """The players whom everybody waits for, or who still read the last scores."""
        return self.table.waiting_for() or self.table.reading()

    @property
    def between_rounds(self) -> bool:
        """Whether a round's scoring is on the table."""
        return self.view.phase in ("deal", "over") and self.view.round > 0

    @property
    def must_continue(self) -> bool:
        """Whether the looker has not yet put the scoring away."""
        return (
            self.between_rounds
            and not self.paused
            and self.player is not None
            and self.player not in self.table.continued
        )

    def sitter(self, player: int) -> Sitter | None:
        """Return who plays a player."""
        return self.table.players[player]


def _steps(table: Table) -> dict[str, str]:
    """Return where everybody could climb to: the same for all who look, so it is found once."""
    known = _STEPS.get(table)
    if known is None or known[0] != table.number:
        steps = Scene.of(table.game, None).steps if table.game else {}
        known = _STEPS[table] = (table.number, steps)
    return known[1]

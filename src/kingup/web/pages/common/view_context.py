"""One look at a table: through whose eyes, and on which page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from kingup.rules.setup import Setup
from kingup.telling.scene import steps_of
from kingup.telling.words import players_of, seat_of
from kingup.view import RoundView, View

if TYPE_CHECKING:
    from kingup.server.waiting_bot import WaitingBot
    from kingup.tables.sitter import Sitter
    from kingup.tables.table import Table

T = TypeVar("T")

Made = tuple[Any, Any]
"""A source, and what was made from it."""

Page = Literal["table", "board", "hand", "watch"]


@dataclass(frozen=True)
class Viewer:
    """Who looks: a person, the player whose eyes they look through, and the page."""

    person: str | None
    player: int | None
    """None sees what everybody may see."""
    page: Page
    holds: tuple[int, ...] = ()
    """The players whom the person holds."""


SPECTATOR = Viewer(person=None, player=None, page="watch")


@dataclass(frozen=True)
class ViewContext:
    """A table that plays, as a looker sees it. Everything shown comes from its view."""

    table: Table
    looker: Viewer
    present: frozenset[str] = frozenset()
    guests: tuple[WaitingBot, ...] = ()
    """Bots from outside that wait for games, as long as this one has not begun."""
    common: ViewContext | None = None
    """A spectator's look at the same moment, in the same language, if somebody has made one."""
    memory: dict[str, Made] = field(default_factory=dict, compare=False, repr=False)
    """What was made for earlier looks of the same eyes; see `remember`."""
    _shared: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def public(self) -> ViewContext:
        """The same moment as everybody sees it."""
        # Nothing here may keep itself: such a circle would stay in memory until it is looked for.
        if self.common is not None:
            return self.common
        return self if self.player is None else self._unaccompanied

    @cached_property
    def _unaccompanied(self) -> ViewContext:
        return ViewContext(self.table, SPECTATOR, self.present)

    def shared(self, name: str, make: Callable[[ViewContext], T]) -> T:
        """Return something that is the same for all who look, made once from the public look."""
        made = self.public._shared
        if name not in made:
            made[name] = make(self.public)
        found: T = made[name]
        return found

    def remember(self, name: str, source: Any, make: Callable[[], T]) -> T:
        """Return what was made from the same source for an earlier look, or make it."""
        return self.build_on(name, source, lambda _before: make())

    def build_on(self, name: str, source: Any, make: Callable[[Made | None], T]) -> T:
        """Return the same, made from the last source and what came of it: a round only grows."""
        known = self.memory.get(name)
        if known is None or known[0] != source:
            known = self.memory[name] = (source, make(known))
        found: T = known[1]
        return found

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
        return self.shared("steps", _steps)

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
        return self.shared("waiting", _waiting)

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


def _steps(look: ViewContext) -> dict[str, str]:
    return steps_of(look.table.game) if look.table.game else {}


def _waiting(look: ViewContext) -> tuple[int, ...]:
    return look.table.waiting_for() or look.table.reading()

"""A table as one viewer sees it on one page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kingup.rules.setup import Setup
from kingup.telling.scene import steps_of
from kingup.telling.slots import blocked_floors, drawn_places
from kingup.telling.words import players_of, seat_of
from kingup.view import RoundView, View

if TYPE_CHECKING:
    from kingup.server.waiting_bot import WaitingBot
    from kingup.tables.sitter import Sitter
    from kingup.tables.table import Table

Page = Literal["table", "board", "hand", "watch"]


@dataclass(frozen=True)
class Viewer:
    """Who is viewing a table: a person, the player whose view they get, and the page."""

    person: str | None
    player: int | None
    """None for the public view."""
    page: Page
    holds: tuple[int, ...] = ()
    """The players that the person controls."""


SPECTATOR = Viewer(person=None, player=None, page="watch")


@dataclass(frozen=True)
class ViewContext:
    """A table in play, for one viewer. Everything shown comes from the viewer's view."""

    table: Table
    viewer: Viewer
    present: frozenset[str] = frozenset()
    waiting_bots: tuple[WaitingBot, ...] = ()
    """API bots waiting for games, while this one has not begun."""
    common: ViewContext | None = None
    """A spectator's context of the same state, in the same language, if there is one."""

    @property
    def public(self) -> ViewContext:
        """The public context of the same state."""
        # No context may refer to itself: a cycle stays in memory until the next collection.
        if self.common is not None:
            return self.common
        return self if self.player is None else self._spectator

    @cached_property
    def _spectator(self) -> ViewContext:
        return ViewContext(self.table, SPECTATOR, self.present)

    @property
    def player(self) -> int | None:
        """The player whose view is shown; None on public pages."""
        return self.viewer.player if self.viewer.page in ("table", "hand") else None

    @cached_property
    def view(self) -> View:
        """The view: everything that may be shown."""
        return self.table.view(self.player)

    @cached_property
    def steps(self) -> dict[str, str]:
        """Where each character that can climb would go, by letter."""
        return steps_of(self.table.game) if self.table.game else {}

    @cached_property
    def places(self) -> dict[str, tuple[str, int | None]]:
        """Where each character is drawn, by letter: place, and slot where it has several."""
        return drawn_places(self.view)

    @cached_property
    def blocked_floors(self) -> tuple[int, ...]:
        """The full floors that keep somebody below from climbing."""
        return blocked_floors(self.view, self.setup.limit)

    @property
    def setup(self) -> Setup:
        """The game that is played."""
        return self.table.setting.setup

    @cached_property
    def seat(self) -> int | None:
        """The viewer's seat."""
        return None if self.player is None else seat_of(self.view, self.player)

    @property
    def mate(self) -> int | None:
        """The viewer's teammate."""
        if self.seat is None:
            return None
        mates = [p for p in players_of(self.view, self.seat) if p != self.player]
        return mates[0] if mates else None

    @property
    def round(self) -> RoundView | None:
        """The current round; None before the first deal."""
        return self.view.rounds[-1] if self.view.rounds else None

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return self.table.status == "paused"

    @property
    def actions(self) -> tuple[str, ...]:
        """The viewer's legal actions."""
        return () if self.paused else self.view.actions

    @cached_property
    def waiting_for(self) -> tuple[int, ...]:
        """The players that the game waits for, or that are still reading the scores."""
        return self.table.waiting_for() or self.table.reading()

    @property
    def between_rounds(self) -> bool:
        """Whether the scoring of a round is shown."""
        return self.view.phase in ("deal", "over") and self.view.round > 0

    @cached_property
    def awaited_seats(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        players = self.waiting_for if self.between_rounds else self.view.to_act
        return tuple(sorted({seat_of(self.view, player) for player in players}))

    @property
    def must_continue(self) -> bool:
        """Whether the viewer has not yet dismissed the scoring."""
        return (
            self.between_rounds
            and not self.paused
            and self.player is not None
            and self.player not in self.table.continued
        )

    def sitter(self, player: int) -> Sitter | None:
        """Return who sits at a player's place."""
        return self.table.players[player]

"""Tables in the middle of games, made from events as a store would give them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from kingup import Game, RandomDealer
from kingup.tables.events import (
    Acted,
    BotSat,
    Confirmed,
    Continued,
    Created,
    Dealt,
    Event,
    Numbered,
    Sat,
    Shuffled,
    Started,
)
from kingup.tables.setting import TableSetting
from kingup.tables.table import Table
from kingup.web.pages.common.view_context import Page, Viewer

NAMES = ("Nora", "Tomasz", "Inès", "Botolph", "Odo", "Renée", "Simon", "Thérèse")
PAGES: tuple[Page, ...] = ("table", "hand", "board", "watch")


class DrivenTable:
    """A table that a test can play on."""

    def __init__(
        self,
        edition: str = "kingup",
        seats: Sequence[int] = (1, 1, 1, 1),
        options: Sequence[str] = (),
        *,
        seed: int = 1,
        bots: Sequence[int] = (),
        names: Sequence[str] = (),
        **setting: Any,
    ) -> None:
        self.table = Table()
        self.chance = random.Random(seed)
        self.dealer = RandomDealer(seed)
        agreed = TableSetting(edition, tuple(seats), tuple(options), **setting)
        self.add(Created("person-0", agreed, "rook-42x7k", "c" * 64, "5" * 64))
        for player in range(sum(seats)):
            name = names[player] if names else f"{NAMES[player % 8]} {player}"
            if player in bots:
                self.add(BotSat(player, "courtier", name, player % 8 + 1))
            else:
                self.add(Sat(player, f"person-{player}", name, player % 8 + 1))
                self.add(Confirmed(player))
        self.add(Started())

    @property
    def game(self) -> Game:
        """The game that is played."""
        assert self.table.game is not None
        return self.table.game

    def add(self, event: Event) -> None:
        """Add an event."""
        self.table.apply(Numbered(self.table.number + 1, 1.7e9 + self.table.number, event))

    def step(self) -> None:
        """Add a random event that the rules allow next."""
        game = self.game
        if game.phase == "shuffle":
            self.add(Shuffled(self.dealer.shuffle(game.state)))
        elif game.phase == "deal":
            for player in self.table.waiting_for():
                self.add(Continued(player))
            self.add(Dealt(self.dealer.deal(game.state)))
        else:
            player = self.chance.choice(game.to_act)
            action = str(self.chance.choice(game.legal_actions(player)))
            self.add(Acted(player, action, "person"))

    def moments_of_play(self) -> Iterator[Table]:
        """Play to the end, and yield the table after every step."""
        while self.table.status == "playing":
            self.step()
            yield self.table

    def until(self, phase: str, *, player: int | None = None) -> Table:
        """Play until the game is in a phase, and waits for a player if one is given."""
        for table in self.moments_of_play():
            game = self.game
            if game.phase == phase and (player is None or player in game.to_act):
                return table
        raise AssertionError(f"the game never came to {phase}")


def viewer(player: int | None = None, page: Page = "table") -> Viewer:
    """Return a viewer who sees what a player sees, or what everybody sees."""
    if player is None:
        return Viewer(None, None, page)
    return Viewer(f"person-{player}", player, page, (player,))

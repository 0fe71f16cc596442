"""A table in the terminal: the game, who plays it, and who has seen what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kingup.bots import Bot
from kingup.game import Game
from kingup.rules.deals import Dealer
from kingup.telling.narration import news
from kingup.telling.scene import Scene
from kingup.terminal.screen import Screen

PUBLIC = -1
"""Stands for everybody at the table, where players are counted from 0."""


@dataclass(slots=True)
class TerminalTable:
    """The game in progress, with everything that is not part of the game itself."""

    game: Game
    screen: Screen
    bots: Mapping[int, Bot]
    """The seats that bots play."""
    dealer: Dealer
    every_vote: bool = False
    """Whether this table keeps a vote history (ruling 13: not by default)."""
    holder: int | None = None
    """The player who has the keyboard, or had it last."""
    _seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Round and number of moves that each player has been told of."""

    @property
    def people(self) -> tuple[int, ...]:
        """The players who sit at this keyboard."""
        players = range(self.game.setup.players)
        return tuple(p for p in players if self.game.seat_of(p) not in self.bots)

    def act(self, player: int, action: str) -> None:
        """Do an action, whole or not at all, even if Ctrl-C falls into it."""
        after = self.game.copy()
        after.play(player, action)
        self.game = after

    def deal(self) -> None:
        """Give the rules the cards they wait for, if they do."""
        after = self.game.copy()
        if after.phase == "shuffle":
            after.shuffle(self.dealer.shuffle(after.state))
        elif after.phase == "deal":
            after.deal(self.dealer.deal(after.state))
        self.game = after

    def scene(self, viewer: int | None) -> Scene:
        """Look at the table as a player, or as everybody may (None)."""
        return Scene.of(self.game, viewer, frozenset(self.bots))

    def news(self, viewer: int | None) -> list[str]:
        """Return what a player, or everybody together (None), has not been told yet."""
        view = self.game.view(viewer)
        round_, moves = self._seen.get(PUBLIC if viewer is None else viewer, (0, 0))
        return news(view, moves if round_ == view.round else 0)

    def told(self, viewers: Sequence[int | None]) -> None:
        """Note that players know everything that has happened until now."""
        moves = len(self.game.view(None).rounds[-1].moves) if self.game.round else 0
        for viewer in viewers:
            self._seen[PUBLIC if viewer is None else viewer] = (self.game.round, moves)

    def catch_up(self) -> None:
        """On a resumed game, tell of the last lap only."""
        if self.game.round:
            moves = len(self.game.view(None).rounds[-1].moves) - len(self.game.setup.seats)
            for player in (PUBLIC, *range(self.game.setup.players)):
                self._seen[player] = (self.game.round, max(0, moves))

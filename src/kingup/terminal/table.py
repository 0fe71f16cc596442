"""A table in the terminal: the game, who plays it, and who has seen what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kingup.bots import Bot
from kingup.game import Game
from kingup.rules.deals import Dealer
from kingup.telling.narration import news
from kingup.telling.scene import TextScene
from kingup.telling.words import player_names, seat_name

PUBLIC = -1
"""Stands for everybody at the table; players are counted from 0."""


@dataclass(slots=True)
class TerminalTable:
    """The game in progress, with everything that is not part of the game itself."""

    game: Game
    bots: Mapping[int, Bot]
    """The bots by seat."""
    dealer: Dealer
    every_vote: bool = False
    """Whether this table shows a history of votes (ruling 13: not by default)."""
    holder: int | None = None
    """The player who has the keyboard, or had it last."""
    _seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The round and number of moves that each player has seen."""

    @property
    def people(self) -> tuple[int, ...]:
        """The players at this keyboard."""
        players = range(self.game.setup.players)
        return tuple(p for p in players if self.game.seat_of(p) not in self.bots)

    def next_player(self) -> int:
        """Return the next player to act: bots first, then the person who has the keyboard."""
        waiting = self.game.to_act
        for player in waiting:
            if self.game.seat_of(player) in self.bots:
                return player
        return self.holder if self.holder in waiting else waiting[0]

    def hand_to(self, player: int) -> str | None:
        """Give a player the keyboard; if somebody else had it, return whom to pass it to."""
        game, before = self.game, self.holder
        self.holder = player
        if len(self.people) < 2 or before == player:
            return None
        alone = game.phase == "ambition"  # teammates choose separately
        if before is not None and not alone and game.seat_of(before) == game.seat_of(player):
            return None
        view = game.view(None)
        return player_names(view)[player] if alone else seat_name(view, game.seat_of(player))

    def act(self, player: int, action: str) -> None:
        """Perform an action completely or not at all, even if Ctrl-C interrupts it."""
        after = self.game.copy()
        after.play(player, action)
        self.game = after

    def deal(self) -> None:
        """Deal or shuffle, if the rules wait for it."""
        after = self.game.copy()
        if after.phase == "shuffle":
            after.shuffle(self.dealer.shuffle(after.state))
        elif after.phase == "deal":
            after.deal(self.dealer.deal(after.state))
        self.game = after

    def scene(self, viewer: int | None) -> TextScene:
        """Return the scene for a player, or the public one (None)."""
        return TextScene.of(self.game, viewer, frozenset(self.bots))

    def news(self, viewer: int | None) -> list[str]:
        """Return what a player, or everybody together (None), has not seen yet."""
        view = self.game.view(viewer)
        round_, moves = self._seen.get(PUBLIC if viewer is None else viewer, (0, 0))
        return news(view, moves if round_ == view.round else 0)

    def told(self, viewers: Sequence[int | None]) -> None:
        """Mark everything that has happened until now as seen by these players."""
        moves = len(self.game.view(None).rounds[-1].moves) if self.game.round else 0
        for viewer in viewers:
            self._seen[PUBLIC if viewer is None else viewer] = (self.game.round, moves)

    def catch_up(self) -> None:
        """In a resumed game, mark all but the last lap as seen."""
        if self.game.round:
            moves = len(self.game.view(None).rounds[-1].moves) - len(self.game.setup.seats)
            for player in (PUBLIC, *range(self.game.setup.players)):
                self._seen[player] = (self.game.round, max(0, moves))

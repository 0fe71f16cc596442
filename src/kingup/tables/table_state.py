"""What a table is like after its events: seats, game, clocks, and whom it waits for."""

from __future__ import annotations

from typing import Literal

from kingup.game import Game
from kingup.tables.errors import TableError
from kingup.tables.events import By, Numbered
from kingup.tables.setting import BotPace, TableSetting
from kingup.tables.sitter import Sitter
from kingup.view import View

Status = Literal["open", "playing", "paused", "over", "abandoned"]

SHORTEST_CONTINUE = 60
"""The least time, in seconds, to look at the scoring of a round."""


Question = tuple[str, int, int]
"""What the game asks: the phase, the round, and the number of moves so far."""


class TableState:
    """All that a table's events have changed. It holds secrets: show `view` only.

    Only the reducer changes it; `Table` gives it the events.
    """

    code: str
    setting: TableSetting
    host: str
    commitment: str
    secret: str
    """What the deals are drawn from. Nothing may show it until `proof` does at the end."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the last event."""
        self.numbered: list[Numbered] = []
        """All events. They hold secrets."""
        self.status: Status = "open"
        self.bot_pace: BotPace = "calm"
        self.coached = False
        """Whether the only person here has, or had, a coach."""
        self.players: list[Sitter | None] = []
        """Who plays, by player; None where nobody sits yet."""
        self.game: Game | None = None
        """The game, once it has begun. It holds secrets."""
        self.contributions: tuple[str, ...] = ()
        """Each player's contribution to the random numbers, once the game has begun."""
        self.continued: set[int] = set()
        """The players who have seen the scoring of the round that has ended."""
        self.links: dict[str, int] = {}
        """The players whose seats links give, by the digest of each link's token."""
        self.created_at = 0.0
        self.updated_at = 0.0
        self.waiting_since = 0.0
        """When the game asked its present question."""
        self.question: Question | None = None
        self.question_number = 0
        """The number of the event after which the game asked its present question."""
        self.branch = ""
        """Where the moment can be watched from which this table plays on; empty for most."""
        self.next_code: str | None = None
        """The code of the rematch."""
        self._since: dict[int, float] = {}
        self._views: dict[int | None, View] = {}
        self._waiting: tuple[int, ...] | None = None

    # Who sits where.

    def sitter(self, player: int) -> Sitter:
        """Return who sits there; raises `TableError` if nobody does."""
        self.check_player(player)
        sitter = self.players[player]
        if sitter is None:
            raise TableError("Nobody sits there yet.")
        return sitter

    def check_player(self, player: int) -> None:
        """Raise `TableError` for a player whom the game does not have."""
        if not 0 <= player < len(self.players):
            raise TableError("There is no such seat at this table.")

    def people(self) -> tuple[str, ...]:
        """Return the people who have a seat, each once."""
        sitters = [sitter for sitter in self.players if sitter]
        return tuple(dict.fromkeys(sitter.person for sitter in sitters if sitter.person))

    def player_of(self, person: str | None) -> tuple[int, ...]:
        """Return the players of a person: one, or several who share a device."""
        if person is None:
            return ()
        return tuple(
            p for p, sitter in enumerate(self.players) if sitter and sitter.person == person
        )

    def seat_of(self, player: int) -> int:
        """Return the seat of a player."""
        self.check_player(player)
        return self.setting.seat_of(player)

    def players_of(self, seat: int) -> tuple[int, ...]:
        """Return the players of a seat."""
        return self.setting.by_seat()[seat]

    def is_there(self, player: int) -> bool:
        """Return whether a person plays there, with no stand-in."""
        sitter = self.players[player]
        return sitter is not None and sitter.is_there

    def unconfirmed(self) -> tuple[int, ...]:
        """Return the players who are missing or not ready before the start."""
        return tuple(
            p for p, sitter in enumerate(self.players) if not (sitter and sitter.confirmed)
        )

    # Whom the game waits for.

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and is not yet over, paused or not."""
        return self.status in ("playing", "paused")

    @property
    def is_closed(self) -> bool:
        """Whether the game has ended: nothing more can happen, and nothing is secret."""
        return self.status in ("over", "abandoned")

    @property
    def between_rounds(self) -> bool:
        """Whether a round has ended and the next is not dealt yet."""
        game = self.game
        return self.is_running and game is not None and game.phase == "deal" and game.round > 0

    def waiting_for(self) -> tuple[int, ...]:
        """Return the players who are to act, or to continue between rounds.

        Either teammate may act for their seat. If only one of them is a person who is there,
        that one acts; if neither is, the first one's bot does.
        """
        if self._waiting is None:
            self._waiting = self._find_waiting()
        return self._waiting

    def _find_waiting(self) -> tuple[int, ...]:
        if self.status != "playing" or self.game is None:
            return ()
        if self.game.phase == "deal":
            return self._reading() if self.game.round else ()
        asked = self.game.to_act
        if self.game.phase == "ambition":  # each player's own choice
            return asked
        waiting: list[int] = []
        for players in self.setting.by_seat():
            may = [p for p in players if p in asked]
            waiting += [p for p in may if self.is_there(p)] or may[:1]
        return tuple(waiting)

    def reading(self) -> tuple[int, ...]:
        """Return the players who still look at the scoring of the last round.

        Nobody waits for them, but they see the scoring before the result.
        """
        return self._reading() if self.status == "over" else ()

    def _reading(self) -> tuple[int, ...]:
        # Bots from outside read no scoring.
        return tuple(
            player
            for player, sitter in enumerate(self.players)
            if sitter
            and sitter.is_there
            and not sitter.is_from_outside
            and player not in self.continued
        )

    def for_bots(self) -> tuple[int, ...]:
        """Return the players for whom a bot, or a stand-in, is to act now."""
        return tuple(p for p in self.waiting_for() if not self.is_there(p))

    def acting_by(self, player: int) -> By:
        """Return who acts for a player now."""
        sitter = self.sitter(player)
        if sitter.is_bot:
            return "bot"
        return "person" if sitter.is_there else "stand-in"

    def deadline(self, player: int) -> float | None:
        """Return when a person's time for their decision runs out; None without a clock.

        Simultaneous choices start at the same moment: no clock waits for another player.
        """
        seconds = self.setting.pace.seconds
        if seconds is None or not self.is_there(player) or player not in self.waiting_for():
            return None
        if self.between_rounds:
            seconds = max(seconds, SHORTEST_CONTINUE)
        return self._since.get(player, self.waiting_since) + seconds

    def restart_clock(self, player: int, at: float) -> None:
        """Give a player the full time again."""
        self._since[player] = at

    # What may be shown.

    def view(self, player: int | None = None) -> View:
        """Return all that a player, or a spectator (None), may know about the game."""
        if self.game is None:
            raise TableError("The game has not begun yet.")
        shown = self._views.get(player)
        if shown is None:
            shown = self.game.view(player, None if player is None else self.view())
            self._views[player] = shown
        return shown

    def proof(self) -> dict[str, object] | None:
        """Return the proof that the deals were fair; None until everything is over."""
        return None if self.game is None or not self.is_closed else self.game.proof

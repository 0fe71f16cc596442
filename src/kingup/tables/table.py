"""A table: where its events have led to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from kingup.game import Game
from kingup.tables import reducer
from kingup.tables.errors import TableError
from kingup.tables.events import By, Numbered, Resumed
from kingup.tables.setting import BotPace, TableSetting
from kingup.tables.sitter import Sitter
from kingup.view import View

Status = Literal["open", "playing", "paused", "over", "abandoned"]

SHORTEST_CONTINUE = 60
"""How many seconds people have at least to look at a round's scoring."""


Question = tuple[str, int, int]
"""What the game asks for: the phase, the round and how many moves it has had."""


class Table:
    """The fold over a table's events. Change it with `apply` only; show `view` only."""

    code: str
    setting: TableSetting
    host: str
    commitment: str
    secret: str
    """What the deals are drawn from. Nothing may show it: `proof` does when all is over."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the last event."""
        self.numbered: list[Numbered] = []
        """All events. They hold secrets."""
        self.status: Status = "open"
        self.bot_pace: BotPace = "calm"
        self.players: list[Sitter | None] = []
        """Who plays, by player; None where nobody sits yet."""
        self.game: Game | None = None
        """The game, once it has begun. It holds secrets."""
        self.contributions: tuple[str, ...] = ()
        """What the players added to chance, by player, once the game has begun."""
        self.continued: set[int] = set()
        """The players who have seen the scoring of the round that has ended."""
        self.links: dict[str, int] = {}
        """The players whose places links give, by the digests of the links' tokens."""
        self.created_at = 0.0
        self.updated_at = 0.0
        self.waiting_since = 0.0
        """When the game asked what it asks now."""
        self.question: Question | None = None
        self.question_number = 0
        """The number of the event after which the game asked what it asks now."""
        self.next_code: str | None = None
        """The table where the same people meet again."""
        self._since: dict[int, float] = {}
        self._views: dict[int | None, View] = {}
        self._waiting: tuple[int, ...] | None = None

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
        """Take note of the next event."""
        if numbered.number != self.number + 1:
            raise TableError(
                "Event {expected} is missing from the table’s log.", expected=self.number + 1
            )
        self._views, self._waiting = {}, None
        reducer.fold(self, numbered)
        self.number = numbered.number
        self.updated_at = numbered.at
        self.numbered.append(numbered)
        self._note_question(numbered)
        self._views, self._waiting = {}, None

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

    # Who sits where.

    def sitter(self, player: int) -> Sitter:
        """Return who plays; raises an error where nobody does."""
        self.check_player(player)
        sitter = self.players[player]
        if sitter is None:
            raise TableError("Nobody sits there yet.")
        return sitter

    def check_player(self, player: int) -> None:
        """Refuse the number of a player whom the game does not have."""
        if not 0 <= player < len(self.players):
            raise TableError("There is no such seat at this table.")

    def people(self) -> tuple[str, ...]:
        """Return the persons who hold a place, each once."""
        sitters = [sitter for sitter in self.players if sitter]
        return tuple(dict.fromkeys(sitter.person for sitter in sitters if sitter.person))

    def player_of(self, person: str | None) -> tuple[int, ...]:
        """Return the players whom a person holds: one, or several where a device is passed."""
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
        """Return whether a person plays for themselves there."""
        sitter = self.players[player]
        return sitter is not None and sitter.is_there

    def unconfirmed(self) -> tuple[int, ...]:
        """Return the players who are missing, or not ready, before the start."""
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
        """Whether nothing more can happen here: everything is open."""
        return self.status in ("over", "abandoned")

    @property
    def between_rounds(self) -> bool:
        """Whether a round has ended and the next is not dealt yet."""
        game = self.game
        return self.is_running and game is not None and game.phase == "deal" and game.round > 0

    def waiting_for(self) -> tuple[int, ...]:
        """Return the players who are to act, or between rounds to continue.

        Both teammates may act for their seat. Where only one of them is a person who is
        there, it is for that one; where none is, the first's bot acts.
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
        """Return the people who still look at the scoring of the last round.

        Nobody waits for them; but whoever has just lived through the last vote wants to see
        how it ended before any result.
        """
        return self._reading() if self.status == "over" else ()

    def _reading(self) -> tuple[int, ...]:
        # Nobody waits for a bot from outside, which has no eyes.
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
        """Return when a person's time for the decision that is asked of them runs out.

        Choices that are made at the same time share their beginning: nobody's clock waits
        for anybody else.
        """
        seconds = self.setting.pace.seconds
        if seconds is None or not self.is_there(player) or player not in self.waiting_for():
            return None
        if self.between_rounds:
            seconds = max(seconds, SHORTEST_CONTINUE)
        return self._since.get(player, self.waiting_since) + seconds

    def restart_clock(self, player: int, at: float) -> None:
        """Give a player the full time again (for the fold)."""
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

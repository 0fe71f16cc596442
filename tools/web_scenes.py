"""Tables for the pictures of the documentation: always the same people, deals and moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kingup.bots import Bot, make_bot
from kingup.game import Game
from kingup.history import Voted
from kingup.store import Store
from kingup.tables import Event, Numbered, Table, TableSetting, advance, decisions
from kingup.tables.events import Created
from kingup.tables.listing import summary_of
from kingup.tables.setting import Pace

NAMES = ("Nora", "Tomasz", "Inès")
LEVEL = "courtier"
SECRET = "5e" * 32
BEGINNING = 1_750_000_000.0
THINKING = 20.0

NORA = 0
BOTOLPH = 3


def person_of(name: str) -> str:
    """Return a person's identity, padded to the usual length."""
    plain = name.encode("ascii", "ignore").decode()
    return f"{plain:_<22}"


class Evening:
    """A table with fixed people, deals and moves."""

    def __init__(self, code: str, setting: TableSetting, host: str = NAMES[0]) -> None:
        self.host = person_of(host)
        self.stored: list[Numbered] = []
        self._bots: dict[int, Bot] = {}
        self._table: Table | None = None
        self.add(decisions.create(self.host, setting, code, SECRET))

    @property
    def table(self) -> Table:
        """The table as it stands."""
        assert self._table is not None
        return self._table

    @property
    def game(self) -> Game:
        """The game as it stands."""
        assert self.table.game is not None
        return self.table.game

    def add(self, events: Sequence[Event]) -> None:
        """Append events, and all that follow from them."""
        now = BEGINNING + THINKING * len(self.stored)
        self._table, more = advance(self._table, events, now)
        self.stored += more

    def seat(self, *names: str, bots: int = 0) -> Evening:
        """Seat people in order, and bots after them."""
        for player, name in enumerate(names):
            holder = self.host if self.table.setting.passed else person_of(name)
            self.add(decisions.sit(self.table, holder, player, name))
        for player in range(len(names), len(names) + bots):
            self.add(decisions.seat_bot(self.table, self.host, player, LEVEL, (LEVEL,)))
        return self

    def begin(self) -> Evening:
        """Declare all players ready."""
        for player in self.table.unconfirmed():
            person = self.table.sitter(player).person or ""
            self.add(decisions.confirm(self.table, person, player))
        return self

    def act(self, player: int, action: str | None = None) -> None:
        """Play an action for a player, or the one that a courtier would choose."""
        if self.table.between_rounds or self.table.status == "over":
            person = self.table.sitter(player).person or ""
            self.add(decisions.continue_(self.table, person, player))
            return
        if action is None:
            bot = self._bots.setdefault(player, make_bot(LEVEL, seed=player))
            action = bot.choose(self.table.view(player))
        by = self.table.acting_by(player)
        person_ = self.table.sitter(player).person
        self.add(decisions.act(self.table, player, action, by, person=person_))

    def play_until(self, what: Callable[[Evening], bool]) -> Evening:
        """Play until a condition holds."""
        while not what(self):
            self.act(self.table.waiting_for()[0])
        return self

    def read_scores(self) -> Evening:
        """Let all players continue to the result."""
        for player in self.table.reading():
            self.act(player)
        return self

    def copy(self, code: str) -> Evening:
        """Return another table with the same events."""
        created = self.stored[0].event
        assert isinstance(created, Created)
        twin = Evening.__new__(Evening)
        twin.host = self.host
        twin._bots = {}
        first = replace(self.stored[0], event=replace(created, code=code))
        twin.stored = [first, *self.stored[1:]]
        twin._table = Table.of(twin.stored)
        return twin

    async def keep(self, store: Store) -> None:
        """Put the table into a store."""
        await store.create(self.stored, summary_of(self.table))


def climbs(round_: int, moves: int, player: int = NORA) -> Callable[[Evening], bool]:
    """Return a condition: a player is to climb, after a number of moves of a round.

    Not right after a vote, when pages show its outcome.
    """

    def true(evening: Evening) -> bool:
        game = evening.game
        asked = game.phase == "climb" and game.round == round_ and player in game.to_act
        made = game.rounds[-1].moves
        return asked and len(made) >= moves and not isinstance(made[-1], Voted)

    return true


def votes(round_: int, moves: int) -> Callable[[Evening], bool]:
    """Return a condition: a vote begins, after a number of moves of a round."""

    def true(evening: Evening) -> bool:
        game = evening.game
        far = game.round == round_ and len(game.rounds[-1].moves) >= moves
        return far and game.phase == "vote"

    return true


def is_over(evening: Evening) -> bool:
    """Return whether the game has ended."""
    return evening.game.is_over


def scenes() -> dict[str, Evening]:
    """Return all tables by name. Their codes make the bot's name Botolph."""
    friday = TableSetting(title="Friday court")
    sunday = TableSetting("vive-le-roi", options=("ambition",), title="Sunday at Inès’s")
    five = TableSetting("vive-le-roi", (1,) * 5, ("banished",), private=False, title="Five seats")
    post = TableSetting(pace=Pace("days", 2), private=False, title="By post")

    voting = _begun("lute-9dj4n", sunday).play_until(votes(round_=1, moves=24))
    revealed = voting.copy("bell-7kj8d")
    crowning, rejecting = voting.copy("lute-4dj7k"), voting.copy("bell-6dj4n")
    for player in (1, 2, BOTOLPH):
        crowning.act(player, "Y")
        rejecting.act(player, "Y" if player == 1 else "N")
    for player in (1, BOTOLPH):
        voting.act(player)
    for player in range(4):
        revealed.act(player, "N" if player == BOTOLPH else None)

    lobby = Evening("falcon-3w6rb", five).seat(*NAMES)
    open_ = Evening("oak-6t9ph", post, host="Odile").seat("Odile", "Bruno")
    return {
        "game": _begun("rook-42j5k", friday).play_until(climbs(round_=2, moves=16)),
        "vote": voting,
        "revealed": revealed,
        "crowning": crowning,
        "rejecting": rejecting,
        "result": _begun("crown-5mj8f", friday).play_until(is_over).read_scores(),
        "lobby": lobby,
        "open": open_,
        "passed": _begun("page-8nj6d", TableSetting(screens="passed")).play_until(
            climbs(round_=1, moves=16, player=1)
        ),
    }


def _begun(code: str, setting: TableSetting) -> Evening:
    return Evening(code, setting).seat(*NAMES, bots=1).begin()

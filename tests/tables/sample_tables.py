"""Tables for tests: created, filled and played through the decisions that people take."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from kingup.tables import Numbered, Pace, Table, TableSetting, advance, decisions
from kingup.tables.events import Event
from tests.strategies import FAMILIES

LEVELS = ("page", "courtier")
HOST = "host"
SECRET = "5e" * 32 + "b0" * 16 * 16
"""A key, and a part for each of up to sixteen places."""
SECONDS = Pace("seconds", 30)


class SampleTable:
    """A table and its clock: each decision takes effect one second later."""

    def __init__(self, *, code: str = "rook-23456", secret: str = SECRET, **setting: Any) -> None:
        self.now = 1_000.0
        made = TableSetting(**setting)
        self.table, self.log = advance(None, decisions.create(HOST, made, code, secret), self.now)

    def do(self, events: Sequence[Event], after: float = 1.0) -> list[Numbered]:
        """Apply events, with all that follow from them."""
        self.now += after
        self.table, stored = advance(self.table, events, self.now)
        self.log += stored
        return stored

    def seat(self, people: Iterable[int], *, ready: bool = True) -> SampleTable:
        """Seat a person called P0, P1… at these players, bots elsewhere; the game begins."""
        people = list(people)
        for player in range(self.table.setting.players):
            if player in people:
                passed = self.table.setting.passed
                person = HOST if player == people[0] or passed else f"person-{player}"
                self.do(decisions.sit(self.table, person, player, f"P{player}"))
            else:
                self.do(decisions.seat_bot(self.table, HOST, player, "page", LEVELS))
        if ready:
            for player in people:
                self.ready(player)
            if not people:
                self.do(decisions.start(self.table, HOST))
        return self

    def person(self, player: int) -> str:
        person = self.table.sitter(player).person
        assert person
        return person

    def ready(self, player: int, contribution: str = "") -> None:
        person = self.person(player)
        self.do(decisions.confirm(self.table, person, player, contribution))

    def act(self, player: int, action: str, number: int | None = None) -> list[Numbered]:
        """Act for a player, as the person, bot or stand-in on that seat."""
        by = self.table.acting_by(player)
        person = self.table.sitter(player).person
        return self.do(decisions.act(self.table, player, action, by, number, person=person))

    def continue_all(self) -> None:
        while self.table.between_rounds and self.table.status == "playing":
            player = self.table.waiting_for()[0]
            self.do(decisions.continue_(self.table, self.person(player), player))

    def step(self, rng: random.Random) -> None:
        """Let one of the players that the game waits for act at random."""
        if self.table.between_rounds:
            self.continue_all()
            return
        player = rng.choice(self.table.waiting_for())
        self.act(player, str(rng.choice(self.game.legal_actions(player))))

    def play(self, rng: random.Random, until: Any = lambda table: False) -> SampleTable:
        """Play until the end, or until a condition holds."""
        while self.table.status == "playing" and not until(self.table):
            self.step(rng)
        return self

    @property
    def game(self) -> Any:
        assert self.table.game is not None
        return self.table.game


def family(number: int, **setting: Any) -> SampleTable:
    """Return a new table for one of the sample setups."""
    edition, seats, options = FAMILIES[number]
    return SampleTable(edition=edition, seats=seats, options=options, **setting)


def everything(table: Table) -> dict[str, Any]:
    """Return the whole state of a table, secrets included, for comparison."""
    # Whom it waits for is computed lazily.
    known = {
        name: value for name, value in vars(table).items() if name not in ("game", "_waiting")
    }
    known["waiting"] = table.waiting_for()
    game = table.game
    if game is not None:
        known["state"] = game.state
        known["rounds"], known["names"], known["tags"] = game.rounds, game.names, game.tags
        known["proof"] = game.proof
        known["views"] = [table.view(p).as_json() for p in (None, *range(len(table.players)))]
    return known

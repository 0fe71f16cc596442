"""Two worlds that a viewer cannot tell apart: they differ in all that the viewer may not know.

Cards, sealed votes, piles and the table's secret differ as in `tests.web.browser_games.worlds`;
beyond that everybody else has another identity, other links were given out, and others have
tables of their own that nobody lists.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from kingup.tables import Table, TableSetting, advance, decisions
from kingup.tables.events import Event, LinkIssued, Numbered
from tests.guard.people import EVE, SECRET, START
from tests.strategies import FAMILIES
from tests.web.browser_games.worlds import other_world


def identity(player: int) -> str:
    """Return the identity of a player in the first world."""
    return f"player-{player}-of-this-world"[:22].ljust(22, "-")


def other_identity(player: int) -> str:
    """Return the identity of a player in the other world."""
    return f"{player}th-one-in-the-other"[:22].ljust(22, "_")


@dataclass(frozen=True)
class Moment:
    """A moment of a game: its events, and the players at the table."""

    name: str
    events: tuple[Numbered, ...]

    @property
    def table(self) -> Table:
        """The table at that moment."""
        return Table.of(self.events)

    def viewers(self) -> dict[str, int | None]:
        """Return viewers: a spectator, the host, and players in the middle and at the end."""
        table = self.table
        seated = [player for player, sitter in enumerate(table.players) if sitter]
        found: dict[str, int | None] = {"spectator": None}
        if seated:
            found["host"] = seated[0]
            found["last"] = seated[-1]
            found["middle"] = seated[len(seated) // 2]
        return found

    def person(self, viewer: int | None) -> str:
        """Return the identity of a viewer."""
        return EVE if viewer is None else identity(viewer)

    def other(self, viewer: int | None) -> tuple[Numbered, ...]:
        """Return the events of a world that the viewer cannot tell from this one."""
        table = self.table
        mates = () if viewer is None else table.players_of(table.seat_of(viewer))
        changed = other_world(self.events, mates)
        events = self.events if changed is None else changed.numbered
        people = {identity(p): other_identity(p) for p in range(16) if p != viewer}
        return tuple(
            replace(one, event=_with_other_identities(one.event, people, closed=table.is_closed))
            for one in events
        )


def _with_other_identities(event: Event, people: dict[str, str], *, closed: bool) -> Event:
    changed: dict[str, Any] = {
        field.name: people[value]
        for field in fields(event)
        if isinstance(value := getattr(event, field.name), str) and value in people
    }
    if isinstance(event, LinkIssued):
        changed["digest"] = event.digest[::-1]
    if not closed and hasattr(event, "secret"):
        changed["secret"] = SECRET[::-1]
    return replace(event, **changed) if changed else event


def moments_of(family: int, seed: int) -> Iterator[Moment]:
    """Yield the moments of a whole game at a table of people, from the empty lobby on."""
    edition, seats, options = FAMILIES[family]
    chance = random.Random(seed)
    setting = TableSetting(edition, seats, options, show_votes=bool(seed % 2))
    host = identity(0)
    table, _ = advance(None, decisions.create(host, setting, "rook-22222", SECRET), START)

    def do(events: Sequence[Event]) -> None:
        nonlocal table
        table, _ = advance(table, events, table.updated_at + 1)

    def now(name: str) -> Moment:
        return Moment(f"{name} {table.number}", tuple(table.numbered))

    yield now("empty")
    for player in range(setting.players):
        do(decisions.sit(table, identity(player), player, f"P{player}"))
    yield now("lobby")
    for player in range(setting.players):
        do(decisions.confirm(table, identity(player), player, f"salt of {player}" * 4))
    do(decisions.issue_link(table, host, setting.players - 1, "a link" * 4))
    while table.status == "playing":
        assert table.game is not None
        yield now(f"{table.game.phase}{' after a crowning' * _crowned(table)}")
        player = chance.choice(table.waiting_for())
        if chance.random() < 0.01:
            do(decisions.pause(table, host))
            yield now("paused")
            do(decisions.resume(table, host))
        elif table.between_rounds:
            do(decisions.continue_(table, identity(player), player))
        else:
            action = chance.choice(table.view(player).actions)
            do(decisions.act(table, player, action, "person", person=identity(player)))
    yield now("over")


def _crowned(table: Table) -> bool:
    return bool(table.game and table.game.rounds and table.game.rounds[-1].crownings)


def sample(family: int, seed: int, number: int) -> list[Moment]:
    """Return some moments of a game: at least one of each kind, then others at random."""
    moments = list(moments_of(family, seed))
    chance = random.Random(seed)
    chance.shuffle(moments)
    kinds: dict[str, Moment] = {}
    for moment in moments:
        kinds.setdefault(moment.name.rpartition(" ")[0], moment)
    chosen = list(kinds.values())
    return chosen + [moment for moment in moments if moment not in chosen][:number]

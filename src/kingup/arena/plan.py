"""The plan of an arena: everything that decides its results, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingup.arena.contests import contests_of
from kingup.arena.entrants import Entrant, entrants_of
from kingup.bots.bot import MOST_SECONDS
from kingup.rules.characters import EDITIONS
from kingup.rules.constants import RULES_VERSION
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup

MOST_BOTS = 16
MOST_GAMES = 1_000_000
LARGEST_SEED = 2**62

FORMAT = "kingup-arena"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """An arena: bots, contests, and how many games."""

    entrants: tuple[Entrant, ...]
    contests: tuple[Setup, ...]
    gauntlet: bool
    """Whether the first bot challenges every other one; otherwise all play all."""
    games: int
    """The games asked for; `total` completes the last deal."""
    seed: int
    until_certain: bool = False
    at_least: int = 1
    """With `until_certain`: the least number of games."""
    bot_seconds: float = 5.0
    """The time that an external program has for a decision."""
    turned: bool = False
    """Whether the cards of a deal go round the table, for bots that are all the same. Its deals do
    not depend on options, so that two readings of a rule are played with the same cards."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.entrants) <= MOST_BOTS:
            raise KingUpError(
                "An arena needs 2 to {most} bots, not {bots}.",
                most=MOST_BOTS,
                bots=len(self.entrants),
            )
        for games in (self.games, self.at_least):
            if not 1 <= games <= MOST_GAMES:
                raise KingUpError(
                    "An arena plays 1 to {most} games, not {games}.", most=MOST_GAMES, games=games
                )
        if not 0 <= self.seed <= LARGEST_SEED:
            raise KingUpError(
                "A seed is a number from 0 to {most}, not {seed}.",
                most=LARGEST_SEED,
                seed=self.seed,
            )
        if not 0 < self.bot_seconds <= MOST_SECONDS:
            raise KingUpError(
                "A program can think for up to {most} seconds, not {seconds}.",
                most=int(MOST_SECONDS),
                seconds=self.bot_seconds,
            )

    def games_a_deal(self, contest: int) -> int:
        """Return how often a deal of a contest is played until every bot has had every seat."""
        if self.turned:
            return len(self.contests[contest].seats)
        if self.gauntlet:
            return len(self.contests[contest].seats) * (len(self.entrants) - 1)
        return len(self.entrants)

    @property
    def block(self) -> int:
        """Games of one deal of every contest: the unit that is played completely or not at all."""
        return sum(self.games_a_deal(contest) for contest in range(len(self.contests)))

    @property
    def deals(self) -> int:
        """How many deals of every contest are played, unless the arena stops sooner."""
        return -(-self.games // self.block)

    @property
    def total(self) -> int:
        """The games asked for, and those that complete the last deal."""
        return self.deals * self.block

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of bots that are compared."""
        bots = range(len(self.entrants))
        if self.gauntlet:
            return tuple((0, bot) for bot in bots[1:])
        return tuple((a, b) for a in bots for b in bots[a + 1 :])

    @property
    def _method(self) -> str:
        if self.turned:
            return "turned"
        return "gauntlet" if self.gauntlet else "round-robin"

    def as_dict(self) -> dict[str, Any]:
        """Return the plan for a file: two plans are the same if these are."""
        from kingup import __version__

        return {
            "format": FORMAT,
            "version": VERSION,
            "kingup": __version__,
            "rules": RULES_VERSION,
            "bots": [entrant.spec for entrant in self.entrants],
            "weights": [entrant.weights for entrant in self.entrants],
            "method": self._method,
            "contests": [
                {"edition": c.edition, "seats": list(c.seats), "options": list(c.options)}
                for c in self.contests
            ],
            "games": self.games,
            "seed": self.seed,
            "until_certain": self.until_certain,
            "at_least": self.at_least,
            "bot_seconds": self.bot_seconds,
        }


def make_plan(
    bots: Sequence[str],
    *,
    editions: Sequence[str] = EDITIONS[:1],
    seats: Sequence[str] = ("4",),
    options: Sequence[str] = ("",),
    gauntlet: bool = False,
    games: int = 400,
    seed: int = 0,
    until_certain: bool = False,
    at_least: int = 1,
    bot_seconds: float = 5.0,
) -> Plan:
    """Make a plan from a user's input; raise `KingUpError` if it cannot be played.

    `seats` holds numbers of seats, or the players of each seat ("2,1,2"); `options` holds
    comma-separated lists.
    """
    return Plan(
        entrants=entrants_of(bots),
        contests=contests_of(
            list(editions), [_seats(text) for text in seats], [_options(o) for o in options]
        ),
        gauntlet=gauntlet,
        games=games,
        seed=seed,
        until_certain=until_certain,
        at_least=at_least,
        bot_seconds=bot_seconds,
    )


def _seats(text: str) -> int | tuple[int, ...]:
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise KingUpError(
            "“{text}” is neither a number of seats nor a list like 2,1,2.", text=text[:40]
        )
    numbers = tuple(int(word) for word in words)
    return numbers if len(numbers) > 1 else numbers[0]


def _options(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())

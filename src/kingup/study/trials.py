"""The trials of a study: which games are played, by whom, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingup.arena.entrants import entrants_of
from kingup.arena.plan import Plan
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup
from kingup.study.restricted import WITHOUT, restricted

LEVELS = ("courtier", "chancellor:100", "sovereign")
STRONGEST = "sovereign"
GAMES = 400

KINDS: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("kingup", 4, ()),
    ("vive-le-roi", 4, ()),
    ("kingup", 3, ()),
    ("kingup", 5, ()),
    ("kingup", 6, ()),
    ("vive-le-roi", 2, ("emissary",)),
    ("vive-le-roi", 2, ("emissary", "jester-uncounted-in-placement")),
    ("vive-le-roi", 3, ()),
    ("vive-le-roi", 6, ()),
    ("vive-le-roi", 7, ()),
    ("vive-le-roi", 8, ()),
    ("vive-le-roi", 4, ("ambition",)),
)
"""The kinds of games that are played among equals."""

WHERE = {"bellyache": ("vive-le-roi",), "zero": ("kingup",)}
"""The editions of rules that only one of them has."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Games of one kind by the same players."""

    name: str
    """Also the name of its folder."""
    plan: Plan
    level: str
    without: str | None = None
    """What the first entrant is forbidden; None among equals."""

    @property
    def setup(self) -> Setup:
        """The kind of game."""
        return self.plan.contests[0]


def trials_of(levels: Sequence[str], games: int, seed: int) -> list[Trial]:
    """Return the trials of a study: games among equals, then restricted play."""
    if not levels or len(set(levels)) < len(levels):
        raise KingUpError("A study needs at least one level, and each only once.")
    found = []
    for edition, seats, options in KINDS:
        setup = Setup.of(edition, seats, options)
        for level in levels:
            # The bots are all the same, so it is the cards that go round the table.
            plan = Plan(
                entrants_of([level, level]),
                (setup,),
                gauntlet=False,
                games=games,
                seed=seed,
                turned=True,
            )
            found.append(Trial(_name(edition, seats, options, level), plan, level))
    if STRONGEST in levels:
        for edition in EDITIONS:
            setup = Setup.of(edition, 4, ())
            for without in WITHOUT:
                if edition not in WHERE.get(without, EDITIONS):
                    continue
                entrants = (restricted(STRONGEST, without), *entrants_of([STRONGEST]))
                plan = Plan(entrants, (setup,), gauntlet=True, games=games, seed=seed)
                name = _name(edition, 4, ("without", without), STRONGEST)
                found.append(Trial(name, plan, STRONGEST, without))
    return found


def _name(edition: str, seats: int, more: Sequence[str], level: str) -> str:
    return "-".join([edition, str(seats), *more, level.replace(":", "-").replace("=", "-")])

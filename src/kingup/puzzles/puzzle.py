"""Puzzles and the set that is shipped: one a day for everybody."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from kingup.analysis.moments import moments_of_round
from kingup.analysis.replaying import steps_of
from kingup.game import Game
from kingup.notation import read_json
from kingup.rules.errors import KingUpError
from kingup.view import View

FORMAT = "kingup-puzzles"
VERSION = 1
SHIPPED = Path(__file__).parent / "puzzles.json"

KINDS = ("vote", "card", "tells")
"""Vote or not? Whose card? Which tells least?"""

FIRST_DAY = dt.date(2026, 1, 1)


class PuzzleError(KingUpError):
    """A file that holds no puzzles."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle: a moment of a recorded game, and what to choose."""

    id: str
    kind: str
    game: str
    """The key of its game in the set."""
    moment: str
    player: int | None
    """Whose view the solver has; None for the public's."""
    about: int | None
    """Whose card is asked for; None if it is about an action."""
    options: tuple[str, ...]
    solution: int
    """The index of the right option."""
    chances: tuple[float, ...]
    """By option: the chance to win after it, or that the card is held."""
    errors: tuple[float, ...]
    told: tuple[float, ...]
    """By option: the bits that it tells the public; empty if it is not about that."""
    rating: int
    """How hard it may be, on the scale of ratings; solvers correct it."""


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """Puzzles and the games they are from."""

    judge: str
    seed: int
    puzzles: tuple[Puzzle, ...]
    games: dict[str, str]
    """Records by key."""

    def game_of(self, puzzle: Puzzle) -> Game:
        """Return the whole game of a puzzle: it holds the solution."""
        return read_json(self.games[puzzle.game])

    def view_of(self, puzzle: Puzzle) -> View:
        """Return what the solver may see: the moment, from the puzzle's place."""
        return view_at(self.game_of(puzzle), puzzle.moment, puzzle.player)

    def find(self, id_: str) -> Puzzle | None:
        """Return the puzzle with an id, or None."""
        return _by_id(self.puzzles).get(id_)

    def edition_of(self, puzzle: Puzzle) -> str:
        """Return the edition of a puzzle."""
        return puzzle.game.rpartition("-")[0]

    def daily(self, day: dt.date) -> Puzzle:
        """Return the puzzle of a day, the same for everybody."""
        number = (day - FIRST_DAY).days
        kinds = [[p for p in self.puzzles if p.kind == kind] for kind in KINDS]
        those = [each for each in kinds if each]
        mine = those[number % len(those)]
        return mine[number // len(those) % len(mine)]

    def to_json(self) -> str:
        """Return the set as JSON: the same bytes for the same puzzles."""
        about = {"format": FORMAT, "version": VERSION}
        return json.dumps({**about, **asdict(self)}, ensure_ascii=False, indent=0) + "\n"


def view_at(game: Game, moment: str, player: int | None) -> View:
    """Return a player's view of a recorded game at a moment."""
    for again, number, count in steps_of(game):
        if count >= 0:
            moves = game.rounds[number - 1].moves
            if moments_of_round(moves, number)[count].name == moment:
                return again.view(player)
    raise PuzzleError("This game has no moment {moment}.", moment=moment)


def puzzle_of(value: dict[str, Any]) -> Puzzle:
    """Return a puzzle from plain JSON."""
    read: dict[str, Any] = {each.name: value[each.name] for each in fields(Puzzle)}
    for name, found in read.items():
        if isinstance(found, list):
            read[name] = tuple(found)
    return Puzzle(**read)


def read_puzzles(text: str) -> PuzzleSet:
    """Read a set of puzzles; raise `PuzzleError` if it is none."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PuzzleError("This is no set of puzzles: it is not JSON.") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise PuzzleError("This is no set of puzzles.")
    if found.get("version") != VERSION:
        raise PuzzleError("These puzzles are of another version: make them again.")
    try:
        puzzles = tuple(puzzle_of(each) for each in found["puzzles"])
        return PuzzleSet(found["judge"], found["seed"], puzzles, dict(found["games"]))
    except (KeyError, TypeError, ValueError) as error:
        raise PuzzleError("This set of puzzles is damaged: make it again.") from error


@cache
def _by_id(puzzles: tuple[Puzzle, ...]) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles}


@cache
def load_puzzles() -> PuzzleSet:
    """Return the puzzles that are shipped."""
    return read_puzzles(SHIPPED.read_text(encoding="utf-8"))

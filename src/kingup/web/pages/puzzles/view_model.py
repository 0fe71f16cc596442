"""The pages of puzzles: all of them, one with its question, one that is answered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from babel.dates import format_date

from kingup.language import _, current_locale, ngettext
from kingup.people.rating import Rating
from kingup.puzzles import Puzzle, PuzzleSet
from kingup.puzzles.puzzle import KINDS
from kingup.puzzles.solving import next_puzzle, streak
from kingup.puzzles.words import (
    TITLES,
    answers,
    bits_in_words,
    chance_in_words,
    question,
    reasons,
    verdict,
)
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import sentence
from kingup.store.puzzles import PuzzleAnswer
from kingup.telling.words import VOTES, character_of
from kingup.web.pages.common.labels import edition_title
from kingup.web.pages.common.markup import minus
from kingup.web.pages.puzzles.position import PuzzlePosition, position_of
from kingup.web.pages.table.vote import PICTURES

ABOUT = {
    "vote": sentence("One card of your hand wins far more games than the others."),
    "card": sentence("Find out a player’s six favourites from what they did."),
    "tells": sentence("All are worth the same to you, but one gives less away."),
}


@dataclass(frozen=True, slots=True)
class Solver:
    """What is known of somebody who solves puzzles."""

    answers: Mapping[str, PuzzleAnswer]
    ratings: Mapping[str, Rating]
    """Those of the puzzles, where solvers have corrected them."""
    today: dt.date

    @property
    def rating(self) -> Rating:
        """The current rating."""
        return list(self.answers.values())[-1].after if self.answers else Rating()


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A puzzle in a list."""

    address: str
    number: int
    cls: str
    state: str
    """Whether it was solved, in words; empty if it is unanswered."""


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """The puzzles of a kind and an edition."""

    edition: str
    title: str
    solved: str
    puzzles: tuple[PuzzleLink, ...]


@dataclass(frozen=True, slots=True)
class PuzzleKind:
    """The puzzles of a kind."""

    id: str
    title: str
    about: str
    groups: tuple[PuzzleGroup, ...]


@dataclass(frozen=True, slots=True)
class Teaser:
    """A puzzle to open."""

    address: str
    title: str
    edition: str
    edition_title: str
    state: str


@dataclass(frozen=True, slots=True)
class PuzzleHub:
    """The page with all puzzles."""

    day: str
    today: Teaser
    next: Teaser | None
    rating: Rating
    streak: str
    kinds: tuple[PuzzleKind, ...]


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An answer to choose."""

    number: int
    title: str
    picture: str
    """The drawing of a vote card, or nothing."""
    letters: tuple[tuple[str, str], ...]
    """Characters with their names."""


@dataclass(frozen=True, slots=True)
class AnsweredOption:
    """An option after the answer, with its numbers."""

    title: str
    right: bool
    chosen: bool
    chance: str
    told: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an answered puzzle shows."""

    right: bool
    head: str
    sentences: tuple[str, ...]
    chance_title: str
    verdicts: tuple[AnsweredOption, ...]
    rating: str
    """How the answer changed the solver's rating; empty if it does not count."""


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """One puzzle."""

    id: str
    address: str
    edition: str
    title: str
    kind: str
    """What kind of puzzle it is, and of which edition."""
    daily: str
    """The day whose puzzle it is; empty for all other puzzles."""
    question: str
    caption: str
    position: PuzzlePosition
    options: tuple[ShownOption, ...]
    answer: Explanation | None
    next: str
    """The address of the next puzzle; empty if there is none."""


def hub_page(puzzles: PuzzleSet, solver: Solver) -> PuzzleHub:
    """Return the page with all puzzles."""
    following = _next(puzzles, solver)
    return PuzzleHub(
        day=_day(solver.today),
        today=_teaser(puzzles, puzzles.daily(solver.today), solver),
        next=None if following is None else _teaser(puzzles, following, solver),
        rating=solver.rating,
        streak=streak_text(puzzles, solver),
        kinds=tuple(_kind(puzzles, kind, solver) for kind in KINDS),
    )


def puzzle_page(
    puzzles: PuzzleSet, puzzle: Puzzle, solver: Solver, address: str, unrated: int | None = None
) -> PuzzlePage:
    """Return the page of a puzzle, with its solution if it is answered.

    `unrated` is an answer that does not count.
    """
    position = position_of(puzzle)
    edition = puzzles.edition_of(puzzle)
    answer = solver.answers.get(puzzle.id)
    chosen = answer.option if answer is not None else unrated
    following = _next(puzzles, solver, but=puzzle)
    options = tuple(_options(position, puzzle))
    return PuzzlePage(
        id=puzzle.id,
        address=f"{address}/puzzles/{puzzle.id}",
        edition=edition,
        title=_(TITLES[puzzle.kind]),
        kind=edition_title(edition),
        daily=_day(solver.today) if puzzles.daily(solver.today) is puzzle else "",
        question=question(position.view, puzzle),
        caption=_("The castle now, in round {number}").format(number=position.view.round)
        if puzzle.player is None
        else _("The castle now, in round {number}, as you see it").format(
            number=position.view.round
        ),
        position=position,
        options=options,
        answer=None if chosen is None else _explanation(puzzle, options, chosen, answer),
        next="" if following is None else f"/puzzles/{following.id}",
    )


def streak_text(puzzles: PuzzleSet, solver: Solver) -> str:
    """Return on how many days in a row the day's puzzle was answered; empty if on none."""
    days = {
        id_: dt.datetime.fromtimestamp(answer.at, dt.UTC).date()
        for id_, answer in solver.answers.items()
    }
    count = streak(puzzles, days, solver.today)
    if not count:
        return ""
    return ngettext(
        "The day’s puzzle on {number} day", "The day’s puzzle on {number} days in a row", count
    ).format(number=count)


def _next(puzzles: PuzzleSet, solver: Solver, but: Puzzle | None = None) -> Puzzle | None:
    done = {*solver.answers, *([but.id] if but is not None else [])}
    known = {id_: rating.points for id_, rating in solver.ratings.items()}
    return next_puzzle(puzzles, dict.fromkeys(done), solver.rating.points, known)


def _teaser(puzzles: PuzzleSet, puzzle: Puzzle, solver: Solver) -> Teaser:
    edition = puzzles.edition_of(puzzle)
    return Teaser(
        f"/puzzles/{puzzle.id}",
        _(TITLES[puzzle.kind]),
        edition,
        edition_title(edition),
        _state(solver.answers.get(puzzle.id)),
    )


def _kind(puzzles: PuzzleSet, kind: str, solver: Solver) -> PuzzleKind:
    return PuzzleKind(
        kind,
        _(TITLES[kind]),
        _(ABOUT[kind]),
        tuple(_group(puzzles, kind, edition, solver) for edition in EDITIONS),
    )


def _group(puzzles: PuzzleSet, kind: str, edition: str, solver: Solver) -> PuzzleGroup:
    those = [p for p in puzzles.puzzles if p.kind == kind and puzzles.edition_of(p) == edition]
    solved = sum(p.id in solver.answers and solver.answers[p.id].right for p in those)
    return PuzzleGroup(
        edition,
        edition_title(edition),
        _("{solved} of {number} solved").format(solved=solved, number=len(those)),
        tuple(
            PuzzleLink(
                f"/puzzles/{puzzle.id}",
                number,
                _class(solver.answers.get(puzzle.id)),
                _state(solver.answers.get(puzzle.id)),
            )
            for number, puzzle in enumerate(those, 1)
        ),
    )


def _class(answer: PuzzleAnswer | None) -> str:
    return "" if answer is None else "is-right" if answer.right else "is-wrong"


def _state(answer: PuzzleAnswer | None) -> str:
    return "" if answer is None else _("solved") if answer.right else _("not solved")


def _day(day: dt.date) -> str:
    return str(format_date(day, "long", locale=current_locale()))


def _options(position: PuzzlePosition, puzzle: Puzzle) -> Iterator[ShownOption]:
    edition = position.view.edition
    titles = answers(position.view, puzzle)
    for number, (option, title) in enumerate(zip(puzzle.options, titles, strict=True)):
        letters = "" if option in VOTES else option if puzzle.kind == "card" else option[0]
        named = tuple((x, _(character_of(edition, x).name)) for x in letters)
        yield ShownOption(number, title, PICTURES.get(option, ""), named)


def _explanation(
    puzzle: Puzzle, options: tuple[ShownOption, ...], chosen: int, answer: PuzzleAnswer | None
) -> Explanation:
    right = chosen == puzzle.solution
    return Explanation(
        right=right,
        head=verdict(puzzle, chosen),
        sentences=tuple(reasons(puzzle, [option.title for option in options])),
        chance_title=_("likely") if puzzle.kind == "card" else _("wins"),
        verdicts=tuple(
            AnsweredOption(
                option.title,
                option.number == puzzle.solution,
                option.number == chosen,
                chance_in_words(puzzle, option.number),
                bits_in_words(puzzle.told[option.number]) if puzzle.told else "",
            )
            for option in options
        ),
        rating="" if answer is None else _changed(answer),
    )


def _changed(answer: PuzzleAnswer) -> str:
    change = answer.after.points - answer.before.points
    return _("Your puzzle rating: {points} ({change})").format(
        points=answer.after.points, change=f"+{change}" if change >= 0 else minus(change)
    )

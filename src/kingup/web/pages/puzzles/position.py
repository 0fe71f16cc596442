"""The position of a puzzle, drawn from what its solver may see and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kingup.analysis.moments import moments_of_round
from kingup.game import Game
from kingup.history import Climbed, Move, Placed, Voted
from kingup.language import _, current_language
from kingup.puzzles import Puzzle, load_puzzles
from kingup.tables import Table, TableSetting
from kingup.tables.events import Acted, BotSat, Created, Dealt, Event, Numbered, Shuffled, Started
from kingup.telling.words import VOTES, capital, label_of, place_in_words, player_names, seat_of
from kingup.view import View
from kingup.web.pages.common.view_context import ViewContext, Viewer
from kingup.web.pages.rules.figures import RuleFigure, castle_of
from kingup.web.pages.table.castle import worths
from kingup.web.pages.table.hand import hand
from kingup.web.pages.table.round_lines import sentences
from kingup.web.pages.table.scene import HandPiece

NOBODY = "puzzle"
"""The host and the code of a puzzle's table, which nobody can open."""

FROM_THE_TOP = (
    *("throne", "5", "4", "privy-4", "3", "privy-3", "2", "1", "0"),
    *("dungeon-1", "dungeon-2", "dungeon-3", "box", "aside"),
)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a seat did with a character."""

    letter: str
    note: str
    """Short: a floor, or a vote card."""
    cls: str
    label: str
    """The same in words."""


@dataclass(frozen=True, slots=True)
class SeatSoFar:
    """A seat, and what it has done in this round."""

    name: str
    colour: int
    score: int
    you: bool
    asked: bool
    """Whether the puzzle is about this seat's card."""
    placed: tuple[Deed, ...]
    moved: tuple[Deed, ...]
    votes: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """What a solver sees."""

    view: View
    figure: RuleFigure
    limit: int
    standing: tuple[str, ...]
    """Who stands where, in words, from the throne down."""
    hand: HandPiece
    seats: tuple[SeatSoFar, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class PuzzleContext(ViewContext):
    """A puzzle's table: nothing in the castle can be chosen."""

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """No actions: a puzzle is answered beside the castle."""
        return ()


def position_of(puzzle: Puzzle) -> PuzzlePosition:
    """Return the position of a shipped puzzle, in the current language."""
    return _position(puzzle.id, puzzle.player, puzzle.about, current_language())


@lru_cache(1_000)
def _position(id_: str, player: int | None, about: int | None, _language: str) -> PuzzlePosition:
    puzzles = load_puzzles()
    puzzle = puzzles.find(id_)
    assert puzzle is not None  # noqa: S101 (the caller has it from the set)
    table = table_at(puzzles.game_of(puzzle), puzzle.moment)
    context = PuzzleContext(table, Viewer(None, player, "table"))
    view = context.view
    return PuzzlePosition(
        view=view,
        figure=RuleFigure(table.setting.setup.edition, castle_of(context)),
        limit=context.setup.limit,
        standing=tuple(_standing(view)),
        hand=hand(context, worths(context)),
        seats=tuple(_seat(view, seat, about) for seat in range(len(view.seats))),
        lines=tuple(line for _index, line in sentences(view, every_vote=True)),
    )


def table_at(game: Game, moment: str) -> Table:
    """Return a table at which a recorded game has come to a moment."""
    setting = TableSetting(game.setup.edition, game.setup.seats, game.setup.options)
    events: list[Event] = [Created(NOBODY, setting, NOBODY, "", "")]
    for player in range(setting.players):
        name = _("Player {number}").format(number=player + 1)
        events.append(BotSat(player, "courtier", name, player + 1))
    events += [Started(), *_until(game, moment)]
    return Table.of(Numbered(i, 0.0, event) for i, event in enumerate(events, 1))


def _until(game: Game, moment: str) -> Iterator[Event]:
    for number, round_ in enumerate(game.rounds, 1):
        yield Dealt(round_.deal)
        for player, kept in enumerate(round_.kept):
            if kept is not None:
                yield Acted(player, kept, "bot")
        moments = moments_of_round(round_.moves, number)
        for reached, move in zip(moments, [*round_.moves, None], strict=True):
            if reached.name == moment:
                return
            if move is not None:
                yield from _acted(game, move)


def _acted(game: Game, move: Move) -> Iterator[Event]:
    first = game.state.first_of
    match move:
        case Placed(seat, letter, floor):
            yield Acted(first[seat], f"{letter}{floor}", "bot")
        case Climbed(seat, letter):
            yield Acted(first[seat], letter, "bot")
        case Voted():
            for seat, card in enumerate(move.votes):
                yield Acted(first[seat], card, "bot")
            if move.pile is not None:
                yield Shuffled(move.pile)


def _standing(view: View) -> Iterator[str]:
    for place in FROM_THE_TOP:
        there = sorted(label_of(view, x) for x, at in view.castle.items() if at == place)
        if there:
            yield f"{capital(place_in_words(place))}: {', '.join(there)}"


def _seat(view: View, seat: int, about: int | None) -> SeatSoFar:
    placed, moved, votes = [], [], []
    for move in view.rounds[-1].moves:
        name = label_of(view, move.letter)
        if isinstance(move, Voted):
            word = _(VOTES[move.votes[seat]])
            cls = {"Y": "yes", "N": "no", "B": "belly"}[move.votes[seat]]
            votes.append(Deed(move.letter, word, cls, f"{name}, {word}"))
        elif move.seat == seat and isinstance(move, Placed):
            place = place_in_words(str(move.floor))
            placed.append(Deed(move.letter, str(move.floor), "", f"{name}, {place}"))
        elif move.seat == seat and isinstance(move, Climbed):
            note = move.place if move.place.isdigit() else ""
            moved.append(Deed(move.letter, note, "", f"{name}, {place_in_words(move.place)}"))
    mine = view.viewer is not None and seat_of(view, view.viewer) == seat
    return SeatSoFar(
        name=player_names(view)[sum(view.seats[:seat])],
        colour=seat + 1,
        score=view.scores[sum(view.seats[:seat])],
        you=mine,
        asked=about is not None and seat_of(view, about) == seat,
        placed=tuple(placed),
        moved=tuple(moved),
        votes=tuple(votes),
    )

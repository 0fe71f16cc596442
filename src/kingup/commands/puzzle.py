"""`kingup puzzle`: a puzzle in the terminal, today's or any other."""

from __future__ import annotations

import argparse
import datetime as dt

from kingup.commands.arguments import number_between
from kingup.commands.output import say
from kingup.language import _
from kingup.rules.errors import KingUpError

MOST_ANSWERS = 4

EXAMPLES = ("kingup puzzle", "kingup puzzle --answer 2", "kingup puzzle 035c1d96")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Today’s puzzle is the same for everybody. Servers show the same ones, with pictures."
    )
    parser.add_argument(
        "id", nargs="?", metavar=_("ID"), help=_("another puzzle than today’s (UTC)")
    )
    parser.add_argument(
        "--answer",
        type=number_between(1, MOST_ANSWERS),
        metavar="N",
        help=_("answer it, and read why"),
    )


def run(options: argparse.Namespace) -> int:
    """Show a puzzle or its solution, and return the exit status."""
    from kingup.puzzles import load_puzzles, words
    from kingup.telling.castle import castle_in_text
    from kingup.telling.narration import log

    puzzles = load_puzzles()
    today = puzzles.daily(dt.datetime.now(dt.UTC).date())
    puzzle = today if options.id is None else puzzles.find(options.id)
    if puzzle is None:
        raise KingUpError("There is no such puzzle.")
    view = puzzles.view_of(puzzle)
    named = words.answers(view, puzzle)
    if options.answer is not None:
        if options.answer > len(named):
            raise KingUpError("This puzzle has {number} answers.", number=len(named))
        say("\n".join([words.verdict(puzzle, options.answer - 1), *words.reasons(puzzle, named)]))
        return 0
    lines = [f"{_(words.TITLES[puzzle.kind])} ({puzzle.id})", "", castle_in_text(view), ""]
    lines += [*log(view, every_vote=True), ""]
    if view.own is not None:
        lines.append(_("Your favourites: {card}").format(card=" ".join(view.own.favourites[0])))
    lines += [words.question(view, puzzle), ""]
    lines += [f"{number}  {answer}" for number, answer in enumerate(named, 1)]
    say("\n".join(lines))
    return 0

"""`kingup puzzles`: make puzzles from games of bots."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kingup.commands.arguments import add_seed, read_number
from kingup.commands.output import continues, say, say_stopped, writing
from kingup.language import _
from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from kingup.puzzles.generating import Generator

NUMBER = 100
MOST = 10_000
LARGEST_SEED = 1_000_000


EXAMPLES = (
    "kingup puzzles --out puzzles.json",
    "kingup puzzles --out puzzles.json --number 20 --seed 7",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Bots play, and their games are searched for puzzles: which card to vote with, whose card "
        "it is, which action tells least. The same command continues where it stopped."
    )
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar=_("FILE"), help=_("write the puzzles here"))
    add(
        "--number",
        metavar="N",
        default=str(NUMBER),
        help=_("how many of each kind (default: {number})").format(number=NUMBER),
    )
    add_seed(parser, str, "0")


def run(options: argparse.Namespace) -> int:
    """Make the puzzles, and return the exit status."""
    from kingup.arena.folder import write_atomically
    from kingup.puzzles.generating import Generator

    number = read_number(options.number, 1, MOST, "--number")
    seed = read_number(options.seed, 0, LARGEST_SEED, "--seed")
    generator = Generator(number, seed)
    # One line a game, beside the result, so that nothing is lost if the command is stopped.
    notes = options.out.with_name(options.out.name + ".games")
    try:
        with writing(options.out):
            _resume(generator, notes, seed)
            with notes.open("a", encoding="utf-8") as file:
                while (key := generator.step()) is not None:
                    record, puzzles = generator.done[key]
                    done = [asdict(each) for each in puzzles]
                    file.write(json.dumps([seed, generator.digest, key, record, done]) + "\n")
                    file.flush()
                    say(f"{key}: {len(puzzles)}")
            write_atomically(options.out, generator.puzzles().to_json())
            notes.unlink()
    except KeyboardInterrupt:
        say_stopped(continues())
        raise
    return 0


def _resume(generator: Generator, notes: Path, seed: int) -> None:
    """Take over the games of a command that was stopped; a torn last line is dropped."""
    from kingup.puzzles.puzzle import puzzle_of

    if not notes.exists():
        return
    kept = []
    for line in notes.read_text(encoding="utf-8").splitlines():
        try:
            theirs, digest, key, record, puzzles = json.loads(line)
            made = [puzzle_of(each) for each in puzzles]
        except (ValueError, KeyError, TypeError):
            break
        if (theirs, digest) != (seed, generator.digest):
            raise KingUpError(
                "{path} is of other puzzles: delete it, or choose another file.", path=notes
            )
        generator.done[key] = record, made
        kept.append(line)
    notes.write_text("".join(line + "\n" for line in kept), encoding="utf-8")

"""`kingup analyse`: what happened in a recorded game, as a page, as JSON or as text."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingup.commands.arguments import add_earlier_name, add_json, add_seed, read_number
from kingup.commands.output import continues, progress, say_stopped, writing
from kingup.language import _
from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from kingup.analysis import Analysis
    from kingup.game import Game

FORMATS = (".html", ".json", ".txt")
LARGEST_SEED = 2**53


EXAMPLES = (
    "kingup analyse game.txt",
    "kingup analyse game.json --out report.html",
    "kingup analyse game.json --time 5 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Chances over time, what every decision lost by what its player could know, beliefs, "
        "votes and luck. Only finished games can be analysed. With --out, the same command "
        "continues where it stopped."
    )
    add = parser.add_argument
    add("file", type=Path, metavar=_("FILE"), help=_("a record"))
    add(
        "--out",
        type=Path,
        metavar=_("FILE"),
        help=_("write a page (.html), data (.json) or text (.txt); default: text on the screen"),
    )
    add(
        "--time",
        metavar="S",
        default="20",
        help=_(
            "about how many seconds all of it may take for four seats: more imagines more "
            "(default: 20)"
        ),
    )
    add_earlier_name(parser, "--seconds", "time")
    add_seed(parser, str, "0")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Analyse the game, write the report, and return the exit status."""
    from kingup.notation import read_file

    suffix = ".txt" if options.out is None else options.out.suffix.lower()
    if suffix not in FORMATS:
        raise KingUpError(
            "The name of the output must end in .html, .json or .txt, not “{suffix}”.",
            suffix=suffix[:20],
        )
    seconds, seed = _seconds(options.time), read_number(options.seed, 0, LARGEST_SEED, "--seed")
    game = read_file(options.file)
    from kingup.analysis import AnalysisJob

    job = AnalysisJob(game, seconds=seconds, seed=seed)
    rounds = _Rounds(options.out, job.key)
    try:
        analysis = job.complete(rounds.known, progress=progress(), keep=rounds.keep)
    except KeyboardInterrupt:
        say_stopped(
            continues()
            if options.out
            else _("Stopped: nothing is kept. With --out, the same command would continue.")
        )
        raise
    if options.json or options.out is None:
        sys.stdout.write(_written(analysis, game, ".json" if options.json else suffix))
    if options.out is None:
        return 0
    from kingup.arena.folder import write_atomically

    with writing(options.out):
        write_atomically(options.out, _written(analysis, game, suffix))
    rounds.forget()
    return 0


class _Rounds:
    """The rounds that are analysed, beside the output, so that nothing is lost by stopping."""

    def __init__(self, out: Path | None, key: str) -> None:
        self._file = None if out is None else out.with_name(out.name + ".rounds")
        self._key = key
        self.known: list[list[dict[str, Any]]] = []
        """The results of the first rounds, of the same analysis."""
        if self._file is not None:
            # A line that is torn, or of another analysis, ends what is known.
            with contextlib.suppress(OSError, ValueError, TypeError):
                for line in self._file.read_text(encoding="utf-8").splitlines():
                    theirs, result = json.loads(line)
                    if theirs != key:
                        break
                    self.known.append(result)
        self._write("w", self.known)

    def keep(self, result: list[dict[str, Any]]) -> None:
        """Keep a round."""
        self._write("a", [result])

    def _write(self, mode: str, results: list[list[dict[str, Any]]]) -> None:
        if self._file is None:
            return
        with writing(self._file), self._file.open(mode, encoding="utf-8") as file:
            for result in results:
                file.write(json.dumps([self._key, result]) + "\n")

    def forget(self) -> None:
        """Delete the file: the analysis is written."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)


def _written(analysis: Analysis, game: Game, suffix: str) -> str:
    if suffix == ".json":
        return analysis.to_json() + "\n"
    from kingup.analysis.report import page, text

    return page(analysis, game) if suffix == ".html" else text(analysis, game)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        raise KingUpError("“{text}” is not a number of seconds.", text=text[:30]) from None
    if not 1 <= found <= 3600:
        raise KingUpError("An analysis takes from 1 to 3600 seconds, not {seconds}.", seconds=text)
    return found

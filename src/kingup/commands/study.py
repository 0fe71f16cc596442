"""`kingup study`: is the game fair, and what do its rules do?"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kingup.commands.arguments import add_jobs, add_seed, executor_of, read_number
from kingup.commands.compiling import compile_bots
from kingup.commands.output import continues, make_console, say, say_stopped, writing
from kingup.language import _
from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from kingup.study.questions import Question
    from kingup.study.trials import Trial
    from kingup.terminal.progress import ProgressBar

GAMES = 400
MOST_GAMES = 100_000
LARGEST_SEED = 2**53


EXAMPLES = (
    "kingup study --out study",
    "kingup study --out study --level courtier --games 200 --trials kingup-4",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Bots play all kinds of games, and a report says who gains: the first player, a seat, a "
        "card, a rule. The same command continues where it stopped."
    )
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar=_("FOLDER"), help=_("keep everything here"))
    add(
        "--level",
        action="append",
        metavar=_("BOT"),
        help=_("who plays; repeat it (default: courtier, chancellor:100 and sovereign)"),
    )
    add(
        "--games",
        metavar="N",
        help=_("games in each trial (default: {games})").format(games=GAMES),
    )
    add(
        "--trials",
        metavar=_("TEXT"),
        help=_("only the trials whose names contain this, such as kingup-4"),
    )
    add_seed(parser, str)
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Play the trials, write the report, and return the exit status."""
    from kingup.study.questions import ask_all
    from kingup.study.running import play_trials
    from kingup.study.trials import LEVELS, trials_of
    from kingup.terminal.progress import ProgressBar

    games, seed = GAMES, 1
    if options.games is not None:
        games = read_number(options.games, 2, MOST_GAMES, "--games")
    if options.seed is not None:
        seed = read_number(options.seed, 0, LARGEST_SEED, "--seed")
    trials = trials_of(tuple(options.level or LEVELS), games, seed)
    if options.trials is not None:
        trials = [trial for trial in trials if options.trials in trial.name]
        if not trials:
            raise KingUpError("No trial has a name with “{text}”.", text=options.trials[:40])
    executor = executor_of(options)
    compile_bots(trial.level for trial in trials)
    try:
        with ProgressBar(make_console()) as bar:
            played = play_trials(trials, executor, options.out, _StudyProgress(trials, bar))
    except KeyboardInterrupt:
        say_stopped(continues())
        raise
    questions = ask_all(played)
    total = sum(len(facts) for _trial, facts in played)
    path = _write(options, questions, total, seed)
    say(_("The report: {path}").format(path=path))
    return 0


def _write(options: argparse.Namespace, found: list[Question], games: int, seed: int) -> Path:
    from kingup.arena.folder import write_atomically
    from kingup.study.report import numbers, page

    folder: Path = options.out
    path = folder / "study.html"
    with writing(folder):
        write_atomically(folder / "study.csv", numbers(found))
        write_atomically(path, page(found, games, seed, _command(options)))
    return path


def _command(options: argparse.Namespace) -> str:
    """Return the command that plays the same games anywhere."""
    words = ["kingup", "study", "--out", "study"]
    for level in options.level or ():
        words += ["--level", level]
    for name in ("games", "trials", "seed"):
        value = getattr(options, name)
        if value is not None:
            words += [f"--{name}", value]
    return shlex.join(words)


class _StudyProgress:
    """Shows how far a trial is: on a terminal as a bar, elsewhere when it begins and ends."""

    def __init__(self, trials: Sequence[Trial], bar: ProgressBar) -> None:
        self._trials = trials
        self._bar = bar

    def __call__(self, trial: Trial, done: int, total: int) -> None:
        number = self._trials.index(trial) + 1
        self._bar.show(done, total, f"{number}/{len(self._trials)} {trial.name}")
        if done in (0, total) and not self._bar.wanted:
            say(f"{trial.name}: {done}/{total}")

"""`kingup arena`: find out which bot beats which."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kingup.commands.arguments import (
    add_earlier_name,
    add_game_arguments,
    add_jobs,
    add_json,
    add_out,
    add_seconds,
    add_seed,
    executor_of,
    read_number,
)
from kingup.commands.compiling import compile_bots
from kingup.commands.output import INTERRUPTED, make_console, say_json, writing
from kingup.language import _
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError

if TYPE_CHECKING:
    from rich.console import Console

    from kingup.arena.plan import Plan
    from kingup.arena.standings import Standings

GAMES = 400
PLAIN_WIDTH = 110
"""Columns of a table that is written to a file, where no window is too narrow."""

EXAMPLES = (
    "kingup arena --bot courtier --bot page",
    "kingup arena --bot 'python3 my_bot.py' --bot page --bot courtier --games 100 --out results",
    "kingup arena --gauntlet --bot 'python3 my_bot.py' --bot sovereign --until-certain --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    # `run` reads the numbers: its errors are sentences in the user's language.
    parser.description = _(
        "Every deal is played from every seat. Exit status: 0 if all games were played to their "
        "end, 1 if a bot failed in one of them."
    )
    add = parser.add_argument
    add(
        "--bot",
        action="append",
        default=[],
        metavar=_("BOT"),
        help=_(
            "a contestant: page, courtier, chancellor:5000, chancellor:0.5s, sovereign, "
            "sovereign+, or the command of a program; repeat it for each bot"
        ),
    )
    add(
        "--gauntlet",
        action="store_true",
        help=_(
            "the first bot alone against each of the others, which takes all other seats "
            "(default: all play all)"
        ),
    )
    add_game_arguments(parser, several=True)
    add(
        "--games",
        metavar="N",
        help=_("how many games, rounded up to whole deals (default: {games})").format(games=GAMES),
    )
    add(
        "--until-certain",
        action="store_true",
        help=_("stop earlier, once the order of the bots is certain at 95%%"),
    )
    add("--at-least", metavar="N", help=_("with --until-certain: play at least this many"))
    add_seed(parser, str)
    add_seconds(parser)
    add_earlier_name(parser, "--bot-seconds", "seconds")
    add_jobs(parser)
    add_out(
        parser,
        _("keep all games, tables and a report here; the same command continues where it stopped"),
        _("FOLDER"),
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play the games, print the ranking, and return the exit status."""
    from kingup.arena.display import Display
    from kingup.arena.folder import Folder
    from kingup.arena.standings import Standings
    from kingup.arena.tables import figures
    from kingup.arena.tournament import progress

    plan = _plan(options)
    executor = executor_of(options)
    console = make_console(aside=options.json)
    if not console.is_terminal:
        console.width = max(console.width, PLAIN_WIDTH)
    compile_bots(options.bot)
    _announce(plan, console)
    standings = Standings(plan)
    complete = False
    with contextlib.nullcontext() if options.out is None else Folder(options.out, plan) as folder:
        try:
            with Display(console) as display:
                for standings in progress(plan, executor, folder):
                    display.show(standings)
            complete = True
        except KeyboardInterrupt:
            stopped = _("Stopped: this is what was counted so far.")
            if folder is not None:
                stopped = _("Stopped. The same command continues from here.")
            console.print(stopped)
        if options.out is not None and (complete or standings.deals):
            written = _write(standings, options.out)
    if options.json:
        say_json(figures(standings, complete=complete))
    elif complete or standings.deals:
        _show(standings, console)
        if options.out is not None:
            text = _("The report: {path}").format(path=written)
            console.print(text, markup=False, soft_wrap=True)
    if not complete:
        return INTERRUPTED
    return 1 if any(outcome.failed is not None for outcome in standings.outcomes) else 0


def _show(standings: Standings, console: Console) -> None:
    """Print the ranking, and what is certain about it."""
    from kingup.arena.display import table
    from kingup.arena.words import duels, verdict

    plan = standings.plan
    console.print(table(standings))
    for text in duels(standings) if plan.gauntlet and standings.deals else ():
        console.print(text, markup=False)
    if standings.deals:
        console.print(verdict(standings), markup=False)


def _plan(options: argparse.Namespace) -> Plan:
    from kingup.arena.folder import read_plan
    from kingup.arena.plan import LARGEST_SEED, MOST_GAMES, make_plan

    if options.seed is not None:
        seed = read_number(options.seed, 0, LARGEST_SEED, "--seed")
    else:
        # The same command continues the same games, even if it names no seed.
        known = (read_plan(options.out) if options.out is not None else None) or {}
        same = known.get("seed")
        seed = same if isinstance(same, int) else secrets.randbelow(10**6)
    games = GAMES
    if options.games is not None:
        games = read_number(options.games, 1, MOST_GAMES, "--games")
    at_least = 1
    if options.at_least is not None:
        at_least = read_number(options.at_least, 1, MOST_GAMES, "--at-least")
        if not options.until_certain:
            raise KingUpError("“--at-least” only goes with “--until-certain”.")
    return make_plan(
        options.bot,
        editions=options.edition or EDITIONS[:1],
        seats=options.seats or ("4",),
        options=["" if text == "none" else text for text in options.options or ("",)],
        gauntlet=options.gauntlet,
        games=games,
        seed=seed,
        until_certain=options.until_certain,
        at_least=at_least,
        bot_seconds=5.0 if options.seconds is None else _seconds(options.seconds),
    )


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise KingUpError("“{text}” is not a number of seconds.", text=text[:30]) from None


def _announce(plan: Plan, console: Console) -> None:
    from kingup.arena.contests import title_of

    for setup in plan.contests:
        console.print(title_of(setup), markup=False)
    console.print(
        _("{games} games: {deals} deals with rotated seats, seed {seed}").format(
            games=plan.total, deals=plan.deals * len(plan.contests), seed=plan.seed
        )
    )


def _write(standings: Standings, folder: Path) -> Path:
    from kingup.arena.folder import write_atomically
    from kingup.arena.report import report
    from kingup.arena.tables import write_tables

    path = folder / "report.html"
    with writing(folder):
        write_tables(folder, standings)
        write_atomically(path, report(standings, shlex.join(["kingup", *sys.argv[1:]])))
    return path

"""The command line. Every command imports what it needs when it runs, so that help is quick."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingup import __version__
from kingup.language import LANGUAGES, _, sentence_of, system_language, use_language
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.rules.setup import OPTIONS, Setup

if TYPE_CHECKING:
    from rich.console import Console

MOST_GAMES = 10**9
LARGEST_SEED = 2**62


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    # A network's many small products are slower on several threads, which wait for each other in
    # loops and keep other processes from their work. Read when NumPy is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = list(sys.argv[1:] if arguments is None else arguments)
    use_language(_wanted_language(words))
    try:
        options = _parser().parse_args(words)
        status: int = options.run(options)
    except KingUpError as error:
        print(sentence_of(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, as `| head` does; nothing is left to say.
        sys.stdout = None
        return 0
    return status


def _wanted_language(words: Sequence[str]) -> str:
    """Return the language to speak; needed before the parser, whose help is translated."""
    for i, word in enumerate(words):
        if word == "--language" and i + 1 < len(words) and words[i + 1] in LANGUAGES:
            return words[i + 1]
        if word.startswith("--language=") and word.partition("=")[2] in LANGUAGES:
            return word.partition("=")[2]
    return system_language()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kingup", description=_("King Up! and Vive le Roi: play, study and conquer them.")
    )
    parser.add_argument("--version", action="version", version=f"kingup {__version__}")
    parser.add_argument("--language", choices=LANGUAGES, help=_("use this language"))
    commands = parser.add_subparsers(required=True, metavar=_("command"), parser_class=_Parser)

    web = "kingup.commands.serve"
    _add_from(commands, web, "play", _("play in the browser, with friends and bots"), browser=True)
    _add_from(commands, web, "serve", _("host tables for browsers"), browser=False)

    _add_from(commands, "kingup.commands.reports", "reports", _("read reports, and mute people"))
    worker = _("run the bots of servers that share a PostgreSQL database")
    _add_from(commands, "kingup.commands.worker", "worker", worker)
    _add_from(commands, "kingup.commands.backup", "backup", _("copy all tables into a file"))

    play = commands.add_parser("terminal", help=_("play a game in the terminal"))
    play.add_argument("file", nargs="?", type=Path, help=_("a saved game to continue"))
    _add_game_options(play, required=False)
    play.add_argument("--people", type=_number(0, 16), help=_("people at this keyboard"))
    play.add_argument("--names", help=_("the people’s names, separated by commas"))
    play.add_argument(
        "--bots",
        metavar=_("LIST"),
        help=_("their levels (see “kingup bots”), assigned in turn"),
    )
    play.add_argument(
        "--seed", type=_number(0, LARGEST_SEED), help=_("deal the cards from this number")
    )
    play.add_argument("--save", type=Path, help=_("where to save the game on quitting"))
    play.set_defaults(run=_terminal)

    simulation = commands.add_parser("simulate", help=_("play random games and count the results"))
    _add_game_options(simulation, required=True)
    simulation.add_argument("--games", type=_number(1, MOST_GAMES), default=1000)
    simulation.add_argument(
        "--seed", type=_number(0, LARGEST_SEED), help=_("seed, to repeat the same games")
    )
    simulation.add_argument(
        "--records", type=Path, metavar=_("FOLDER"), help=_("write all games to a folder")
    )
    simulation.add_argument("--format", choices=("json", "text"), default="json")
    simulation.set_defaults(run=_simulate)

    replay = commands.add_parser("replay", help=_("walk through a recorded game"))
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=_replay)

    show = commands.add_parser("show", help=_("draw a position of a recorded game"))
    show.add_argument("file", type=Path)
    show.add_argument("--at", type=int, metavar="N", help=_("after move N (default: the last)"))
    show.set_defaults(run=_show)

    check = commands.add_parser("check", help=_("verify every move, deal and total of a record"))
    check.add_argument("files", type=Path, nargs="+", metavar="file")
    check.set_defaults(run=_check)

    convert = commands.add_parser("convert", help=_("turn a record into JSON or text"))
    convert.add_argument("file", type=Path)
    convert.add_argument("--to", choices=("json", "text"), help=_("default: the other one"))
    convert.add_argument("--output", type=Path, help=_("write to a file instead of the screen"))
    convert.set_defaults(run=_convert)

    _add_from(commands, "kingup.commands.arena", "arena", _("find out which bot beats which"))
    _add_from(commands, "kingup.commands.bot_check", "bot-check", _("check a bot of your own"))

    _add_from(commands, "kingup.commands.connect", "connect", _("connect your bot to a server"))
    _add_from(commands, "kingup.commands.mcp", "mcp", _("let a language model play"))

    ranks = commands.add_parser("bots", help=_("list the bots to play against"))
    ranks.set_defaults(run=_bots)

    prepare = commands.add_parser(
        "prepare", help=_("compile rules and bots now, not at first use")
    )
    prepare.set_defaults(run=_prepare)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser that imports the module with its command's arguments when it is needed."""

    module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.module:
            command = import_module(self.module)
            command.add_arguments(self)
            self.set_defaults(run=command.run)
        return super().parse_known_args(args, namespace)


def _add_from(commands: Any, module: str, name: str, text: str, **defaults: Any) -> None:
    parser = commands.add_parser(name, help=text)
    parser.module = module
    parser.set_defaults(**defaults)


def _add_game_options(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument("--edition", choices=EDITIONS, required=required)
    parser.add_argument(
        "--seats",
        type=_seats,
        default=4 if required else None,
        help=_("a number of seats, or players in each seat (2,1,2: teams)"),
    )
    parser.add_argument(
        "--options",
        type=_options,
        default=() if required else None,
        metavar=_("LIST"),
        help=_("separated by commas: {options}").format(options=", ".join(OPTIONS)),
    )


def _number(low: int, high: int) -> Any:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:30]) <= high:
            raise argparse.ArgumentTypeError(
                _("“{text}” is not a number from {low} to {high}").format(
                    text=text[:30], low=low, high=high
                )
            )
        return int(text)

    return parse


def _seats(text: str) -> int | tuple[int, ...]:
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise argparse.ArgumentTypeError(
            _("“{text}” is neither a number of seats nor a list like 2,1,2").format(text=text)
        )
    numbers = tuple(int(word) for word in words)
    return numbers if len(numbers) > 1 else numbers[0]


def _options(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _terminal(options: argparse.Namespace) -> int:
    from kingup.bots.bot_names import split_bots
    from kingup.terminal.start import start

    return start(
        file=options.file,
        edition=options.edition,
        seats=options.seats,
        options=options.options,
        people=options.people,
        names=_options(options.names or ""),
        bots=tuple(split_bots(options.bots or "")),
        seed=options.seed,
        save_to=options.save,
        console=_console(),
    )


def _simulate(options: argparse.Namespace) -> int:
    from kingup.terminal.simulate import run

    setup = Setup.of(options.edition, options.seats, options.options)
    # A short seed of its own, so that people can note it down and repeat the run.
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    run(setup, options.games, seed, options.records, options.format, _console())
    return 0


def _bots(_options: argparse.Namespace) -> int:
    from rich.table import Table

    from kingup.bots.levels import LEVELS

    table = Table(show_header=False, box=None, padding=(0, 2, 1, 0))
    for level in LEVELS:
        table.add_row(level.id, f"[bold]{_(level.name)}[/]", _(level.character))
    console = _console()
    console.print(table)
    console.print(
        _("Beyond the levels: sovereign+ also looks ahead; chancellor:SIMULATIONS, "
          "sovereign+:0.5s and so on set for how long.")
    )  # fmt: skip
    return 0


def _prepare(_options: argparse.Namespace) -> int:
    from kingup.prepare import prepare_bots, prepare_rules

    with _console().status(_("Compiling the rules…")):
        prepare_rules()
    with _console().status(_("Compiling the bots…")):
        prepare_bots()
    return 0


def _replay(options: argparse.Namespace) -> int:
    from kingup.notation import read_file
    from kingup.terminal.replay import replay

    replay(read_file(options.file), _console())
    return 0


def _show(options: argparse.Namespace) -> int:
    from kingup.notation import read_file
    from kingup.terminal.replay import show

    show(read_file(options.file), options.at, _console())
    return 0


def _check(options: argparse.Namespace) -> int:
    from kingup.notation import read_file
    from kingup.tables.dealing import verify

    wrong = 0
    for path in options.files:
        try:
            game = read_file(path)
            if game.proof is not None:
                verify(game)
        except KingUpError as error:
            wrong += 1
            print(f"{path}: {sentence_of(error)}")
            continue
        moves = sum(len(round_.moves) for round_ in game.rounds)
        text = (
            _("{path}: correct ({rounds} rounds, {moves} moves, finished)")
            if game.is_over
            else _("{path}: correct so far ({rounds} rounds, {moves} moves, not finished)")
        )
        print(text.format(path=path, rounds=len(game.rounds), moves=moves))
        if game.proof is not None:
            text = _("every card was drawn from the secret with the fingerprint {commitment}")
            print("  " + text.format(commitment=game.proof["commitment"]))
    return 1 if wrong else 0


def _convert(options: argparse.Namespace) -> int:
    from kingup.notation import read_file, write_json, write_text

    game = read_file(options.file)
    target = options.to
    if target is None:
        with options.file.open("rb") as file:
            starts_like_json = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
        target = "text" if starts_like_json else "json"
    text = write_json(game) if target == "json" else write_text(game)
    if options.output is None:
        sys.stdout.write(text)
        return 0
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.",
            path=options.output,
            reason=error.strerror or error,
        ) from error
    return 0


if __name__ == "__main__":
    sys.exit(main())

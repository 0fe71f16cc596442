"""The command line: finds the command that is asked for, and hands over to its module.

A command's module is imported only when that command is asked for, so that help is quick.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from kingup import __version__
from kingup.compile_notice import listening
from kingup.language import LANGUAGES, _, sentence_of, system_language, use_language
from kingup.rules.errors import KingUpError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    # The networks' many small matrix products are slower on several threads, which spin while
    # they wait for each other and take time from other processes. NumPy reads this on import.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = list(sys.argv[1:] if arguments is None else arguments)
    use_language(_wanted_language(words))
    try:
        parser = make_parser()
        options = parser.parse_args(words)
        if "run" not in options:  # no command: say what there is
            parser.print_help()
            return 0
        from kingup.commands.compiling import CompileStatus

        with listening(CompileStatus()):
            status: int = options.run(options)
    except KingUpError as error:
        print(sentence_of(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has stopped, as `| head` does: there is nobody left to tell.
        sys.stdout = None
        return 0
    return status


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="kingup",
        description=_("King Up! and Vive le Roi: play, study and conquer them."),
        epilog="\n".join([_examples(EXAMPLES), "", *_exit_statuses()]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kingup {__version__}")
    parser.add_argument("--language", choices=LANGUAGES, help=_("use this language"))
    commands = parser.add_subparsers(metavar=_("command"), parser_class=CommandParser)
    for name, summary in _summaries().items():
        made = commands.add_parser(
            name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        made.command, made.summary, made.everybody = name, summary, commands.choices
    return parser


class CommandParser(argparse.ArgumentParser):
    """The parser of one command. It imports the command's module when it first parses."""

    command = ""
    summary = ""
    everybody: Mapping[str, argparse.ArgumentParser] | None = None
    """The parsers of all commands."""
    _loaded = False

    def __init__(self, *words: Any, **options: Any) -> None:
        self.arguments: list[argparse.Action] = []
        """What the command takes, once it is loaded."""
        super().__init__(*words, **options)

    def add_argument(self, *words: Any, **options: Any) -> argparse.Action:
        """Add an argument, and remember it."""
        self.arguments.append(super().add_argument(*words, **options))
        return self.arguments[-1]

    def add_mutually_exclusive_group(self, **options: Any) -> Any:
        """Add a group whose arguments are remembered, too."""
        return RememberingGroup(super().add_mutually_exclusive_group(**options), self.arguments)

    def load(self) -> None:
        """Add the arguments and the examples of the command's module."""
        if self._loaded:
            return
        self._loaded = True
        module = import_module(f"kingup.commands.{self.command.replace('-', '_')}")
        module.add_arguments(self)
        self.description = self.description or f"{self.summary[:1].upper()}{self.summary[1:]}."
        examples = getattr(module, "EXAMPLES", ())
        self.epilog = _examples(examples) if examples else None
        self.set_defaults(run=module.run, commands=self.everybody)

    def format_help(self) -> str:
        """Return the help: the examples keep their lines, the description fills the terminal's."""
        import shutil
        import textwrap

        width = shutil.get_terminal_size().columns - 2
        self.description = textwrap.fill(self.description or "", width)
        return super().format_help()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as usual, with the arguments that the command's module adds."""
        self.load()
        return super().parse_known_args(args, namespace)


class RememberingGroup:
    """A group of arguments that exclude each other; every argument is also put into a list."""

    def __init__(self, group: Any, arguments: list[argparse.Action]) -> None:
        self._group = group
        self._arguments = arguments

    def add_argument(self, *words: Any, **options: Any) -> argparse.Action:
        """Add an argument to the group."""
        action: argparse.Action = self._group.add_argument(*words, **options)
        self._arguments.append(action)
        return action


EXAMPLES = ("kingup play", "kingup terminal --edition kingup", "kingup arena --help")


def _examples(lines: Sequence[str]) -> str:
    return "\n".join([_("Examples:"), *(f"  {line}" for line in lines)])


def _exit_statuses() -> list[str]:
    """Return what the exit status of every command means."""
    return [
        _("Exit status:"),
        _("  0  done, and all is well"),
        _("  1  done, but something is wrong with what was looked at"),
        _("  2  not understood, or not possible"),
        _("  3  only of “check”: correct, but not proven"),
        _("  130  stopped with Ctrl-C"),
    ]


def _summaries() -> dict[str, str]:
    """Return what each command does, in the order of the help."""
    return {
        "play": _("play in the browser, with friends and bots"),
        "serve": _("host tables for browsers"),
        "reports": _("read reports, and mute people"),
        "worker": _("run the bots of servers that share a PostgreSQL database"),
        "backup": _("copy all tables into a file"),
        "terminal": _("play a game in the terminal"),
        "join": _("play at a server’s table in the terminal"),
        "simulate": _("play random games and count the results"),
        "replay": _("walk through a recorded game"),
        "show": _("draw a position of a recorded game"),
        "picture": _("draw a moment of a recorded game, as PNG, SVG or JPEG"),
        "clip": _("show a part of a recorded game as an animation, WebP or GIF"),
        "check": _("verify every move, deal and total of a record"),
        "convert": _("turn a record into JSON or text"),
        "analyse": _("see what happened in a recorded game, and what each decision cost"),
        "arena": _("find out which bot beats which"),
        "study": _("find out whether the game is fair, and what its rules do"),
        "puzzle": _("solve the puzzle of the day"),
        "puzzles": _("make puzzles from games of bots"),
        "example": _("copy an example bot or learner"),
        "bot-check": _("check a bot of your own"),
        "connect": _("connect your bot to a server"),
        "mcp": _("let a language model play"),
        "bots": _("list the bots to play against"),
        "prepare": _("compile rules and bots now, not at first use"),
        "token": _("make a token with which your bot plays at a server"),
        "doctor": _("check what works on this computer"),
        "completion": _("let your shell complete commands and options"),
    }


def _wanted_language(words: Sequence[str]) -> str:
    """Return the language to use. The parser needs it first, because its help is translated."""
    for i, word in enumerate(words):
        if word == "--language" and i + 1 < len(words) and words[i + 1] in LANGUAGES:
            return words[i + 1]
        if word.startswith("--language=") and word.partition("=")[2] in LANGUAGES:
            return word.partition("=")[2]
    return system_language()


if __name__ == "__main__":
    sys.exit(main())

"""Arguments that several commands take: numbers, lists, games, servers and tokens."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingup.language import _
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.rules.setup import OPTIONS

if TYPE_CHECKING:
    from kingup.arena.executors import Executor
    from kingup.game import Game

LARGEST_SEED = 2**62
MOST_JOBS = 1024
TOKEN_VARIABLE = "KINGUP_TOKEN"  # noqa: S105 - the variable's name, not a token


# The same option means the same everywhere, and every help says it in the same words; what a
# command adds follows a semicolon. Earlier names of some still work, but no help shows them.


def add_game_arguments(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Add the edition, the seats and the options of a game; None where the user names none.

    `several`: each can be repeated, and seats and options remain texts.
    """
    lists: dict[str, Any] = {"action": "append"} if several else {}
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        help=_with(
            _("default: {edition}").format(edition=EDITIONS[0]),
            _("repeat it for both editions") if several else "",
        ),
        **lists,
    )
    parser.add_argument(
        "--seats",
        type=str if several else read_seats,
        metavar=_("SEATS"),
        help=_with(
            _("a number of seats (default: 4), or players in each seat (2,1,2: teams)"),
            _("repeat it for several") if several else "",
        ),
        **lists,
    )
    parser.add_argument(
        "--options",
        type=str if several else read_list,
        metavar=_("LIST"),
        help=_with(
            _("of Vive le Roi, separated by commas: {options}").format(options=", ".join(OPTIONS)),
            _("repeat it for several, with “none” for the base game") if several else "",
        ),
        **lists,
    )


def _with(text: str, more: str) -> str:
    return _("{text}; {more}").format(text=text, more=more) if more else text


def add_seed(
    parser: argparse.ArgumentParser,
    read: Callable[[str], Any] | None = None,
    default: Any = None,
) -> None:
    """Add the seed of what a command draws."""
    parser.add_argument(
        "--seed",
        type=read or number_between(0, LARGEST_SEED),
        default=default,
        metavar="N",
        help=_("a number with which the same happens again"),
    )


def add_seconds(
    parser: argparse.ArgumentParser, read: Callable[[str], Any] = str, default: Any = None
) -> None:
    """Add how long a program may think."""
    parser.add_argument(
        "--seconds",
        type=read,
        default=default,
        metavar="S",
        help=_("how many seconds a program may think about a decision (default: 5)"),
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add how many games are played at the same time, and on which cluster."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        help=_("games at the same time (default: one for each core)"),
    )
    parser.add_argument(
        "--ray",
        metavar=_("ADDRESS"),
        help=_("play on a Ray cluster; “local” starts one on this machine"),
    )


def executor_of(options: argparse.Namespace) -> Executor:
    """Return what plays the games: so many processes, or the cluster that was named."""
    from kingup.arena.executors import InProcess, Processes

    jobs = None if options.jobs is None else read_number(options.jobs, 1, MOST_JOBS, "--jobs")
    if options.ray is not None:
        from kingup.arena.cluster import RayExecutor

        return RayExecutor(options.ray, jobs)
    jobs = jobs or os.cpu_count() or 1
    return InProcess() if jobs == 1 else Processes(jobs)


def add_database(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Add where the tables are kept."""
    parser.add_argument(
        "--database",
        metavar=_("FILE"),
        help=_with(_("where the tables are kept: a file, or postgresql://…"), more),
    )


def add_out(parser: argparse.ArgumentParser, text: str, metavar: str, *earlier: str) -> None:
    """Add the file or folder that a command writes, with the option's earlier names."""
    parser.add_argument("--out", type=Path, metavar=metavar, help=text)
    for name in earlier:
        add_earlier_name(parser, name, "out", type=Path)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option to print JSON, and nothing else, on standard output."""
    parser.add_argument(
        "--json", action="store_true", help=_("print the result as JSON, for programs")
    )


def add_viewer(parser: argparse.ArgumentParser) -> None:
    """Add whose eyes a picture is drawn for."""
    parser.add_argument(
        "--as",
        dest="viewer",
        type=read_viewer,
        default="public",
        metavar=_("VIEWER"),
        help=_("public (default), open (all cards), or a seat: 1, 2, …"),
    )


def read_viewer(text: str) -> str:
    """Return "public", "open" or the number of a seat."""
    if text in ("public", "open") or (text.isascii() and text.isdigit() and 0 < len(text) < 4):
        return text
    raise argparse.ArgumentTypeError(
        _("“{text}” is neither public nor open nor the number of a seat").format(text=text[:30])
    )


def viewer_in(options: argparse.Namespace) -> int | str:
    """Return the viewer; seats, which people count from 1, are counted from 0."""
    viewer: str = options.viewer
    return int(viewer) - 1 if viewer.isdigit() else viewer


def add_moment(parser: argparse.ArgumentParser) -> None:
    """Add the moment of a record that a command looks at."""
    parser.add_argument(
        "--at",
        type=read_moment,
        metavar="r2.17",
        help=_(
            "a moment: round 2, move 17; r2.17v is its vote, r2.0 the deal. Or a number of moves, "
            "votes included (default: the end)"
        ),
    )


def read_moment(text: str) -> int | str:
    """Return the name of a moment, or a number of moves."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def moment_in(game: Game, at: int | str | None) -> str:
    """Return the name of a moment that the user has named or counted; None is the last one."""
    from kingup.moments import find_moment, moments_of

    return moments_of(game)[find_moment(game, at)].name


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add the option to write lines where the whole screen would be used."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("write lines, as for a pipe, and do not fill the screen"),
    )


def add_earlier_name(parser: argparse.ArgumentParser, name: str, dest: str, **more: Any) -> None:
    """Let an option's earlier name still work."""
    parser.add_argument(name, dest=dest, default=argparse.SUPPRESS, help=argparse.SUPPRESS, **more)


def add_server_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the server's address and the file that holds the token."""
    add_server(parser)
    add_token_file(parser)


def add_token_file(parser: argparse.ArgumentParser) -> None:
    """Add the file that holds the token."""
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar=_("FILE"),
        help=_("a file with your token; otherwise it is read from ${name}").format(
            name=TOKEN_VARIABLE
        ),
    )


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add the server's address."""
    parser.add_argument("--server", required=True, metavar="URL", help=_("the server's address"))


def read_token(file: Path | None) -> str:
    """Return the token from a file or the environment, never from the command line.

    Everybody on the machine can read command lines.
    """
    if file is None:
        token = os.environ.get(TOKEN_VARIABLE, "").strip()
        if not token:
            raise KingUpError(
                "Give your token with --token-file, or in ${name}; “kingup token” makes one.",
                name=TOKEN_VARIABLE,
            )
        return token
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise KingUpError(
            "{path} cannot be read: {reason}.",
            path=file,
            reason=getattr(error, "strerror", None) or error,
        ) from error


def number_between(low: int, high: int) -> Callable[[str], int]:
    """Return a function that reads a number from `low` to `high`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:30]) <= high:
            raise argparse.ArgumentTypeError(
                _("“{text}” is not a number from {low} to {high}").format(
                    text=text[:30], low=low, high=high
                )
            )
        return int(text)

    return read


def read_number(text: str, low: int, high: int, option: str) -> int:
    """Return the number that an option was given as a text; refuse others in a sentence."""
    if text.isascii() and text.isdigit() and len(text) <= 30 and low <= int(text) <= high:
        return int(text)
    raise KingUpError(
        "{option} takes a number from {low} to {high}, not “{text}”.",
        option=option,
        low=low,
        high=high,
        text=text[:30],
    )


def read_seats(text: str) -> int | tuple[int, ...]:
    """Return a number of seats, or the number of players in each seat."""
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise argparse.ArgumentTypeError(
            _("“{text}” is neither a number of seats nor a list like 2,1,2").format(text=text)
        )
    numbers = tuple(int(word) for word in words)
    return numbers if len(numbers) > 1 else numbers[0]


def read_list(text: str) -> tuple[str, ...]:
    """Return the words of a list with commas between them."""
    return tuple(word.strip() for word in text.split(",") if word.strip())

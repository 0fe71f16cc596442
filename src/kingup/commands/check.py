"""`kingup check`: verify the moves, deals and totals of records."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from pathlib import Path

from kingup.commands.arguments import add_json
from kingup.commands.output import say, say_json
from kingup.game import Game
from kingup.language import _, sentence_of
from kingup.notation import read_file
from kingup.notation.errors import NoRecord
from kingup.rules.errors import KingUpError
from kingup.tables.dealing import Unproven, verify

PROVEN, WRONG, UNREADABLE, UNPROVEN = 0, 1, 2, 3
"""The exit statuses; 2 is also that of a command that is not understood."""
NAMES = {PROVEN: "proven", WRONG: "wrong", UNREADABLE: "unreadable", UNPROVEN: "unproven"}

EXAMPLES = ("kingup check game.json", "kingup check game.json rematch.json --json")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in one file."""

    file: str
    verdict: str
    reason: str
    """Why it is not proven or wrong; for a proven one, the fingerprint of its secret."""
    rounds: int = 0
    moves: int = 0
    finished: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Every move and total is checked, and every card drawn again. "
        "Exit status: 0 if all records are proven, 3 if one is not proven, 1 if one is wrong, "
        "2 if one cannot be read."
    )
    parser.add_argument("files", type=Path, nargs="+", metavar=_("FILE"), help=_("a record"))
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Check every file, print what was found, and return the exit status."""
    found: list[tuple[int, Verdict]] = []

    def note(path: Path, game: Game | None, fault: KingUpError | None) -> None:
        status, verdict = _verdict(path, game, fault)
        found.append((status, verdict))
        if not options.json:
            _say(status, verdict)

    proven: dict[str, Game] = {}
    waiting: list[tuple[Path, Game, Unproven]] = []
    for path in options.files:
        try:
            game = read_file(path)
        except KingUpError as error:
            note(path, None, error)
            continue
        fault = _fault(game, proven)
        if isinstance(fault, Unproven) and fault.needs:
            waiting.append((path, game, fault))
        else:
            note(path, game, fault)
    # The proof of a rematch needs the game before, which may itself be a rematch.
    while ready := [one for one in waiting if one[2].needs in proven]:
        waiting = [one for one in waiting if one[2].needs not in proven]
        for path, game, _error in ready:
            note(path, game, _fault(game, proven))
    for one in waiting:
        note(*one)
    if options.json:
        say_json([asdict(verdict) for _status, verdict in found])
    statuses = {status for status, _verdict in found}
    worst = (status for status in (UNREADABLE, WRONG, UNPROVEN) if status in statuses)
    return next(worst, PROVEN)


def _fault(game: Game, proven: dict[str, Game]) -> KingUpError | None:
    """Return what is wrong with a game, or why it is not proven; otherwise add it to `proven`."""
    try:
        verify(game, proven)
    except KingUpError as error:
        return error
    proven[_commitment(game)] = game
    return None


def _commitment(game: Game) -> str:
    return str((game.proof or {})["commitment"])


def _verdict(path: Path, game: Game | None, fault: KingUpError | None) -> tuple[int, Verdict]:
    if fault is None and game is not None:
        status, reason = PROVEN, _commitment(game)
    else:
        assert fault is not None  # noqa: S101 - a file without a game has a fault
        kinds = ((Unproven, UNPROVEN), (NoRecord, UNREADABLE))
        status = next((status for kind, status in kinds if isinstance(fault, kind)), WRONG)
        reason = sentence_of(fault)
    if game is None:
        return status, Verdict(str(path), NAMES[status], reason)
    rounds, moves = len(game.rounds), game.move_count
    return status, Verdict(str(path), NAMES[status], reason, rounds, moves, game.is_over)


def _say(status: int, found: Verdict) -> None:
    if status in (WRONG, UNREADABLE):
        say(f"{found.file}: {found.reason}")
        return
    text = (
        _("{path}: correct ({rounds} rounds, {moves} moves, finished)")
        if found.finished
        else _("{path}: correct so far ({rounds} rounds, {moves} moves, not finished)")
    )
    say(text.format(path=found.file, rounds=found.rounds, moves=found.moves))
    if status == PROVEN:
        text = _("proven: every card was drawn from the secret with the fingerprint {commitment}")
        say("  " + text.format(commitment=found.reason))
    else:
        say("  " + _("not proven: {reason}").format(reason=found.reason))

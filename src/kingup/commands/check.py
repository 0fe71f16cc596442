"""`kingup check`: verify the moves, deals and totals of records."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.output import say
from kingup.game import Game
from kingup.language import _, sentence_of
from kingup.notation import read_file
from kingup.rules.errors import KingUpError
from kingup.tables.dealing import Unproven, verify

PROVEN, WRONG, UNPROVEN = 0, 1, 3
"""The exit statuses; 2 is that of a command that is not understood."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Every move and total is checked, and every card drawn again. "
        "Exit status: 0 if all records are proven, 3 if one is not proven, 1 if one is wrong."
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="file")


def run(options: argparse.Namespace) -> int:
    """Check every file, print what was found, and return the exit status."""
    found: set[int] = set()
    proven: dict[str, Game] = {}
    waiting: list[tuple[Path, Game, Unproven]] = []
    for path in options.files:
        try:
            game = read_file(path)
        except KingUpError as error:
            found.add(_say_wrong(path, error))
            continue
        fault = _fault(game, proven)
        if isinstance(fault, Unproven) and fault.needs:
            waiting.append((path, game, fault))
        else:
            found.add(_say_verdict(path, game, fault))
    # The proof of a rematch needs the game before, which may itself be a rematch.
    while ready := [one for one in waiting if one[2].needs in proven]:
        waiting = [one for one in waiting if one[2].needs not in proven]
        found |= {_say_verdict(path, game, _fault(game, proven)) for path, game, _error in ready}
    found |= {_say_verdict(*one) for one in waiting}
    return next((status for status in (WRONG, UNPROVEN) if status in found), PROVEN)


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


def _say_verdict(path: Path, game: Game, fault: KingUpError | None) -> int:
    if fault is None:
        text = _("proven: every card was drawn from the secret with the fingerprint {commitment}")
        _say_right(path, game, text.format(commitment=_commitment(game)))
        return PROVEN
    if isinstance(fault, Unproven):
        _say_right(path, game, _("not proven: {reason}").format(reason=sentence_of(fault)))
        return UNPROVEN
    return _say_wrong(path, fault)


def _say_right(path: Path, game: Game, verdict: str) -> None:
    moves = sum(len(round_.moves) for round_ in game.rounds)
    text = (
        _("{path}: correct ({rounds} rounds, {moves} moves, finished)")
        if game.is_over
        else _("{path}: correct so far ({rounds} rounds, {moves} moves, not finished)")
    )
    say(text.format(path=path, rounds=len(game.rounds), moves=moves))
    say("  " + verdict)


def _say_wrong(path: Path, error: KingUpError) -> int:
    say(f"{path}: {sentence_of(error)}")
    return WRONG

"""`kingup check`: verify the moves, deals and totals of records."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.output import say
from kingup.language import _, sentence_of
from kingup.notation import read_file
from kingup.rules.errors import KingUpError
from kingup.tables.dealing import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("files", type=Path, nargs="+", metavar="file")


def run(options: argparse.Namespace) -> int:
    """Check every file, print what was found, and return 0 if all are right, else 1."""
    wrong = 0
    for path in options.files:
        try:
            game = read_file(path)
            if game.proof is not None:
                verify(game)
        except KingUpError as error:
            wrong += 1
            say(f"{path}: {sentence_of(error)}")
            continue
        moves = sum(len(round_.moves) for round_ in game.rounds)
        text = (
            _("{path}: correct ({rounds} rounds, {moves} moves, finished)")
            if game.is_over
            else _("{path}: correct so far ({rounds} rounds, {moves} moves, not finished)")
        )
        say(text.format(path=path, rounds=len(game.rounds), moves=moves))
        if game.proof is not None:
            text = _("every card was drawn from the secret with the fingerprint {commitment}")
            say("  " + text.format(commitment=game.proof["commitment"]))
    return 1 if wrong else 0

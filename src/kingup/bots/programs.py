"""Tells bots of ours from programs that speak the line protocol."""

from __future__ import annotations

import shutil

from kingup.bots.bot_names import BOTS, NAMES, TRAINED, parse_bot
from kingup.bots.external.bot import split_command
from kingup.rules.errors import KingUpError


def is_program(spec: str) -> bool:
    """Return whether a text is a program's command; raise an error if it is no bot either."""
    if spec in NAMES or spec.partition(":")[0] in (*BOTS, *TRAINED):
        parse_bot(spec)  # raises an error if its settings are wrong
        return False
    command = split_command(spec)[0]
    if shutil.which(command) is None:
        raise KingUpError(
            "“{name}” is neither a bot nor a program: choose from {bots}, or give the "
            "command that starts yours.",
            name=command,
            bots=", ".join(NAMES),
        )
    return True

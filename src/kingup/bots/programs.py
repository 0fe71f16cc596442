"""Whether somebody asks for a bot of ours, or for a program that speaks the line protocol."""

from __future__ import annotations

import shutil

from kingup.bots.bot_names import BOTS, NAMES, TRAINED, parse_bot
from kingup.bots.external.bot import split_command
from kingup.rules.errors import KingUpError


def is_program(spec: str) -> bool:
    """Return whether a bot is a program; what is neither that nor one of ours is refused."""
    if spec in NAMES or spec.partition(":")[0] in (*BOTS, *TRAINED):
        parse_bot(spec)  # says what is wrong with its settings
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

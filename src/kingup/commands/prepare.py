"""`kingup prepare`: compile the rules and the bots before their first use."""

from __future__ import annotations

import argparse

from kingup.commands.output import make_console
from kingup.language import _
from kingup.prepare import prepare, prepare_bots, prepare_rules

EXAMPLES = ("kingup prepare",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command has no options."""


def run(_options: argparse.Namespace) -> int:
    """Compile everything, and return the exit status."""
    with make_console().status(_("Compiling the rules…")) as status:

        def compile_all() -> None:
            status.update(_("Compiling the rules…"))
            prepare_rules()
            status.update(_("Compiling the bots…"))
            prepare_bots()

        prepare(
            compile_all,
            waits=lambda: status.update(_("Waiting for another process that compiles…")),
        )
    return 0

"""`kingup bots`: the levels of the bots."""

from __future__ import annotations

import argparse

from rich.table import Table

from kingup.bots.levels import LEVELS
from kingup.commands.arguments import add_json
from kingup.commands.output import make_console, say_json
from kingup.language import _

EXAMPLES = (
    "kingup bots",
    "kingup bots --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the levels, and return the exit status."""
    if options.json:
        say_json(
            [
                {"id": level.id, "name": _(level.name), "character": _(level.character)}
                for level in LEVELS
            ]
        )
        return 0
    table = Table(show_header=False, box=None, padding=(0, 2, 1, 0))
    for level in LEVELS:
        table.add_row(level.id, f"[bold]{_(level.name)}[/]", _(level.character))
    console = make_console()
    console.print(table)
    console.print(
        _("Beyond the levels: sovereign+ also looks ahead; chancellor:SIMULATIONS, "
"sovereign+:0.5s and so on set for how long.")
    )  # fmt: skip
    return 0

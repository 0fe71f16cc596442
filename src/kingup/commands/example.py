"""`kingup example`: copy an example bot or learner, which come with the package."""

from __future__ import annotations

import argparse
from pathlib import Path

from kingup.commands.output import say, write_file
from kingup.language import _
from kingup.rules.errors import KingUpError

EXAMPLES = (
    "kingup example",
    "kingup example python_bot.py",
    "kingup example train_policy.py --out policy.py",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Copy an example into a file of yours. Without a name, list the examples."
    )
    parser.add_argument(
        "name", nargs="?", choices=tuple(summaries()), metavar=_("NAME"), help=_("which example")
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar=_("FILE"),
        help=_("the new file (default: the example’s name, in this folder)"),
    )


def run(options: argparse.Namespace) -> int:
    """Copy an example, or list them, and return the exit status."""
    if options.name is None:
        known = summaries()
        width = max(map(len, known))
        for name, summary in known.items():
            say(f"{name:{width}}  {summary}")
        return 0
    out = Path(options.name) if options.out is None else options.out
    if out.exists():
        raise KingUpError(
            "{path} already exists and was not changed. Choose another file.", path=out
        )
    write_file(out, (folder() / options.name).read_bytes())
    return 0


def summaries() -> dict[str, str]:
    """Return what each example is."""
    return {
        "python_bot.py": _("a bot in Python that counts its points before it votes"),
        "c_bot.c": _("a bot in C, without libraries"),
        "shell_bot.sh": _("a bot in a few lines of shell"),
        "ismcts_bot.py": _("a bot that thinks with OpenSpiel’s search"),
        "train_policy.py": _("train a policy with NumPy alone"),
        "sb3_maskable_ppo.py": _("train a policy with MaskablePPO of sb3-contrib"),
        "torchrl_ppo.py": _("train a policy with TorchRL’s PPO"),
    }


def folder() -> Path:
    """Return the folder of the examples: in the package, or in the checkout that it lies in."""
    package = Path(__file__).parents[1]
    installed = package / "examples"
    return installed if installed.is_dir() else package.parents[1] / "examples"

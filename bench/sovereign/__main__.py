"""The command line; see the package's docstring."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

import bench.sovereign
from bench.sovereign.document import write
from bench.sovereign.matches import ROOT, matches
from bench.sovereign.play import FOLDER, copy_weights, describe, play_all
from bench.sovereign.standings import read_known

QUICK = "-4-courtier"


def main() -> None:
    """Play, list or write matches."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.sovereign",
        description=bench.sovereign.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("quick", "play", "list", "write"))
    parser.add_argument("weights", type=Path)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--afresh", action="store_true")
    asked = parser.parse_args()
    if not asked.weights.is_file():
        sys.exit(f"There is no file {asked.weights}.")
    folder = copy_weights(asked.weights, asked.out)
    wanted = QUICK if asked.what == "quick" else asked.name
    chosen = [match for match in matches() if wanted in match.name]
    if not chosen:
        sys.exit(f"No match has “{wanted}” in its name.")
    known = {} if asked.afresh else read_known(folder.name)
    if asked.what == "list":
        print("\n".join(describe(match, folder, known, match.missing()) for match in chosen))
    elif asked.what == "write":
        if not write(folder, ROOT / "docs", known):
            sys.exit("No match has been played with these weights yet.")
    else:
        # SIGTERM means the same as Ctrl-C, so that no finished game is lost.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            play_all(chosen, folder, asked.jobs, asked.minutes, known)
        except KeyboardInterrupt:
            sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()

"""An analysis in a process of its own, for servers: it gives way to others and ends with them.

The parent writes one line of JSON: `record`, `seconds`, the `steps` that are known, and the
`niceness` of the child. The child writes lines, too: `progress`, the result of each `step`, and
last the `analysis`, with what it says of `hiding`, or a `fault`.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from typing import Any

from kingup.rules.errors import KingUpError

STEP = 0.01
"""The least progress that is worth a line."""


def main() -> None:
    """Do what the parent asks, and end when its end of the standard input is closed."""
    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(asked["niceness"])
    try:
        _analyse(asked)
    except KingUpError as error:
        tell(fault=[error.template, {name: str(value) for name, value in error.values.items()}])


def tell(**said: Any) -> None:
    """Write a line to the parent."""
    sys.stdout.write(json.dumps(said, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _analyse(asked: dict[str, Any]) -> None:
    from kingup.analysis.analysis import AnalysisJob
    from kingup.notation.json_reader import read_json

    shown = 0.0

    def progress(share: float) -> None:
        nonlocal shown
        if share - shown >= STEP:
            shown = share
            tell(progress=round(share, 4))

    job = AnalysisJob(read_json(asked["record"]), seconds=asked["seconds"])
    found = job.complete(asked["steps"], progress=progress, keep=lambda result: tell(step=result))
    tell(analysis=found.to_json(), hiding=found.hiding())


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)  # the main thread may be computing


if __name__ == "__main__":
    main()

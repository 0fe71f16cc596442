"""history.json: the settings, minutes, code and machine of each stretch of a run."""

from __future__ import annotations

import dataclasses
import json
import platform
import subprocess
from pathlib import Path
from typing import Any

import torch

from training.network import FAST
from training.settings import RunSettings

HISTORY = "history.json"

Stretch = dict[str, Any]


def read_history(folder: Path) -> list[Stretch]:
    """Return the stretches of a run's folder."""
    path = folder / HISTORY
    stretches: list[Stretch] = json.loads(path.read_text("utf-8")) if path.exists() else []
    return stretches


def write_history(folder: Path, stretches: list[Stretch]) -> None:
    """Write the stretches of a run."""
    text = json.dumps(stretches, indent=1) + "\n"
    (folder / HISTORY).write_text(text, encoding="utf-8")


def stretch_of(settings: RunSettings, first: int, minutes: float, commit: str) -> Stretch:
    """Return the record of a stretch that begins, with the settings that are not defaults."""
    usual = dataclasses.asdict(RunSettings())
    given = dataclasses.asdict(settings)
    return {
        "iterations": [first, first],
        "minutes": [round(minutes, 2), round(minutes, 2)],
        "commit": commit or commit_of(Path(__file__).parent),
        "machine": torch.cuda.get_device_name() if FAST else platform.machine(),
        "torch": torch.__version__,
        "settings": {name: value for name, value in given.items() if value != usual[name]},
    }


def commit_of(folder: Path) -> str:
    """Return the commit of a checkout, with a + if it has uncommitted changes."""
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty=+"],
            cwd=folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return told.stdout.strip()

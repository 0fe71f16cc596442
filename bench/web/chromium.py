"""Finds or installs a Chromium for benchmarks, pictures and tests."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SHELL = "chromium-headless-shell"
"""Chromium without its windows, which takes two fifths of the processor time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NAMES = (SHELL, *WHOLE)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NONE_FOUND = (
    "This needs Chromium: none is installed, and neither `playwright install chromium` nor "
    "`apt-get install -y chromium` could get one."
)


@functools.cache
def find_chromium(names: tuple[str, ...] = NAMES) -> str | None:
    """Return the path of a Chromium or Chrome, installing one if needed; None if that fails."""
    return installed_chromium(names) or _from_playwright() or _from_apt(names)


def installed_chromium(names: tuple[str, ...] = NAMES) -> str | None:
    """Return the path of a Chromium or Chrome that is there already."""
    for name in names:
        path = f"/usr/bin/{name}"
        if os.access(path, os.X_OK):
            return path
    return next(filter(None, map(shutil.which, names)), None)


def _from_playwright() -> str | None:
    if not _runs([sys.executable, "-m", "playwright", "install", "chromium"]):
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _from_apt(names: tuple[str, ...]) -> str | None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    _runs(["apt-get", "update"])
    for name in (SHELL, "chromium"):
        if name in names and _runs(["apt-get", "install", "-y", name]):
            break
    return installed_chromium(names)


def _runs(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False

"""Finds or installs a Chromium for benchmarks, pictures and tests."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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
def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome, installing one if needed; None if that fails."""
    return installed_chromium() or _from_playwright() or _from_apt()


def installed_chromium() -> str | None:
    """Return the path of a Chromium or Chrome that is there already."""
    for name in NAMES:
        path = f"/usr/bin/{name}"
        if os.access(path, os.X_OK):
            return path
    return next(filter(None, map(shutil.which, NAMES)), None)


def _from_playwright() -> str | None:
    if not _runs([sys.executable, "-m", "playwright", "install", "chromium"]):
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _from_apt() -> str | None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    _runs(["apt-get", "update"])
    _runs(["apt-get", "install", "-y", "chromium"])
    return installed_chromium()


def _runs(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False

"""A progress bar."""

from __future__ import annotations

import time
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

QUIET_SECONDS = 1.0
"""Seconds after which a progress bar appears."""


class ProgressBar:
    """A progress bar on a terminal, which appears only when there is something to wait for."""

    def __init__(self, console: Console) -> None:
        self.wanted = console.is_terminal
        self._started = time.monotonic()
        self._shown = False
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,}/{task.total:,}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
        )
        self._text: str | None = None
        self._task = self._progress.add_task("")

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._shown:
            self._progress.stop()

    def show(self, done: int, total: int, text: str) -> None:
        """Show how much is done of what the text names; another text begins anew."""
        if not self.wanted:
            return
        if text != self._text:
            self._text = text
            self._progress.reset(self._task, total=total, completed=done, description=text)
        if not self._shown and time.monotonic() - self._started > QUIET_SECONDS:
            self._progress.start()
            self._shown = True
        self._progress.update(self._task, completed=done)

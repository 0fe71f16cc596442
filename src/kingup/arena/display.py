"""An arena's progress in the terminal: a live table and bar, or plain lines elsewhere."""

from __future__ import annotations

import time
from types import TracebackType

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from kingup.arena.standings import Standings, StandingsRow
from kingup.arena.words import duration
from kingup.language import _, ngettext

PERIOD = 0.25
"""Seconds between two updates."""

PLAIN_PERIOD = 30.0
"""Seconds between two lines if the output is not a terminal."""


MOST_TOLD = 10
"""The most failures that are reported one by one."""


INDENT = "    "


class Display:
    """Shows an arena's progress. Use it in a `with` statement."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live: Live | None = None
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._progress.add_task(_("Playing…"), total=None)
        self._last = 0.0
        self._announced = 0
        self._failures = 0
        self._told: set[str | None] = set()
        self._seen = 0
        self._before: int | None = None

    def __enter__(self) -> Display:
        self._last = time.monotonic()
        if self._console.is_terminal:
            self._live = Live(self._progress, console=self._console, transient=True)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, standings: Standings) -> None:
        """Show the standings. Call it after every game; it draws only now and then."""
        played = len(standings.outcomes)
        if self._before is None:
            # Games from an earlier run say nothing about the time that is left.
            self._before = played
            self._progress.update(self._task, total=standings.plan.total - played, completed=0)
        self._tell_failure(standings)
        now = time.monotonic()
        if self._live is None:
            tenth = played * 10 // standings.plan.total
            if tenth > self._announced or now - self._last > PLAIN_PERIOD:
                self._announced = tenth
                self._last = now
                self._console.print(line(standings), markup=False, soft_wrap=True)
        elif now - self._last > PERIOD:
            self._last = now
            self._progress.update(self._task, completed=played - self._before)
            self._live.update(Group(table(standings), self._progress))

    def _tell_failure(self, standings: Standings) -> None:
        """Report a bot's failure at once, but no more than `MOST_TOLD` of them."""
        failed = [o for o in standings.outcomes[self._seen :] if o.failed is not None]
        self._seen = len(standings.outcomes)
        for outcome in failed:
            self._failures += 1
            if self._failures > MOST_TOLD or outcome.failed is None:
                continue
            bot = standings.plan.entrants[outcome.lineup[outcome.failed]].label
            reason, *said = (outcome.reason or "–").splitlines()
            lines = [
                _("Game {game}: {bot} fails and loses. {reason}").format(
                    game=outcome.game + 1, bot=bot, reason=reason
                )
            ]
            if outcome.reason not in self._told:  # the same traceback once
                lines += [INDENT + line for line in said]
                self._told.add(outcome.reason)
            self._console.print("\n".join(lines), markup=False, soft_wrap=True)
            if self._failures == MOST_TOLD:
                self._console.print(_("Further failures are only in the results."))


def line(standings: Standings) -> str:
    """Return the standings in one line."""
    parts = [
        ngettext("{played} of {total} game", "{played} of {total} games", standings.plan.total)
        .format(played=len(standings.outcomes), total=standings.plan.total)
    ]  # fmt: skip
    if standings.deals:
        parts += [f"{row.label} {share_text(row)}" for row in standings.rows()]
    return " · ".join(parts)


def share_text(row: StandingsRow) -> str:
    """Return a win share with half its confidence interval."""
    if row.share.number < 2:
        return f"{row.share.mean:.1%}"
    low, high = row.share.interval()
    return f"{row.share.mean:.1%} ±{(high - low) / 2:.1%}"


def table(standings: Standings) -> Table:
    """Return the standings as a table."""
    # Without a frame it fits into 80 columns.
    made = Table(box=SIMPLE_HEAD)
    made.add_column(_("Bot"), no_wrap=True, min_width=12)
    rows = standings.rows()
    failures = any(row.failures for row in rows)
    headings = [_("Win share"), _("95% interval"), _("Rating"), _("Score"), _("Decision")]
    for heading in headings + ([_("Failures")] if failures else []):
        made.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        low, high = row.share.interval()
        known = row.share.number > 0
        cells = [
            escape(row.label),
            f"{row.share.mean:.1%}" if known else "–",
            f"{100 * low:.1f}–{high:.1%}" if row.share.number > 1 else "–",
            f"{row.rating.strength:.1f} ±{2 * row.rating.spread:.1f}",
            f"{row.mean_score:.1f}",
            duration(row.seconds),
        ]
        made.add_row(*cells, *([str(row.failures)] if failures else []))
    return made

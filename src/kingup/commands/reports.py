"""`kingup reports`: read what people reported, and act on it."""

from __future__ import annotations

import argparse
import asyncio
import time
from datetime import datetime

from kingup.commands.arguments import add_database
from kingup.commands.databases import bring_up_to_date, database_address
from kingup.commands.output import say
from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.store import ChatStore, Database, ReportStore
from kingup.store.reports import Report
from kingup.tables.names import read_code
from kingup.tables.setting import DAY
from kingup.telling.words import clean

LONGEST = 300
MOST_DAYS = 3650

EXAMPLES = (
    "kingup reports",
    "kingup reports --silence 3 --days 7",
    "kingup reports --settle 3",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add = parser.add_argument
    add_database(parser)
    add("--settle", type=int, metavar="N", help=_("delete report N: it has been dealt with"))
    add("--silence", type=int, metavar="N", help=_("mute the author of report N’s message"))
    add("--days", type=int, default=30, metavar="N", help=_("for this many days (default: 30)"))
    add("--lift", type=int, metavar="N", help=_("unmute the author of report N’s message"))
    add("--close", metavar=_("CODE"), help=_("close the chat at a table, and delete its messages"))


def run(options: argparse.Namespace) -> int:
    """Act on reports, or print them all, and return the exit status."""
    bring_up_to_date(database_address(options.database))
    return asyncio.run(_run(options))


async def _run(options: argparse.Namespace) -> int:
    if not 1 <= options.days <= MOST_DAYS:
        raise KingUpError("Mute for 1 to {most} days.", most=MOST_DAYS)
    database = await Database.open(database_address(options.database))
    try:
        lines = await _act(options, ReportStore(database), ChatStore(database))
        if not lines:
            lines = [_describe(report) for report in await ReportStore(database).reports()]
            lines = lines or [_("There are no reports.")]
    finally:
        await database.close()
    say("\n".join(lines))
    return 0


async def _act(options: argparse.Namespace, reports: ReportStore, chat: ChatStore) -> list[str]:
    """Do all that the options ask for, and return a line about each action."""
    lines = []
    now = time.time()
    if options.close is not None:
        code = _code(options.close)
        await reports.close_talk(code, now)
        await chat.clear(code)
        lines.append(_("The chat at {code} is closed.").format(code=code))
    if options.silence is not None:
        report = await _find(reports, options.silence)
        await reports.silence(report.person, now + options.days * DAY)
        lines.append(_("{name} is muted.").format(name=clean(report.name)))
    if options.lift is not None:
        report = await _find(reports, options.lift)
        await reports.lift(report.person)
        lines.append(_("{name} is unmuted.").format(name=clean(report.name)))
    if options.settle is not None:
        await reports.settle((await _find(reports, options.settle)).id)
        lines.append(_("Report {number} is closed.").format(number=options.settle))
    return lines


def _code(text: str) -> str:
    code = read_code(text)
    if code is None:
        raise KingUpError("“{code}” is not the code of a table.", code=text[:40])
    return code


async def _find(reports: ReportStore, number: int) -> Report:
    report = await reports.find(number)
    if report is None:
        raise KingUpError("There is no report {number}.", number=number)
    return report


def _describe(report: Report) -> str:
    """Return a report as text, without ids and without control characters."""
    at = datetime.fromtimestamp(report.at).astimezone().strftime("%Y-%m-%d %H:%M")
    head = _("Report {number}, {at}, table {code}:").format(
        number=report.id, at=at, code=report.code
    )
    messages = [
        f"  {'>' if number == report.number else ' '} {clean(name)}: {clean(text, LONGEST)}"
        for number, name, text in report.around
    ]
    return "\n".join([head, *messages])

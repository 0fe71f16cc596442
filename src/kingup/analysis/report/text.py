"""The report as plain text, for a terminal or a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from kingup.analysis.analysis import Analysis
from kingup.analysis.report import chapters, words
from kingup.analysis.report.sections import Numbers
from kingup.game import Game


def text(analysis: Analysis, game: Game) -> str:
    """Return the report of a game's analysis as text, in the current language."""
    held = [round_.deal.favourites for round_ in game.rounds]
    lines = [words.title_of(analysis), words.edition_of(analysis), words.verdict_of(analysis)]
    made = [
        chapters.players(analysis),
        chapters.decisions(analysis),
        chapters.votes(analysis),
        chapters.chances(analysis),
        chapters.beliefs(analysis, held),
        chapters.secrets(analysis),
        chapters.method(analysis),
    ]
    for chapter in made:
        lines += ["", chapter.title.upper(), chapter.intro]
        for panel in chapter.panels:
            lines += ["", panel.title]
            if panel.note:
                lines.append(panel.note)
            if panel.numbers is not None:
                lines += table(panel.numbers)
    return "\n".join(lines) + "\n"


def table(numbers: Numbers) -> list[str]:
    """Return a table as lines, columns aligned."""
    rows: list[Sequence[str]] = [numbers.headings, *numbers.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(numbers.headings))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]

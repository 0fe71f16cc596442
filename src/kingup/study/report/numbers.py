"""The answers of a study as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from kingup.study.questions import Question

HEADINGS = (
    "question", "kind", "level", "measure", "what", "value", "low", "high", "fair",
    "chance", "finding", "games",
)  # fmt: skip


def numbers(questions: Sequence[Question]) -> str:
    """Return every answer as a line of CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for question in questions:
        for answer in question.answers:
            found, fair = answer.estimate, answer.fair
            writer.writerow([
                question.name, answer.kind, answer.level, answer.measure, answer.what,
                f"{found.value:.5f}", f"{answer.low:.5f}", f"{answer.high:.5f}",
                "" if fair is None else f"{fair:.5f}",
                f"{answer.chance:.2g}" if answer.is_asked else "",
                int(answer.is_finding) if answer.is_asked else "",
                found.games,
            ])  # fmt: skip
    return text.getvalue()

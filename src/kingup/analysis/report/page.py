"""The report as one HTML file that needs no network, no script and no font."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

import kingup.arena.report as arena
from kingup.analysis.analysis import Analysis
from kingup.analysis.report import chapters, words
from kingup.game import Game
from kingup.language import _, current_language

ENVIRONMENT = Environment(
    # The style sheet is the arena's: all reports look alike.
    loader=FileSystemLoader(
        [Path(__file__).parent / "templates", Path(arena.__file__).parent / "templates"]
    ),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def page(analysis: Analysis, game: Game) -> str:
    """Return the report of a game's analysis, in the current language."""
    held = [round_.deal.favourites for round_ in game.rounds]
    return ENVIRONMENT.get_template("analysis.html").render(
        language=current_language(),
        title=words.title_of(analysis),
        played=words.edition_of(analysis),
        verdict=words.verdict_of(analysis),
        numbers_title=_("The numbers"),
        chapters=[
            chapters.chances(analysis),
            chapters.players(analysis),
            chapters.decisions(analysis),
            chapters.beliefs(analysis, held),
            chapters.secrets(analysis),
            chapters.votes(analysis),
            chapters.method(analysis),
        ],
    )

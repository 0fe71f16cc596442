"""Labels for a table's settings: pace, screens, options, pennants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kingup.bots.levels import LEVELS, Level
from kingup.language import _, ngettext
from kingup.rules.errors import sentence
from kingup.tables import Table
from kingup.tables.catalogue import CATALOGUE

COLOURS = {
    1: sentence("vermilion, with a chevron"),
    2: sentence("lapis, with a cross"),
    3: sentence("verdigris, with a bend"),
    4: sentence("ochre, with a pale"),
    5: sentence("purple, with roundels"),
    6: sentence("slate, with bars"),
    7: sentence("rose, checky"),
    8: sentence("umber, with a saltire"),
}
"""Descriptions of the pennants by colour; each also has a pattern."""


@dataclass(frozen=True, slots=True)
class Way:
    """A choice of screens: own devices, a shared television, or one device passed around."""

    id: str
    icon: str
    title: str
    about: str


def ways() -> list[Way]:
    """Return the three choices of screens."""
    return [
        Way(
            "own",
            "phone",
            _("Everyone on their own screen"),
            _("Send a link. Tonight, or one move a day."),
        ),
        Way("board", "tv", _("Castle on the TV"), _("Your cards stay on your phone.")),
        Way("passed", "hand", _("One device, passed around"), _("A curtain falls between turns.")),
    ]


BOT_PACES = {
    "calm": (sentence("Calm"), sentence("Time to watch and to grumble.")),
    "brisk": (sentence("Brisk"), sentence("A breath between moves.")),
    "swift": (sentence("Swift"), sentence("Hardly a blink.")),
}
"""How fast bots act, by id."""

CHAT_WRITERS = {
    "players": sentence("Players only; spectators can read"),
    "everybody": sentence("Everybody, spectators too"),
    "off": sentence("Nobody: no messages"),
}
"""Who may write messages at a table, by id."""


def edition_title(edition: str) -> str:
    """Return the printed title of an edition."""
    return next(offer.title for offer in CATALOGUE if offer.id == edition)


def option_titles(options: Iterable[str]) -> list[str]:
    """Return the titles of options."""
    titles = {option.id: option.title for offer in CATALOGUE for option in offer.options}
    return [_(titles[option]) for option in options if option in titles]


def pace_text(kind: str, amount: int) -> str:
    """Return how long a decision may take, within a sentence."""
    if kind == "seconds" and amount % 60 == 0:
        amount //= 60
        text = ngettext("{number} minute a move", "{number} minutes a move", amount)
    elif kind == "seconds":
        text = ngettext("{number} second a move", "{number} seconds a move", amount)
    elif kind == "days":
        text = ngettext("{number} day a move", "{number} days a move", amount)
    else:
        return _("no clock")
    return text.format(number=amount)


def game_labels(
    edition: str, seats: Sequence[int], options: Iterable[str], pace: tuple[str, int]
) -> list[str]:
    """Return labels for what is played: edition, options, teams, pace."""
    words = [edition_title(edition), *option_titles(options)]
    if 2 in seats:
        words.append(_("teams of two"))
    return [*words, pace_text(*pace)]


def game_labels_of(table: Table) -> list[str]:
    """Return labels for what a table plays: edition, options, teams, pace."""
    setting = table.setting
    pace = (setting.pace.kind, setting.pace.amount)
    words = game_labels(setting.edition, setting.seats, setting.options, pace)
    return [*words, _("coached, not rated")] if table.coached else words


def level(level_id: str | None) -> Level | None:
    """Return the level with an id, or None."""
    return next((level for level in LEVELS if level.id == level_id), None)

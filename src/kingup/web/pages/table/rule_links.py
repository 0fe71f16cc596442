"""Links from a table to the paragraph that explains what is happening there."""

from __future__ import annotations

from collections import Counter

from kingup.language import _
from kingup.tables import Table
from kingup.telling.words import JESTER
from kingup.web.pages.common.labels import option_titles
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.castle import blocked_floors
from kingup.web.pages.table.vote import last_reveal


def paragraph(edition: str, anchor: str) -> str:
    """Return the address of a paragraph."""
    return f"/rules/{edition}#{anchor}"


def explained(look: ViewContext) -> str:
    """Return the address of the paragraph about what is asked, or has just happened."""
    return paragraph(look.view.edition, _anchor(look))


def in_play(table: Table) -> tuple[tuple[str, str], ...]:
    """Return title and address of each option that a table plays with."""
    setting = table.setting
    found = [
        (title, paragraph(setting.edition, option))
        for option, title in zip(setting.options, option_titles(setting.options), strict=True)
    ]
    if 2 in setting.seats:
        found.append((_("Teams of two"), paragraph(setting.edition, "teams")))
    return tuple(found)


def _anchor(look: ViewContext) -> str:
    view, reveal = look.view, last_reveal(look)
    if look.between_rounds or (reveal and reveal.outcome == "throne"):
        crowned = look.round.crownings[-1].letter if look.round and look.round.crownings else ""
        if crowned == JESTER:
            return "jester"
        return "scoring" if look.between_rounds else "wedding"
    if reveal and not look.actions:
        cards = reveal.votes + (reveal.emissary or "")
        if "B" in cards:
            return "bellyache"
        if reveal.letter == JESTER:
            return "jester"
        return "dungeon" if reveal.outcome.startswith("dungeon") else "vote"
    if view.phase == "ambition":
        return "ambition"
    if view.phase == "place":
        return "placing"
    if view.candidate is not None:
        return "jester" if view.candidate == JESTER else "vote"
    return _climbing(look)


def _climbing(look: ViewContext) -> str:
    """Return what is odd about this climb: a privy, a full floor, or nothing."""
    places = Counter(look.view.castle.values())
    if any(place.startswith("privy") for place in (*places, *look.steps.values())):
        return "privy"
    return "full-floor" if blocked_floors(look) else "climbing"

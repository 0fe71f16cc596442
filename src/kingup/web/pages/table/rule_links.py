"""Links from a table to the rules that explain the current situation."""

from __future__ import annotations

from kingup.language import _
from kingup.tables import Table
from kingup.telling.words import JESTER
from kingup.web.pages.common.labels import option_titles
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.vote import last_reveal


def rule_address(edition: str, anchor: str) -> str:
    """Return the address of a rule."""
    return f"/rules/{edition}#{anchor}"


def rule_link(context: ViewContext) -> str:
    """Return the address of the rule about the current question, or the last event."""
    return rule_address(context.view.edition, _anchor(context))


def option_links(table: Table) -> tuple[tuple[str, str], ...]:
    """Return title and address of the rule for each option of a table."""
    setting = table.setting
    found = [
        (title, rule_address(setting.edition, option))
        for option, title in zip(setting.options, option_titles(setting.options), strict=True)
    ]
    if 2 in setting.seats:
        found.append((_("Teams of two"), rule_address(setting.edition, "teams")))
    return tuple(found)


def _anchor(context: ViewContext) -> str:
    view, reveal = context.view, last_reveal(context)
    if context.between_rounds or (reveal and reveal.outcome == "throne"):
        crowned = (
            context.round.crownings[-1].letter if context.round and context.round.crownings else ""
        )
        if crowned == JESTER:
            return "jester"
        return "scoring" if context.between_rounds else "wedding"
    if reveal and not context.actions:
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
    return _climbing(context)


def _climbing(context: ViewContext) -> str:
    """Return the anchor for a climb: a privy, a full floor, or climbing in general."""
    public = context.public
    places = (*public.view.castle.values(), *public.steps.values())
    if any(place.startswith("privy") for place in places):
        return "privy"
    return "full-floor" if public.blocked_floors else "climbing"

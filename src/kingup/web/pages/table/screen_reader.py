"""Announcements for screen readers: a sentence for everything that happens."""

from __future__ import annotations

from kingup.history import Voted
from kingup.language import _, ngettext
from kingup.tables.events import (
    Abandoned,
    Event,
    Paused,
    Rematched,
    Resumed,
    Returned,
    SeatGiven,
    SeatReclaimed,
    StoodIn,
)
from kingup.telling.narration import narrate, opening
from kingup.telling.words import clean, player_names, seat_name, seat_of
from kingup.view import View
from kingup.web.pages.common.public_log import LogEntry
from kingup.web.pages.common.view_context import ViewContext


def told(context: ViewContext, entry: LogEntry) -> list[str]:
    """Return sentences for an entry of the log."""
    view = context.view
    if entry.kind == "dealt":
        return [opening(view, entry.round + 1)]
    if entry.kind == "card":
        seat = seat_of(view, entry.player)
        template = ngettext(
            "{seat} has played a card.", "{seat} have played a card.", view.seats[seat]
        )
        return [template.format(seat=seat_name(view, seat))]
    if entry.kind in ("moved", "voted") and entry.move:
        return [narrate(view, entry.move, with_votes=_is_open(context, entry))]
    if entry.kind == "crowned":
        return _scores(view, entry)
    return event_lines(player_names(view), entry.event)


def question(context: ViewContext) -> list[str]:
    """Return what the viewer must do, as a sentence."""
    return [_prompt(context)] if context.actions else []


def event_lines(names: list[str], event: Event | None) -> list[str]:
    """Return sentences for an event outside the game."""
    match event:
        case StoodIn(player, _reason):
            return [_("A bot stands in for {name}.").format(name=names[player])]
        case Returned(player) | SeatReclaimed(player, _):
            return [_("{name} is back.").format(name=names[player])]
        case SeatGiven(name=name):
            return [_("{name} takes over a seat.").format(name=clean(name))]
        case Paused():
            return [_("The game is paused.")]
        case Resumed():
            return [_("The game resumes.")]
        case Abandoned():
            return [_("The host has abandoned the game.")]
        case Rematched():
            return [_("A new table is ready.")]
        case _:
            return []


def _is_open(context: ViewContext, entry: LogEntry) -> bool:
    """Return whether votes are announced card by card: by ruling 13, only in the last vote."""
    votes = [i for i, m in enumerate(context.view.rounds[-1].moves) if isinstance(m, Voted)]
    current = entry.round == len(context.view.rounds) - 1
    last = current and entry.index == votes[-1] if votes else False
    return last or context.table.setting.show_votes


def _scores(view: View, entry: LogEntry) -> list[str]:
    crowning = entry.crowning
    if crowning is None:
        return []
    parts = [
        _("{name} {score}").format(name=name, score=score)
        for name, score in zip(player_names(view), crowning.scores, strict=True)
    ]
    return [_("Scores: {scores}.").format(scores=", ".join(parts))]


def _prompt(context: ViewContext) -> str:
    return {
        "ambition": _("Choose an Ambition card."),
        "place": _("It is your turn to place somebody."),
        "climb": _("It is your turn to move somebody."),
        "vote": _("Choose a vote card."),
    }.get(context.view.phase, "")

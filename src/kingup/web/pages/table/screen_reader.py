"""What a screen reader hears: a sentence for everything that happens."""

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
from kingup.web.pages.common.public_log import LogEntry, log_entries
from kingup.web.pages.common.view_context import ViewContext


def told(look: ViewContext, after: int) -> list[str]:
    """Return what has happened after an event, and what the looker is asked for now."""
    lines = list(look.shared(f"told {after}", lambda public: _told(public, after)))
    if lines and look.actions:
        lines.append(_asked(look))
    return lines


def _told(look: ViewContext, after: int) -> list[str]:
    return [line for h in log_entries(look, after) for line in _lines(look, h)]


def event_lines(names: list[str], event: Event | None) -> list[str]:
    """Return an event at the table, not in the game, as sentences."""
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


def _lines(look: ViewContext, happening: LogEntry) -> list[str]:
    view = look.view
    if happening.kind == "dealt":
        return [opening(view, happening.round + 1)]
    if happening.kind == "card":
        seat = seat_of(view, happening.player)
        template = ngettext(
            "{seat} has played a card.", "{seat} have played a card.", view.seats[seat]
        )
        return [template.format(seat=seat_name(view, seat))]
    if happening.kind in ("moved", "voted") and happening.move:
        return [narrate(view, happening.move, with_votes=_is_open(look, happening))]
    if happening.kind == "crowned":
        return _scores(view, happening)
    return event_lines(player_names(view), happening.event)


def _is_open(look: ViewContext, happening: LogEntry) -> bool:
    """Return whether votes are told one by one: the last ones are, by ruling 13."""
    votes = [i for i, m in enumerate(look.view.rounds[-1].moves) if isinstance(m, Voted)]
    current = happening.round == len(look.view.rounds) - 1
    last = current and happening.index == votes[-1] if votes else False
    return last or look.table.setting.show_votes


def _scores(view: View, happening: LogEntry) -> list[str]:
    crowning = happening.crowning
    if crowning is None:
        return []
    parts = [
        _("{name} {score}").format(name=name, score=score)
        for name, score in zip(player_names(view), crowning.scores, strict=True)
    ]
    return [_("Scores: {scores}.").format(scores=", ".join(parts))]


def _asked(look: ViewContext) -> str:
    return {
        "ambition": _("Choose an Ambition card."),
        "place": _("It is your turn to place somebody."),
        "climb": _("It is your turn to move somebody."),
        "vote": _("Choose a vote card."),
    }.get(look.view.phase, "")

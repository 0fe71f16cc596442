"""The score sheet of a crowning: what everybody's favourites and Ambition cards were worth."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.telling.words import JESTER, clean, label_of, name_of, player_names, quoted, seat_of
from kingup.telling.worth import signed, values_at_crowning
from kingup.view import View
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.hand import ambition_card
from kingup.web.pages.table.vote import colour_of, last_reveal


@dataclass(frozen=True, slots=True)
class Scored:
    """A favourite and what it scored."""

    letter: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A player's row."""

    name: str
    colour: int
    you: bool
    favourites: tuple[Scored, ...]
    points: str
    ambition: str
    """The condition on their Ambition card, in quotation marks."""
    ambition_points: str
    score: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """The score sheet of a crowning."""

    title: str
    detail: str
    rows: tuple[ScoreRow, ...]
    ends_round: bool


def scoring(context: ViewContext) -> Scoring | None:
    """Return the score sheet of a crowning that has just happened; else None."""
    view, history, reveal = context.view, context.round, last_reveal(context)
    if not history or not history.crownings or (reveal is None and not context.between_rounds):
        return None
    if reveal is not None and reveal.outcome != "throne" and not context.between_rounds:
        return None
    king = history.crownings[-1].letter
    wedding = "wedding" in view.options
    ends = context.between_rounds
    return Scoring(
        title=_("Long live {name}!").format(name=name_of(view, king)),
        detail=_detail(king, wedding=wedding, ends=ends),
        rows=tuple(_rows(context)),
        ends_round=ends,
    )


def _detail(king: str, *, wedding: bool, ends: bool) -> str:
    if king == JESTER:
        return _("The jester is crowned: every value changes sign.")
    if wedding and not ends:
        return _("The first of two monarchs. Everybody scores; the cards stay open.")
    return ""


def _rows(context: ViewContext) -> list[ScoreRow]:
    view, history = context.view, context.round
    if history is None or history.favourites is None:
        return []
    crowning = history.crownings[-1]
    rows = []
    for player, name in enumerate(player_names(view)):
        seat = seat_of(view, player)
        kept = history.kept[player] if history.kept else None
        extra = crowning.ambition[player] if crowning.ambition else None
        rows.append(
            ScoreRow(
                name=clean(name),
                colour=colour_of(context, seat),
                you=player == context.player,
                favourites=_scored(view, history.favourites[player]),
                points=_plus(crowning.points[player]),
                ambition=quoted(ambition_card(kept).condition) if kept else "",
                ambition_points="" if extra is None else _plus(extra),
                score=signed(crowning.scores[player]),
            )
        )
    if crowning.emissary_points is not None and history.emissary_card:
        rows.append(
            ScoreRow(
                name=_("Emissary"),
                colour=0,
                you=False,
                favourites=_scored(view, history.emissary_card),
                points=_plus(crowning.emissary_points),
                ambition="",
                ambition_points="",
                score=signed(crowning.emissary_score or 0),
            )
        )
    return rows


def _scored(view: View, card: str) -> tuple[Scored, ...]:
    round_ = len(view.rounds) - 1
    crowning = len(view.rounds[-1].crownings) - 1
    values = values_at_crowning(view, round_, crowning, card)
    ordered = sorted(values, key=lambda value: -value[2])
    return tuple(Scored(letter, label_of(view, letter), signed(p)) for letter, _, p in ordered)


def _plus(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)

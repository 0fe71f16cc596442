"""The score sheet of a round: what everybody's favourites and Ambition cards were worth."""

from __future__ import annotations

from kingup.language import _
from kingup.telling.words import JESTER, clean, label_of, name_of, player_names, quoted
from kingup.telling.worth import gained, signed, values_at_crowning
from kingup.view import RoundView, View
from kingup.web.pages.common.art import portrait
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.hand import ambition_card
from kingup.web.pages.table.scene import ScoredPiece, ScoreRowPiece, ScoringPiece


def scoring(public: ViewContext) -> ScoringPiece:
    """Return the score sheet between rounds."""
    view, history = public.view, public.round
    if not public.between_rounds or history is None or not history.crownings:
        return ScoringPiece(rows=_empty_rows(view))
    king = history.crownings[-1].letter
    jester = king == JESTER
    return ScoringPiece(
        shown=True,
        title=_("Long live {name}!").format(name=name_of(view, king)),
        detail=_("The jester is crowned: every value changes sign.") if jester else "",
        rows=_rows(view, history),
    )


def _empty_rows(view: View) -> tuple[ScoreRowPiece, ...]:
    """Return a row for each player, so that the page has them."""
    rows = [
        ScoreRowPiece(str(player), clean(name)) for player, name in enumerate(player_names(view))
    ]
    if view.emissary:
        rows.append(ScoreRowPiece("emissary", _("Emissary")))
    return tuple(rows)


def _rows(view: View, history: RoundView) -> tuple[ScoreRowPiece, ...]:
    crowning, cards = history.crownings[-1], history.favourites or ()
    rows = []
    for player, name in enumerate(player_names(view)):
        kept = history.kept[player] if history.kept else None
        extra = crowning.ambition[player] if crowning.ambition else None
        rows.append(
            ScoreRowPiece(
                id=str(player),
                name=clean(name),
                favourites=_scored(view, cards[player]),
                points=gained(crowning.points[player]),
                ambition=quoted(ambition_card(kept).condition) if kept else "",
                ambition_points="" if extra is None else gained(extra),
                score=signed(crowning.scores[player]),
            )
        )
    if crowning.emissary_points is not None and history.emissary_card:
        rows.append(
            ScoreRowPiece(
                id="emissary",
                name=_("Emissary"),
                favourites=_scored(view, history.emissary_card),
                points=gained(crowning.emissary_points),
                score=signed(crowning.emissary_score or 0),
            )
        )
    return tuple(rows)


def _scored(view: View, card: str) -> tuple[ScoredPiece, ...]:
    values = values_at_crowning(
        view, len(view.rounds) - 1, len(view.rounds[-1].crownings) - 1, card
    )
    ordered = sorted(values, key=lambda value: -value[2])
    return tuple(
        ScoredPiece(
            letter,
            portrait(view.edition, letter, small=True),
            label_of(view, letter),
            signed(points),
        )
        for letter, _place, points in ordered
    )

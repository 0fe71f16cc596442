"""The vote: cards face down while they come in, then all revealed."""

from __future__ import annotations

from functools import lru_cache

from kingup.history import Voted
from kingup.language import _, current_language
from kingup.rules.constants import KING_POINTS
from kingup.telling.narration import narrate
from kingup.telling.words import JESTER, VOTES, capital, name_of, players_of
from kingup.telling.worth import favourites_on, signed, worth
from kingup.view import View
from kingup.web.pages.common.art import portrait
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.scene import BallotPiece, VerdictPiece

PICTURES = {"Y": "card-yes", "N": "card-no", "B": "card-bellyache"}
"""The drawing of each vote card."""


def word_class(word: str) -> str:
    """Return the CSS classes that make a word fit on a card."""
    return "word longer" if len(word) > 9 else "word long" if len(word) > 5 else "word"


def ballots(public: ViewContext) -> tuple[BallotPiece, ...]:
    """Return every seat's card of the current vote, or of the one just revealed."""
    view = public.view
    seats = [str(seat) for seat in range(len(view.seats))]
    if view.emissary:
        seats.append("emissary")
    if view.candidate is not None:
        cards = [
            "down" if seat == "emissary" or has_voted(public, int(seat)) else "none"
            for seat in seats
        ]
        return laid(seats, cards)
    reveal = last_reveal(public)
    if reveal is None:
        return laid(seats, ["none"] * len(seats))
    shown = reveal.votes + (reveal.emissary or "")
    return laid(seats, list(shown), deciding_card(reveal))


def laid(seats: list[str], cards: list[str], deciding: str = "") -> tuple[BallotPiece, ...]:
    """Return cards as they lie."""
    language = current_language()
    return tuple(
        [
            _ballot(language, seat, card, card == deciding)
            for seat, card in zip(seats, cards, strict=False)
        ]
    )


@lru_cache(1_000)
def _ballot(_language: str, seat: str, card: str, decides: bool) -> BallotPiece:
    word = _(VOTES[card]) if card in VOTES else ""
    return BallotPiece(
        id=seat,
        card=card,
        picture=PICTURES[card] if card in VOTES else None,
        word=word,
        word_cls=word_class(word),
        state={"none": _("no card yet"), "down": _("card is down")}.get(card, word),
        decides=decides,
    )


def deciding_card(reveal: Voted) -> str:
    """Return the kind of card that decided a vote; empty after a crowning."""
    if reveal.outcome == "throne":
        return ""
    return "B" if "B" in reveal.votes + (reveal.emissary or "") else "N"


def last_reveal(context: ViewContext) -> Voted | None:
    """Return the last vote if it was the last move; else None."""
    moves = context.round.moves if context.round else ()
    last = moves[-1] if moves else None
    return last if isinstance(last, Voted) else None


def has_voted(context: ViewContext, seat: int) -> bool:
    """Return whether a seat has put its card down."""
    return seat not in context.public.awaited_seats


def colour_of(context: ViewContext, seat: int) -> int:
    """Return the pennant of a seat."""
    sitter = context.sitter(players_of(context.view, seat)[0])
    return sitter.colour if sitter else seat + 1


def verdict(public: ViewContext) -> VerdictPiece:
    """Return the result of the vote just revealed, in words."""
    view, move = public.view, last_reveal(public)
    if move is None:
        return VerdictPiece()
    outcome = narrate(view, move, with_votes=False)
    cards = move.votes + (move.emissary or "")
    nos = cards.count("N")
    if move.outcome == "throne":
        title, detail, tone = outcome, _("Everybody said Yes."), "yes"
        if "wedding" in view.options and not public.between_rounds:
            detail = _("The first of two monarchs. Everybody scores; the cards stay open.")
    elif "B" in cards:
        title, tone = _("A Bellyache"), "belly"
        detail = _("The vote is cancelled. {name} goes back to floor {number}.").format(
            name=capital(name_of(view, move.letter)), number=move.outcome
        )
    else:
        title, tone = _("Rejected"), "no"
        enough = _("One No is enough.") if nos == 1 else _("{number} said No.").format(number=nos)
        detail = f"{enough} {outcome}"
        if move.outcome.startswith("dungeon"):
            there = _("Worth {points} there.").format(points=signed(worth(move.outcome)))
            detail = f"{detail} {there}"
    return VerdictPiece(
        shown=True,
        cls=f"verdict is-{tone}",
        picture=portrait(view.edition, move.letter),
        title=title,
        detail=detail,
    )


def stakes(context: ViewContext, letter: str) -> str:
    """Return what a crowning would be worth to the viewer."""
    view = context.view
    if letter == JESTER:
        return _("If the jester is crowned, every value changes sign.")
    if _is_favourite(view, letter):
        return _("If crowned, {name} is worth {points} to you.").format(
            name=name_of(view, letter), points=KING_POINTS
        )
    return ""


def _is_favourite(view: View, letter: str) -> bool:
    cards = view.own.favourites if view.own else ()
    return any(letter in favourites_on(view, card) for card in cards)

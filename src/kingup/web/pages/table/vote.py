"""The vote: cards face down while they come in, then all revealed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kingup.history import Voted
from kingup.language import _
from kingup.rules.constants import KING_POINTS
from kingup.telling.narration import narrate
from kingup.telling.words import JESTER, VOTES, capital, name_of, players_of, seat_name
from kingup.telling.worth import favourites_on, signed, worth
from kingup.view import View
from kingup.web.pages.common.view_context import ViewContext

PICTURES = {"Y": "yes", "N": "no", "B": "bellyache", "down": "back"}
"""The drawing of each vote card."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A seat's card in a vote."""

    id: str
    name: str
    colour: int
    """The seat's pennant; 0 is the Emissary's."""
    card: str
    """none, down, Y, N or B."""
    spoke: bool
    """Whether the card decided the vote."""

    @property
    def picture(self) -> str:
        """The drawing of the card; empty before there is one."""
        return PICTURES.get(self.card, "")

    @property
    def word(self) -> str:
        """The word on the card once it is revealed; else empty."""
        return _(VOTES[self.card]) if self.card in VOTES else ""

    @property
    def state(self) -> str:
        """What the card shows, in words."""
        return {"none": _("no card yet"), "down": _("card is down")}.get(self.card, self.word)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a vote."""

    letter: str
    title: str
    detail: str
    tone: str
    """yes, no or belly."""


def ballots(context: ViewContext) -> tuple[Ballot, ...]:
    """Return the cards of the current vote or of the one just revealed; else nothing."""
    laid = context.shared("ballots", _public_ballots)
    mine = context.seat
    if mine is None or not laid:
        return laid
    own = replace(laid[mine], name=_("You"))
    return (*laid[:mine], own, *laid[mine + 1 :])


def _public_ballots(context: ViewContext) -> tuple[Ballot, ...]:
    if context.view.candidate is not None:
        return _running(context)
    revealed = last_reveal(context)
    return () if revealed is None else _revealed(context, revealed)


def last_reveal(context: ViewContext) -> Voted | None:
    """Return the last vote if it was the last move; else None."""
    moves = context.round.moves if context.round else ()
    last = moves[-1] if moves else None
    return last if isinstance(last, Voted) else None


def has_voted(context: ViewContext, seat: int) -> bool:
    """Return whether a seat has put its card down."""
    return not any(player in context.view.to_act for player in players_of(context.view, seat))


def colour_of(context: ViewContext, seat: int) -> int:
    """Return the pennant of a seat."""
    sitter = context.sitter(players_of(context.view, seat)[0])
    return sitter.colour if sitter else seat + 1


def verdict(context: ViewContext, move: Voted) -> Verdict:
    """Return the result of a revealed vote in words."""
    view = context.view
    outcome = narrate(view, move, with_votes=False)
    cards = move.votes + (move.emissary or "")
    nos, bellies = cards.count("N"), cards.count("B")
    if move.outcome == "throne":
        return Verdict(move.letter, outcome, _("Everybody said Yes."), "yes")
    if bellies:
        off = _("The vote is cancelled. {name} goes back to floor {number}.").format(
            name=capital(name_of(view, move.letter)), number=move.outcome
        )
        return Verdict(move.letter, _("A Bellyache"), off, "belly")
    enough = _("One No is enough.") if nos == 1 else _("{number} said No.").format(number=nos)
    after = ""
    if move.outcome.startswith("dungeon"):
        after = " " + _("Worth {points} there.").format(points=signed(worth(move.outcome)))
    return Verdict(move.letter, _("Rejected"), f"{enough} {outcome}{after}", "no")


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


def _running(context: ViewContext) -> tuple[Ballot, ...]:
    view = context.view
    cards = ["down" if has_voted(context, seat) else "none" for seat in range(len(view.seats))]
    return _laid(context, cards, "down" if view.emissary else None, deciding="")


def _revealed(context: ViewContext, move: Voted) -> tuple[Ballot, ...]:
    cards = move.votes + (move.emissary or "")
    deciding = "" if move.outcome == "throne" else "B" if "B" in cards else "N"
    return _laid(context, list(move.votes), move.emissary, deciding)


def _laid(
    context: ViewContext, cards: list[str], emissary: str | None, deciding: str
) -> tuple[Ballot, ...]:
    view = context.view
    laid = [
        Ballot(
            id=str(seat),
            name=seat_name(view, seat),
            colour=colour_of(context, seat),
            card=card,
            spoke=card == deciding,
        )
        for seat, card in enumerate(cards)
    ]
    if emissary:
        laid.append(Ballot("emissary", _("Emissary"), 0, emissary, emissary == deciding))
    return tuple(laid)

"""A seat's hand: favourites and their worth, Ambition, vote cards. For that seat only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kingup.language import _, current_language
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES
from kingup.rules.constants import ROUNDS, THIRD_ROUND_ZERO
from kingup.telling.words import (
    VOTES,
    character_of,
    clean,
    condition_of,
    place_in_words,
    player_names,
)
from kingup.telling.worth import banished_on, gained, signed
from kingup.web.pages.common.art import portrait
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.castle import Worths
from kingup.web.pages.table.scene import FavouritePiece, HandCardPiece, HandPiece, VotePiece
from kingup.web.pages.table.vote import PICTURES, word_class


@dataclass(frozen=True, slots=True)
class AmbitionCard:
    """An Ambition card."""

    id: str
    condition: str
    points: int


def hand(context: ViewContext, worth: Worths) -> HandPiece:
    """Return the viewer's hand, including a teammate's card; nothing for a spectator."""
    own = context.view.own
    if own is None or context.player is None or context.between_rounds:
        return HandPiece()
    order = sorted(range(len(own.players)), key=lambda i: own.players[i] != context.player)
    held = {"Y": 1, "N": own.no_cards, "B": own.bellyaches}
    return HandPiece(
        shown=True,
        cards=tuple([_card(context, worth, i, is_mates=n > 0) for n, i in enumerate(order)]),
        votes=_votes(current_language(), own.no_cards, own.bellyaches),
        count=1 + own.no_cards + own.bellyaches,
        label=_("Your vote cards: {cards}").format(cards=vote_cards_in_words(held)),
    )


def ambition_card(id_: str) -> AmbitionCard:
    """Return an Ambition card, in the current language."""
    card = AMBITION_CARDS[AMBITION_CODES[id_]]
    return AmbitionCard(card.id, condition_of(card), card.points)


@lru_cache(200)
def _votes(_language: str, nos: int, bellyaches: int) -> tuple[VotePiece, ...]:
    cards = "Y" + "N" * nos + "B" * bellyaches
    return tuple(
        VotePiece(f"{card}{i}", PICTURES[card], _(VOTES[card]), word_class(_(VOTES[card])))
        for i, card in enumerate(cards)
    )


@lru_cache(20_000)
def _favourite(
    _language: str, edition: str, letter: str, place: str, worth: int, *, banished: bool = False
) -> FavouritePiece:
    if banished:
        cls, points = "is-banished", ""
    else:
        cls, points = "loss" if worth < 0 else "", gained(worth)
    return FavouritePiece(
        id=letter,
        cls=cls,
        picture=portrait(edition, letter),
        name=_(character_of(edition, letter).name),
        place=place_in_words(place) + (f", {_('banished')}" if banished else ""),
        points=points,
    )


def _card(context: ViewContext, worth: Worths, i: int, *, is_mates: bool) -> HandCardPiece:
    view, own = context.view, context.view.own
    assert own is not None  # noqa: S101 (the caller has checked)
    card, where = own.favourites[i], (current_language(), view.edition)
    points = worth[card]
    shown = [
        _favourite(*where, letter, view.castle[letter], one) for letter, one in points.items()
    ]
    banished = banished_on(view, card)
    if banished:
        shown.append(_favourite(*where, banished, view.castle[banished], 0, banished=True))
    total, note = sum(points.values()), ""
    if view.edition == "kingup" and view.round == ROUNDS and total == 0:
        total, note = THIRD_ROUND_ZERO, _("Exactly 0 points in the last round become 33.")
    kept = own.kept[i] if own.kept else None
    ambition = ambition_card(kept) if kept else None
    owner = ""
    if len(own.players) > 1:
        owner = _("You") if not is_mates else clean(player_names(view)[own.players[i]])
    return HandCardPiece(
        id=str(own.players[i]),
        cls="favs is-mates" if is_mates else "favs",
        owner=owner,
        favourites=tuple(shown),
        points=signed(total),
        note=note,
        ambition=ambition.condition if ambition else "",
        ambition_points=f"+{ambition.points}" if ambition else "",
    )


def vote_cards_in_words(held: dict[str, int]) -> str:
    """Return how many vote cards of each kind somebody holds."""
    return _vote_cards_in_words(current_language(), held["N"], held["B"])


@lru_cache(200)  # there are few hands, and replays ask for each of them at every moment
def _vote_cards_in_words(_language: str, no_cards: int, bellyaches: int) -> str:
    parts = [_("1 Yes"), _("{number} No").format(number=no_cards)]
    if bellyaches:
        parts.append(_("1 Bellyache"))
    return ", ".join(parts)

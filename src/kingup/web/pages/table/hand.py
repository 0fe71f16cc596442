"""A seat's hand: favourites and their worth, Ambition, vote cards. For that seat only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kingup.language import _, current_language
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES
from kingup.rules.constants import ROUNDS, THIRD_ROUND_ZERO
from kingup.telling.words import (
    character_of,
    clean,
    condition_of,
    label_of,
    place_in_words,
    player_names,
)
from kingup.telling.worth import banished_on, favourites_on, signed
from kingup.view import View
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table.castle import worths


@dataclass(frozen=True, slots=True)
class Favourite:
    """A character on a favourites card."""

    letter: str
    name: str
    place: str
    worth: int
    banished: bool = False

    @property
    def points(self) -> str:
        """The worth with its sign."""
        return f"+{self.worth}" if self.worth > 0 else signed(self.worth)


@dataclass(frozen=True, slots=True)
class AmbitionCard:
    """An Ambition card."""

    id: str
    condition: str
    points: int


@dataclass(frozen=True, slots=True)
class FavouriteCard:
    """A favourites card, with the Ambition card that its player kept."""

    player: int
    owner: str
    """The player's name; empty in a seat of one."""
    favourites: tuple[Favourite, ...]
    total: int
    note: str
    ambition: AmbitionCard | None

    @property
    def points(self) -> str:
        """The total with its sign."""
        return signed(self.total)


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards that only one seat may see."""

    cards: tuple[FavouriteCard, ...]
    votes: str
    """The vote cards, a letter each."""
    label: str
    """The vote cards, in words."""


def hand(context: ViewContext) -> Hand | None:
    """Return the viewer's hand, including a teammate's card; None for a spectator."""
    own = context.view.own
    if own is None or context.player is None:
        return None
    order = sorted(range(len(own.players)), key=lambda i: own.players[i] != context.player)
    votes = "Y" + "N" * own.no_cards + "B" * own.bellyaches
    return Hand(tuple(_card(context, i) for i in order), votes, _in_words(votes))


def ambition_card(id_: str) -> AmbitionCard:
    """Return an Ambition card, in the current language."""
    card = AMBITION_CARDS[AMBITION_CODES[id_]]
    return AmbitionCard(card.id, condition_of(card), card.points)


def favourites(context: ViewContext, card: str) -> tuple[Favourite, ...]:
    """Return the characters on a card; the banished one comes last."""
    view, points = context.view, worths(context, card)
    where = (current_language(), view.edition)
    shown = [
        _favourite(*where, letter, view.castle[letter], worth) for letter, worth in points.items()
    ]
    banished = banished_on(view, card)
    if banished:
        shown.append(_favourite(*where, banished, view.castle[banished], 0, banished=True))
    return tuple(shown)


@lru_cache(20_000)
def _favourite(
    _language: str, edition: str, letter: str, place: str, worth: int, *, banished: bool = False
) -> Favourite:
    name = _(character_of(edition, letter).name)
    return Favourite(letter, name, place_in_words(place), worth, banished)


def open_letters(view: View, card: str) -> tuple[tuple[str, str, bool], ...]:
    """Return letter, name and whether it counts, for each character on a revealed card."""
    counted = favourites_on(view, card)
    return tuple((letter, label_of(view, letter), letter in counted) for letter in card)


def _card(context: ViewContext, i: int) -> FavouriteCard:
    view, own = context.view, context.view.own
    assert own is not None  # noqa: S101 (the caller has checked)
    shown = favourites(context, own.favourites[i])
    total = sum(f.worth for f in shown)
    note = ""
    if view.edition == "kingup" and view.round == ROUNDS and total == 0:
        total, note = THIRD_ROUND_ZERO, _("Exactly 0 points in the last round become 33.")
    kept = own.kept[i] if own.kept else None
    owner = ""
    if len(own.players) > 1:
        mine = own.players[i] == context.player
        owner = _("You") if mine else clean(player_names(view)[own.players[i]])
    return FavouriteCard(
        player=own.players[i],
        owner=owner,
        favourites=shown,
        total=total,
        note=note,
        ambition=ambition_card(kept) if kept else None,
    )


def _in_words(votes: str) -> str:
    parts = [_("1 Yes")]
    parts += [_("{number} No").format(number=votes.count("N"))]
    if "B" in votes:
        parts.append(_("1 Bellyache"))
    return ", ".join(parts)

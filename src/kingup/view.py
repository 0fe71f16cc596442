"""What a player or a spectator may know: the one way out of the rules for any screen, bot,
log or export.

A view is an allow-list (ruling 15): it is built up from what the viewer may see, never
stripped down from what there is.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kingup.history import Crowning, Move, Round, Voted
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES, VOTE_LETTERS
from kingup.rules.constants import NO_AMBITION, NOT_VOTED, SHUFFLE, VOTE
from kingup.rules.deals import Deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingup.game import Game


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What only a seat knows: the cards of its one or two players, its hand, its vote."""

    players: tuple[int, ...]
    favourites: tuple[str, ...]
    ambitions: tuple[tuple[str, str], ...]
    kept: tuple[str | None, ...]
    no_cards: int
    bellyaches: int
    vote: str | None
    """The vote that the seat has sealed, while the others still vote."""


@dataclass(frozen=True, slots=True)
class EmissaryView:
    """The Emissary as everybody sees it: never the order of its pile."""

    card: str
    score: int
    pile_size: int


@dataclass(frozen=True, slots=True)
class RoundView:
    """The public history of one round."""

    first: int
    moves: tuple[Move, ...]
    crownings: tuple[Crowning, ...]
    favourites: tuple[str, ...] | None
    """Every player's card, once a crowning has revealed them."""
    kept: tuple[str | None, ...] | None
    """Every player's kept Ambition card, once the round is over."""
    emissary_card: str | None
    castle: dict[str, str] | None
    """Where everybody stood at the end of the round."""
    deal: Deal | None
    """All cards that were dealt, once the game is over."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know. Seats and players count from 0."""

    edition: str
    options: tuple[str, ...]
    seats: tuple[int, ...]
    names: tuple[tuple[str, ...], ...]
    viewer: int | None
    """The player who looks; None for a spectator."""
    phase: str
    round: int
    turn: int | None
    candidate: str | None
    to_act: tuple[int, ...]
    """The players whom the game waits for."""
    castle: dict[str, str]
    """The place of every character, by letter."""
    monarch: str | None
    """A wedding's first monarch, who waits beside the throne."""
    scores: tuple[int, ...]
    emissary: EmissaryView | None
    own: OwnCards | None
    actions: tuple[str, ...]
    """What the viewer may do now, as a record writes it."""
    rounds: tuple[RoundView, ...]
    winners: tuple[int, ...] | None

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain lists and dictionaries."""
        return dataclasses.asdict(self)

    def as_json(self) -> str:
        """Return the view as JSON: the same bytes for the same knowledge."""
        return json.dumps(self.as_dict(), ensure_ascii=False, sort_keys=True)


def view(game: Game, player: int | None, public: View | None = None) -> View:
    """Return all that a player, or a spectator (None), may know about a game.

    `public`, a spectator's view of the same moment, spares making what everybody may know again.
    """
    state = game.state
    if public is not None and player is not None:
        return dataclasses.replace(
            public,
            viewer=player,
            own=_own_cards(game, player) if state.round else None,
            actions=game.written_actions(player) if player in public.to_act else (),
        )
    monarch = None
    if state.round and state.monarch < len(game.setup.letters):
        monarch = game.setup.letters[state.monarch]
    return View(
        edition=game.setup.edition,
        options=game.setup.options,
        seats=game.setup.seats,
        names=game.names,
        viewer=player,
        phase=game.phase,
        round=game.round,
        turn=game.turn,
        candidate=game.candidate,
        to_act=game.to_act,
        castle=game.castle,
        monarch=monarch,
        scores=game.scores,
        emissary=_emissary(game),
        own=None if player is None or not state.round else _own_cards(game, player),
        actions=() if player is None else game.written_actions(player),
        rounds=tuple(_round(round_, game.is_over) for round_ in game.rounds),
        winners=game.winners if game.is_over else None,
    )


def _own_cards(game: Game, player: int) -> OwnCards:
    state = game.state
    seat = state.seat_of[player]
    players = tuple(p for p in range(state.players) if state.seat_of[p] == seat)
    sealed = state.phase in (VOTE, SHUFFLE) and state.vote[seat] != NOT_VOTED
    ambitions = players if state.ambition else ()
    kept = tuple(state.kept[p] for p in ambitions)
    return OwnCards(
        players=players,
        favourites=tuple(FAVOURITES[state.edition][state.card[p]] for p in players),
        ambitions=tuple(
            (AMBITION_CARDS[state.dealt_1[p]].id, AMBITION_CARDS[state.dealt_2[p]].id)
            for p in ambitions
        ),
        kept=tuple(None if k == NO_AMBITION else AMBITION_CARDS[k].id for k in kept),
        no_cards=state.no_cards[seat],
        bellyaches=state.bellyaches[seat],
        vote=VOTE_LETTERS[state.vote[seat]] if sealed else None,
    )


def _emissary(game: Game) -> EmissaryView | None:
    state = game.state
    if not state.emissary or not state.round:
        return None
    card = FAVOURITES[state.edition][state.emissary_card]
    return EmissaryView(card, state.emissary_score, state.pile_size)


def _round(round_: Round, game_over: bool) -> RoundView:
    return RoundView(
        first=round_.deal.first,
        moves=_moves(round_.moves, game_over),
        crownings=tuple(round_.crownings),
        favourites=round_.deal.favourites if round_.crownings else None,
        kept=tuple(round_.kept) if round_.ended else None,
        emissary_card=round_.deal.emissary_card,
        castle=None if round_.castle is None else dict(round_.castle),
        deal=round_.deal if game_over else None,
    )


def _moves(moves: Sequence[Move], game_over: bool) -> tuple[Move, ...]:
    # Only votes that made the Emissary shuffle hold something hidden: its pile.
    return tuple(
        [
            _without_pile(move)
            if isinstance(move, Voted) and move.pile is not None and not game_over
            else move
            for move in moves
        ]
    )


def _without_pile(move: Voted) -> Voted:
    return Voted(
        seat=move.seat,
        letter=move.letter,
        votes=move.votes,
        outcome=move.outcome,
        emissary=move.emissary,
        pile=None,
    )

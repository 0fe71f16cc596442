"""What a player or a spectator may know. Screens, bots, logs and exports get nothing else.

A view is an allow-list (ruling 15): it is built from what the viewer may see, never by removing
secrets from the whole.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingup.history import Crowning, Move, Round, Voted
from kingup.rules.actions import write_action
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES, VOTE_LETTERS
from kingup.rules.constants import CLIMB, NO_AMBITION, NOT_VOTED, OVER, PLACE, SHUFFLE, VOTE
from kingup.rules.deals import Deal
from kingup.rules.kernel.scoring import winners
from kingup.rules.kernel.turns import list_actions, may_act
from kingup.rules.places import PHASE_NAMES, PLACE_NAMES
from kingup.rules.setup import Setup
from kingup.rules.state import ActionMenu, State


@dataclass(frozen=True, slots=True)
class OwnCards:
    """What only a seat knows: the cards of its one or two players, its hand and its vote."""

    players: tuple[int, ...]
    favourites: tuple[str, ...]
    ambitions: tuple[tuple[str, str], ...]
    kept: tuple[str | None, ...]
    no_cards: int
    bellyaches: int
    vote: str | None
    """The seat's sealed vote, while others still vote."""


@dataclass(frozen=True, slots=True)
class EmissaryView:
    """What everybody sees of the Emissary: never the order of its pile."""

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
    """Where every character stood at the end of the round."""
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
    """The players who may act now."""
    castle: dict[str, str]
    """The place of every character, by letter."""
    monarch: str | None
    """A wedding's first monarch, who waits beside the throne for the second."""
    scores: tuple[int, ...]
    emissary: EmissaryView | None
    own: OwnCards | None
    actions: tuple[str, ...]
    """What the viewer may do now, as a record writes it."""
    rounds: tuple[RoundView, ...]
    winners: tuple[int, ...] | None

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain lists and dictionaries."""
        import msgspec  # only whoever wants a dictionary waits for it

        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def as_json(self) -> str:
        """Return the view as JSON: the same bytes for the same knowledge."""
        return json.dumps(self.as_dict(), ensure_ascii=False, sort_keys=True)


def make_view(
    setup: Setup,
    names: tuple[tuple[str, ...], ...],
    state: State,
    rounds: Sequence[Round],
    player: int | None,
    public: View | None = None,
) -> View:
    """Return all that a player, or a spectator (None), may know about a game.

    `public` is a spectator's view of the same moment; given one, only the player's own part is
    made.
    """
    if public is not None and player is not None:
        return dataclasses.replace(
            public,
            viewer=player,
            own=_own_cards(state, player) if state.round else None,
            actions=written_actions(state, player) if player in public.to_act else (),
        )
    monarch = None
    if state.round and state.monarch < len(setup.letters):
        monarch = setup.letters[state.monarch]
    is_over = state.phase == OVER
    return View(
        edition=setup.edition,
        options=setup.options,
        seats=setup.seats,
        names=names,
        viewer=player,
        phase=PHASE_NAMES[state.phase],
        round=state.round,
        turn=turn_of(state),
        candidate=candidate_of(setup, state),
        to_act=players_to_act(state),
        castle=castle_of(setup, state),
        monarch=monarch,
        scores=scores_of(state),
        emissary=_emissary(state),
        own=None if player is None or not state.round else _own_cards(state, player),
        actions=() if player is None else written_actions(state, player),
        rounds=tuple(_round(round_, is_over) for round_ in rounds),
        winners=winning_seats(state) if is_over else None,
    )


# What everybody may know of a state.


def turn_of(state: State) -> int | None:
    """Return the seat whose turn it is to place or climb; None when it is nobody's."""
    return state.turn if state.phase in (PLACE, CLIMB) else None


def candidate_of(setup: Setup, state: State) -> str | None:
    """Return the letter of the character that is voted on, if any."""
    return setup.letters[state.candidate] if state.phase in (VOTE, SHUFFLE) else None


def players_to_act(state: State) -> tuple[int, ...]:
    """Return the players who may act now; several when choices are simultaneous."""
    return tuple([p for p in range(state.players) if may_act(state, p)])


def castle_of(setup: Setup, state: State) -> dict[str, str]:
    """Return where every character stands, by letter."""
    return {
        letter: PLACE_NAMES[state.place[character]]
        for character, letter in enumerate(setup.letters)
    }


def scores_of(state: State) -> tuple[int, ...]:
    """Return each player's score."""
    return tuple(state.score[: state.players])


def winning_seats(state: State) -> tuple[int, ...]:
    """Return the winning seats of a finished game; none when the Emissary wins."""
    mask = winners(state)
    return tuple(seat for seat in range(state.seats) if mask >> seat & 1)


# What only a player may know.


def written_actions(state: State, player: int) -> tuple[str, ...]:
    """Return what a player may do now, as a record writes it: "A3", "A", "Y"."""
    menu = ActionMenu()
    list_actions(state, player, menu)
    return tuple([write_action(state, player, code) for code in menu.action[: menu.size]])


def _own_cards(state: State, player: int) -> OwnCards:
    seat = state.seat_of[player]
    players = tuple([p for p in range(state.players) if state.seat_of[p] == seat])
    sealed = state.phase in (VOTE, SHUFFLE) and state.vote[seat] != NOT_VOTED
    ambitions = players if state.ambition else ()
    kept = [state.kept[p] for p in ambitions]
    return OwnCards(
        players=players,
        favourites=tuple([FAVOURITES[state.edition][state.card[p]] for p in players]),
        ambitions=tuple(
            [
                (AMBITION_CARDS[state.dealt_1[p]].id, AMBITION_CARDS[state.dealt_2[p]].id)
                for p in ambitions
            ]
        ),
        kept=tuple([None if k == NO_AMBITION else AMBITION_CARDS[k].id for k in kept]),
        no_cards=state.no_cards[seat],
        bellyaches=state.bellyaches[seat],
        vote=VOTE_LETTERS[state.vote[seat]] if sealed else None,
    )


def _emissary(state: State) -> EmissaryView | None:
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
    # Only a vote after which the Emissary shuffled holds a secret: its new pile.
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

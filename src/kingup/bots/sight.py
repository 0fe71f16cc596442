"""A view as a state for the compiled bots, in which everything unknown is marked.

What a view does not contain but its public history implies, such as the cards left in hands after
the public votes, is derived here.
"""

from __future__ import annotations

from functools import lru_cache

from kingup.history import Climbed, Placed, Voted
from kingup.rules.cards import AMBITION_CODES, CARD_CODES, VOTE_LETTERS
from kingup.rules.characters import EDITIONS, LETTERS
from kingup.rules.constants import (
    CARDS,
    CHARACTERS,
    EMISSARY,
    FIRST_CLIMB,
    FIRST_VOTE,
    JESTER,
    KING_UP,
    MAX_PILE,
    NO_AMBITION,
    NOBODY,
    PLACES,
    YES,
)
from kingup.rules.errors import KingUpError
from kingup.rules.places import PHASE_NAMES, PLACE_NAMES
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import History, State
from kingup.view import OwnCards, RoundView, View

UNKNOWN_CARD = CARDS
"""A favourites card that the viewer does not know."""

_VOTE_ACTIONS = {card: FIRST_VOTE + VOTE_LETTERS.index(card) - YES for card in "YNB"}
_CODES = tuple({letter: code for code, letter in enumerate(letters)} for letters in LETTERS)
_PHASES = {name: code for code, name in PHASE_NAMES.items()}
_PLACES = {name: code for code, name in enumerate(PLACE_NAMES)}


def sight_of(view: View) -> State:
    """Return the state as a viewer knows it.

    Others' favourites are UNKNOWN_CARD and their Ambition NO_AMBITION unless open; the Emissary's
    pile holds the right cards in no particular order; nobody has voted, because votes are
    simultaneous and others' sealed votes must not matter; `gone` are the cards of earlier rounds
    (King Up!).
    """
    if not view.rounds:
        raise KingUpError("Nothing is known before the first deal.")
    state = new_state(_setup(view.edition, tuple(view.seats), tuple(view.options)))
    current = view.rounds[-1]
    state.phase = _PHASES[view.phase]
    state.round = view.round
    state.first = current.first
    state.score[: state.players] = view.scores
    _write_castle(state, view)
    _write_hands(state, view, current)
    _write_cards(state, view, current)
    return state


@lru_cache(maxsize=64)
def _setup(edition: str, seats: tuple[int, ...], options: tuple[str, ...]) -> Setup:
    """Return a setup, checked only once: bots ask often."""
    return Setup.of(edition, seats, options)


def cards_seen(state: State) -> int:
    """Return the mask of favourites cards that no hidden player can hold."""
    seen = state.gone if state.edition == KING_UP else 0
    for player in range(state.players):
        if state.card[player] != UNKNOWN_CARD:
            seen |= 1 << state.card[player]
    if state.emissary:
        seen |= 1 << state.emissary_card
    return seen


def player_of(view: View) -> int:
    """Return the viewing player; a spectator's view raises an error."""
    if view.viewer is None:
        raise KingUpError("A bot needs a player’s view.")
    return view.viewer


def _write_castle(state: State, view: View) -> None:
    letters = LETTERS[state.edition]
    current = view.rounds[-1]
    state.place = [_PLACES["aside"]] * CHARACTERS
    for letter, name in view.castle.items():
        state.place[letters.index(letter)] = _PLACES[name]
    state.count = [state.place.count(place) for place in range(PLACES)]
    state.candidate = NOBODY if view.candidate is None else letters.index(view.candidate)
    state.monarch = NOBODY if view.monarch is None else letters.index(view.monarch)
    # While Ambition cards are chosen the first seat's turn is still to come.
    state.turn = current.first if view.turn is None else view.turn
    for move in current.moves:
        if isinstance(move, Placed):
            state.placed += 1
        elif isinstance(move, Climbed):
            if move.place == "throne":
                state.mover = move.seat
        elif move.outcome != "throne" and "B" not in _cards(move):
            state.rejected += letters.index(move.letter) != JESTER
    if view.candidate is not None:
        state.turn = state.mover
    for crowning in current.crownings:
        state.crownings += 1
        state.crowned |= 1 << letters.index(crowning.letter)
        state.kingmakers |= 1 << crowning.seat
        state.points[: state.players] = crowning.points


def _write_hands(state: State, view: View, current: RoundView) -> None:
    no_cards = [state.no_start] * state.seats
    bellyaches = [state.bellyache_start] * state.seats
    pile = "YB" + "N" * state.no_start
    for move in current.moves:
        if not isinstance(move, Voted):
            continue
        for seat, card in enumerate(move.votes):
            no_cards[seat] -= card == "N"
            bellyaches[seat] -= card == "B"
        if move.emissary in ("N", "B"):
            pile = pile.replace(move.emissary, "", 1)
    state.no_cards[: state.seats] = no_cards
    state.bellyaches[: state.seats] = bellyaches
    if view.emissary is not None:
        codes = [VOTE_LETTERS.index(card) for card in pile]
        state.pile = codes + [0] * (MAX_PILE - len(codes))
        state.pile_size = len(codes)
        state.emissary_score = view.emissary.score


def _write_cards(state: State, view: View, current: RoundView) -> None:
    codes = CARD_CODES[state.edition]
    state.card[: state.players] = [UNKNOWN_CARD] * state.players
    state.kept[: state.players] = [NO_AMBITION] * state.players
    if current.favourites is not None:
        state.card[: state.players] = [codes[card] for card in current.favourites]
    if view.emissary is not None:
        state.emissary_card = codes[view.emissary.card]
    if view.own is not None:
        _write_own(state, view.own)
    if state.edition == KING_UP:
        for earlier in view.rounds[:-1]:
            for card in earlier.favourites or ():
                state.gone |= 1 << codes[card]


def _write_own(state: State, own: OwnCards) -> None:
    for i, player in enumerate(own.players):
        state.card[player] = CARD_CODES[state.edition][own.favourites[i]]
        if own.ambitions:
            state.dealt_1[player] = AMBITION_CODES[own.ambitions[i][0]]
            state.dealt_2[player] = AMBITION_CODES[own.ambitions[i][1]]
            kept = own.kept[i]
            state.kept[player] = NO_AMBITION if kept is None else AMBITION_CODES[kept]


def history_of(view: View) -> History:
    """Return the public history of a view's round."""
    history = History()
    seats, actions = told_of(view)
    history.size = len(seats)
    history.seat[: history.size] = seats
    history.action[: history.size] = actions
    return history


def told_of(view: View) -> tuple[list[int], list[int]]:
    """Return the public history as two lists: seats, and their actions."""
    codes = _CODES[EDITIONS.index(view.edition)]
    seats: list[int] = []
    actions: list[int] = []
    for move in view.rounds[-1].moves if view.rounds else ():
        if isinstance(move, Voted):
            seats += range(len(move.votes))
            actions += [_VOTE_ACTIONS[card] for card in move.votes]
            if move.emissary is not None:
                seats.append(EMISSARY)
                actions.append(_VOTE_ACTIONS[move.emissary])
        else:
            seats.append(move.seat)
            code = codes[move.letter]
            actions.append(
                4 * code + move.floor - 1 if isinstance(move, Placed) else FIRST_CLIMB + code
            )
    return seats, actions


def _cards(move: Voted) -> str:
    return move.votes + (move.emissary or "")

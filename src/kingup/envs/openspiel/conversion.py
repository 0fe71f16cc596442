"""Conversions: OpenSpiel states to our games, and our views to OpenSpiel states."""

from __future__ import annotations

import random

from kingup.envs.openspiel.game import KingUpGame, KingUpState
from kingup.envs.openspiel.position import (
    AMBITION_1,
    AMBITION_2,
    CARD,
    EMISSARY_CARD,
    FIRST,
    Position,
)
from kingup.game import Game
from kingup.history import Voted
from kingup.rules.actions import decode_action, encode_action, parse_action
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES, CARD_CODES, VOTE_LETTERS
from kingup.rules.constants import AMBITION, AMBITIONS, CARDS, DEAL, FIRST_KEEP, SHUFFLE, VOTE
from kingup.rules.deals import read_deal, read_pile
from kingup.view import RoundView, View


def game_of(state: KingUpState) -> Game:
    """Return an OpenSpiel state as a game of ours, with its whole history."""
    setup = state.get_game().setup
    position = Position.start(setup)
    game = Game(setup.edition, setup.seats, setup.options, dealer=None)
    waiting = 0
    for item in state.full_history():
        action = item.action
        if position.state.phase == DEAL:
            position.decide(action)
            if position.state.phase != DEAL:
                game.deal(read_deal(position.state))
            continue
        player = position.player
        if position.last_vote:
            # The Emissary's card is drawn when it votes: put it on top of the pile.
            pile, top = game.state.pile, game.state.pile_size - 1
            place = pile.index(action)
            pile[place], pile[top] = pile[top], pile[place]
            position.decide(action)
            action = waiting
        else:
            position.play(action)
            if position.last_vote:
                waiting = action
                continue
        game.play(player, decode_action(game.state, player, action))
        if game.state.phase == SHUFFLE:
            game.shuffle(read_pile(game.state))
    return game


def state_of(view: View, rng: random.Random) -> KingUpState:
    """Return an OpenSpiel state consistent with a view; what the viewer does not know is drawn."""
    teams = "".join("S" if size == 1 else "T" for size in view.seats)
    options = "+".join(view.options)
    game = KingUpGame({"edition": view.edition, "teams": teams, "options": options})
    state = game.new_initial_state()
    for number, round_ in enumerate(view.rounds):
        last = number == len(view.rounds) - 1
        _deal(state, view, round_, rng, last=last)
        _keep(state, view, round_, rng, last=last)
        for move in round_.moves:
            if isinstance(move, Voted):
                _vote(state, move)
            else:
                text = move.letter + (str(move.floor) if hasattr(move, "floor") else "")
                _play(state, text)
    while state.position.state.phase == VOTE:
        if state.current_player() == state.position.state.seat_of[view.viewer or 0]:
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def _play(state: KingUpState, text: str) -> None:
    position = state.position
    action = parse_action(position.state, text)
    state.apply_action(encode_action(position.state, position.player, action))


def _vote(state: KingUpState, move: Voted) -> None:
    for card in move.votes:
        _play(state, card)
    if state.position.last_vote:
        state.apply_action(VOTE_LETTERS.index(move.emissary or "Y"))


def _deal(
    state: KingUpState, view: View, round_: RoundView, rng: random.Random, *, last: bool
) -> None:
    """Deal the cards of a round that the viewer knows, and random ones for the rest."""
    codes = CARD_CODES[state.position.state.edition]
    known: dict[tuple[int, int], int] = {(FIRST, 0): round_.first}
    if round_.emissary_card is not None:
        known[EMISSARY_CARD, 0] = codes[round_.emissary_card]
    for player, letters in enumerate(round_.favourites or ()):
        known[CARD, player] = codes[letters]
    for player, kept in enumerate(round_.kept or ()):
        if kept is not None:
            known[AMBITION_1, player] = AMBITION_CODES[kept]
    if last and view.own is not None:
        for i, player in enumerate(view.own.players):
            known[CARD, player] = codes[view.own.favourites[i]]
            if view.own.ambitions:
                one, two = view.own.ambitions[i]
                known[AMBITION_1, player] = AMBITION_CODES[one]
                known[AMBITION_2, player] = AMBITION_CODES[two]
    plain = state.position.state
    cards = set(range(CARDS)) - {c for c in range(CARDS) if plain.gone >> c & 1}
    cards -= {card for (kind, _), card in known.items() if kind in (CARD, EMISSARY_CARD)}
    ambitions = set(range(AMBITIONS))
    ambitions -= {c for (kind, _), c in known.items() if kind in (AMBITION_1, AMBITION_2)}
    pools = {True: rng.sample(sorted(ambitions), len(ambitions))}
    pools[False] = rng.sample(sorted(cards), len(cards))
    for step in state.position.steps():
        drawn = known.get(step)
        if drawn is None:
            drawn = pools[step[0] in (AMBITION_1, AMBITION_2)].pop()
        state.apply_action(drawn)


def _keep(
    state: KingUpState, view: View, round_: RoundView, rng: random.Random, *, last: bool
) -> None:
    """Keep the Ambition cards that the viewer knows of, and random ones for the others."""
    position = state.position
    own: dict[int, str | None] = {}
    if last and view.own is not None and view.own.ambitions:
        own = dict(zip(view.own.players, view.own.kept, strict=True))
    while position.state.phase == AMBITION:
        player = position.player
        if last and view.phase == "ambition" and player == view.viewer:
            return
        kept = own.get(player) or (round_.kept[player] if round_.kept else None)
        if kept is None:
            state.apply_action(FIRST_KEEP + rng.randrange(2))
        else:
            first = AMBITION_CARDS[position.state.dealt_1[player]].id
            state.apply_action(FIRST_KEEP + (kept != first))

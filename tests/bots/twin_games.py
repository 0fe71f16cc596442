"""Games that differ only in what one viewer may not know, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kingup import Game
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.constants import AMBITIONS, BELLYACHE, CARDS, NO, NO_AMBITION, NOT_VOTED, YES
from tests.bots.games import bots_for, played

SEALED = "vote, others have sealed theirs"


def moments(game: Game) -> Iterator[tuple[int, str]]:
    """Play a game; yield the player to act at the first and a later moment of every stage."""
    met: dict[tuple[int, str], int] = {}
    for player in played(game, bots_for(game, "courtier")):
        stage = SEALED if game.phase == "vote" and game.state.votes_in else game.phase
        key = (game.round, stage)
        met[key] = met.get(key, 0) + 1
        if met[key] in (1, 6) and not game.rounds[-1].crownings:
            yield player, stage


def with_other_secrets(game: Game, viewer: int | None) -> Game:
    """Return a copy of a game in which only the viewer's unknowns differ."""
    twin = game.copy()
    state, players = twin.state, range(twin.state.players)
    seat = None if viewer is None else state.seat_of[viewer]
    hidden = [p for p in players if state.seat_of[p] != seat]
    _deal_others(twin, hidden)
    for other in {state.seat_of[player] for player in hidden}:
        votes = [YES, NO, BELLYACHE]
        if state.vote[other] != NOT_VOTED:
            state.vote[other] = votes[votes.index(state.vote[other]) - 1]
        # A player's votes show how many cards they have left; the hands themselves are hidden.
        state.no_cards[other] += 1
        state.bellyaches[other] += 1
    pile = state.pile[: state.pile_size]
    state.pile[: state.pile_size] = pile[::-1] if pile != pile[::-1] else [YES] * len(pile)
    state.generator_a ^= 1
    return twin


def _deal_others(game: Game, hidden: list[int]) -> None:
    """Give players cards that nobody has, and let them keep the other Ambition card of two."""
    state, players, round_ = game.state, range(game.state.players), game.rounds[-1]
    used = {state.card[p] for p in players} | {state.emissary_card}
    cards = [c for c in range(CARDS) if c not in used and not state.gone >> c & 1]
    dealt = {state.dealt_1[p] for p in players} | {state.dealt_2[p] for p in players}
    ambitions = [a for a in range(AMBITIONS) if a not in dealt]
    for player in hidden:
        state.gone ^= 1 << state.card[player]
        state.card[player] = cards.pop()
        state.gone ^= 1 << state.card[player]
        if state.ambition:
            first = state.kept[player] == state.dealt_1[player]
            state.dealt_1[player], state.dealt_2[player] = ambitions.pop(), ambitions.pop()
            if state.kept[player] != NO_AMBITION:
                state.kept[player] = (state.dealt_2 if first else state.dealt_1)[player]
                round_.kept[player] = AMBITION_CARDS[state.kept[player]].id
    ids = [card.id for card in AMBITION_CARDS]
    pairs = tuple((ids[state.dealt_1[p]], ids[state.dealt_2[p]]) for p in players)
    round_.deal = replace(
        round_.deal,
        favourites=tuple(FAVOURITES[state.edition][state.card[p]] for p in players),
        ambitions=pairs if state.ambition else (),
    )

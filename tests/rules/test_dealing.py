"""Rounds begin clean, and the fast generator deals every card equally often to all."""

from __future__ import annotations

from collections import Counter

import kingup
from kingup.rules.constants import AMBITIONS, CARDS, NO_AMBITION, NOBODY
from kingup.rules.deals import read_deal, read_pile
from kingup.rules.kernel.dealing import draw_round, shuffle_pile
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import State
from tests.rules.positions import climb, crown, table, vote


def drawn(setup: Setup, deals: int) -> list[State]:
    """Return states of many first rounds, dealt from neighbouring seeds."""
    states = [new_state(setup) for _ in range(deals)]
    for seed, state in enumerate(states):
        seed_generator(state, seed)
        draw_round(state)
    return states


def about_equal(counts: Counter[int] | Counter[str], kinds: int, within: float) -> bool:
    """Return whether all kinds were counted, each about as often as the others."""
    mean = counts.total() / kinds
    return len(counts) == kinds and all(abs(n - mean) < within * mean for n in counts.values())


def test_every_player_gets_every_favourites_card_equally_often() -> None:
    states = drawn(Setup.of("vive-le-roi", 3, ["emissary"]), 5200)
    for player in range(3):
        assert about_equal(Counter(state.card[player] for state in states), CARDS, 0.3)
    assert about_equal(Counter(state.emissary_card for state in states), CARDS, 0.3)


def test_every_seat_begins_equally_often() -> None:
    states = drawn(Setup.of("kingup", 5), 2000)
    assert about_equal(Counter(state.first for state in states), 5, 0.2)


def test_every_player_gets_every_ambition_card_equally_often() -> None:
    states = drawn(Setup.of("vive-le-roi", 8, ["ambition"]), 3200)
    for player in (0, 3, 7):
        assert about_equal(Counter(state.dealt_1[player] for state in states), AMBITIONS, 0.35)
        assert about_equal(Counter(state.dealt_2[player] for state in states), AMBITIONS, 0.35)


def test_every_order_of_the_emissarys_pile_is_equally_likely() -> None:
    states = drawn(Setup.of("vive-le-roi", 4, ["emissary"]), 3600)
    assert about_equal(Counter(read_pile(state) for state in states), 12, 0.25)


def test_a_pile_is_shuffled_into_every_order() -> None:
    (state,) = drawn(Setup.of("vive-le-roi", 3, ["emissary"]), 1)
    piles = Counter[str]()
    for _ in range(5000):
        shuffle_pile(state)
        piles[read_pile(state)] += 1
    assert about_equal(piles, 20, 0.3)


def test_king_up_draws_from_the_cards_that_are_left() -> None:
    game = kingup.Game("kingup", 6, dealer=None)
    seed_generator(game.state, 1)
    dealer = kingup.SimulationDealer()
    while not game.is_over:
        if game.phase == "deal":
            game.deal(dealer.deal(game.state))
        player = game.to_act[0]
        game.play(player, game.legal_actions(player)[0])
    cards = [card for round_ in game.rounds for card in round_.deal.favourites]
    assert len(set(cards)) == 18
    assert game.state.gone.bit_count() == 18


def test_vive_le_roi_sets_no_card_aside() -> None:
    (state,) = drawn(Setup.of("vive-le-roi", 8), 1)
    assert state.gone == 0


def test_a_new_round_forgets_the_one_before() -> None:
    game = table(
        seats=3,
        options=["ambition", "emissary", "wedding"],
        castle={"ABC": "5", "E": "dungeon-3"},
        emissary="ABELOV",
        scores=[41, 42, 43],
    )
    climb(game, "B")
    vote(game, "YNB")
    crown(game, "A")
    crown(game, "B")
    assert any(game.state.points)
    game.deal(kingup.RandomDealer(2).deal(game.state))
    state = game.state
    assert state.points[:3] == [0, 0, 0]
    assert state.kept[:3] == [NO_AMBITION] * 3
    assert (state.kept_in, state.votes_in, state.placed, state.rejected) == (0, 0, 0, 0)
    assert (state.crownings, state.crowned, state.kingmakers) == (0, 0, 0)
    assert (state.candidate, state.monarch, state.emissary_vote) == (NOBODY, NOBODY, 0)
    assert state.vote[:3] == [0, 0, 0]
    assert read_deal(state) == game.rounds[1].deal
    assert state.score[:3] == list(game.rounds[0].crownings[1].scores)


def test_actions_and_votes_are_counted() -> None:
    game = table("kingup", 3, castle={"AB": "5"})
    assert (game.state.decisions, game.state.votes_held) == (0, 0)
    climb(game, "CA")
    assert (game.state.decisions, game.state.votes_held) == (2, 1)
    vote(game, "YNY")
    assert (game.state.decisions, game.state.votes_held) == (5, 1)
    crown(game, "B")
    assert (game.state.decisions, game.state.votes_held) == (9, 2)


def test_a_drawn_round_waits_for_ambition_choices_or_placements() -> None:
    (with_ambition,) = drawn(Setup.of("vive-le-roi", 3, ["ambition"]), 1)
    (without,) = drawn(Setup.of("vive-le-roi", 3), 1)
    game = kingup.Game("vive-le-roi", 3, dealer=None)
    for state, phase in ((with_ambition, "ambition"), (without, "place")):
        game.state = state
        assert game.phase == phase
        assert (state.round, state.turn) == (1, state.first)

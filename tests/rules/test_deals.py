"""Deals as data: what is refused, what is written, and who deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

import kingup
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.deals import deal_round, read_deal, read_pile, shuffle_round
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import draw
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import State
from tests.rules.positions import climb, crown, table, vote
from tests.strategies import SEEDS, setups

CARDS = ("ABELOV", "EFJMOV", "ACFJRV")
PAIRS = (("no-privy", "man-king"), ("kingmaker", "not-2-3"), ("two-privy", "one-privy"))
PLAIN = kingup.Deal(1, CARDS)
AMBITIOUS = kingup.Deal(1, CARDS, PAIRS)
WATCHED = kingup.Deal(1, CARDS, (), "BEGJSV", "NBYNN")


def waiting(options: list[str]) -> State:
    return new_state(Setup.of("vive-le-roi", 3, options))


REFUSALS = [
    ([], replace(PLAIN, first=3), "The first seat must be from 0 to 2, not 3."),
    ([], replace(PLAIN, first=-1), "The first seat must be from 0 to 2, not -1."),
    (
        [],
        replace(PLAIN, favourites=CARDS[:2]),
        "3 favourites cards are needed, one for each player, not 2.",
    ),
    (
        [],
        replace(PLAIN, favourites=(*CARDS, "BEGJSV")),
        "3 favourites cards are needed, one for each player, not 4.",
    ),
    (
        [],
        replace(PLAIN, favourites=("ABCDEF", *CARDS[1:])),
        "Vive le Roi has no favourites card “ABCDEF”.",
    ),
    (
        [],
        replace(PLAIN, favourites=("VOLEBA", *CARDS[1:])),
        "Vive le Roi has no favourites card “VOLEBA”.",
    ),
    (
        [],
        replace(PLAIN, favourites=("EFJMOV", *CARDS[1:])),
        "The favourites card EFJMOV was dealt twice.",
    ),
    ([], AMBITIOUS, "This game is played without Ambition cards."),
    ([], WATCHED, "This game is played without the Emissary."),
    ([], replace(PLAIN, emissary_card="BEGJSV"), "This game is played without the Emissary."),
    ([], replace(PLAIN, pile="NBYNNN"), "This game is played without the Emissary."),
    (["ambition"], PLAIN, "3 pairs of Ambition cards are needed, one for each player, not 0."),
    (
        ["ambition"],
        replace(AMBITIOUS, ambitions=PAIRS[:2]),
        "3 pairs of Ambition cards are needed, one for each player, not 2.",
    ),
    (
        ["ambition"],
        replace(AMBITIOUS, ambitions=(("no-privy", "greed"), *PAIRS[1:])),
        "There is no Ambition card “greed”.",
    ),
    (
        ["ambition"],
        replace(AMBITIOUS, ambitions=(("no-privy", "no-privy"), *PAIRS[1:])),
        "The Ambition card “no-privy” was dealt twice.",
    ),
    (
        ["ambition"],
        replace(AMBITIOUS, ambitions=(("kingmaker", "man-king"), *PAIRS[1:])),
        "The Ambition card “kingmaker” was dealt twice.",
    ),
    (["emissary"], PLAIN, "The Emissary needs a favourites card and a pile."),
    (
        ["emissary"],
        replace(WATCHED, pile=None),
        "The Emissary needs a favourites card and a pile.",
    ),
    (
        ["emissary"],
        replace(WATCHED, emissary_card=None),
        "The Emissary needs a favourites card and a pile.",
    ),
    (
        ["emissary"],
        replace(WATCHED, emissary_card="ABELOV"),
        "The favourites card ABELOV was dealt twice.",
    ),
    (
        ["emissary"],
        replace(WATCHED, emissary_card="XYZ"),
        "Vive le Roi has no favourites card “XYZ”.",
    ),
    (
        ["emissary"],
        replace(WATCHED, pile="NBYN"),
        "The Emissary's pile must hold BNNNY in some order, not NBYN.",
    ),
    (
        ["emissary"],
        replace(WATCHED, pile="NBYNB"),
        "The Emissary's pile must hold BNNNY in some order, not NBYNB.",
    ),
    (
        ["emissary"],
        replace(WATCHED, pile=""),
        "The Emissary's pile must hold BNNNY in some order, not .",
    ),
]


@pytest.mark.parametrize(("options", "deal", "message"), REFUSALS)
def test_a_wrong_deal_is_refused_and_changes_nothing(
    options: list[str], deal: kingup.Deal, message: str
) -> None:
    state = waiting(options)
    before = state.copy()
    with pytest.raises(kingup.DealError) as refusal:
        deal_round(state, deal)
    assert str(refusal.value) == message
    assert state == before


@pytest.mark.parametrize("size", [0, 1, 3])
def test_a_pair_of_ambition_cards_is_two_cards(size: int) -> None:
    state = waiting(["ambition"])
    before = state.copy()
    wrong: Any = ("no-privy", "man-king", "jester-king")[:size]
    with pytest.raises(kingup.DealError):
        deal_round(state, replace(AMBITIOUS, ambitions=(wrong, *PAIRS[1:])))
    assert state == before


@pytest.mark.parametrize(
    ("options", "deal"), [([], PLAIN), (["ambition"], AMBITIOUS), (["emissary"], WATCHED)]
)
def test_a_right_deal_is_read_back_as_it_was_given(options: list[str], deal: kingup.Deal) -> None:
    state = waiting(options)
    deal_round(state, deal)
    assert read_deal(state) == deal
    assert state.round == 1
    assert state.turn == state.first == 1


def test_nothing_is_dealt_while_a_round_is_played() -> None:
    state = waiting([])
    deal_round(state, PLAIN)
    before = state.copy()
    with pytest.raises(kingup.DealError, match=r"^There is nothing to deal now"):
        deal_round(state, PLAIN)
    assert state == before


def test_a_later_rounds_first_seat_follows_from_the_crowning() -> None:
    game = table(seats=3, castle={"A": "5"}, turn=2)
    crown(game, "A")
    before = game.state.copy()
    with pytest.raises(kingup.DealError) as refusal:
        game.deal(PLAIN)
    assert str(refusal.value) == "Seat 2 starts this round, not seat 1 (counting from 0)."
    assert game.state == before
    assert len(game.rounds) == 1
    game.deal(replace(PLAIN, first=2))
    assert game.round == 2


def test_king_up_does_not_deal_a_card_twice_in_a_game() -> None:
    game = table("kingup", 3, castle={"A": "5"}, cards=["BCDEIO", "ADEFGM", "EFIMOP"])
    crown(game, "A")
    with pytest.raises(kingup.DealError) as refusal:
        game.deal(kingup.Deal(1, ("ACEFNO", "ADEFGM", "DGILMP")))
    assert str(refusal.value) == "The favourites card ADEFGM was used in an earlier round."


def test_vive_le_roi_shuffles_all_26_cards_again_every_round() -> None:
    game = table(seats=3, castle={"A": "5"}, cards=CARDS)
    crown(game, "A")
    game.deal(replace(PLAIN, first=0))
    assert game.rounds[1].deal.favourites == CARDS


def test_cards_of_the_other_edition_are_refused() -> None:
    state = new_state(Setup.of("kingup", 3))
    with pytest.raises(kingup.DealError, match=r"^King Up! has no favourites card “ABELOV”"):
        deal_round(state, PLAIN)


@pytest.mark.parametrize("pile", ["NNBY", "NNNNN", "BNNNYY", ""])
def test_a_wrong_pile_is_refused_and_changes_nothing(pile: str) -> None:
    game = table(seats=3, options=["emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "YYN")
    before = game.state.copy()
    with pytest.raises(kingup.DealError) as refusal:
        game.shuffle(pile)
    expected = f"The Emissary's pile must hold BNNNY in some order, not {pile}."
    assert str(refusal.value) == expected
    assert game.state == before
    assert not any(isinstance(move, kingup.Voted) for move in game.rounds[0].moves)


def test_nothing_is_shuffled_unless_the_rules_ask_for_it() -> None:
    state = waiting(["emissary"])
    deal_round(state, WATCHED)
    before = state.copy()
    with pytest.raises(kingup.DealError) as refusal:
        shuffle_round(state, "NBYNN")
    assert str(refusal.value) == "The Emissary’s pile cannot be shuffled now."
    assert state == before


def test_a_pile_is_read_from_the_top() -> None:
    state = waiting(["emissary"])
    deal_round(state, WATCHED)
    assert read_pile(state) == "NBYNN"
    assert state.pile[state.pile_size - 1] == 2


@given(setups(), SEEDS)
def test_the_random_dealer_deals_what_the_rules_accept(setup: Setup, seed: int) -> None:
    state = new_state(setup)
    deal = kingup.RandomDealer(seed).deal(state)
    deal_round(state, deal)
    assert read_deal(state) == deal


def test_the_random_dealer_deals_the_same_from_the_same_seed() -> None:
    state = waiting(["emissary"])
    for seed in (5, "five"):
        deals = [kingup.RandomDealer(seed).deal(state) for _ in range(2)]
        assert deals[0] == deals[1]
    assert kingup.RandomDealer(5).deal(state) != kingup.RandomDealer(6).deal(state)


def test_without_a_seed_the_random_dealer_uses_the_systems_generator() -> None:
    state = waiting(["emissary"])
    dealer = kingup.RandomDealer()
    assert len({dealer.deal(state) for _ in range(20)}) > 1


def test_the_random_dealer_shuffles_the_pile_that_is_left() -> None:
    game = table(seats=3, options=["emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "YYN")
    dealer = kingup.RandomDealer(8)
    piles = {dealer.shuffle(game.state) for _ in range(200)}
    assert len(piles) == 20  # all orders of one Yes, one Bellyache and three No
    assert {"".join(sorted(pile)) for pile in piles} == {"BNNNY"}


def test_the_random_dealer_draws_every_card_and_every_seat() -> None:
    dealer = kingup.RandomDealer(1)
    state = waiting(["ambition", "emissary"])
    firsts: set[int] = set()
    cards: set[str] = set()
    ambitions: set[str] = set()
    tops: set[str] = set()
    for _ in range(300):
        deal = dealer.deal(state)
        firsts.add(deal.first)
        cards.update(deal.favourites)
        ambitions.update(card for pair in deal.ambitions for card in pair)
        tops.add((deal.pile or "")[0])
    assert firsts == {0, 1, 2}
    assert cards == set(FAVOURITES[1])
    assert ambitions == {card.id for card in AMBITION_CARDS}
    assert tops == {"Y", "N", "B"}


@given(setups(), SEEDS)
def test_the_simulation_dealer_deals_what_the_states_generator_deals(
    setup: Setup, seed: int
) -> None:
    drawn, dealt = new_state(setup), new_state(setup)
    seed_generator(drawn, seed)
    seed_generator(dealt, seed)
    draw(drawn)
    deal_round(dealt, kingup.SimulationDealer().deal(dealt))
    assert dealt == drawn


def test_the_simulation_dealer_shuffles_as_the_states_generator_does() -> None:
    game = table(seats=3, options=["emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "YYN")
    seed_generator(game.state, 3)
    drawn = game.state.copy()
    draw(drawn)
    game.shuffle(kingup.SimulationDealer().shuffle(game.state))
    assert game.state == drawn


def test_drawing_when_no_cards_are_due_changes_nothing() -> None:
    state = waiting([])
    deal_round(state, PLAIN)
    before = state.copy()
    draw(state)
    assert state == before


def test_three_king_up_rounds_use_no_card_twice() -> None:
    game = kingup.Game("kingup", 6, seed=1)
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, game.legal_actions(player)[0])
    dealt = Counter(card for round_ in game.rounds for card in round_.deal.favourites)
    assert len(dealt) == 18
    assert set(dealt.values()) == {1}


@pytest.mark.parametrize("pair", [("kingmaker",), ("kingmaker", "no-privy", "man-king")])
def test_everybody_is_dealt_exactly_two_ambition_cards(pair: tuple[str, ...]) -> None:
    state = new_state(Setup.of("vive-le-roi", 3, ["ambition"]))
    before = state.copy()
    others = (("jester-king", "empty-hand"), ("not-0-1", "not-2-3"))
    cards = ("EFJMOV", "ABELOV", "ACGLRS")
    with pytest.raises(kingup.DealError, match="Every player is dealt two Ambition cards"):
        deal_round(state, kingup.Deal(0, cards, (pair, *others)))  # type: ignore[arg-type]
    assert state == before

"""Random play in all editions and options: invariants, and the reference implementation."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import kingup
from kingup.rules.setup import Setup
from tests.rules.invariants import check_position, check_reference
from tests.rules.reference import Reference
from tests.strategies import FAMILIES, FAMILY_NAMES, SEEDS, games, setups


class Play(RuleBasedStateMachine):
    """Players act in any legal order; the reference implementation plays along."""

    @initialize(setup=setups(), seed=SEEDS)
    def begin(self, setup: Setup, seed: int) -> None:
        self.game = kingup.Game(setup.edition, setup.seats, setup.options, dealer=None)
        self.reference = Reference(setup.edition, setup.seats, setup.options)
        self.dealer = kingup.RandomDealer(seed)
        self.deal()

    def deal(self) -> None:
        deal = self.dealer.deal(self.game.state)
        self.game.deal(deal)
        self.reference.deal(deal)

    def act(self, player: int, action: kingup.Action) -> None:
        self.game.play(player, action)
        self.reference.play(player, str(action))

    @rule(data=st.data())
    @precondition(lambda self: bool(self.game.to_act))
    def somebody_acts(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.game.to_act))
        self.act(player, data.draw(st.sampled_from(self.game.legal_actions(player))))

    @rule(seed=SEEDS, steps=st.integers(1, 40))
    @precondition(lambda self: bool(self.game.to_act))
    def time_passes(self, seed: int, steps: int) -> None:
        rng = random.Random(seed)
        for _ in range(steps):
            if self.game.to_act:
                player = rng.choice(self.game.to_act)
                self.act(player, rng.choice(self.game.legal_actions(player)))
                check_reference(self.game, self.reference)

    @rule()
    @precondition(lambda self: self.game.phase == "vote")
    def everybody_says_yes(self) -> None:
        while self.game.phase == "vote":
            self.act(self.game.to_act[0], kingup.Vote("Y"))

    @rule()
    @precondition(lambda self: self.game.phase == "deal")
    def cards_are_dealt(self) -> None:
        self.deal()

    @rule()
    @precondition(lambda self: self.game.phase == "shuffle")
    def the_pile_is_shuffled(self) -> None:
        pile = self.dealer.shuffle(self.game.state)
        self.game.shuffle(pile)
        self.reference.shuffle(pile)

    @rule(data=st.data())
    @precondition(lambda self: self.game.is_over)
    def nothing_more_happens(self, data: st.DataObject) -> None:
        player = data.draw(st.integers(0, self.game.state.players - 1))
        with pytest.raises(kingup.IllegalAction, match="The game is over"):
            self.game.play(player, kingup.Climb("A"))
        with pytest.raises(kingup.DealError, match="There is nothing to deal"):
            self.game.deal(self.game.rounds[-1].deal)

    @invariant()
    def all_is_well(self) -> None:
        check_position(self.game)
        check_reference(self.game, self.reference)


def test_all_invariants_hold_in_random_play() -> None:
    run_state_machine_as_test(
        Play,
        # Without shrinking, which takes minutes here and makes a failure hardly any shorter.
        settings=settings(
            max_examples=30,
            stateful_step_count=25,
            report_multiple_bugs=False,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        ),
    )


def play_through(game: kingup.Game, reference: Reference, seed: int, *, yes: float) -> int:
    """Play both games to the end at random; return the steps, checking at each."""
    rng = random.Random(seed)
    dealer = kingup.RandomDealer(seed)
    for step in range(3000):
        if game.is_over:
            return step
        if game.phase == "deal":
            deal = dealer.deal(game.state)
            game.deal(deal)
            reference.deal(deal)
        elif game.phase == "shuffle":
            pile = dealer.shuffle(game.state)
            game.shuffle(pile)
            reference.shuffle(pile)
        else:
            player = rng.choice(game.to_act)
            action = rng.choice(game.legal_actions(player))
            if game.phase == "vote" and rng.random() < yes:
                action = kingup.Vote("Y")
            game.play(player, action)
            reference.play(player, str(action))
        check_reference(game, reference)
    raise AssertionError("a game of 3,000 steps")


@pytest.mark.parametrize("yes", [0.0, 0.7])
@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_whole_games_agree_with_the_reference(
    family: tuple[str, tuple[int, ...], tuple[str, ...]], yes: float
) -> None:
    for seed in range(3):
        game = kingup.Game(*family, dealer=None)
        reference = Reference(*family)
        assert play_through(game, reference, seed, yes=yes) < 1500
        check_position(game)


def votes_to_order(game: kingup.Game, rng: random.Random) -> dict[int, kingup.Action]:
    """Return a choice for each seat or player that is still to choose."""
    chosen: dict[int, kingup.Action] = {}
    taken = set()
    for player in game.to_act:
        key = player if game.phase == "ambition" else game.seat_of(player)
        if key not in taken:
            taken.add(key)
            chosen[player] = rng.choice(game.legal_actions(player))
    return chosen


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(games(), SEEDS)
def test_simultaneous_choices_have_the_same_result_in_any_order(
    game: kingup.Game, seed: int
) -> None:
    """Votes and Ambition choices: the result is the same, byte for byte."""
    rng = random.Random(seed)
    for _ in range(400):
        if game.phase in ("vote", "ambition") or game.is_over:
            break
        if game.phase in ("deal", "shuffle"):
            dealer = kingup.RandomDealer(seed)
            if game.phase == "deal":
                game.deal(dealer.deal(game.state))
            else:
                game.shuffle(dealer.shuffle(game.state))
        else:
            player = rng.choice(game.to_act)
            game.play(player, rng.choice(game.legal_actions(player)))
    if game.is_over:
        return
    chosen = votes_to_order(game, rng)
    ends = []
    for _ in range(3):
        twin = game.copy()
        order = list(chosen)
        rng.shuffle(order)
        for player in order:
            twin.play(player, chosen[player])
        ends.append(twin)
    assert all(twin.state == ends[0].state for twin in ends)
    assert all(twin.rounds == ends[0].rounds for twin in ends)

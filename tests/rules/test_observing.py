"""Observations: what a player may know, as bytes, and not one bit of anything else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingup
from kingup.bots.sight import history_of, sight_of
from kingup.rules.constants import (
    ACTIONS,
    AMBITION,
    DEAL,
    JESTER,
    NO_AMBITION,
    NOT_VOTED,
    OVER,
    SHUFFLE,
    VOTE,
)
from kingup.rules.features import BLOCKS, FEATURES, OFFSETS, Legal, Observation, describe
from kingup.rules.kernel.board import favourites
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.noting import draw_noted, play_noted
from kingup.rules.kernel.observing import (
    mask,
    observe,
    observe_board,
    observe_cards,
    observe_hands,
    observe_moves,
)
from kingup.rules.kernel.playouts import next_actor, random_action
from kingup.rules.kernel.turns import list_actions
from kingup.rules.setup import OPTIONS, Setup, new_state
from kingup.rules.state import ActionMenu, History, State
from tests.strategies import FAMILIES, FAMILY_NAMES, SEEDS, games
from tests.test_view import change_secrets

Family = tuple[str, tuple[int, ...], tuple[str, ...]]
LENGTHS = {block.name: block.length for block in BLOCKS}


def seen(game: State, history: History, player: int) -> list[int]:
    out = Observation([99] * FEATURES)
    observe(game, history, player, out)
    return out.feature


def block(features: list[int], name: str) -> list[int]:
    return features[OFFSETS[name] : OFFSETS[name] + LENGTHS[name]]


def ones(values: list[int]) -> list[int]:
    return [i for i, value in enumerate(values) if value]


def random_states(setup: Setup, seed: int) -> Iterator[tuple[State, History]]:
    """Yield a random game, with its history, before every decision and at its end."""
    state, history = new_state(setup), History()
    seed_generator(state, seed)
    while state.phase != OVER:
        if state.phase in (DEAL, SHUFFLE):
            draw_noted(state, history)
            continue
        yield state, history
        player = next_actor(state)
        play_noted(state, history, player, random_action(state, player))
    yield state, history


@given(games(), st.data())
def test_an_observation_follows_from_the_view_alone(
    game: kingup.Game, data: st.DataObject
) -> None:
    """Written from the state itself, and from no more than a view tells: the same bytes."""
    if not game.rounds or game.phase == "shuffle":
        return
    player = data.draw(st.integers(0, game.state.players - 1))
    view = game.view(player)
    history, sight = history_of(view), sight_of(view)
    seat = game.seat_of(player)
    sight.vote[seat] = game.state.vote[seat]
    assert seen(game.state, history, player) == seen(sight, history, player)


@given(games(), SEEDS, st.data())
def test_an_observation_does_not_depend_on_what_the_player_may_not_know(
    game: kingup.Game, seed: int, data: st.DataObject
) -> None:
    if not game.rounds or game.phase == "shuffle":
        return
    player = data.draw(st.integers(0, game.state.players - 1))
    history = history_of(game.view(player))
    before = seen(game.state, history, player)
    changed = change_secrets(game, player, random.Random(seed))
    assert seen(changed.state, history, player) == before


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_poison_in_hidden_fields_does_not_reach_an_observation(family: Family) -> None:
    rng = random.Random(5)
    for step, (state, history) in enumerate(random_states(Setup.of(*family), 3)):
        if step % 5 or state.phase == OVER:
            continue
        player = rng.randrange(state.players)
        poisoned = state.copy()
        seat = state.seat_of[player]
        open_cards = state.crownings > 0
        for other in range(state.players):
            if state.seat_of[other] == seat:
                continue
            if not open_cards:
                # In King Up! the mask of gone cards holds this round's, too: both or neither.
                poisoned.gone &= ~(1 << state.card[other])
                poisoned.card[other] = 31
            poisoned.dealt_1[other] = poisoned.dealt_2[other] = poisoned.kept[other] = 77
        for other in range(state.seats):
            poisoned.no_cards[other] = poisoned.bellyaches[other] = 77
            if other != seat:
                poisoned.vote[other] = 77
        poisoned.pile = [77] * len(poisoned.pile)
        poisoned.pile_size = poisoned.emissary_vote = poisoned.kept_in = poisoned.votes_in = 77
        poisoned.generator_a = poisoned.generator_b = poisoned.decisions = 77
        poisoned.points = [77] * len(poisoned.points)
        assert seen(poisoned, history, player) == seen(state, history, player)


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_the_mask_is_the_list_of_legal_actions(family: Family) -> None:
    menu, legal = ActionMenu(), Legal([9] * ACTIONS)
    for state, _ in random_states(Setup.of(*family), 11):
        for player in range(state.players):
            list_actions(state, player, menu)
            mask(state, player, legal)
            assert set(legal.legal) <= {0, 1}
            assert ones(legal.legal) == menu.action[: menu.size]


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_the_four_parts_of_an_observation_can_be_written_apart_in_any_order(
    family: Family,
) -> None:
    for state, history in islice(random_states(Setup.of(*family), 8), 0, None, 5):
        for player in range(state.players):
            parts = Observation([0] * FEATURES)
            observe_hands(state, history, player, parts)
            observe_moves(state, history, player, False, parts)
            observe_cards(state, player, parts)
            observe_board(state, parts)
            assert parts.feature == seen(state, history, player)


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_hands_counted_from_votes_are_the_hands(family: Family) -> None:
    for state, history in random_states(Setup.of(*family), 7):
        player = next_actor(state) if state.phase != OVER else 0
        features = seen(state, history, player)
        mine = state.seat_of[player]
        order = [(mine + i) % state.seats for i in range(state.seats)]
        empty = [0] * (8 - state.seats)
        assert block(features, "no-cards") == [state.no_cards[s] for s in order] + empty
        assert block(features, "bellyaches") == [state.bellyaches[s] for s in order] + empty
        held = [state.no_cards[s] + state.bellyaches[s] for s in order[1:]]
        assert block(features, "stoppers") == [sum(held)]
        scores = [state.score[state.first_of[s]] for s in order]
        assert block(features, "score") == scores + empty
        if state.emissary:
            pile = state.pile[: state.pile_size]
            assert block(features, "pile-no") == [pile.count(2)]
            assert block(features, "pile-bellyaches") == [pile.count(3)]
        assert max(features) <= 255
        assert min(features) >= 0


@pytest.mark.parametrize("family", FAMILIES[::3], ids=FAMILY_NAMES[::3])
def test_the_public_blocks_tell_what_the_table_sees(family: Family) -> None:
    setup = Setup.of(*family)
    for state, history in random_states(setup, 13):
        player = next_actor(state) if state.phase != OVER else state.players - 1
        features = seen(state, history, player)
        assert ones(block(features, "edition")) == [state.edition]
        assert ones(block(features, "seats")) == [state.seats - 2]
        assert ones(block(features, "round")) == [state.round - 1]
        assert ones(block(features, "phase")) == [state.phase]
        assert block(features, "options") == [int(option in setup.options) for option in OPTIONS]
        voting = [state.candidate] if state.phase == VOTE else []
        assert ones(block(features, "candidate")) == voting
        places = block(features, "places")
        for who in range(state.characters):
            assert ones(places[14 * who : 14 * who + 14]) == [state.place[who]]
        full = [floor - 1 for floor in range(1, 6) if state.count[floor] >= state.limit]
        assert ones(block(features, "full")) == full
        if state.emissary:
            card = favourites(state, state.emissary_card)
            assert ones(block(features, "emissary")) == [i for i in range(13) if card >> i & 1]


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_the_history_by_seat_counts_placements_pushes_and_votes(family: Family) -> None:
    for step, (state, history) in enumerate(random_states(Setup.of(*family), 17)):
        if step % 4:
            continue
        player = step % state.players
        mine = state.seat_of[player]
        expected = {
            name: [0] * 112
            for name in ("placed", "pushes", "thrones", "yes", "no", "bellyache", "recent")
        }
        newest: list[int] = []
        who = 0
        slot = 0
        fresh_vote = False
        for seat, action in zip(history.seat, history.action[: history.size], strict=False):
            away = (seat - mine) % state.seats * 14
            if action < 56:
                expected["placed"][away + (action >> 2)] = (action & 3) + 1
            elif action < 70:
                who = action - 56
                slot = away + who
                expected["pushes"][slot] += 1
                newest.append(slot)
                fresh_vote = True
            else:
                expected["thrones"][slot] += fresh_vote
                fresh_vote = False
                if seat < 8:
                    expected[("yes", "no", "bellyache")[action - 70]][away + who] += 1
        if state.phase == VOTE:
            expected["thrones"][slot] += 1
        for back, place in enumerate(reversed(newest[-16:])):
            expected["recent"][place] = max(expected["recent"][place], 16 - back)
        features = seen(state, history, player)
        for name, values in expected.items():
            assert block(features, name) == values, name


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_only_ones_own_seat_shows_in_the_private_blocks(family: Family) -> None:
    for step, (state, history) in enumerate(random_states(Setup.of(*family), 19)):
        player = step % state.players
        seat = state.seat_of[player]
        mates = [p for p in range(state.players) if state.seat_of[p] == seat and p != player]
        features = seen(state, history, player)
        own = favourites(state, state.card[player])
        assert ones(block(features, "own")) == [i for i in range(13) if own >> i & 1]
        theirs = favourites(state, state.card[mates[0]]) if mates else 0
        assert ones(block(features, "mate")) == [i for i in range(13) if theirs >> i & 1]
        assert block(features, "second") == [int(bool(mates) and mates[0] < player)]
        if state.ambition:
            assert ones(block(features, "dealt-1")) == [state.dealt_1[player]]
            assert ones(block(features, "dealt-2")) == [state.dealt_2[player]]
            kept = [k for k in [state.kept[player]] if k != NO_AMBITION]
            assert ones(block(features, "kept")) == kept
            kept = [state.kept[p] for p in mates if state.kept[p] != NO_AMBITION]
            assert ones(block(features, "mate-kept")) == kept
        sealed = state.phase == VOTE and state.vote[seat] != NOT_VOTED
        assert ones(block(features, "vote")) == ([state.vote[seat] - 1] if sealed else [])
        assert state.phase != AMBITION or not any(block(features, "open"))


def test_a_weddings_first_crowning_opens_everybodys_favourites() -> None:
    setup = Setup.of("vive-le-roi", (1, 2, 1), ("emissary", "wedding"))
    opened = 0
    for state, history in random_states(setup, 23):
        features = seen(state, history, 1)
        if not state.crownings:
            assert not any(block(features, "open"))
            continue
        opened += 1
        for away, players in enumerate([(1, 2), (3,), (0,)]):
            shown = block(features, "open")[14 * away : 14 * away + 14]
            for i, player in enumerate(players):
                card = favourites(state, state.card[player])
                assert [value >> i & 1 for value in shown[:13]] == [
                    card >> c & 1 for c in range(13)
                ]
            assert shown[JESTER] == 0
        if state.phase != OVER:
            assert ones(block(features, "monarch")) == [state.monarch]
    assert opened > 10


def test_king_up_shows_the_cards_of_earlier_rounds() -> None:
    earlier: set[int] = set()
    current: set[int] = set()
    rounds = 0
    for state, history in random_states(Setup.of("kingup", 4), 29):
        if state.round != rounds:
            rounds = state.round
            earlier |= current
            current = set(state.card[:4])
        assert set(ones(block(seen(state, history, 2), "gone"))) == earlier
    assert len(earlier) == 8


def test_before_the_first_deal_there_is_an_empty_table() -> None:
    for options in ((), ("emissary", "ambition")):
        state = new_state(Setup.of("vive-le-roi", 4, options))
        features = seen(state, History(), 1)
        assert not any(block(features, "own") + block(features, "no-cards"))
        assert not any(block(features, "round") + block(features, "emissary"))
        assert block(features, "score") == [20] * 4 + [0] * 4


def test_the_seats_of_a_game_turn_with_the_observer() -> None:
    for state, history in random_states(Setup.of("vive-le-roi", 7), 31):
        for player in range(7):
            features = seen(state, history, player)
            assert ones(block(features, "first")) == [(state.first - player) % 7]
            fewer = [(state.first + 6 - player) % 7]
            assert ones(block(features, "fewer")) == fewer


def test_the_documentation_lists_the_features() -> None:
    text = Path(__file__).parents[2].joinpath("docs/observation.md").read_text(encoding="utf-8")
    assert describe() in text
    assert f"{FEATURES:,} bytes" in text
    assert FEATURES % 16 == 0

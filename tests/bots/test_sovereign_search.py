"""`sovereign+`: its beliefs, imagined games, values and choices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kingup import Game
from kingup.bots import Bot, BotError, Budget
from kingup.bots.analysis import assess
from kingup.bots.compiled import history_records
from kingup.bots.kernel.beliefs import action_likelihood, hold_type
from kingup.bots.kernel.courtier import courtier_keep
from kingup.bots.sight import history_of
from kingup.bots.sovereign.analysis import NetworkEvaluator, predicted_cards, think
from kingup.bots.sovereign.beliefs import LIKE_A_COURTIER, PolicyBeliefs
from kingup.bots.sovereign.hypotheses import hidden_seats
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.policy_bot import Sovereign
from kingup.bots.sovereign.rollouts import FAR_STEPS, among_courtiers, follow, policies
from kingup.bots.sovereign.search_bot import (
    LEAST_WORLDS,
    MOST_ROWS,
    SovereignPlus,
    improve,
    promising,
)
from kingup.bots.sovereign.temperament import MOST_DISTANCE
from kingup.bots.sovereign.worlds import imagine
from kingup.bots.style import STYLES
from kingup.rules.actions import encode_action, parse_action
from kingup.rules.constants import CARDS, FIRST_KEEP, MAX_SEATS, NO_AMBITION
from kingup.rules.kernel.board import favourites
from kingup.rules.records import from_record, new_games
from kingup.view import View
from tests.bots.games import bots_for, played
from tests.bots.sovereign_networks import SHAPES, untrained
from tests.strategies import FAMILIES, FAMILY_NAMES, each_family

Family = tuple[str, tuple[int, ...], tuple[str, ...]]


@pytest.mark.parametrize("family", FAMILIES[1::3], ids=FAMILY_NAMES[1::3])
def test_it_plays_every_kind_of_game_and_repeats_it_with_its_seed(family: Family) -> None:
    endings = []
    for _ in range(2):
        game = Game(*family, seed=9)
        bots: list[Bot] = [Sovereign(seat, untrained()) for seat in range(len(game.names))]
        bots[0] = SovereignPlus(7, untrained(), Budget(simulations=1))
        for i, _player in enumerate(played(game, bots)):
            if i > 60:
                break
        endings.append((game.castle, game.scores, len(game.rounds[-1].moves)))
    assert endings[0] == endings[1]


@pytest.mark.parametrize("family", each_family())
def test_imagined_games_keep_what_is_known_and_deal_no_card_twice(family: Family) -> None:
    game = Game(*family, seed=3)
    random = np.random.default_rng(1)
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if i % 23:
            continue
        beliefs = PolicyBeliefs(untrained())
        beliefs.update(game.view(player))
        hidden = {p for types in beliefs.types for p in types.players}
        for index, world in enumerate(games := imagine(beliefs, 4, random).games):
            cards = [int(c) for c in world["card"][: game.state.players]]
            assert len(set(cards)) == len(cards)
            assert all(0 <= card < CARDS for card in cards)
            plain = from_record(games, index)
            assert plain.phase == game.state.phase
            assert sorted(plain.pile[: plain.pile_size]) == sorted(
                game.state.pile[: game.state.pile_size]
            )
            for other in set(range(game.state.players)) - hidden:
                assert plain.card[other] == game.state.card[other]
            if game.state.ambition and game.phase != "ambition":
                assert NO_AMBITION not in plain.kept[: game.state.players]


def test_beliefs_follow_bayes_over_cards_and_manners_of_play() -> None:
    # By hand: the likelihood of the first placement for each card that its player may hold,
    # if the player chooses like the network (at four levels of sharpness) or like a courtier.
    game = Game("kingup", 3, seed=6)
    first = game.to_act[0]
    bot = Sovereign(3, untrained())
    before = game.copy()
    action = bot.choose(game.view(first))
    game.play(first, action)
    observer = (first + 1) % 3
    beliefs = PolicyBeliefs(untrained())
    beliefs.update(game.view(observer))
    types = next(t for t in beliefs.types if t.players == (first,))
    weights = beliefs.weights()[beliefs.types.index(types)]
    likely = []
    for card in types.cards[:, 0]:
        other = before.copy()
        view = _view_with(other, first, int(card))
        policy = think(view, untrained(), worlds=1).actions
        kinds = [
            policy[action] ** sharp / sum(chance**sharp for chance in policy.values())
            for sharp in (1.0, 0.5, 0.2, 0.0)
        ]
        code = encode_action(other.state, first, parse_action(other.state, action))
        own = favourites(other.state, int(card))
        style = STYLES[other.state.edition]
        courtier = action_likelihood(other.state, style, first, own, own, code)
        likely.append(sum(kinds) / 4 + courtier)
    expected = np.array(likely)
    expected = 0.98 * expected / expected.sum() + 0.02 / len(expected)
    assert np.allclose(weights, expected, atol=1e-4)
    assert np.allclose(beliefs.marginals().sum(axis=1), 1)


@pytest.mark.parametrize("rival", ["courtier", "page", "sovereign"])
def test_beliefs_about_every_kind_of_bot_beat_guessing(rival: str) -> None:
    trained = networks_of(None)
    loss = even = 0.0
    for seed in range(2):
        game = Game("kingup", 4, seed=40 + seed)
        beliefs = PolicyBeliefs(trained)
        for player in played(game, bots_for(game, rival)):
            if player == 0 and len(game.view(0).actions) > 1:
                beliefs.update(game.view(0))
                cards = beliefs.marginals()
                free = CARDS - bin(beliefs.seen).count("1")
                for other in range(1, 4):
                    loss -= math.log(cards[other, game.state.card[other]])
                    even += math.log(free)
    most = {"courtier": 0.4, "sovereign": 0.5, "page": 1.1}
    assert loss < most[rival] * even


@pytest.mark.parametrize(
    ("rival", "manner"), [("courtier", LIKE_A_COURTIER), ("page", 3), ("sovereign", 0)]
)
def test_a_players_manner_of_play_is_inferred_from_their_actions(rival: str, manner: int) -> None:
    found = []
    for seed in range(3, 6):  # one game alone may mislead
        game = Game("vive-le-roi", 4, seed=seed)
        beliefs = PolicyBeliefs(networks_of(None))
        for player in played(game, bots_for(game, rival)):
            if player == 0:
                beliefs.update(game.view(0))
            if len(game.rounds[-1].moves) == 40:
                break
        drawn = imagine(beliefs, 200, np.random.default_rng(1)).manners
        assert (drawn[:, 0] == 0).all()
        found.append((drawn[:, 1:4] == manner).mean())
    assert min(found) > 0.5
    assert np.mean(found) > 0.6


@pytest.mark.parametrize("seats", [4, [2, 1, 2]])
@pytest.mark.parametrize("options", [[], ["ambition"]])
def test_before_they_act_half_of_the_players_are_taken_for_courtiers(
    seats: int | list[int], options: list[str]
) -> None:
    game = Game("vive-le-roi", seats, options, seed=3)
    while game.phase == "ambition":
        game.play(game.to_act[0], game.view(game.to_act[0]).actions[0])
    beliefs = PolicyBeliefs(untrained())
    beliefs.update(game.view(0))
    drawn = imagine(beliefs, 2_000, np.random.default_rng(1)).manners
    for types in beliefs.types:
        assert (drawn[:, types.seat] == LIKE_A_COURTIER).mean() == pytest.approx(0.5, abs=0.05)


@pytest.mark.full
def test_players_in_imagined_games_choose_in_their_manner() -> None:
    game = Game("vive-le-roi", 4, ["ambition"], seed=8)
    phases = set()
    for i, player in enumerate(played(game, bots_for(game, "courtier"))):
        actions = game.view(player).actions
        if len(actions) == 1 or i % 3:
            continue
        phases.add(game.phase)
        plain = game.state
        games = np.repeat(new_games(plain, 1), 3)
        histories = np.repeat(history_records(history_of(game.view(player))), 3)
        players = np.full(3, player, np.int32)
        manners = np.zeros((3, MAX_SEATS), np.int8)
        manners[:, plain.seat_of[player]] = (0, 3, LIKE_A_COURTIER)
        logs = policies(untrained(), games, histories, players, manners)
        assert np.allclose(logs[0], untrained().policy(games[:1], histories[:1], players[:1])[0])
        codes = [encode_action(plain, player, parse_action(plain, text)) for text in actions]
        assert np.isfinite(logs).sum(axis=1).tolist() == [len(codes)] * 3
        assert np.allclose(logs[1, codes], -math.log(len(codes)))
        assert np.allclose(np.exp(logs[2]).sum(), 1)
        if game.phase == "ambition":
            style = STYLES[plain.edition]
            kept = FIRST_KEEP + courtier_keep(plain, style, player)
            assert math.isclose(math.exp(logs[2, kept]), 1 - style.doubt / 2, rel_tol=1e-6)
        else:
            own = favourites(plain, plain.card[player])
            for code in codes[:3]:
                chance = action_likelihood(
                    plain, STYLES[plain.edition], plain.seat_of[player], own, own, code
                )
                assert math.isclose(math.exp(logs[2, code]), chance, rel_tol=1e-6)
    assert phases == {"ambition", "place", "climb", "vote"}


def test_among_courtiers_games_are_followed_to_the_end_of_the_round() -> None:
    game = Game("kingup", 3, seed=4)
    for _player in played(game, bots_for(game, "courtier")):
        if game.phase == "climb":
            break
    player = game.to_act[0]
    n = 24
    games = np.repeat(new_games(game.state, 1), n)
    histories = np.repeat(history_records(history_of(game.view(player))), n)
    players = np.full(n, player, np.int32)
    manners = np.full((n, MAX_SEATS), LIKE_A_COURTIER, np.int8)
    manners[:, player] = 0
    manners[n // 2 :, (player + 1) % 3] = 0
    assert among_courtiers(games, players, manners).tolist() == [True] * 12 + [False] * 12
    view = game.view(player)
    action = encode_action(game.state, player, parse_action(game.state, view.actions[0]))
    actions = np.full(n, action, np.int32)
    lots = np.random.default_rng(2).random((n, FAR_STEPS))
    values = follow(untrained(), games, histories, players, actions, lots, manners)
    assert (games["round"][:12] == 2).all()
    assert (games["round"][12:] == 1).any()
    assert np.allclose(values.sum(axis=1), 1, atol=1e-5)


def test_types_are_numbered_as_in_the_courtiers_beliefs() -> None:
    for seats, options in ((4, []), (4, ["ambition"]), ([2, 2, 2], [])):
        game = Game("vive-le-roi", seats, options, seed=1)
        for _player in played(game, bots_for(game, "page")):
            if game.phase in ("climb", "vote"):
                break
        viewer = game.to_act[0]
        beliefs = PolicyBeliefs(untrained())
        beliefs.update(game.view(viewer))
        held = new_games(game.state, 1)
        for types in beliefs.types:
            for row in range(0, len(types), 7):
                types.write(held, np.array([row]))
                plain = from_record(held, 0)
                told = from_record(new_games(game.state, 1), 0)
                hold_type(told, types.seat, int(types.kinds[row]))
                for player in types.players:
                    assert told.card[player] == plain.card[player]
                    if options:
                        assert told.kept[player] == plain.kept[player]


def _view_with(game: Game, player: int, card: int) -> View:
    """Return a player's view of a game in which they hold a card."""
    game.state.card[player] = card
    return game.view(player)


def test_beliefs_updated_step_by_step_equal_those_of_the_whole_round() -> None:
    game = Game("vive-le-roi", 4, ["ambition", "wedding", "emissary"], seed=5)
    steady = PolicyBeliefs(untrained())
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if player != 0 or i > 160:
            continue
        steady.update(game.view(0))
        anew = PolicyBeliefs(untrained())
        anew.update(game.view(0))
        for mine, theirs in zip(steady.weights(), anew.weights(), strict=True):
            assert np.allclose(mine, theirs, atol=1e-5)


def test_beliefs_start_afresh_with_another_game() -> None:
    # A spectator has no cards by which to tell games apart.
    used, new = PolicyBeliefs(untrained()), PolicyBeliefs(untrained())
    for seed, moves, beliefs in ((1, 3, [used]), (5, 6, [used, new])):
        game = Game("vive-le-roi", 4, seed=seed)
        for _player in played(game, bots_for(game, "page")):
            if len(game.rounds[-1].moves) > moves:
                break
        for each in beliefs:
            each.update(game.view(None))
    for mine, theirs in zip(used.weights(), new.weights(), strict=True):
        assert np.array_equal(mine, theirs)


def test_after_a_weddings_first_crowning_no_types_are_left_to_imagine() -> None:
    game = Game("vive-le-roi", 3, ["wedding"], seed=2)
    bot = SovereignPlus(1, untrained(), Budget(simulations=1))
    seen = 0
    for player in played(game, bots_for(game, "page")):
        if game.rounds[-1].crownings and len(game.view(player).actions) > 1:
            assert bot.choose(game.view(player)) in game.view(player).actions
            assert bot.beliefs.types == []
            seen += 1
            if seen == 5:
                break
    assert seen == 5


def test_only_seats_with_secrets_are_imagined() -> None:
    game = Game("kingup", 4, seed=1)
    beliefs = PolicyBeliefs(untrained())
    beliefs.update(game.view(2))
    assert hidden_seats(beliefs.state) == [0, 1, 3]
    beliefs.update(game.view(None))
    assert hidden_seats(beliefs.state) == [0, 1, 2, 3]


def test_while_placing_it_plays_from_the_network_alone() -> None:
    game = Game("vive-le-roi", 4, seed=8)
    plus, plain = (
        SovereignPlus(4, untrained(), Budget(simulations=8)),
        Sovereign(4, untrained()),
    )
    while game.phase == "place":
        view = game.view(game.to_act[0])
        action = plus.choose(view)
        assert action == plain.choose(view)
        game.play(game.to_act[0], action)
    assert plus.beliefs.types == []
    plus.choose(game.view(game.to_act[0]))
    assert plus.beliefs.types != []


def test_a_budget_is_divided_over_imagined_deals() -> None:
    plus = SovereignPlus(1, untrained(), Budget(simulations=128))
    assert plus.next_worlds(0, 4, 0.0) == 32
    assert plus.next_worlds(32, 4, 0.0) == 0
    assert plus.next_worlds(0, 3, 0.0) == 43
    assert (
        SovereignPlus(1, untrained(), Budget(simulations=1)).next_worlds(0, 4, 0.0) == LEAST_WORLDS
    )
    many = SovereignPlus(1, untrained(), Budget(simulations=100_000))
    assert many.next_worlds(0, 4, 0.0) == MOST_ROWS // 4
    assert many.next_worlds(25_000, 4, 0.0) == 0


def test_better_actions_gain_probability_within_a_distance_of_the_policy() -> None:
    logs = np.log(np.array([0.5, 0.3, 0.2]))
    values = np.tile([0.2, 0.4, 0.2], (50, 1))
    better = improve(logs, values)
    assert np.exp(better).sum() == pytest.approx(1)
    assert better[1] > logs[1]
    distance = (np.exp(better) * (better - logs)).sum()
    assert 0.05 < distance <= MOST_DISTANCE


def test_differences_due_to_chance_do_not_change_the_policy() -> None:
    logs = np.log(np.array([0.5, 0.5]))
    values = np.array([[0.0, 1.0], [1.0, 0.0]] * 8)
    assert np.allclose(improve(logs, values), logs)


def test_only_likely_actions_are_searched() -> None:
    assert promising(np.log(np.array([0.001, 0.6, 0.399]))).tolist() == [1, 2]
    assert promising(np.log(np.array([0.999, 0.001]))).tolist() == [0]
    assert len(promising(np.log(np.full(50, 0.02)))) == 10


@pytest.mark.parametrize("family", FAMILIES[::4], ids=FAMILY_NAMES[::4])
def test_thoughts_are_probabilities_for_every_viewer_at_every_stage(family: Family) -> None:
    game = Game(*family, seed=3)
    kind = list(SHAPES)[len(family[1]) % 2]
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if i % 31:
            continue
        for viewer in (player, None):
            view = game.view(viewer)
            found = think(view, untrained(kind), worlds=4)
            assert sum(found.chances) <= 1.0001
            if not game.state.emissary:
                assert sum(found.chances) == pytest.approx(1)
            assert set(found.actions) == set(view.actions)
            assert np.allclose(found.cards.sum(axis=1), 1)
            each = 5 if game.state.banished else 6
            assert np.allclose(found.favourites.sum(axis=1), each)
        assert sum(think(game.view(player), untrained(kind), worlds=4).actions.values()) == (
            pytest.approx(1)
        )
        assert np.allclose(predicted_cards(game.view(player), untrained(kind)).sum(axis=1), 1)
    ended = think(game.view(None), untrained(kind)).chances
    assert [seat for seat, share in enumerate(ended) if share > 0] == list(game.winners)


def test_the_network_can_be_the_evaluator_of_an_analysis() -> None:
    game = Game("vive-le-roi", 5, seed=2)
    player = game.to_act[0]
    found = assess(game.view(player), NetworkEvaluator(untrained()), worlds=8)
    assert sum(found.chances) == pytest.approx(1)
    thought = think(game.view(player), untrained(), worlds=2).actions
    assert found.actions == pytest.approx(thought, abs=1e-5)


@pytest.mark.parametrize("worlds", [0, -1, 10**9])
def test_the_number_of_imagined_deals_is_limited(worlds: int) -> None:
    with pytest.raises(BotError, match="Imagine from 1 to"):
        think(Game(seed=1).view(0), untrained(), worlds=worlds)


def test_any_whole_number_is_a_seed() -> None:
    view = Game(seed=1).view(Game(seed=1).to_act[0])
    assert think(view, untrained(), worlds=2, seed=-1).actions.keys() == set(view.actions)
    assert SovereignPlus(-3, untrained(), Budget(simulations=8)).choose(view) in view.actions


def test_thinking_before_the_first_deal_is_refused() -> None:
    with pytest.raises(BotError, match="before the first deal"):
        think(Game(dealer=None).view(0), untrained())


def test_thoughts_are_by_default_those_of_the_shipped_player() -> None:
    view = Game(seed=1).view(Game(seed=1).to_act[0])
    assert think(view, worlds=2).actions == think(view, networks_of(None), worlds=2).actions

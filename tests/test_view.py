"""Views: all that a viewer may know, and not one byte of anything else (ruling 15)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kingup
from kingup.rules.cards import AMBITION_CARDS, CARD_CODES, FAVOURITES
from kingup.rules.constants import NO_AMBITION, NOT_VOTED, SHUFFLE, VOTE
from tests.rules.positions import climb, crown, table
from tests.strategies import SEEDS, each_family, games, random_play

AMBITION_IDS = [card.id for card in AMBITION_CARDS]


def change_secrets(game: kingup.Game, viewer: int | None, rng: random.Random) -> kingup.Game:
    """Return a game that differs in everything the viewer may not know, and only in that."""
    other = game.copy()
    state = other.state
    state.generator_a, state.generator_b = rng.getrandbits(32), rng.getrandbits(32)
    other.dealer = kingup.RandomDealer(rng.getrandbits(32))
    if game.is_over or not game.rounds:
        return other
    other.proof = {"secret": rng.random()}
    own_seat = None if viewer is None else state.seat_of[viewer]
    strangers = [p for p in range(state.players) if state.seat_of[p] != own_seat]
    if not other.rounds[-1].crownings:
        change_favourites(other, strangers, rng)
    if state.ambition:
        change_ambitions(other, strangers, rng)
    for seat in range(state.seats):
        if seat != own_seat:
            state.no_cards[seat] = rng.randint(0, 4)
            state.bellyaches[seat] = rng.randint(0, 1)
            if state.phase in (VOTE, SHUFFLE) and state.vote[seat] != NOT_VOTED:
                state.vote[seat] = rng.randint(1, 3)
    if state.emissary:
        change_piles(other, rng)
    return other


def change_favourites(game: kingup.Game, strangers: list[int], rng: random.Random) -> None:
    """Deal the strangers other favourites, in the state and in the round's deal alike."""
    state, deal = game.state, game.rounds[-1].deal
    known = {card for p, card in enumerate(deal.favourites) if p not in strangers}
    if deal.emissary_card:
        known.add(deal.emissary_card)
    if not state.edition:  # cards of earlier rounds are known to be gone
        known |= {card for round_ in game.rounds[:-1] for card in round_.deal.favourites}
    pool = [card for card in FAVOURITES[state.edition] if card not in known]
    cards = list(deal.favourites)
    for player, card in zip(strangers, rng.sample(pool, len(strangers)), strict=True):
        if not state.edition:
            state.gone &= ~(1 << state.card[player])
        cards[player] = card
        state.card[player] = CARD_CODES[state.edition][card]
    if not state.edition:
        for player in strangers:
            state.gone |= 1 << state.card[player]
    game.rounds[-1].deal = replace(deal, favourites=tuple(cards))


def change_ambitions(game: kingup.Game, strangers: list[int], rng: random.Random) -> None:
    """Deal the strangers other Ambition cards; where the kept ones are public, other boxed."""
    state = game.state
    for round_ in game.rounds:
        pairs = list(round_.deal.ambitions)
        fixed = {card for p, pair in enumerate(pairs) if p not in strangers for card in pair}
        if round_.ended:
            fixed |= {card for card in round_.kept if card}
        pool = [card for card in AMBITION_IDS if card not in fixed]
        rng.shuffle(pool)
        for player in strangers:
            if round_.ended:
                pair = [round_.kept[player] or "", pool.pop()]
            else:
                pair = [pool.pop(), pool.pop()]
                if round_.kept[player]:
                    round_.kept[player] = rng.choice(pair)
            rng.shuffle(pair)
            pairs[player] = (pair[0], pair[1])
        round_.deal = replace(round_.deal, ambitions=tuple(pairs))
    current = game.rounds[-1]
    for player in strangers:
        one, two = (AMBITION_IDS.index(card) for card in current.deal.ambitions[player])
        state.dealt_1[player], state.dealt_2[player] = one, two
        if state.kept[player] != NO_AMBITION:
            state.kept[player] = AMBITION_IDS.index(current.kept[player] or "")


def change_piles(game: kingup.Game, rng: random.Random) -> None:
    """Put the Emissary's piles in another order: now, as dealt, and as shuffled in the past."""
    state = game.state

    def shuffled(pile: str | None) -> str | None:
        return None if pile is None else "".join(rng.sample(pile, len(pile)))

    size = state.pile_size
    state.pile[:size] = rng.sample(state.pile[:size], size)
    for round_ in game.rounds:
        round_.deal = replace(round_.deal, pile=shuffled(round_.deal.pile))
        for i, move in enumerate(round_.moves):
            if isinstance(move, kingup.Voted):
                round_.moves[i] = replace(move, pile=shuffled(move.pile))


@settings(max_examples=50)
@given(games(), SEEDS, st.data())
def test_a_view_does_not_depend_on_what_the_viewer_may_not_know(
    game: kingup.Game, seed: int, data: st.DataObject
) -> None:
    viewer = data.draw(st.none() | st.integers(0, game.state.players - 1))
    rng = random.Random(seed)
    before = game.view(viewer).as_json()
    for _ in range(2):
        assert change_secrets(game, viewer, rng).view(viewer).as_json() == before


@pytest.mark.parametrize("family", each_family())
def test_no_view_of_a_whole_game_depends_on_secrets(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = kingup.Game(*family, dealer=None)
    rng = random.Random(17)
    viewers: list[int | None] = [None, *range(game.state.players)]
    for step, _ in enumerate(random_play(game, rng)):
        if step % 3 == 0 or game.phase in ("ambition", "shuffle"):
            viewer = rng.choice(viewers)
            changed = change_secrets(game, viewer, rng)
            assert changed.view(viewer).as_json() == game.view(viewer).as_json()


def test_the_secrets_are_really_changed() -> None:
    """The tests above would pass if `change_secrets` changed nothing."""
    game = kingup.Game("vive-le-roi", [1, 2, 1], ["ambition", "emissary"], seed=5)
    for player in (0, 1, 3):
        game.play(player, game.legal_actions(player)[0])
    changed = change_secrets(game, 0, random.Random(1))
    assert changed.state.card[1:4] != game.state.card[1:4]
    assert changed.state.card[0] == game.state.card[0]
    assert changed.state.dealt_1[1:4] != game.state.dealt_1[1:4]
    assert changed.state.no_cards != game.state.no_cards
    assert changed.state.pile != game.state.pile
    assert changed.view(1).as_json() != game.view(1).as_json()
    assert changed.view(3).as_json() != game.view(3).as_json()


def strings_in(value: object) -> Iterator[str]:
    """Yield every string at any depth of a JSON value, except keys."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)
    elif isinstance(value, str):
        yield value


@settings(max_examples=30)
@given(games())
def test_no_view_before_the_end_contains_another_seats_secret_cards(game: kingup.Game) -> None:
    if game.is_over or not game.rounds:
        return
    state = game.state
    for viewer in (None, *range(state.players)):
        seat = None if viewer is None else state.seat_of[viewer]
        shown = set(strings_in(json.loads(game.view(viewer).as_json())))
        allowed: set[str] = set()
        own = [player for player in range(state.players) if state.seat_of[player] == seat]
        deal = game.rounds[-1].deal
        for player in own:
            allowed.add(deal.favourites[player])
            allowed |= set(deal.ambitions[player]) if deal.ambitions else set()
        for round_ in game.rounds:
            if round_.crownings:
                allowed |= set(round_.deal.favourites)
            if round_.ended:
                allowed |= {card for card in round_.kept if card}
            if round_.deal.emissary_card:
                allowed.add(round_.deal.emissary_card)
        assert not (shown & set(FAVOURITES[state.edition])) - allowed
        assert not (shown & set(AMBITION_IDS)) - allowed


def test_a_view_has_these_fields_and_no_others() -> None:
    """Before you add one, decide who may see it, and list it here."""
    game = table(
        seats=[1, 2, 1],
        options=["ambition", "emissary", "wedding"],
        castle={"R": "5"},
        emissary="ABELOV",
        pile="NY",
    )
    climb(game, "R")
    for player in (0, 1, 3):
        game.play(player, "Y")
    shown = json.loads(game.view(1).as_json())
    assert set(shown) == {
        *("edition", "options", "seats", "names", "viewer", "phase", "round", "turn"),
        *("candidate", "to_act", "castle", "monarch", "scores", "emissary", "own", "actions"),
        *("rounds", "winners"),
    }
    assert set(shown["own"]) == {
        *("players", "favourites", "ambitions", "kept", "no_cards", "bellyaches", "vote"),
    }
    assert set(shown["emissary"]) == {"card", "score", "pile_size"}
    assert set(shown["rounds"][0]) == {
        *("first", "moves", "crownings", "favourites", "kept", "emissary_card", "castle", "deal"),
    }
    assert set(shown["rounds"][0]["moves"][-1]) == {
        *("seat", "letter", "votes", "outcome", "emissary", "pile"),
    }
    assert shown["rounds"][0]["moves"][-1]["pile"] is None


@settings(max_examples=40)
@given(games())
def test_a_view_shows_what_is_public(game: kingup.Game) -> None:
    for viewer in (None, *range(game.state.players)):
        shown = game.view(viewer)
        assert shown.viewer == viewer
        assert (shown.edition, shown.options) == (game.setup.edition, game.setup.options)
        assert (shown.seats, shown.names) == (game.setup.seats, game.names)
        assert (shown.phase, shown.round, shown.turn) == (game.phase, game.round, game.turn)
        assert (shown.candidate, shown.to_act) == (game.candidate, game.to_act)
        assert (shown.castle, shown.scores) == (game.castle, game.scores)
        assert len(shown.rounds) == len(game.rounds)
        for seen, round_ in zip(shown.rounds, game.rounds, strict=True):
            assert seen.first == round_.deal.first
            assert seen.crownings == tuple(round_.crownings)
            assert len(seen.moves) == len(round_.moves)
            assert seen.castle == round_.castle
        if viewer is not None:
            assert shown.actions == tuple(str(a) for a in game.legal_actions(viewer))


@settings(max_examples=40)
@given(games())
def test_a_view_is_plain_json_and_deterministic(game: kingup.Game) -> None:
    text = game.view(0).as_json()
    assert text == game.copy().view(0).as_json()
    assert json.loads(text) == json.loads(json.dumps(game.view(0).as_dict()))


def test_before_the_first_deal_a_view_shows_an_empty_table() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition", "emissary"], dealer=None)
    shown = game.view(1)
    assert (shown.own, shown.emissary, shown.monarch, shown.winners) == (None,) * 4
    assert (shown.rounds, shown.actions, shown.to_act) == ((), (), ())


def test_after_the_end_a_view_shows_everything_and_the_winners() -> None:
    game = kingup.Game("vive-le-roi", [2, 1, 1], ["ambition", "emissary", "wedding"], seed=8)
    rng = random.Random(8)
    while not game.is_over:
        player = rng.choice(game.to_act)
        game.play(player, rng.choice(game.legal_actions(player)))
    for viewer in (None, 0, 3):
        shown = game.view(viewer)
        assert shown.winners == game.winners
        for seen, round_ in zip(shown.rounds, game.rounds, strict=True):
            assert seen.deal == round_.deal
            assert seen.favourites == round_.deal.favourites
            assert seen.kept == tuple(round_.kept)
            assert seen.moves == tuple(round_.moves)


def test_without_ambition_and_emissary_a_view_has_neither() -> None:
    game = table(castle={"A": "5"})
    shown = game.view(0)
    assert shown.emissary is None
    assert shown.own is not None
    assert shown.own.ambitions == ()
    assert shown.own.kept == ()
    assert shown.rounds[0].emissary_card is None
    crown(game, "A")
    assert game.view(0).rounds[0].kept == ()


def test_between_rounds_a_view_shows_the_round_that_ended() -> None:
    game = table(options=["wedding"], castle={"AB": "5"})
    crown(game, "A")
    crown(game, "B")
    shown = game.view(0)
    assert shown.phase == "deal"
    assert shown.rounds[0].castle == game.castle
    assert shown.own is not None
    assert shown.own.vote is None
    assert shown.winners is None

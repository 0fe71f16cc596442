"""Rulings 13, 15 and 16: secret hands, who sees what, and sealed votes."""

from __future__ import annotations

import json

import pytest

import kingup
from tests.rules.positions import climb, crown, table, vote

TEAM = [2, 1, 1]


def keys_of(value: object) -> set[str]:
    """Return every key at any depth of what JSON holds."""
    if isinstance(value, dict):
        return set(value).union(*(keys_of(v) for v in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_of(v) for v in value))
    return set()


def test_ruling_13_the_public_history_is_part_of_every_view() -> None:
    game = kingup.Game("kingup", 3, seed=1)
    for letter, floor in zip("ABCDEFGILMNO", "111122223334", strict=True):
        game.play(game.to_act[0], letter + floor)
    climb(game, "OO")
    vote(game, "YNY")
    for viewer in (None, 0, 1, 2):
        moves = game.view(viewer).rounds[0].moves
        assert len(moves) == 12 + 2 + 1
        assert isinstance(moves[-1], kingup.Voted)
        assert (moves[-1].votes, moves[-1].outcome) == ("YNY", "box")


def test_ruling_13_no_view_contains_another_seats_hand_count() -> None:
    game = table(castle={"A": "5"})
    before = [game.view(viewer).as_json() for viewer in (None, 0)]
    game.state.no_cards[1:4] = [0, 1, 2]
    game.state.bellyaches[1:4] = [0, 0, 0]
    assert [game.view(viewer).as_json() for viewer in (None, 0)] == before
    assert "no_cards" not in keys_of(json.loads(before[0]))


def test_ruling_15_you_see_your_own_cards_and_hand() -> None:
    game = table(options=["ambition"], cards=["ABELOV"], kept=["no-privy"], no_cards=[1])
    own = game.view(0).own
    assert own is not None
    assert own.players == (0,)
    assert own.favourites == ("ABELOV",)
    assert own.kept == ("no-privy",)
    assert own.ambitions == (game.rounds[0].deal.ambitions[0],)
    assert (own.no_cards, own.bellyaches, own.vote) == (1, 1, None)


@pytest.mark.parametrize("player", [0, 1])
def test_ruling_15_you_see_your_teammates_cards(player: int) -> None:
    cards = ["ABELOV", "EFJMOV"]
    game = table(seats=TEAM, options=["ambition"], cards=cards, kept=["no-privy", "man-king"])
    own = game.view(player).own
    assert own is not None
    assert own.players == (0, 1)
    assert own.favourites == ("ABELOV", "EFJMOV")
    assert own.kept == ("no-privy", "man-king")
    assert own.ambitions == game.rounds[0].deal.ambitions[:2]


def test_ruling_15_a_spectator_has_no_cards_at_all() -> None:
    game = table(options=["ambition"], cards=["ABELOV"])
    shown = game.view()
    assert shown.own is None
    assert shown.actions == ()
    assert "ABELOV" not in shown.as_json()


def test_ruling_15_the_emissarys_favourites_are_open_and_its_pile_is_not() -> None:
    game = table(options=["emissary"], emissary="EFJMOV", pile="NYBN")
    for viewer in (None, 0, 3):
        emissary = game.view(viewer).emissary
        assert emissary is not None
        assert (emissary.card, emissary.score, emissary.pile_size) == ("EFJMOV", 40, 4)
        assert "NYBN" not in game.view(viewer).as_json()


def test_ruling_15_that_a_seat_has_voted_shows_and_what_does_not() -> None:
    shown = set()
    for card in "YNB":
        game = table(castle={"A": "5"})
        climb(game, "A")
        game.play(2, card)
        assert game.view(0).to_act == (0, 1, 3)
        shown.add(game.view(0).as_json())
        own = game.view(2).own
        assert own is not None
        assert own.vote == card
    assert len(shown) == 1


def test_ruling_15_a_teammate_sees_the_sealed_vote() -> None:
    game = table(seats=TEAM, castle={"A": "5"})
    climb(game, "A")
    game.play(0, "B")
    own = game.view(1).own
    assert own is not None
    assert own.vote == "B"


def test_ruling_15_a_crowning_reveals_all_favourites_and_they_stay_public() -> None:
    game = table(options=["ambition", "wedding"], castle={"AB": "5"}, cards=["ABELOV"])
    assert game.view().rounds[0].favourites is None
    crown(game, "A")
    for viewer in (None, 1):
        assert game.view(viewer).rounds[0].favourites == game.rounds[0].deal.favourites
        assert game.view(viewer).rounds[0].kept is None
    crown(game, "B")
    game.deal(kingup.RandomDealer(3).deal(game.state))
    assert game.view().rounds[0].favourites == game.rounds[0].deal.favourites
    assert game.view().rounds[1].favourites is None


def test_ruling_15_the_rounds_end_reveals_the_kept_ambitions_and_no_boxed_one() -> None:
    kept = ["no-privy", "man-king", "two-privy", "one-privy"]
    game = table(options=["ambition"], castle={"A": "5"}, kept=kept)
    assert game.view(0).rounds[0].kept is None
    crown(game, "A")
    assert game.view().rounds[0].kept == tuple(kept)
    assert game.view().rounds[0].deal is None
    boxed = {second for _, second in game.rounds[0].deal.ambitions}
    assert not any(card in game.view().as_json() for card in boxed)


def test_ruling_15_once_the_game_is_over_everything_is_open() -> None:
    game = table(
        options=["ambition", "emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y", round_=3
    )
    climb(game, "R")
    vote(game, "YYYY")
    game.shuffle("NYNB")
    assert game.is_over
    shown = game.view()
    assert shown.rounds[0].deal == game.rounds[0].deal
    voted = shown.rounds[0].moves[-1]
    assert isinstance(voted, kingup.Voted)
    assert voted.pile == "NYNB"
    assert shown.winners == game.winners


def test_ruling_16_a_sealed_vote_is_final() -> None:
    game = table(castle={"A": "5"})
    climb(game, "A")
    game.play(1, "N")
    before = game.state.copy()
    for card in "YNB":
        with pytest.raises(kingup.IllegalAction) as refusal:
            game.play(1, card)
        assert str(refusal.value) == "You have voted, and a vote is final."
    assert game.state == before
    assert game.legal_actions(1) == []


@pytest.mark.parametrize("player", [0, 1])
def test_ruling_16_either_teammate_may_act_and_the_first_valid_action_counts(
    player: int,
) -> None:
    game = table(seats=TEAM, castle={"A": "5"})
    assert game.to_act == (0, 1)
    game.play(player, "A")
    game.play(player, "N")
    assert game.to_act == (2, 3)
    with pytest.raises(kingup.IllegalAction, match="a vote is final"):
        game.play(1 - player, "Y")
    game.play(2, "Y")
    game.play(3, "Y")
    assert isinstance(game.rounds[0].moves[-1], kingup.Voted)
    assert game.rounds[0].moves[-1].votes == "NYY"


def test_ruling_16_an_invalid_action_of_one_teammate_leaves_the_seat_to_the_other() -> None:
    game = table(seats=TEAM, castle={"A": "5"}, no_cards=[0])
    climb(game, "A")
    with pytest.raises(kingup.IllegalAction):
        game.play(0, "N")
    game.play(1, "B")
    assert game.to_act == (2, 3)


def test_ruling_16_a_seat_with_only_yes_left_votes_like_any_other() -> None:
    game = table(castle={"A": "5"}, no_cards=[0, 3, 3, 3], bellyaches=[0, 1, 1, 1])
    climb(game, "A")
    assert game.to_act == (0, 1, 2, 3)
    for player in (1, 2, 3):
        game.play(player, "Y")
    assert game.phase == "vote"
    assert game.view(1).to_act == (0,)
    game.play(0, "Y")
    assert game.phase == "deal"


def test_ruling_16_each_teammate_chooses_an_ambition_of_their_own() -> None:
    game = kingup.Game("vive-le-roi", TEAM, ["ambition"], seed=4)
    assert game.to_act == (0, 1, 2, 3)
    game.play(1, game.legal_actions(1)[1])
    assert list(game.to_act) == [0, 2, 3]
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(1, kingup.Keep(game.rounds[0].deal.ambitions[1][0]))
    assert str(refusal.value) == "You have already chosen your Ambition card."

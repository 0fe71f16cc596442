"""The Emissary of the Empire: its card, its pile, its votes and its victory."""

from __future__ import annotations

from typing import Any

import pytest

import kingup
from kingup.rules.constants import OVER
from kingup.rules.deals import read_pile
from tests.rules.positions import climb, table, vote

EMISSARY = ["emissary"]


def candidate(
    letter: str, pile: str, seats: int = 3, card: str = "ABELOV", **more: Any
) -> kingup.Game:
    """Return a game in which a character reached the throne before the Emissary."""
    game = table(
        seats=seats,
        options=EMISSARY,
        castle={letter: "5"},
        emissary=card,
        pile=pile,
        **more,
    )
    climb(game, letter)
    return game


def test_it_starts_at_40_with_a_full_set_of_vote_cards() -> None:
    for seats, pile in ((2, "BNNNNY"), (3, "BNNNY"), (4, "BNNY"), (5, "BNNY")):
        game = kingup.Game("vive-le-roi", seats, EMISSARY, seed=seats)
        assert game.emissary_score == 40
        assert "".join(sorted(read_pile(game.state))) == pile


def test_it_is_absent_where_it_does_not_play() -> None:
    assert kingup.Game("vive-le-roi", 4, seed=1).emissary_score is None


def test_it_places_and_moves_nobody() -> None:
    game = table(seats=2, options=EMISSARY)
    turns = []
    for letter in "ABAB":
        turns.append(game.turn)
        climb(game, letter)
    assert turns == [0, 1, 0, 1]


@pytest.mark.parametrize("letter", ["A", "V"])
@pytest.mark.parametrize("top", ["Y", "N", "B"])
def test_a_favourite_gets_its_yes_without_a_card(letter: str, top: str) -> None:
    game = candidate(letter, top)
    before = read_pile(game.state)
    vote(game, "YYY")
    assert game.castle[letter] == "throne"
    assert read_pile(game.state) == before
    assert game.rounds[0].moves[-1] == kingup.Voted(0, letter, "YYY", "throne", "Y")


def test_for_anybody_else_the_top_card_of_its_pile_is_its_vote_and_is_lost() -> None:
    game = candidate("R", "NB")
    vote(game, "YYY")
    assert game.castle["R"] == "dungeon-3"
    assert read_pile(game.state) == "BYNN"
    assert game.rounds[0].moves[-1] == kingup.Voted(0, "R", "YYY", "dungeon-3", "N")


def test_its_bellyache_cancels_the_vote_and_is_lost() -> None:
    game = candidate("R", "BN")
    vote(game, "NNY")
    assert game.castle["R"] == "5"
    assert read_pile(game.state) == "NYNN"


def test_a_favourite_can_still_be_rejected_by_the_seats() -> None:
    game = candidate("A", "B")
    vote(game, "YNY")
    assert game.castle["A"] == "dungeon-3"


def test_its_yes_card_goes_back_and_the_pile_is_shuffled() -> None:
    game = candidate("R", "YN")
    vote(game, "YYN")
    assert game.phase == "shuffle"
    assert game.to_act == ()
    assert game.candidate == "R"
    game.shuffle("NNYBN")
    assert read_pile(game.state) == "NNYBN"
    assert game.castle["R"] == "dungeon-3"
    assert game.rounds[0].moves[-1] == kingup.Voted(0, "R", "YYN", "dungeon-3", "Y", "NNYBN")


def test_unanimity_includes_its_card_and_the_pile_is_shuffled_even_then() -> None:
    game = candidate("R", "YN")
    vote(game, "YYY")
    assert game.phase == "shuffle"
    assert game.rounds[0].crownings == []
    game.shuffle("BNNNY")
    assert game.phase == "deal"
    assert game.castle["R"] == "throne"
    assert game.rounds[0].crownings[0].letter == "R"


def test_the_jester_is_never_its_favourite() -> None:
    game = candidate("X", "N")
    vote(game, "YYY")
    assert game.castle["X"] == "2"
    assert len(read_pile(game.state)) == 4


def test_it_scores_like_a_player_at_every_crowning() -> None:
    game = table(
        options=EMISSARY, castle={"A": "5", "B": "4", "L": "dungeon-3"}, emissary="ABELOV"
    )
    climb(game, "A")
    vote(game, "YYYY")
    crowning = game.rounds[0].crownings[0]
    assert (crowning.emissary_points, crowning.emissary_score) == (11, 51)
    assert game.emissary_score == 51


def test_its_score_never_goes_below_nought() -> None:
    game = table(
        options=EMISSARY,
        castle={"X": "5", "ABE": "5"},
        emissary="ABELOV",
        pile="Y",
        emissary_score=9,
    )
    climb(game, "X")
    vote(game, "YYYY")
    game.shuffle("YBNN")
    assert game.rounds[0].crownings[0].emissary_points == -15
    assert game.emissary_score == 0


def test_each_round_it_gets_a_new_card_and_a_full_pile() -> None:
    game = candidate("R", "NY", seats=2)
    vote(game, "YB")
    assert len(read_pile(game.state)) == 5
    assert game.castle["R"] == "5"
    climb(game, "R")
    vote(game, "YY")
    game.shuffle("BNNNY")
    game.deal(kingup.Deal(1, ("EFJMOV", "ABELOV"), (), "ACFJRV", "NNNNBY"))
    assert read_pile(game.state) == "NNNNBY"
    assert [round_.deal.emissary_card for round_ in game.rounds] == ["ABELOV", "ACFJRV"]
    assert game.emissary_score == 40 + (game.rounds[0].crownings[0].emissary_points or 0)


def finished(scores: list[int], emissary_score: int) -> kingup.Game:
    game = table(seats=3, options=EMISSARY, scores=scores, emissary_score=emissary_score)
    game.state.phase = OVER
    return game


def test_strictly_ahead_of_every_seat_it_wins_and_all_others_lose() -> None:
    assert finished([50, 51, 30], 52).winners == ()


def test_level_with_the_best_seat_it_does_not_win() -> None:
    assert finished([50, 51, 30], 51).winners == (1,)


def test_ahead_of_some_seats_only_it_loses() -> None:
    assert finished([50, 53, 30], 52).winners == (1,)


def test_a_team_is_beaten_by_its_lower_score() -> None:
    game = table(seats=[2, 2], options=EMISSARY, scores=[70, 40, 45, 60], emissary_score=46)
    game.state.phase = OVER
    assert game.seat_scores == (40, 45)
    assert game.winners == ()

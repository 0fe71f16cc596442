"""Every Ambition card, met and not met: plainly, under the jester, at a wedding, in a team."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import kingup
from kingup.rules.cards import AMBITION_CARDS
from kingup.rules.constants import NO_AMBITION
from kingup.rules.kernel.scoring import ambition_points
from tests.rules.positions import climb, crown, table, vote

POINTS = {card.id: card.points for card in AMBITION_CARDS}

# Player 0 holds ABELOV; whoever is not mentioned is in the box, which is no floor.
Castle = dict[str, str]

PLACES: list[tuple[str, bool, Castle]] = [
    ("no-privy", True, {}),
    ("no-privy", True, {"A": "3", "R": "privy-3", "C": "privy-4"}),
    ("no-privy", False, {"A": "privy-3"}),
    ("no-privy", False, {"A": "privy-4"}),
    ("not-2-3", True, {"A": "1", "B": "4", "E": "0", "L": "5"}),
    ("not-2-3", True, {"A": "privy-3", "B": "dungeon-3", "E": "dungeon-2", "CG": "2"}),
    ("not-2-3", False, {"A": "2"}),
    ("not-2-3", False, {"A": "3"}),
    ("not-0-1", True, {"A": "2", "B": "3", "E": "4", "L": "5", "O": "dungeon-1", "C": "0"}),
    ("not-0-1", False, {"A": "0"}),
    ("not-0-1", False, {"A": "1"}),
    ("not-4-5", True, {"A": "0", "B": "1", "E": "2", "L": "3", "O": "privy-4", "C": "4"}),
    ("not-4-5", False, {"A": "4"}),
    ("not-4-5", False, {"A": "5"}),
    ("one-dungeon", True, {"A": "dungeon-1"}),
    ("one-dungeon", True, {"A": "dungeon-3", "C": "dungeon-2"}),
    ("one-dungeon", False, {"C": "dungeon-3"}),
    ("one-dungeon", False, {"A": "dungeon-3", "B": "dungeon-2"}),
    ("two-dungeon", True, {"A": "dungeon-3", "B": "dungeon-1"}),
    ("two-dungeon", False, {"A": "dungeon-2"}),
    ("two-dungeon", False, {"A": "dungeon-1", "B": "dungeon-2", "E": "dungeon-3"}),
    ("three-dungeon", True, {"A": "dungeon-1", "B": "dungeon-2", "E": "dungeon-3"}),
    ("three-dungeon", False, {"A": "dungeon-1", "B": "dungeon-2", "C": "dungeon-3"}),
    ("one-privy", True, {"A": "privy-4", "C": "privy-3"}),
    ("one-privy", False, {}),
    ("one-privy", False, {"A": "privy-3", "B": "privy-4"}),
    ("two-privy", True, {"A": "privy-3", "B": "privy-4"}),
    ("two-privy", False, {"A": "privy-3", "C": "privy-4"}),
    ("no-privy-no-dungeon", True, {"A": "5", "C": "privy-3", "G": "dungeon-3"}),
    ("no-privy-no-dungeon", False, {"A": "privy-3"}),
    ("no-privy-no-dungeon", False, {"A": "dungeon-1"}),
]
"""Conditions on where the favourites stand, which read the board alone."""


def game_with(
    kept: str,
    castle: Castle,
    monarch: str,
    *,
    seats: int | Sequence[int] = 4,
    player: int = 0,
    options: Sequence[str] = (),
    turn: int = 0,
    first_monarch: str | None = None,
) -> kingup.Game:
    """Return a game in which one player keeps a card and a character stands on floor 5."""
    others = ["EFJMOV", "ACFJRV"][:player]
    fillers = ["jester-king", "kingmaker"][:player]
    everybody = {**castle, monarch: "5"}
    if first_monarch:
        everybody[first_monarch] = "throne"
    return table(
        seats=seats,
        options=["ambition", *options],
        castle=everybody,
        rest="box",
        cards=[*others, "ABELOV"],
        kept=[*fillers, kept],
        turn=turn,
        monarch=first_monarch,
    )


def ambition(game: kingup.Game, player: int = 0) -> int:
    """Return what a player's Ambition card scored at the last crowning."""
    points = game.rounds[0].crownings[-1].ambition
    assert points is not None
    return points[player]


@pytest.mark.parametrize(("kept", "met", "castle"), PLACES)
def test_a_card_about_places_pays_if_it_is_met(kept: str, met: bool, castle: Castle) -> None:
    game = game_with(kept, castle, "R")
    crown(game, "R")
    favourites = game.rounds[0].crownings[0].points[0]
    assert ambition(game) == (POINTS[kept] if met else 0)
    assert game.scores[0] == 20 + favourites + ambition(game)


@pytest.mark.parametrize(("kept", "met", "castle"), PLACES)
def test_under_the_jester_it_pays_as_much_and_never_less_than_nothing(
    kept: str, met: bool, castle: Castle
) -> None:
    game = game_with(kept, castle, "X")
    crown(game, "X")
    favourites = game.rounds[0].crownings[0].points[0]
    assert ambition(game) == (POINTS[kept] if met else 0)
    assert game.scores[0] == 20 + favourites + ambition(game)


@pytest.mark.parametrize(("kept", "met", "castle"), PLACES)
def test_at_a_wedding_it_pays_at_the_second_crowning(kept: str, met: bool, castle: Castle) -> None:
    game = game_with(kept, castle, "R", options=["wedding"], first_monarch="S")
    crown(game, "R")
    assert ambition(game) == (POINTS[kept] if met else 0)


@pytest.mark.parametrize(("kept", "met", "castle"), PLACES)
def test_in_a_team_each_has_a_card_of_their_own(kept: str, met: bool, castle: Castle) -> None:
    game = game_with(kept, castle, "R", seats=[2, 1, 1], player=1)
    crown(game, "R")
    assert ambition(game, 1) == (POINTS[kept] if met else 0)


@pytest.mark.parametrize("kept", [card.id for card in AMBITION_CARDS])
def test_nothing_is_paid_at_a_weddings_first_crowning(kept: str) -> None:
    game = game_with(kept, {"C": "4"}, "R", options=["wedding"])
    crown(game, "R")
    assert game.rounds[0].crownings[0].ambition is None
    assert game.scores[0] == 20 + game.rounds[0].crownings[0].points[0]
    assert game.phase == "climb"


MONARCHS = [
    ("jester-king", "X", True),
    ("jester-king", "R", False),
    ("jester-king", "J", False),
    ("jester-king", "O", False),
    *(("woman-queen", letter, True) for letter in "ABEJVS"),
    *(("woman-queen", letter, False) for letter in "FLMRCGOX"),
    *(("man-king", letter, True) for letter in "FLMRCG"),
    *(("man-king", letter, False) for letter in "ABEJVSOX"),
]


@pytest.mark.parametrize(("kept", "monarch", "met"), MONARCHS)
def test_a_card_about_the_monarch_reads_who_was_crowned(
    kept: str, monarch: str, met: bool
) -> None:
    game = game_with(kept, {}, monarch)
    crown(game, monarch)
    assert ambition(game) == (POINTS[kept] if met else 0)


@pytest.mark.parametrize(
    ("no_cards", "bellyaches", "met"), [(0, 0, True), (1, 0, False), (0, 1, False), (3, 1, False)]
)
@pytest.mark.parametrize("monarch", ["R", "X"])
def test_empty_hand_wants_nothing_but_the_yes_card(
    monarch: str, no_cards: int, bellyaches: int, met: bool
) -> None:
    game = game_with("empty-hand", {}, monarch)
    game.state.no_cards[0] = no_cards
    game.state.bellyaches[0] = bellyaches
    crown(game, monarch)
    assert ambition(game) == (3 if met else 0)


def test_the_last_card_may_be_spent_in_an_earlier_vote_of_the_round() -> None:
    game = game_with("empty-hand", {}, "R")
    game.state.no_cards[0] = 0
    climb(game, "R")
    vote(game, "BYYY")
    crown(game, "R")
    assert ambition(game) == 3


@pytest.mark.parametrize(("turn", "met"), [(0, True), (1, False), (3, False)])
@pytest.mark.parametrize("monarch", ["R", "X"])
def test_kingmaker_wants_you_to_have_moved_the_monarch(monarch: str, turn: int, met: bool) -> None:
    game = game_with("kingmaker", {}, monarch, turn=turn)
    crown(game, monarch)
    assert ambition(game) == (3 if met else 0)


def test_moving_a_candidate_who_is_not_crowned_makes_no_kingmaker() -> None:
    game = game_with("kingmaker", {"C": "5"}, "R")
    climb(game, "C")
    vote(game, "NYYY")
    crown(game, "R")
    assert ambition(game) == 0


@pytest.mark.parametrize(
    ("castle", "points", "met"),
    [
        ({}, 0, True),
        ({"A": "5", "B": "5"}, 10, True),
        ({"A": "5", "B": "5", "E": "1"}, 11, False),
        ({"ABE": "5"}, 15, False),
        ({"A": "dungeon-3"}, -3, True),
    ],
)
def test_consolation_wants_fewer_than_11(castle: Castle, points: int, met: bool) -> None:
    game = game_with("consolation", castle, "R")
    crown(game, "R")
    assert game.rounds[0].crownings[0].points[0] == points
    assert ambition(game) == (3 if met else 0)


def test_consolation_is_met_by_a_loss_under_the_jester() -> None:
    game = game_with("consolation", {"ABE": "5"}, "X")
    crown(game, "X")
    assert game.rounds[0].crownings[0].points[0] == -15
    assert ambition(game) == 3
    assert game.scores[0] == 20 - 15 + 3


def test_compensation_does_not_count_for_consolation() -> None:
    game = kingup.Game("vive-le-roi", 7, ["ambition"], seed=2)
    while game.phase == "ambition":
        game.play(game.to_act[0], game.legal_actions(game.to_act[0])[0])
    before = list(game.scores)
    for letter, floor in zip(game.setup.letters, "1111222233344", strict=False):
        game.play(game.to_act[0], letter + floor)
    assert sorted(now - then for now, then in zip(game.scores, before, strict=True))[-1] == 3
    assert game.state.points[:7] == [0] * 7


def test_with_banished_the_marked_character_meets_no_condition() -> None:
    # Leonardo bears the mark on ABELOV.
    in_dungeons = {"A": "dungeon-1", "B": "dungeon-2", "L": "dungeon-3"}
    for kept, points in (("three-dungeon", 0), ("two-dungeon", 5)):
        game = game_with(kept, in_dungeons, "R", options=["banished"])
        crown(game, "R")
        assert ambition(game) == points
    game = game_with("no-privy", {"L": "privy-3"}, "R", options=["banished"])
    crown(game, "R")
    assert ambition(game) == 5


def test_the_throne_is_no_floor() -> None:
    game = game_with("not-4-5", {}, "A")
    crown(game, "A")
    assert ambition(game) == 5


def test_a_card_boxed_pays_nothing() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition"], dealer=None)
    pairs = (("no-privy", "jester-king"), ("man-king", "one-privy"), ("two-privy", "not-0-1"))
    game.deal(kingup.Deal(0, ("ABELOV", "EFJMOV", "ACFJRV"), pairs))
    game.play(0, "jester-king")
    game.play(1, "one-privy")
    game.play(2, "two-privy")
    assert game.rounds[0].kept == ["jester-king", "one-privy", "two-privy"]
    while game.phase != "deal":
        player = game.to_act[0]
        choice = next((a for a in game.legal_actions(player) if str(a) in ("A", "Y")), None)
        game.play(player, choice or game.legal_actions(player)[0])
    assert game.rounds[0].crownings[0].letter == "A"
    assert game.rounds[0].crownings[0].ambition == (0, 0, 0)


def test_a_player_who_has_kept_nothing_yet_would_score_nothing() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition"], seed=1)
    assert game.state.kept[0] == NO_AMBITION
    assert ambition_points(game.state, 0) == 0


def test_without_the_option_a_crowning_has_no_ambition() -> None:
    game = table(castle={"A": "5"})
    crown(game, "A")
    assert game.rounds[0].crownings[0].ambition is None

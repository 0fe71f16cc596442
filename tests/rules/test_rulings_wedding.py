"""Rulings 5 and 6: weddings with nobody left, and weddings with Ambition."""

from __future__ import annotations

from typing import Any

import pytest

import kingup
from kingup.notation import read, write_json, write_text
from kingup.rules.constants import DEAL, OVER
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import next_actor, random_action
from kingup.rules.kernel.turns import play
from kingup.telling.worth import values_at_crowning
from tests.rules.invariants import check_reference
from tests.rules.positions import climb, crown, table, vote
from tests.rules.reference import Reference

# Ruling 5. The cards of the 13: three in the dungeons, the others in the box.
ALONE = {"X": "5", "A": "dungeon-3", "B": "dungeon-2", "E": "dungeon-1"}


def last_wedding(seats: int | list[int] = 7, **more: Any) -> kingup.Game:
    """Return a game whose jester is crowned first, with nobody left to marry."""
    options = ["ambition", "wedding", *more.pop("options", [])]
    castle = more.pop("castle", ALONE)
    game = table(
        seats=seats,
        options=options,
        castle=castle,
        rest="box",
        **more,
    )
    crown(game, "X")
    return game


def test_ruling_05_a_wedding_with_nobody_left_ends_at_once() -> None:
    game = last_wedding(turn=4)
    assert game.phase == "deal"
    assert game.rounds[0].ended
    assert [c.letter for c in game.rounds[0].crownings] == ["X"]


def test_ruling_05_there_is_no_second_favourites_scoring() -> None:
    game = last_wedding(cards=["ABELOV"], kept=["woman-queen"])
    assert game.rounds[0].crownings[0].points[0] == 3 + 2 + 1
    assert game.scores[0] == 20 + 6


def test_ruling_05_ambition_is_scored_as_things_stand() -> None:
    game = last_wedding(
        cards=["ABELOV", "EFJMOV"],
        kept=["three-dungeon", "one-dungeon", "jester-king", "kingmaker", "not-0-1"],
        turn=3,
    )
    assert game.rounds[0].crownings[0].ambition is not None
    assert game.rounds[0].crownings[0].ambition[:5] == (8, 3, 5, 3, 5)
    assert game.scores[:2] == (20 + 6 + 8, 20 + 1 + 3)


def test_ruling_05_favourites_and_ambition_are_one_sum_for_a_shared_marker() -> None:
    # 6 + 0 and 1 + 8: the smaller sum is 6. Apart, the smaller would be 1 + 0.
    game = last_wedding(
        seats=[2, 1, 1, 1, 1, 1, 1],
        options=["shared-marker"],
        cards=["ABELOV", "EFJMOV"],
        kept=["woman-queen", "no-privy"],
    )
    assert game.rounds[0].crownings[0].points[:2] == (6, 1)
    assert game.rounds[0].crownings[0].ambition is not None
    assert game.rounds[0].crownings[0].ambition[:2] == (0, 5)
    assert game.scores[:2] == (26, 26)


def test_ruling_05_the_next_first_player_caused_the_one_crowning() -> None:
    game = last_wedding(turn=4)
    assert kingup.RandomDealer(1).deal(game.state).first == 4


def test_ruling_05_in_the_third_round_the_game_is_over() -> None:
    game = last_wedding(round_=3, seats=8)
    assert game.is_over
    assert game.winners


@pytest.mark.parametrize("place", ["0", "5", "privy-3", "privy-4"])
def test_ruling_05_one_who_can_still_climb_keeps_the_round_going(place: str) -> None:
    game = last_wedding(castle={**ALONE, "R": place})
    assert game.phase == "climb"
    assert [str(a) for a in game.legal_actions(game.to_act[0])] == ["R"]
    assert game.rounds[0].crownings[0].ambition is None


def test_ruling_05_the_jester_left_alone_can_still_be_married() -> None:
    game = table(seats=7, options=["wedding"], castle={"A": "5", "X": "0"}, rest="box")
    crown(game, "A")
    assert game.phase == "climb"
    assert [str(a) for a in game.legal_actions(game.to_act[0])] == ["X"]


def test_ruling_05_only_seven_and_eight_seats_hold_enough_no_cards() -> None:
    enough = set()
    for seats in range(2, 9):
        for options in ((), ("emissary",)):
            try:
                setup = kingup.Setup.of("vive-le-roi", seats, options)
            except kingup.SetupError:
                continue
            sets = seats + len(options)
            if sets * setup.no_cards >= 13:
                enough.add(seats)
    assert enough == {7, 8}


def wedding(kept: str, first: str, second: str, **more: Any) -> tuple[kingup.Game, int]:
    """Hold a wedding; return the game and what the first player's Ambition card paid."""
    game = table(
        options=["ambition", "wedding"],
        castle={first + second: "5", **more.pop("castle", {})},
        rest="box",
        cards=["ABELOV"],
        kept=[kept],
        **more,
    )
    crown(game, first)
    crown(game, second)
    ambition = game.rounds[0].crownings[1].ambition
    assert ambition is not None
    return game, ambition[0]


@pytest.mark.parametrize(
    ("kept", "pair", "points"),
    [
        ("jester-king", "XR", 5),
        ("jester-king", "RX", 5),
        ("jester-king", "RC", 0),
        ("woman-queen", "JR", 3),
        ("woman-queen", "RJ", 3),
        ("woman-queen", "JS", 3),
        ("woman-queen", "RX", 0),
        ("man-king", "RX", 3),
        ("man-king", "XR", 3),
        ("man-king", "RC", 3),
        ("man-king", "XO", 0),
    ],
)
def test_ruling_06_cards_about_the_monarch_look_at_both_crownings(
    kept: str, pair: str, points: int
) -> None:
    assert wedding(kept, *pair)[1] == points


@pytest.mark.parametrize(("turn", "points"), [(0, 3), (3, 3), (1, 0), (2, 0)])
def test_ruling_06_kingmaker_looks_at_both_crownings(turn: int, points: int) -> None:
    assert wedding("kingmaker", "R", "C", turn=turn)[1] == points


def test_ruling_06_kingmaker_pays_once_even_for_both() -> None:
    game = table(
        options=["ambition", "wedding"],
        castle={"RC": "5", "G": "0"},
        rest="box",
        kept=["kingmaker"],
    )
    crown(game, "R")
    climb(game, "GGG")
    crown(game, "C")
    assert [c.seat for c in game.rounds[0].crownings] == [0, 0]
    assert game.rounds[0].crownings[1].ambition is not None
    assert game.rounds[0].crownings[1].ambition[0] == 3


def test_ruling_06_positions_are_read_at_the_end_of_the_round() -> None:
    game = table(
        options=["ambition", "wedding"],
        castle={"RC": "5", "A": "3"},
        rest="box",
        cards=["ABELOV"],
        kept=["not-2-3"],
    )
    crown(game, "R")
    climb(game, "A")
    crown(game, "C")
    assert game.rounds[0].crownings[1].ambition is not None
    assert game.rounds[0].crownings[1].ambition[0] == 3


def test_ruling_06_hands_are_read_at_the_end_of_the_round() -> None:
    game = table(
        options=["ambition", "wedding"],
        castle={"RCG": "5"},
        rest="box",
        kept=["empty-hand"],
        no_cards=[1, 1, 1, 1],
        bellyaches=[0, 0, 0, 0],
    )
    crown(game, "R")
    climb(game, "G")
    vote(game, "NYYY")
    crown(game, "C")
    assert game.rounds[0].crownings[1].ambition is not None
    assert game.rounds[0].crownings[1].ambition[0] == 3


@pytest.mark.parametrize(("pair", "points"), [("AR", 3), ("RA", 0)])
def test_ruling_06_consolation_reads_the_last_crowning(pair: str, points: int) -> None:
    # With Bridget on floor 1 Anna's own crowning gives 11, and the other one 1.
    assert wedding("consolation", *pair, castle={"B": "1"})[1] == points


@pytest.mark.parametrize("kept", ["not-4-5", "not-2-3", "not-0-1", "no-privy-no-dungeon"])
def test_ruling_06_the_first_monarch_stands_on_no_floor(kept: str) -> None:
    assert wedding(kept, "A", "R")[1] > 0


def left_alone(**more: Any) -> kingup.Game:
    """Return a game whose jester is crowned while one is left, who is then thrown out."""
    game = last_wedding(castle={**ALONE, "R": "5"}, **more)
    assert game.phase == "climb"
    climb(game, "R")
    vote(game, "N" + "Y" * (game.state.seats - 1))
    return game


def test_ruling_05_a_wedding_ends_when_the_last_who_was_left_is_thrown_out() -> None:
    game = left_alone(cards=["ABELOV"], kept=["woman-queen"])
    assert game.phase == "deal"
    assert game.rounds[0].ended
    assert [c.letter for c in game.rounds[0].crownings] == ["X"]
    assert game.scores[0] == 20 + 6
    assert left_alone(round_=3, seats=8).is_over


def test_ruling_05_ambition_is_then_added_to_what_the_crowning_brought() -> None:
    # When he was crowned R stood on floor 5, which cost the second player 5.
    game = left_alone(
        cards=["ABELOV", "EFLRSV"],
        kept=["three-dungeon", "one-dungeon", "empty-hand", "kingmaker"],
        turn=3,
        no_cards=[2, 2, 0],
        bellyaches=[1, 1, 0],
        scores=[20, 2],
    )
    last = game.rounds[0].crownings[0]
    assert last.points[:2] == (6, 1 - 5)
    assert last.ambition is not None
    assert last.ambition[:4] == (8, 3, 3, 3)
    # The second score was kept at 0 at the crowning: the card counts from there.
    assert game.scores[:2] == (20 + 6 + 8, 0 + 3)
    assert last.scores == game.scores


def test_ruling_05_then_the_smaller_ambition_moves_a_shared_marker() -> None:
    game = left_alone(
        seats=[2, 1, 1, 1, 1, 1, 1],
        options=["shared-marker"],
        cards=["ABELOV", "EFJMOV"],
        kept=["three-dungeon", "one-dungeon"],
    )
    # 6 and 1 at the crowning, 8 and 3 afterwards.
    assert game.scores[:2] == (20 + 1 + 3, 20 + 1 + 3)


def test_ruling_05_then_too_the_next_first_player_caused_the_one_crowning() -> None:
    game = left_alone(turn=4)
    assert kingup.RandomDealer(1).deal(game.state).first == 4


def test_ruling_05_a_bellyache_leaves_somebody_to_marry() -> None:
    game = last_wedding(castle={**ALONE, "R": "5"})
    climb(game, "R")
    vote(game, "BNYYYYY")
    assert game.phase == "climb"
    assert [str(a) for a in game.legal_actions(game.to_act[0])] == ["R"]


def test_ruling_05_random_play_comes_to_an_end_there_too() -> None:
    ends = 0
    for seed in range(60):
        game = table(seats=8, options=["wedding"], castle={"X": "5", "R": "4"}, rest="box")
        seed_generator(game.state, seed)
        while game.state.phase not in (DEAL, OVER):
            player = next_actor(game.state)
            play(game.state, player, random_action(game.state, player))
        ends += game.state.crownings == 1
    assert 0 < ends < 60


def test_ruling_05_a_whole_game_of_it_goes_by_the_book_and_can_be_written_down() -> None:
    setup = ("vive-le-roi", (1,) * 8, ("ambition", "wedding"))
    game, reference = kingup.Game(*setup, dealer=None), Reference(*setup)
    dealer = kingup.RandomDealer(7)
    while not game.is_over:
        if game.phase == "deal":
            deal = dealer.deal(game.state)
            game.deal(deal)
            reference.deal(deal)
        player = game.to_act[0]
        actions = [str(action) for action in game.legal_actions(player)]
        chosen = actions[0]
        gone = sum(place[0] in "db" for place in game.castle.values())
        if game.phase == "climb" and gone < 12:
            # Whoever is not the jester, as long as somebody else can; then he is crowned.
            chosen = next((action for action in actions if action != "X"), "X")
        elif game.phase == "climb":
            chosen = "X" if "X" in actions else actions[0]
        elif game.phase == "vote" and game.candidate != "X":
            # One No is enough, from whoever has most of them left.
            hands = game.state.no_cards[:8]
            chosen = "N" if player == hands.index(max(hands)) else "Y"
        game.play(player, chosen)
        reference.play(player, chosen)
        check_reference(game, reference)
    assert [[c.letter for c in round_.crownings] for round_ in game.rounds] == [["X"]] * 3
    for written in (write_json(game), write_text(game)):
        again = read(written)
        assert again.scores == game.scores
        assert again.rounds == game.rounds
    # What is told of a crowning is what stood then, not what became of it.
    view = game.view(None)
    for number, round_ in enumerate(view.rounds):
        for player, card in enumerate(round_.favourites or ()):
            values = values_at_crowning(view, number, 0, card)
            assert sum(value for *_, value in values) == round_.crownings[0].points[player]

"""The rulings of RULES.md, each by its number.

Those on weddings (5, 6) and on who sees what (13, 15, 16) have files of their own.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingup
from kingup.rules.cards import BANISHED, FAVOURITES
from kingup.rules.characters import CAST
from kingup.rules.constants import OVER
from kingup.rules.deals import read_pile
from kingup.rules.kernel.board import movers
from tests.rules.positions import WHERE, card_with, climb, crown, settle, table, vote


def rejected_jester(full: dict[str, str], seats: int = 4, house: bool = False) -> str:
    """Return where the rejected jester goes when groups of characters fill some floors."""
    options = ["jester-returns-to-3"] if house else []
    pile = None
    if seats == 2:
        options.append("emissary")
        pile = "N"
    game = table(seats=seats, options=options, castle={"X": "5", **full}, rest="box", pile=pile)
    climb(game, "X")
    vote(game, "N" + "Y" * (seats - 1))
    assert game.phase == "climb"
    return game.castle["X"]


@pytest.mark.parametrize(
    ("full", "floor"),
    [
        ({}, "2"),
        ({"ABC": "2"}, "2"),
        ({"ABCE": "2"}, "1"),
        ({"ABCE": "2", "FGJ": "1"}, "1"),
        ({"ABCE": "2", "FGJL": "1"}, "0"),
        ({"ABCE": "2", "FGJL": "1", "MORSV": "0"}, "0"),
        ({"ABCE": "3"}, "2"),
    ],
)
def test_ruling_01_the_rejected_jester_returns_to_floor_2_then_1_then_0(
    full: dict[str, str], floor: str
) -> None:
    assert rejected_jester(full) == floor


@pytest.mark.parametrize(
    ("full", "floor"),
    [
        ({}, "3"),
        ({"ABC": "3"}, "3"),
        ({"ABCE": "3"}, "2"),
        ({"ABCE": "3", "FGJL": "2"}, "1"),
        ({"ABCE": "3", "FGJL": "2", "MORS": "1"}, "0"),
        ({"ABCE": "2"}, "3"),
    ],
)
def test_ruling_01_by_the_house_rule_he_returns_to_floor_3_then_2_1_0(
    full: dict[str, str], floor: str
) -> None:
    assert rejected_jester(full, house=True) == floor


def test_ruling_01_with_two_seats_three_fill_a_floor_and_floor_0_has_no_limit() -> None:
    assert rejected_jester({"ABC": "2"}, seats=2) == "1"
    assert rejected_jester({"ABC": "2", "EFG": "1", "JLM": "0"}, seats=2) == "0"
    assert rejected_jester({"ABC": "3"}, seats=2, house=True) == "2"


def test_ruling_01_the_jester_is_never_counted_among_the_rejected() -> None:
    game = table(castle={"X": "5"})
    climb(game, "X")
    vote(game, "NNNN")
    assert game.state.rejected == 0
    assert not {"dungeon-3", "box"} & set(game.castle.values())


def placed(options: list[str]) -> kingup.Game:
    """Return a game of two seats that filled floors 4, 3, 2 and 1 from the top."""
    game = kingup.Game("vive-le-roi", 2, options, seed=9)
    while game.phase == "place":
        player = game.to_act[0]
        actions = [a for a in game.legal_actions(player) if isinstance(a, kingup.Place)]
        game.play(player, max(actions, key=lambda action: (action.floor, action.letter)))
    return game


def test_ruling_02_two_seats_place_five_each_and_three_go_to_floor_0() -> None:
    game = placed(["emissary"])
    assert Counter(m.seat for m in game.rounds[0].moves) == {0: 5, 1: 5}
    assert Counter(game.castle.values()) == {"4": 3, "3": 3, "2": 3, "1": 2, "0": 3}
    assert game.phase == "climb"


def test_ruling_02_the_limit_is_never_broken_while_placing() -> None:
    game = placed(["emissary"])
    third = [m.letter for m in game.rounds[0].moves if getattr(m, "floor", 0) == 3]
    assert len(third) == 2


def test_ruling_02_by_the_house_rule_six_each_and_one_goes_to_floor_0() -> None:
    game = placed(["emissary", "jester-uncounted-in-placement"])
    assert Counter(m.seat for m in game.rounds[0].moves) == {0: 6, 1: 6}
    assert Counter(game.castle.values()) == {"4": 3, "3": 4, "2": 3, "1": 3, "0": 1}


def test_ruling_02_by_the_house_rule_floor_3_with_four_counts_as_full() -> None:
    game = placed(["emissary", "jester-uncounted-in-placement"])
    on_2 = [letter for letter, place in game.castle.items() if place == "2"]
    climb(game, on_2[0])
    assert game.castle[on_2[0]] == "privy-3"
    with pytest.raises(kingup.IllegalAction, match=r"^Floor 3 and its privy are full"):
        climb(game, on_2[1])
    # With one gone up there are still three, and the floor stays full.
    on_4 = [letter for letter, place in game.castle.items() if place == "4"]
    on_3 = [letter for letter, place in game.castle.items() if place == "3"]
    climb(game, on_4[0] + on_3[0])
    assert list(game.castle.values()).count("3") == 3
    with pytest.raises(kingup.IllegalAction, match="cannot leave the privy"):
        climb(game, on_2[0])


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7, 8])
def test_ruling_02_the_house_rule_is_refused_with_more_seats(seats: int) -> None:
    with pytest.raises(kingup.SetupError, match=f"is for 2 seats, not {seats}"):
        kingup.Setup.of("vive-le-roi", seats, ["jester-uncounted-in-placement"])


def test_ruling_03_the_emissarys_yes_goes_back_and_its_pile_is_shuffled() -> None:
    game = table(seats=2, options=["emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "NY")
    assert game.phase == "shuffle"
    game.shuffle("NNYNBN")
    assert read_pile(game.state) == "NNYNBN"
    assert Counter(read_pile(game.state)) == {"N": 4, "Y": 1, "B": 1}


def test_ruling_03_no_and_bellyache_leave_the_order_of_the_rest_alone() -> None:
    game = table(
        seats=2, options=["emissary"], castle={"RC": "5"}, emissary="ABELOV", pile="NBNYNN"
    )
    climb(game, "R")
    vote(game, "YY")
    assert read_pile(game.state) == "BNYNN"
    climb(game, "C")
    vote(game, "YY")
    assert read_pile(game.state) == "NYNN"


def test_ruling_04_the_banished_mark_counts_on_the_emissarys_card_when_it_votes() -> None:
    assert BANISHED[FAVOURITES[1].index("ABELOV")] == "L"
    game = table(options=["banished", "emissary"], castle={"LA": "5"}, emissary="ABELOV", pile="N")
    climb(game, "L")
    vote(game, "YYYY")
    assert game.castle["L"] == "dungeon-3"
    climb(game, "A")
    vote(game, "YYYY")
    assert game.castle["A"] == "throne"


def test_ruling_04_the_banished_mark_counts_on_the_emissarys_card_when_it_scores() -> None:
    castle = {"AL": "5"}
    options = ["banished", "emissary"]
    game = table(options=options, castle=castle, rest="box", emissary="ABELOV")
    crown(game, "A")
    assert game.rounds[0].crownings[0].emissary_points == 10


@pytest.mark.parametrize(("score", "after"), [(20, 8), (15, 3), (12, 0), (11, 0), (0, 0)])
def test_ruling_07_favourites_and_ambition_are_added_before_the_score_floor(
    score: int, after: int
) -> None:
    # Anna, Bridget and Éloïse on floor 5 lose 15, and the consolation is 3.
    game = table(
        options=["ambition"],
        castle={"XABE": "5"},
        rest="box",
        cards=["ABELOV"],
        kept=["consolation"],
        scores=[score],
    )
    crown(game, "X")
    assert game.scores[0] == after


def test_ruling_07_the_smaller_sum_moves_a_shared_marker() -> None:
    # 10 + 0 for one and 5 + 3 for the other: the marker moves by 8.
    game = table(
        seats=[2, 1, 1],
        options=["ambition", "shared-marker"],
        castle={"AB": "5"},
        rest="box",
        cards=[card_with(1, "A", "B"), card_with(1, "B", "A")],
        kept=["jester-king", "consolation"],
    )
    crown(game, "A")
    assert game.rounds[0].crownings[0].points[:2] == (10, 5)
    assert game.scores[:2] == (28, 28)


def test_ruling_07_a_shared_marker_has_one_floor() -> None:
    game = table(
        seats=[2, 1, 1],
        options=["shared-marker"],
        castle={"XAB": "5"},
        rest="box",
        cards=[card_with(1, "AB"), card_with(1, "", "AB")],
        scores=[4, 4],
    )
    crown(game, "X")
    assert game.scores[:2] == (0, 0)


@pytest.mark.parametrize("options", [[], ["shared-marker"]])
def test_ruling_08_compensation_goes_to_each_player_or_once_to_the_marker(
    options: list[str],
) -> None:
    game = kingup.Game("vive-le-roi", [2, 1, 1, 1, 1, 1, 1], options, dealer=None)
    game.deal(kingup.Deal(1, tuple(FAVOURITES[1][:8])))
    for letter, floor in zip(game.setup.letters, "1111222233344", strict=False):
        game.play(game.to_act[0], letter + floor)
    # Seat 0, the team, is the last in turn order; in a shared marker both show the marker.
    assert game.scores == (23, 23, 20, 20, 20, 20, 20, 20)


def finished(seats: list[int], options: list[str], **more: Any) -> kingup.Game:
    """Return a finished game of Vive le Roi in which everybody stands as given."""
    game = table(seats=seats, options=options, **more)
    game.state.phase = OVER
    return game


@pytest.mark.parametrize("player", [0, 1])
def test_ruling_09_kingmaker_is_true_for_both_teammates(player: int) -> None:
    kept = ["jester-king", "jester-king"]
    kept[player] = "kingmaker"
    kept[1 - player] = "two-privy"
    game = table(seats=[2, 1, 1], options=["ambition"], castle={"A": "5"}, kept=kept)
    game.play(1 - player, "A")
    vote(game, "YYY")
    assert game.rounds[0].crownings[0].ambition is not None
    assert game.rounds[0].crownings[0].ambition[player] == 3


@pytest.mark.parametrize("player", [0, 1])
def test_ruling_09_empty_hand_is_the_seats_hand(player: int) -> None:
    kept = ["two-privy", "two-privy"]
    kept[player] = "empty-hand"
    kept[1 - player] = "jester-king"
    for no_cards, points in (([0, 4, 4], 3), ([1, 0, 0], 0)):
        game = table(
            seats=[2, 1, 1],
            options=["ambition"],
            castle={"A": "5"},
            kept=kept,
            no_cards=no_cards,
            bellyaches=[0, 0, 0],
        )
        crown(game, "A")
        assert game.rounds[0].crownings[0].ambition is not None
        assert game.rounds[0].crownings[0].ambition[player] == points


@pytest.mark.parametrize("mate", [0, 1])
def test_ruling_10_a_teams_tie_is_decided_by_the_highest_favourite_of_either(mate: int) -> None:
    cards = [card_with(1, "", "AB"), card_with(1, "C", "AB"), card_with(1, "B", "A")]
    cards[mate] = card_with(1, "A", "B")
    castle = {"A": "4", "B": "3"}
    game = finished([2, 1, 1], [], cards=cards, castle=castle, rest="box", scores=[30, 40, 30, 2])
    assert game.winners == (0,)


def test_ruling_10_the_banished_character_does_not_count_in_a_tie() -> None:
    # Leonardo bears the mark on ABELOV; without him it has nobody in the castle.
    cards = ["ABELOV", "BEFGMR"]
    castle = {"L": "5", "R": "1"}
    for options, winner in (([], 0), (["banished"], 1)):
        game = finished(
            [1, 1, 1], options, cards=cards, castle=castle, rest="box", scores=[30, 30, 2]
        )
        assert game.winners == (winner,)


def test_ruling_10_after_a_wedding_both_monarchs_stand_on_the_throne() -> None:
    cards = [card_with(1, "A", "B"), card_with(1, "B", "A"), card_with(1, "", "AB")]
    castle = {"AB": "throne"}
    game = finished(
        [1, 1, 1], ["wedding"], cards=cards, castle=castle, rest="5", scores=[30, 30, 30]
    )
    assert game.winners == (0, 1)


@pytest.mark.parametrize(
    ("emissary_score", "winners"), [(29, (1,)), (30, (1,)), (31, (1,)), (32, ())]
)
def test_ruling_11_the_emissary_must_be_strictly_ahead_of_every_seat(
    emissary_score: int, winners: tuple[int, ...]
) -> None:
    game = finished([1, 1], ["emissary"], scores=[30, 31], emissary_score=emissary_score)
    assert game.winners == winners


def test_ruling_12_a_king_up_tie_counts_favourites_still_in_the_castle() -> None:
    # Six low ones beat five high ones: it is their number that counts, not their height.
    cards = ["BCDEIO", "ADEFGM"]
    castle = {"BCDEIO": "0", "AFGM": "5"}
    game = table("kingup", 3, cards=cards, castle=castle, rest="box", scores=[40, 40, 12])
    game.state.phase = OVER
    castle_now = game.castle
    assert [sum(castle_now[c] != "box" for c in card) for card in cards] == [6, 6]
    assert list(game.winners) == [0, 1]
    game.state.place[game.setup.letters.index("A")] = WHERE["box"]
    assert game.winners == (0,)


@given(st.data())
def test_ruling_14_somebody_can_always_climb(data: st.DataObject) -> None:
    """Any castle that keeps to the limits, with anybody left in it, has a move."""
    seats = data.draw(st.integers(2, 8))
    options = ["emissary"] if seats == 2 else []
    game = table(seats=seats, options=options)
    state = game.state
    room = dict.fromkeys("12345", state.limit) | {"privy-3": 1, "privy-4": 1, "0": 14, "box": 14}
    castle = {}
    for letter in game.setup.letters:
        place = data.draw(st.sampled_from([name for name, left in room.items() if left]))
        room[place] -= 1
        castle[letter] = place
    settle(state, game.setup.letters, castle, "box")
    stuck = all(place == "box" for place in castle.values())
    assert (movers(state) == 0) == stuck
    assert bool(game.legal_actions(game.to_act[0])) == (not stuck)


def test_ruling_14_with_no_cards_left_everyone_must_vote_yes() -> None:
    game = table(castle={"A": "5"}, no_cards=[0] * 4, bellyaches=[0] * 4)
    climb(game, "A")
    for player in range(4):
        assert game.legal_actions(player) == [kingup.Vote("Y")]


def test_ruling_17_at_a_crowning_the_shuffle_comes_before_the_scoring() -> None:
    game = table(options=["ambition", "emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "YYYY")
    assert game.phase == "shuffle"
    assert game.scores == (20,) * 4
    assert game.emissary_score == 40
    assert game.rounds[0].crownings == []


def test_ruling_17_cards_are_lost_before_the_shuffle() -> None:
    game = table(options=["emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "YNBY")
    assert game.phase == "shuffle"
    assert game.state.no_cards[:4] == [2, 1, 2, 2]
    assert game.state.bellyaches[:4] == [1, 1, 0, 1]
    assert game.castle["R"] == "throne"
    game.shuffle("NNYB")
    assert game.castle["R"] == "5"


def test_ruling_17_favourites_score_before_ambition_reads_them() -> None:
    # Consolation reads this crowning's points, not those of the round before.
    game = table(
        options=["ambition"], castle={"A": "5", "B": "5"}, cards=["ABELOV"], kept=["consolation"]
    )
    game.state.points[0] = -9
    crown(game, "A")
    assert game.rounds[0].crownings[0].points[0] == 15
    assert game.rounds[0].crownings[0].ambition is not None
    assert game.rounds[0].crownings[0].ambition[0] == 0


def test_ruling_18_two_teams_are_two_seats() -> None:
    with pytest.raises(kingup.SetupError, match="the Emissary must play"):
        kingup.Setup.of("vive-le-roi", [2, 2])
    setup = kingup.Setup.of("vive-le-roi", [2, 2], ["emissary"])
    assert (setup.limit, setup.players) == (3, 4)


def test_ruling_18_all_options_that_fit_go_together() -> None:
    setup = kingup.Setup.of("vive-le-roi", [2, 2], kingup.OPTIONS)
    assert setup.options == kingup.OPTIONS


def test_ruling_18_a_shared_marker_without_a_team_is_refused() -> None:
    with pytest.raises(kingup.SetupError, match="A shared marker is for teams"):
        kingup.Setup.of("vive-le-roi", 4, ["shared-marker"])


def test_ruling_19_our_own_names_stand_in_one_file_only() -> None:
    sources = Path(kingup.__file__).parent
    ours = [c.name for c in CAST[1] if c.letter in "SCG"]
    assert ours == ["Clovis", "Gaspard", "Sofia"]
    found = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*.py")
        for name in ours
        if name in path.read_text(encoding="utf-8")
    }
    assert found == {"rules/characters.py"}


def test_ruling_19_the_first_player_of_round_1_is_drawn() -> None:
    firsts = {kingup.Game("vive-le-roi", 4, seed=seed).turn for seed in range(40)}
    assert firsts == {0, 1, 2, 3}

"""The vote: who sealed what, what it costs, and what becomes of the candidate."""

from __future__ import annotations

from itertools import permutations, product

import pytest

import kingup
from tests.rules.positions import climb, table, vote


def candidate(
    letter: str = "A",
    edition: str = "vive-le-roi",
    seats: int = 4,
    castle: dict[str, str] | None = None,
    turn: int = 0,
) -> kingup.Game:
    """Return a game in which a character has just reached the throne."""
    game = table(edition, seats, castle={letter: "5", **(castle or {})}, turn=turn)
    climb(game, letter)
    return game


def test_all_yes_crowns_and_ends_the_round() -> None:
    game = candidate(edition="kingup")
    vote(game, "YYYY")
    assert game.castle["A"] == "throne"
    assert game.phase == "deal"
    assert len(game.rounds[0].crownings) == 1


@pytest.mark.parametrize("votes", ["NYYY", "YNYN", "NNNN", "YYYN"])
def test_any_no_puts_king_ups_candidate_in_the_box(votes: str) -> None:
    game = candidate(edition="kingup")
    vote(game, votes)
    assert game.castle["A"] == "box"
    assert game.phase == "climb"


def test_no_cards_are_lost_and_yes_cards_come_back() -> None:
    # The printed example: two voted Yes, two No; Odessa leaves the castle.
    game = candidate("O", "kingup", turn=2)
    vote(game, "YNNY")
    assert game.castle["O"] == "box"
    assert game.state.no_cards[:4] == [3, 2, 2, 3]
    assert game.turn == 3


@pytest.mark.parametrize("mover", [0, 1, 2, 3])
@pytest.mark.parametrize("votes", ["YYNY", "YYBY"])
def test_play_goes_on_to_the_left_of_the_mover(mover: int, votes: str) -> None:
    game = candidate(turn=mover)
    vote(game, votes)
    assert game.turn == (mover + 1) % 4


@pytest.mark.parametrize("votes", ["BYYY", "YNBY", "NNNB", "BBBB"])
def test_any_bellyache_sends_the_candidate_back_to_floor_5_whatever_else_was_played(
    votes: str,
) -> None:
    game = candidate()
    vote(game, votes)
    assert game.castle["A"] == "5"
    assert game.state.no_cards[:4] == [3 - (v == "N") for v in votes]
    assert game.state.bellyaches[:4] == [1 - (v == "B") for v in votes]
    assert game.phase == "climb"


def test_after_a_bellyache_there_is_room_on_floor_5_even_if_it_was_full() -> None:
    game = candidate(castle={"BCE": "5"})
    vote(game, "BYYY")
    assert list(game.castle.values()).count("5") == 4


def test_a_bellyache_sends_the_jester_to_floor_5_like_anyone() -> None:
    game = candidate("X")
    vote(game, "BNYY")
    assert game.castle["X"] == "5"


def test_dungeons_fill_3_2_1_and_later_ones_go_to_the_box() -> None:
    game = table(castle={"ABCE": "5", "J": "4"})
    places = []
    for seat, letter in enumerate("ABCE"):
        climb(game, letter)
        vote(game, "".join("N" if seat == other else "Y" for other in range(4)))
        places.append(game.castle[letter])
    climb(game, "JJ")
    vote(game, "NNNN")
    places.append(game.castle["J"])
    assert places == ["dungeon-3", "dungeon-2", "dungeon-1", "box", "box"]


def test_the_jesters_rejections_do_not_fill_a_dungeon() -> None:
    game = candidate("X", castle={"A": "5"})
    vote(game, "NYYY")
    assert game.castle["X"] == "2"
    climb(game, "A")
    vote(game, "YNYY")
    assert game.castle["A"] == "dungeon-3"


def test_a_bellyache_fills_no_dungeon() -> None:
    game = candidate()
    vote(game, "BYYY")
    climb(game, "A")
    vote(game, "NYYY")
    assert game.castle["A"] == "dungeon-3"


def test_every_seat_votes_once_in_any_order_with_the_same_result() -> None:
    for votes in ("YNB", "YYY", "NYN", "BBY"):
        results = set()
        for order in permutations(range(3)):
            game = candidate(seats=3)
            for seat in order:
                game.play(seat, votes[seat])
            results.add(repr(game.state) + repr(game.rounds))
        assert len(results) == 1


@pytest.mark.parametrize("votes", ["".join(v) for v in product("YNB", repeat=3)])
def test_the_strongest_card_decides(votes: str) -> None:
    game = candidate(seats=3)
    vote(game, votes)
    wanted = "5" if "B" in votes else "dungeon-3" if "N" in votes else "throne"
    assert game.castle["A"] == wanted
    voted = game.rounds[-1].moves[-1]
    assert voted == kingup.Voted(0, "A", votes, wanted)


def test_a_seat_without_no_cards_cannot_vote_no() -> None:
    game = candidate(edition="kingup")
    game.state.no_cards[1] = 0
    assert [str(a) for a in game.legal_actions(1)] == ["Y"]
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(1, "N")
    assert str(refusal.value) == "You have no No card left."


def test_a_seat_without_its_bellyache_cannot_play_it_again() -> None:
    game = candidate()
    game.state.bellyaches[1] = 0
    assert [str(a) for a in game.legal_actions(1)] == ["Y", "N"]
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(1, "B")
    assert str(refusal.value) == "You have no Bellyache card left."


def test_king_up_has_no_bellyache() -> None:
    game = candidate(edition="kingup")
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(1, "B")
    assert str(refusal.value) == "King Up! has no Bellyache card."


def test_a_rejected_candidate_may_be_followed_by_another() -> None:
    game = candidate(edition="kingup", castle={"B": "5"})
    vote(game, "NNNN")
    climb(game, "B")
    vote(game, "YYYY")
    assert game.castle["A"] == "box"
    assert game.castle["B"] == "throne"
    assert game.rounds[0].crownings[0].seat == 1


def test_hands_are_full_again_in_the_next_round() -> None:
    game = candidate(seats=3)
    vote(game, "NBN")
    climb(game, "A")
    vote(game, "YYY")
    assert game.phase == "deal"
    game.deal(kingup.RandomDealer(4).deal(game.state))
    assert game.state.no_cards[:3] == [4, 4, 4]
    assert game.state.bellyaches[:3] == [1, 1, 1]


@pytest.mark.parametrize(("edition", "first"), [("kingup", 3), ("vive-le-roi", 2)])
def test_the_next_first_player_follows_from_the_crowning(edition: str, first: int) -> None:
    # King Up!: the seat to the left of the crown holder. Vive le Roi: who caused the crowning.
    game = candidate(edition=edition, turn=2)
    vote(game, "YYYY")
    deal = kingup.RandomDealer(4).deal(game.state)
    assert deal.first == first
    game.deal(deal)
    assert game.turn == first


def test_king_ups_next_first_player_is_counted_round_the_table() -> None:
    game = candidate(edition="kingup", turn=3)
    vote(game, "YYYY")
    game.deal(kingup.RandomDealer(4).deal(game.state))
    assert game.turn == 0

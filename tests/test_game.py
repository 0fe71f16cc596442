"""`Game`: the Python interface to the rules."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import kingup
from kingup.notation import read, write_json, write_text
from kingup.rules.state import State
from tests.rules.positions import climb, crown, table, vote
from tests.strategies import games

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


def test_a_game_deals_itself_and_waits_for_a_player() -> None:
    game = kingup.Game(seed=1)
    assert (game.setup.edition, len(game.setup.seats)) == ("kingup", 4)
    assert (game.phase, game.round) == ("place", 1)
    assert game.to_act == (game.turn,)
    assert not game.is_over
    assert game.winners == ()
    assert game.candidate is None


def test_the_same_seed_gives_the_same_game() -> None:
    for seed in (3, "three"):
        one, two = (kingup.Game("vive-le-roi", 4, ["ambition"], seed=seed) for _ in "12")
        assert one.rounds == two.rounds
        assert one.state == two.state


def test_a_game_without_a_dealer_waits_for_its_deal() -> None:
    game = kingup.Game("kingup", 3, dealer=None)
    assert (game.phase, game.round, game.turn) == ("deal", 0, None)
    assert game.to_act == ()
    assert game.legal_actions(0) == []
    assert game.rounds == []
    assert game.scores == (0, 0, 0)


def test_before_the_first_deal_the_castle_is_empty() -> None:
    for edition in ("kingup", "vive-le-roi"):
        game = kingup.Game(edition, 4, dealer=None)
        for castle in (game.castle, game.view().castle):
            castle.pop("X", None)  # the jester's place may be laid out already
            assert set(castle.values()) == {"aside"}


def test_a_custom_dealer_deals_and_shuffles() -> None:
    class Steady:
        def __init__(self) -> None:
            self.asked: list[str] = []

        def deal(self, game: State) -> kingup.Deal:
            self.asked.append("deal")
            first = game.mover if game.round else 0
            return kingup.Deal(first, ("ACFJRV", "EFJMOV"), (), "ABELOV", "YBNNNN")

        def shuffle(self, game: State) -> str:
            self.asked.append("shuffle")
            return "YBNNNN"

    dealer = Steady()
    game = kingup.Game("vive-le-roi", 2, ["emissary"], dealer=dealer)
    while game.round == 1:
        player = game.to_act[0]
        actions = game.legal_actions(player)
        climbs = [a for a in actions if str(a) == "R"]
        game.play(player, (climbs or actions)[0])
    # Roméo is none of its favourites, so the vote that crowned him showed its Yes card.
    assert dealer.asked == ["deal", "shuffle", "deal"]
    assert game.rounds[0].crownings[0].letter == "R"


@pytest.mark.parametrize("sizes", [[1, 2, 1], (1, 2, 1)])
def test_seats_may_be_given_as_numbers_of_players(sizes: Any) -> None:
    game = kingup.Game("vive-le-roi", sizes, seed=1)
    assert game.setup.seats == (1, 2, 1)
    assert game.names == (("Player 1",), ("Player 2", "Player 3"), ("Player 4",))


def test_seats_may_be_given_as_names() -> None:
    game = kingup.Game("vive-le-roi", [["Renée"], ["Simon", "Thérèse"], ["Quentin"]], seed=1)
    assert game.setup.seats == (1, 2, 1)
    assert game.names == (("Renée",), ("Simon", "Thérèse"), ("Quentin",))
    assert [game.seat_of(player) for player in range(4)] == [0, 1, 1, 2]


def test_a_name_alone_is_a_seat_of_one_player() -> None:
    game = kingup.Game("vive-le-roi", ["Renée", ["Simon", "Thérèse"], "Quentin"], seed=1)
    assert game.setup.seats == (1, 2, 1)
    assert game.names == (("Renée",), ("Simon", "Thérèse"), ("Quentin",))


@pytest.mark.parametrize("seats", ["abc", [["Renée"], 1, ["Simon"]], [["Renée"], [7], ["Simon"]]])
def test_what_is_no_list_of_names_is_refused(seats: Any) -> None:
    with pytest.raises(kingup.SetupError) as refusal:
        kingup.Game("kingup", seats)
    expected = "Give every seat as a name, or as a list of two names for a team."
    assert str(refusal.value) == expected


@pytest.mark.parametrize("seats", [[["A"], [], ["C"]], [["A"], ["B", "C", "D"], ["E"]]])
def test_a_seat_of_no_players_or_three_is_refused(seats: Any) -> None:
    with pytest.raises(kingup.SetupError, match="one player or a team of two"):
        kingup.Game("vive-le-roi", seats)


def test_no_seats_at_all_are_refused() -> None:
    with pytest.raises(kingup.SetupError, match="for 3 to 6 seats, not 0"):
        kingup.Game("kingup", [])


def test_tags_are_copied() -> None:
    tags = {"event": "kitchen table"}
    game = kingup.Game(tags=tags, seed=1)
    tags["event"] = "elsewhere"
    assert game.tags == {"event": "kitchen table"}
    assert kingup.Game(seed=1).tags == {}


@pytest.mark.parametrize("player", [-1, 4, 100])
def test_an_unknown_player_is_invalid(player: int) -> None:
    game = kingup.Game("kingup", 4, seed=1)
    calls = (
        game.legal_actions,
        game.seat_of,
        game.view,
        lambda player: game.play(player, "A3"),
    )
    for call in calls:
        with pytest.raises(kingup.InvalidAction) as refusal:
            call(player)
        expected = f"There is no player {player}: players are numbered from 0 to 3."
        assert str(refusal.value) == expected


def test_play_takes_actions_and_their_texts() -> None:
    one, two = kingup.Game(seed=1), kingup.Game(seed=1)
    one.play(one.to_act[0], kingup.Place("A", 3))
    two.play(two.to_act[0], "A3")
    assert one.state == two.state
    assert one.rounds == two.rounds == two.copy().rounds


def test_moves_are_recorded() -> None:
    game = table("kingup", 3, castle={"A": "4", "B": "5"}, turn=1)
    climb(game, "AB")
    vote(game, "YNY")
    climb(game, "A")
    vote(game, "YYY")
    assert game.rounds[0].moves == [
        kingup.Climbed(1, "A", "4", "5"),
        kingup.Climbed(2, "B", "5", "throne"),
        kingup.Voted(2, "B", "YNY", "box"),
        kingup.Climbed(0, "A", "5", "throne"),
        kingup.Voted(0, "A", "YYY", "throne"),
    ]
    (crowning,) = game.rounds[0].crownings
    assert (crowning.seat, crowning.letter) == (0, "A")
    assert crowning.scores == game.scores == crowning.points
    assert (crowning.ambition, crowning.emissary_points, crowning.emissary_score) == (None,) * 3


def test_placements_and_ambition_choices_are_recorded() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition"], seed=2)
    kept = []
    for player in range(3):
        action = game.legal_actions(player)[player % 2]
        kept.append(str(action))
        game.play(player, action)
    assert game.rounds[0].kept == kept
    seat = game.turn
    game.play(game.to_act[0], "A3")
    assert game.rounds[0].moves == [kingup.Placed(seat or 0, "A", 3)]


def test_a_privy_is_recorded_as_the_place_of_a_climb() -> None:
    game = table(castle={"ABCE": "3", "R": "2"})
    climb(game, "R")
    climb(game, "A")
    climb(game, "R")
    assert game.rounds[0].moves == [
        kingup.Climbed(0, "R", "2", "privy-3"),
        kingup.Climbed(1, "A", "3", "4"),
        kingup.Climbed(2, "R", "privy-3", "3"),
    ]


def test_the_castle_at_a_rounds_end_is_recorded_and_kept() -> None:
    game = table(castle={"A": "5", "B": "4"})
    assert not game.rounds[0].ended
    crown(game, "A")
    assert game.rounds[0].ended
    standing = dict(game.castle)
    assert game.rounds[0].castle == standing
    game.deal(kingup.RandomDealer(1).deal(game.state))
    assert game.rounds[0].castle == standing
    assert game.rounds[1].castle is None


def test_the_candidate_shows_while_it_is_voted_on() -> None:
    game = table(castle={"A": "5"})
    assert game.candidate is None
    climb(game, "A")
    assert game.candidate == "A"
    vote(game, "YYYN")
    assert game.candidate is None


@given(games())
def test_a_copy_is_equal_and_independent(game: kingup.Game) -> None:
    game.tags["event"] = "here"
    game.proof = {"method": "none"}
    twin = game.copy()
    assert (twin.state, twin.rounds, twin.names) == (game.state, game.rounds, game.names)
    assert twin.view().as_json() == game.view().as_json()
    before, rounds = game.state.copy(), [round_.copy() for round_ in game.rounds]
    twin.tags["event"] = "there"
    twin.proof = {"method": "some"}
    rng = random.Random(1)
    for _ in range(5):
        if twin.to_act:
            player = rng.choice(twin.to_act)
            twin.play(player, rng.choice(twin.legal_actions(player)))
    assert game.state == before
    assert game.rounds == rounds
    assert game.tags == {"event": "here"}
    assert game.proof == {"method": "none"}


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    game = table(round_=3, castle={"A": "5"})
    crown(game, "A")
    assert game.is_over
    assert game.phase == "over"
    assert game.turn is None
    assert all(game.legal_actions(player) == [] for player in range(4))
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(0, "B")
    assert str(refusal.value) == "The game is over."


def test_a_view_shares_no_mutable_state_with_the_game() -> None:
    game = table(castle={"A": "5"})
    crown(game, "A")
    shown = game.view()
    assert shown.rounds[0].castle is not None
    shown.castle["A"] = "box"
    shown.rounds[0].castle["A"] = "box"
    assert game.castle["A"] == "throne"
    assert game.rounds[0].castle is not None
    assert game.rounds[0].castle["A"] == "throne"


def replay(record: dict[str, Any]) -> kingup.Game:
    """Play a record again, checking every score on the way."""
    options = record["options"]
    game = kingup.Game(record["edition"], record["seats"], options, dealer=None)
    for round_ in record["rounds"]:
        emissary = round_.get("emissary", {})
        ambitions = tuple((one, two) for one, two in round_.get("ambitions", []))
        cards = tuple(round_["favourites"])
        pile, card = emissary.get("pile"), emissary.get("card")
        game.deal(kingup.Deal(round_["first"], cards, ambitions, card, pile))
        for player, kept in enumerate(round_.get("kept", [])):
            game.play(player, kept)
        for move in round_["moves"]:
            if isinstance(move, str):
                game.play(game.to_act[0], move)
                continue
            vote(game, move["votes"])
            if "pile" in move:
                game.shuffle(move["pile"])
            voted = game.rounds[-1].moves[-1]
            assert isinstance(voted, kingup.Voted)
            assert (voted.emissary, voted.pile) == (move.get("emissary"), move.get("pile"))
        assert list(game.scores) == round_["scores"]
        assert game.emissary_score == round_.get("emissary_score")
        assert game.rounds[-1].ended
    return game


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_the_example_records_have_their_scores_and_winners(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    game = replay(record)
    assert game.is_over
    assert list(game.winners) == record["winners"]


def test_there_are_three_example_records() -> None:
    assert len(RECORDS) == 3


def test_the_fast_dealer_deals_from_the_games_seed() -> None:
    def cards(seed: int | None) -> tuple[str, ...]:
        game = kingup.Game("kingup", 4, seed=seed, dealer=kingup.SimulationDealer())
        return game.rounds[0].deal.favourites

    assert cards(1) == cards(1)
    assert len({cards(seed) for seed in range(8)}) > 1
    assert len({cards(None) for _ in range(8)}) > 1


def play_on(game: kingup.Game, moves: int, seed: int = 1) -> kingup.Game:
    """Play a number of moves at random, or until the game is over."""
    rng = random.Random(seed)
    until = game.move_count + moves
    while not game.is_over and game.move_count < until:
        player = game.to_act[0]
        game.play(player, rng.choice(game.legal_actions(player)))
    return game


ALL_OPTIONS = ["ambition", "banished", "emissary", "wedding"]


def example(moves: int = 60, seed: int = 4) -> kingup.Game:
    game = kingup.Game("vive-le-roi", ["Ann", ["Ben", "Cleo"], "Dan"], ALL_OPTIONS, seed=seed)
    return play_on(game, moves)


def test_a_new_game_says_how_to_make_it() -> None:
    games = [
        kingup.Game("kingup", seats=3, seed=1),
        kingup.Game("vive-le-roi", seats=[1, 2, 1], options=["wedding", "ambition"], seed="tea"),
        kingup.Game("vive-le-roi", seats=["Ann", ["Ben", "Cleo"], "Dan"], seed=1),
        kingup.Game("kingup", seats=3, dealer=None),
    ]
    for game in games:
        assert eval(repr(game), {"Game": kingup.Game}) == game
    assert repr(games[0]) == "Game('kingup', seats=3, seed=1)"


def test_a_game_in_play_says_how_far_it_is() -> None:
    game = kingup.Game("kingup", seats=3, seed=1)
    assert repr(play_on(game, 1)).endswith("seed=1) after 1 move: round 1, place>")
    assert repr(play_on(game, 10_000)).endswith("moves: over>")


def test_printing_a_game_draws_the_castle_without_secrets() -> None:
    game = example()
    lines = str(game).splitlines()
    for letter, place in game.castle.items():
        if place.isdigit():
            (line,) = [line for line in lines if f" {place} │" in line]
            assert letter in line.partition("│")[2]
    assert "Ben & Cleo" in lines[-1]
    other = game.copy()
    other.state.card[0], other.state.card[1] = other.state.card[1], other.state.card[0]
    assert str(other) == str(game)


@given(games())
def test_games_are_equal_if_their_records_are(game: kingup.Game) -> None:
    assert read(write_text(game)) == game
    assert read(write_json(game)) == game
    assert (game == "a game") is False
    other = game.copy()
    other.tags["event"] = "elsewhere"
    assert other != game


def test_a_game_that_changes_cannot_be_a_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(kingup.Game(seed=1))


def test_every_earlier_moment_can_be_seen_again() -> None:
    game = example(10_000)
    for number in range(game.move_count + 1):
        earlier = game.at(number)
        assert earlier.move_count == number
        if number == game.move_count:
            assert earlier == game
    for wrong in (-1, game.move_count + 1):
        with pytest.raises(kingup.InvalidAction, match="There is no move"):
            game.at(wrong)


def test_the_same_moves_from_an_earlier_moment_lead_to_the_same_game() -> None:
    game = example(10_000)
    for number in range(0, game.move_count, 7):
        again = game.at(number)
        later = [move for round_ in game.rounds for move in round_.moves][number:]
        for move in later:
            repeat(again, move, game)
        assert again == game


def repeat(game: kingup.Game, move: Any, source: kingup.Game) -> None:
    """Play a move of another game again, after the Ambition cards that were kept before it."""
    while game.phase == "ambition":
        player = game.to_act[0]
        kept = source.rounds[game.round - 1].kept[player]
        assert kept is not None
        game.play(player, kept)
    if isinstance(move, kingup.Placed):
        game.play(game.to_act[0], f"{move.letter}{move.floor}")
    elif isinstance(move, kingup.Climbed):
        game.play(game.to_act[0], move.letter)
    else:
        vote(game, move.votes)


def test_playing_on_from_an_earlier_moment_leaves_the_game_alone() -> None:
    untouched, game = example(30), example(30)
    play_on(game.at(3), 10_000, seed=9)
    play_on(untouched, 10_000)
    play_on(game, 10_000)
    assert game == untouched


def test_undo_takes_back_move_by_move() -> None:
    game = example()
    while game.move_count:
        number = game.move_count
        game.undo()
        assert game.move_count == number - 1 or game.move_count == number
    while any(game.rounds[0].kept):
        game.undo()
    assert game == kingup.Game("vive-le-roi", game.names, ALL_OPTIONS, seed=4)
    with pytest.raises(kingup.InvalidAction, match="nothing to take back"):
        game.undo()


def test_undo_takes_back_sealed_votes_first() -> None:
    game = kingup.Game("kingup", 3, seed=1)
    while game.phase != "vote":
        play_on(game, 1)
    candidate, moves = game.candidate, game.move_count
    game.play(game.to_act[0], "Y")
    game.undo()
    assert (game.phase, game.candidate, game.to_act) == ("vote", candidate, (0, 1, 2))
    game.undo()
    assert (game.phase, game.move_count) == ("climb", moves - 1)


def test_undo_takes_back_ambition_cards_that_were_kept() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition"], seed=2)
    game.play(0, game.legal_actions(0)[0])
    game.undo()
    assert game.to_act == (0, 1, 2)
    assert game == kingup.Game("vive-le-roi", 3, ["ambition"], seed=2)


def test_a_record_can_be_played_on_from_any_moment() -> None:
    record = read(write_text(example(10_000)))
    assert record.dealer is None
    other = play_on(record.at(5), 10_000, seed=3)
    assert other.is_over
    assert other != record

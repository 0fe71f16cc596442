"""Why an action is refused: every code, reached in a game, with its sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kingup
from kingup.rules import constants as c
from kingup.rules.actions import encode_action
from kingup.rules.faults import explain
from kingup.rules.kernel.turns import fault
from tests.rules.positions import climb, table, vote

Position = Callable[[], kingup.Game]


def placing(edition: str = "kingup", letters: str = "", floor: int = 2) -> kingup.Game:
    game = kingup.Game(edition, 4, dealer=None)
    game.deal(kingup.RandomDealer(1).deal(game.state))
    game.state.turn = 0
    for letter in letters:
        game.play(game.state.turn, f"{letter}{floor}")
    game.state.turn = 0
    return game


def voting(edition: str = "vive-le-roi", no_cards: int = 3, bellyaches: int = 1) -> kingup.Game:
    game = table(edition, castle={"A": "5"}, no_cards=[no_cards])
    if edition == "vive-le-roi":
        game.state.bellyaches[0] = bellyaches
    climb(game, "A")
    return game


def voted() -> kingup.Game:
    game = voting()
    game.play(0, "Y")
    return game


def choosing() -> kingup.Game:
    game = kingup.Game("vive-le-roi", 4, ["ambition"], dealer=None)
    game.deal(kingup.RandomDealer(1).deal(game.state))
    return game


def chosen() -> kingup.Game:
    game = choosing()
    game.play(0, game.legal_actions(0)[0])
    return game


def over() -> kingup.Game:
    game = table(round_=3, castle={"A": "5"})
    climb(game, "A")
    vote(game, "YYYY")
    return game


def shuffling() -> kingup.Game:
    game = table(options=["emissary"], castle={"R": "5"}, emissary="ABELOV", pile="Y")
    climb(game, "R")
    vote(game, "YYYY")
    return game


def keep_first(game: kingup.Game) -> kingup.Action:
    return kingup.Keep(game.rounds[0].deal.ambitions[0][0])


FAULTS: list[tuple[int, Position, kingup.Action | None, str]] = [
    (c.GAME_OVER, over, kingup.Climb("A"), "The game is over."),
    (
        c.WAITING_FOR_CARDS,
        lambda: kingup.Game("kingup", 4, dealer=None),
        kingup.Place("A", 3),
        "Wait: cards are being dealt.",
    ),
    (c.WAITING_FOR_CARDS, shuffling, kingup.Vote("Y"), "Wait: cards are being dealt."),
    (c.WRONG_PHASE, choosing, kingup.Climb("A"), "Not now: Ambition cards are being chosen."),
    (c.WRONG_PHASE, choosing, kingup.Place("A", 1), "Not now: Ambition cards are being chosen."),
    (c.WRONG_PHASE, placing, kingup.Climb("A"), "Not now: characters are being placed."),
    (c.WRONG_PHASE, table, kingup.Place("A", 1), "Not now: characters are climbing."),
    (c.WRONG_PHASE, table, kingup.Vote("Y"), "Not now: characters are climbing."),
    (c.WRONG_PHASE, voting, kingup.Climb("A"), "Not now: a vote is being held."),
    (
        c.NOT_YOUR_TURN,
        lambda: table(turn=2),
        kingup.Climb("A"),
        "It is seat 3’s turn.",
    ),
    (
        c.ALREADY_VOTED,
        voted,
        kingup.Vote("N"),
        "You have voted, and a vote is final.",
    ),
    (c.ALREADY_KEPT, chosen, None, "You have already chosen your Ambition card."),
    (
        c.NOT_ASIDE,
        lambda: placing(letters="A"),
        kingup.Place("A", 3),
        "Alighiero is already in the castle.",
    ),
    (
        c.NOT_ASIDE,
        lambda: placing("vive-le-roi"),
        kingup.Place("X", 1),
        "Jester is already in the castle.",
    ),
    (
        c.FLOOR_FULL,
        lambda: placing(letters="ABCD"),
        kingup.Place("E", 2),
        "Floor 2 is full: Ernesto cannot be placed there.",
    ),
    (
        c.NOT_CLIMBING,
        lambda: table("kingup", castle={"A": "box"}),
        kingup.Climb("A"),
        "Alighiero is out of the round.",
    ),
    (
        c.NOT_CLIMBING,
        lambda: table(castle={"A": "dungeon-2"}),
        kingup.Climb("A"),
        "Anna is in a dungeon, and nobody leaves one.",
    ),
    (
        c.NOT_CLIMBING,
        lambda: table(options=["wedding"], castle={"A": "throne"}, monarch="A"),
        kingup.Climb("A"),
        "Anna is crowned and climbs no further.",
    ),
    (
        c.NOT_CLIMBING,
        lambda: table(castle={"A": "aside"}),
        kingup.Climb("A"),
        "Anna is not in the castle yet.",
    ),
    (
        c.NEXT_FLOOR_FULL,
        lambda: table("kingup", castle={"ABCD": "4", "E": "3"}),
        kingup.Climb("E"),
        "Floor 4 is full: Ernesto cannot climb.",
    ),
    (
        c.NEXT_FLOOR_FULL,
        lambda: table(castle={"ABCE": "4", "F": "privy-4", "R": "3"}),
        kingup.Climb("R"),
        "Floor 4 and its privy are full: Roméo cannot climb.",
    ),
    (
        c.NEXT_FLOOR_FULL,
        lambda: table(castle={"ABCE": "1"}),
        kingup.Climb("R"),
        "Floor 1 is full: Roméo cannot climb.",
    ),
    (
        c.PRIVY_STUCK,
        lambda: table(castle={"ABCE": "3", "R": "privy-3"}),
        kingup.Climb("R"),
        "Floor 3 is full: Roméo cannot leave the privy.",
    ),
    (
        c.PRIVY_STUCK,
        lambda: table(castle={"ABCE": "4", "R": "privy-4"}),
        kingup.Climb("R"),
        "Floor 4 is full: Roméo cannot leave the privy.",
    ),
    (
        c.NO_CARD_LEFT,
        lambda: voting(no_cards=0),
        kingup.Vote("N"),
        "You have no No card left.",
    ),
    (
        c.NO_CARD_LEFT,
        lambda: voting(bellyaches=0),
        kingup.Vote("B"),
        "You have no Bellyache card left.",
    ),
    (
        c.NO_SUCH_CARD,
        lambda: voting("kingup"),
        kingup.Vote("B"),
        "King Up! has no Bellyache card.",
    ),
]


@pytest.mark.parametrize(("code", "position", "action", "sentence"), FAULTS)
def test_a_refused_action_is_explained_and_changes_nothing(
    code: int, position: Position, action: kingup.Action | None, sentence: str
) -> None:
    game = position()
    action = action or keep_first(game)
    before = game.copy()
    assert fault(game.state, 0, encode_action(game.state, 0, action)) == code
    with pytest.raises(kingup.IllegalAction) as refusal:
        game.play(0, action)
    assert str(refusal.value) == sentence
    assert game.state == before.state
    assert game.rounds == before.rounds


@pytest.mark.parametrize(("code", "position", "action", "sentence"), FAULTS)
def test_a_sentence_can_be_said_in_another_language(
    code: int, position: Position, action: kingup.Action | None, sentence: str
) -> None:
    game = position()
    number = encode_action(game.state, 0, action or keep_first(game))
    error = explain(game.state, number, code)
    assert error.template.format(**error.values) == sentence


@pytest.mark.parametrize("action", [-1, 75, 1000, -(10**9)])
def test_a_number_beyond_the_last_action_is_no_action(action: int) -> None:
    state = table().state
    assert fault(state, 0, action) == c.NO_SUCH_ACTION
    error = explain(state, action, c.NO_SUCH_ACTION)
    assert isinstance(error, kingup.InvalidAction)
    assert str(error) == f"There is no action {action}."


@pytest.mark.parametrize("action", [52, 53, 54, 55])
def test_king_up_has_no_jester_to_place(action: int) -> None:
    state = placing().state
    assert fault(state, 0, action) == c.NO_SUCH_CHARACTER
    error = explain(state, action, c.NO_SUCH_CHARACTER)
    assert isinstance(error, kingup.InvalidAction)
    assert str(error) == "King Up! has no jester."


def test_king_up_has_no_jester_to_move() -> None:
    assert fault(table("kingup").state, 0, 69) == c.NO_SUCH_CHARACTER


def test_every_code_is_reached() -> None:
    names = {
        name: value for name, value in vars(c).items() if name.isupper() and isinstance(value, int)
    }
    first, last = names["GAME_OVER"], names["NO_SUCH_CARD"]
    reached = {code for code, *_ in FAULTS} | {c.NO_SUCH_ACTION, c.NO_SUCH_CHARACTER}
    assert reached == set(range(first, last + 1))

"""The public history of a round."""

from hypothesis import given
from hypothesis import strategies as st

from kingup.history import Climbed, Placed, Voted
from kingup.rules.actions import decode_action
from kingup.rules.cards import VOTE_LETTERS
from kingup.rules.constants import DEAL, EMISSARY, FIRST_VOTE, MAX_HISTORY, OVER, SHUFFLE, YES
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.noting import draw_noted, play_noted
from kingup.rules.kernel.playouts import next_actor, random_action
from kingup.rules.setup import new_state
from kingup.rules.state import History, State
from kingup.simulation import play_recorded
from tests.strategies import setups


def told(game: State, history: History) -> list[tuple[int, str]]:
    return [
        (
            history.seat[i],
            str(decode_action(game, 0, history.action[i]))
            if history.action[i] < FIRST_VOTE
            else VOTE_LETTERS[history.action[i] - FIRST_VOTE + YES],
        )
        for i in range(history.size)
    ]


@given(setups(), st.integers(0, 2**40))
def test_the_history_agrees_with_the_record_of_the_same_game(setup, seed) -> None:  # type: ignore[no-untyped-def]
    state, history = new_state(setup), History()
    seed_generator(state, seed)
    rounds = []
    while state.phase != OVER:
        if state.phase in (DEAL, SHUFFLE):
            if state.phase == DEAL and state.round:
                rounds.append(told(state, history))
            draw_noted(state, history)
        else:
            player = next_actor(state)
            play_noted(state, history, player, random_action(state, player))
    rounds.append(told(state, history))

    expected = []
    for round_ in play_recorded(setup, seed).rounds:
        lines: list[tuple[int, str]] = []
        for move in round_.moves:
            match move:
                case Placed(seat, letter, floor):
                    lines.append((seat, f"{letter}{floor}"))
                case Climbed(seat, letter):
                    lines.append((seat, letter))
                case Voted(_, _, votes, _, emissary):
                    lines += enumerate(votes)
                    if emissary:
                        lines.append((EMISSARY, emissary))
        expected.append(lines)
    assert rounds == expected
    assert all(len(lines) < MAX_HISTORY for lines in rounds)

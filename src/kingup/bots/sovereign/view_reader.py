"""Views as the arrays that the network's encoder reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.sight import player_of, sight_of, told_of
from kingup.rules.actions import encode_action, parse_action
from kingup.rules.constants import AMBITION
from kingup.rules.records import GAME, HISTORY, to_record
from kingup.rules.state import State
from kingup.view import View


def read_views(views: Sequence[View]) -> tuple[Any, Any, NDArray[np.int32], list[list[int]]]:
    """Return games as their viewers know them, histories, viewers, and the actions' codes."""
    games = np.zeros(len(views), GAME)
    histories = np.zeros(len(views), HISTORY)
    players = np.zeros(len(views), np.int32)
    codes = []
    for i, view in enumerate(views):
        state, player = sight_of(view), player_of(view)
        to_record(state, games, i)
        seats, actions = told_of(view)
        size = histories["size"][i] = len(seats)
        histories["seat"][i, :size] = seats
        histories["action"][i, :size] = actions
        players[i] = player
        codes.append(codes_of(view, state, player))
    return games, histories, players, codes


def codes_of(view: View, state: State, player: int) -> list[int]:
    """Return the rules' codes of a view's actions."""
    if state.phase == AMBITION:
        # The codes depend on the cards that were dealt.
        return [encode_action(state, player, parse_action(state, text)) for text in view.actions]
    return [_code(state.edition, state.phase, text) for text in view.actions]


@lru_cache(maxsize=1024)
def _code(edition: int, phase: int, text: str) -> int:
    state = State(edition=edition, phase=phase)
    return encode_action(state, 0, parse_action(state, text))

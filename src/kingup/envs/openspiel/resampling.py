"""Another game that a seat cannot tell from the real one: what is hidden is drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingup.envs.openspiel.position import AMBITION_1, AMBITION_2, CARD, Position
from kingup.rules.constants import AMBITION, AMBITIONS, CARDS, DEAL, VOTE

if TYPE_CHECKING:
    from kingup.envs.openspiel.game import KingUpState

Sampler = Callable[[], float]


def resample(state: KingUpState, seat: int, sampler: Sampler) -> KingUpState:
    """Return the game played again with other secrets of this round, uniformly drawn.

    It is the whole game again, action by action, so that its history is a true one. Earlier
    rounds stay: all that mattered of them has been shown.
    """
    real: Position = state.position
    drawn = _other_deal(real, seat, sampler)
    history = tuple(state.history())
    start, twin = _before_round(state, history)
    for action in history[start:]:
        replayed: Position = twin.position
        if _is_dealing(replayed, real):
            step = replayed.steps()[len(replayed.dealt)]
            action = drawn.get(step, action)
        elif _is_secret(replayed, real, seat):
            choices = replayed.actions()
            action = choices[_below(len(choices), sampler)]
        twin.apply_action(action)
    return twin


_starts: list[_Start] = []
"""The last round that was begun again: a search resamples one position over and over."""


@dataclass(frozen=True)
class _Start:
    game: str
    history: tuple[int, ...]
    state: KingUpState


def _before_round(state: KingUpState, history: tuple[int, ...]) -> tuple[int, KingUpState]:
    """Return a game before the deal of this round, and how many actions that took."""
    real: Position = state.position
    game = state.get_game()
    for known in _starts:
        start = len(known.history)
        if known.game == str(game) and history[:start] == known.history:
            twin: KingUpState = known.state.clone()
            if _is_dealing(twin.position, real):
                return start, twin
    start, twin = 0, game.new_initial_state()
    while start < len(history) and not _is_dealing(twin.position, real):
        twin.apply_action(history[start])
        start += 1
    _starts[:] = [_Start(str(game), history[:start], twin.clone())]
    return start, twin


def _is_dealing(replayed: Position, real: Position) -> bool:
    """Return whether chance is about to deal this round."""
    return replayed.state.round == real.state.round - 1 and replayed.state.phase == DEAL


def _is_secret(replayed: Position, real: Position, seat: int) -> bool:
    """Return whether the decision due was a choice of this round that the seat did not see."""
    now = replayed.state
    if replayed.is_chance or now.round != real.state.round:
        return False
    if now.seat_of[replayed.player] == seat:
        return False
    if now.phase == AMBITION:
        return True
    # Votes are secret only as long as the vote is not over.
    open_vote = real.state.phase == VOTE and replayed.history.size == real.history.size
    return open_vote and now.phase == VOTE


def _other_deal(real: Position, seat: int, sampler: Sampler) -> dict[tuple[int, int], int]:
    """Return what else chance may have dealt to the others, by step of the deal."""
    state = real.state
    others = [p for p in range(state.players) if state.seat_of[p] != seat]
    drawn: dict[tuple[int, int], int] = {}
    if not state.crownings:
        current = {state.card[p] for p in range(state.players)}
        earlier = {c for c in range(CARDS) if state.gone >> c & 1} - current
        known = {state.card[p] for p in range(state.players) if p not in others} | earlier
        if state.emissary:
            known.add(state.emissary_card)
        pool = [card for card in range(CARDS) if card not in known]
        for player in others:
            drawn[CARD, player] = pool.pop(_below(len(pool), sampler))
    if state.ambition:
        mine = [p for p in range(state.players) if p not in others]
        known = {state.dealt_1[p] for p in mine} | {state.dealt_2[p] for p in mine}
        pool = [card for card in range(AMBITIONS) if card not in known]
        for player in others:
            drawn[AMBITION_1, player] = pool.pop(_below(len(pool), sampler))
            drawn[AMBITION_2, player] = pool.pop(_below(len(pool), sampler))
    return drawn


def _below(number: int, sampler: Sampler) -> int:
    return min(int(sampler() * number), number - 1)

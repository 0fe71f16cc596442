"""Another game that a seat cannot tell from the real one: what is hidden is drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingup.envs.openspiel.position import AMBITION_1, AMBITION_2, CARD, Position, Step
from kingup.rules.constants import AMBITION, AMBITIONS, CARDS, DEAL, VOTE

if TYPE_CHECKING:
    from kingup.envs.openspiel.game import KingUpState

Sampler = Callable[[], float]


def resample(state: KingUpState, seat: int, sampler: Sampler) -> KingUpState:
    """Return the game again with other secrets of this round, uniformly drawn.

    Its history is a true one: playing it leads to the same position. Earlier rounds stay: all that
    mattered of them has been shown.
    """
    real: Position = state.position
    history = tuple(state.history())
    stem = _stem_of(state, history, seat)
    twin: KingUpState = stem.before.clone()
    if stem.moves:  # none while the first round is dealt
        drawn = _other_deal(real, seat, sampler)
        position = stem.position.copy()
        position.deal_again(twin.position, drawn)
        twin.retell(_moves(stem, drawn), position)
    for action in history[stem.size :]:
        if _is_secret(twin.position, real, seat):
            choices = twin.position.actions()
            action = choices[_below(len(choices), sampler)]
        twin.apply_action(action)
    twin.checking = True
    return twin


@dataclass(frozen=True)
class _Stem:
    """What games share that a seat cannot tell from the real one, but for the deal."""

    game: str
    history: tuple[int, ...]
    seat: int
    before: KingUpState
    """The game before the deal of this round; it and its clones check no action."""
    moves: list[tuple[int, int]]
    """Who did what since then, until somebody's choice is a secret."""
    position: Position
    """The position after that."""
    size: int
    """How many actions of the history have led there."""


_stems: list[_Stem] = []
"""The last stem: a search resamples one position over and over."""


def _stem_of(state: KingUpState, history: tuple[int, ...], seat: int) -> _Stem:
    name = str(state.get_game())
    for known in _stems:
        if known.game == name and known.seat == seat and known.history == history:
            return known
    real: Position = state.position
    replayed: KingUpState = state.get_game().new_initial_state()
    replayed.checking = False
    size = 0
    while size < len(history) and not _is_dealing(replayed.position, real):
        replayed.apply_action(history[size])
        size += 1
    before, start = replayed.clone(), size
    while size < len(history) and not _is_secret(replayed.position, real, seat):
        replayed.apply_action(history[size])
        size += 1
    moves = [(item.player, item.action) for item in state.full_history()[start:size]]
    stem = _Stem(name, history, seat, before, moves, replayed.position, size)
    _stems[:] = [stem]
    return stem


def _moves(stem: _Stem, drawn: dict[Step, int]) -> Iterator[tuple[int, int]]:
    """Yield the moves of a stem, of which the first ones deal the round, with another deal."""
    steps = stem.before.position.steps()
    for step, (player, action) in zip(steps, stem.moves, strict=False):
        yield player, drawn.get(step, action)
    yield from stem.moves[len(steps) :]


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


def _other_deal(real: Position, seat: int, sampler: Sampler) -> dict[Step, int]:
    """Return what else chance may have dealt to the others, by step of the deal."""
    state = real.state
    others = [p for p in range(state.players) if state.seat_of[p] != seat]
    drawn: dict[Step, int] = {}
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

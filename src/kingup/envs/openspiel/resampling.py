"""A second game that a seat cannot tell from the real one, with other hidden cards and votes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Self

import pyspiel

from kingup.envs.openspiel.position import AMBITION_1, AMBITION_2, CARD, Position, Step
from kingup.rules.constants import AMBITION, AMBITIONS, CARDS, DEAL, VOTE

Sampler = Callable[[], float]


class ResampledState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel that can replace what a seat does not know by something as likely."""

    def __init__(self, game: pyspiel.Game, position: Position) -> None:
        super().__init__(game)
        self.position = position
        self.copied_player: int | None = None
        """Who made the move that is being copied into the history, without being played."""
        self.checking = True
        """Whether actions are checked: not while known ones are replayed, which must be quick."""

    def resample_from_infostate(self, player: int, sampler: Sampler) -> Self:
        """Return the game with other secrets of this round, uniformly drawn.

        The player, a seat, cannot tell it from the real one. Its history is a true one: playing it
        leads to the same position. Earlier rounds stay: all that mattered of them is known.
        """
        real = self.position
        history = tuple(self.history())
        stem = _stem_of(self, history, player)
        twin: Self = stem.before.clone()
        if stem.moves:  # none while the first round is dealt
            drawn = _other_deal(real, player, sampler)
            position = stem.position.copy()
            position.deal_again(twin.position, drawn)
            twin.copy_history(_moves(stem, drawn), position)
        for action in history[stem.size :]:
            if _is_secret(twin.position, real, player):
                choices = twin.position.actions()
                action = choices[_below(len(choices), sampler)]
            twin.apply_action(action)
        twin.checking = True
        return twin

    def copy_history(self, moves: Iterable[tuple[int, int]], position: Position) -> None:
        """Add moves, as player and action, to the history, and set the position after them."""
        for player, action in moves:
            self.copied_player = player
            self.apply_action(action)
        self.copied_player = None
        self.position = position


@dataclass(frozen=True)
class _Stem:
    """What all games that a seat cannot tell from the real one share, besides the deal."""

    game: str
    history: tuple[int, ...]
    seat: int
    before: ResampledState
    """The game before the deal of this round; it and its clones check no action."""
    moves: list[tuple[int, int]]
    """Players and actions from then on, up to the first secret choice."""
    position: Position
    """The position after those moves."""
    size: int
    """The number of actions in the history up to there."""


_stems: list[_Stem] = []
"""The last stem, if any: a search resamples the same position many times."""


def forget() -> None:
    """Forget the last stem."""
    _stems.clear()


def _stem_of(state: ResampledState, history: tuple[int, ...], seat: int) -> _Stem:
    name = str(state.get_game())
    for known in _stems:
        if known.game == name and known.seat == seat and known.history == history:
            return known
    real: Position = state.position
    replayed: ResampledState = state.get_game().new_initial_state()
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
    """Yield the moves of a stem with another deal; its first moves deal the round."""
    steps = stem.before.position.steps()
    for step, (player, action) in zip(steps, stem.moves, strict=False):
        yield player, drawn.get(step, action)
    yield from stem.moves[len(steps) :]


def _is_dealing(replayed: Position, real: Position) -> bool:
    """Return whether chance is about to deal this round."""
    return replayed.state.round == real.state.round - 1 and replayed.state.phase == DEAL


def _is_secret(replayed: Position, real: Position, seat: int) -> bool:
    """Return whether the next decision was one of this round that the seat has not seen."""
    now = replayed.state
    if replayed.is_chance or now.round != real.state.round:
        return False
    if now.seat_of[replayed.player] == seat:
        return False
    if now.phase == AMBITION:
        return True
    # Votes are secret only until the vote is over.
    open_vote = real.state.phase == VOTE and replayed.history.size == real.history.size
    return open_vote and now.phase == VOTE


def _other_deal(real: Position, seat: int, sampler: Sampler) -> dict[Step, int]:
    """Return other cards that chance may have dealt to the other seats, by step of the deal."""
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

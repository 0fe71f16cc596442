"""Advice for the player to act, from their own view and nothing else: the coach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kingup.analysis.beliefs import PUBLIC, knowledge_of, type_weights
from kingup.analysis.errors import AnalysisError
from kingup.analysis.moments import moments_of_round
from kingup.analysis.table import MANNERS, Floats, RoundTable, SeatTable
from kingup.analysis.values import Valuer
from kingup.analysis.weighing import MOST_ACTIONS, PHASES, Weighed, pivotal_chance
from kingup.analysis.worlds import Imagined, Observer, imagine
from kingup.bots.beliefs import favourites_by_card
from kingup.bots.compiled import edition_style
from kingup.bots.sight import sight_of
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import tempered
from kingup.bots.sovereign.conduct import BOTS
from kingup.bots.sovereign.conduct_rounds import Conduct, history_of_round, opening_of_round
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.layout import OUTCOMES
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.search_bot import improve, promising
from kingup.bots.sovereign.view_reader import codes_of
from kingup.rules.constants import (
    AMBITION,
    CLIMB,
    EMISSARY,
    FIRST_KEEP,
    FIRST_VOTE,
    MAX_SEATS,
    PLACE,
    VOTE,
)
from kingup.rules.records import new_games
from kingup.view import View

WORLDS = 256
BALLOTS = 4
"""How many ballots of the others are followed in each world."""
MOST_WORLDS = 4096


@dataclass(frozen=True, slots=True)
class AdvisedAction:
    """An action, and what it would do."""

    action: str
    plain: float
    """How often the trained player takes it."""
    improved: float
    """How often it takes it after weighing the chances."""
    chance: float | None
    """The chance to win after it; None if it was not weighed."""
    error: float | None
    """The standard error of its difference to the improved policy."""
    told: float
    """Bits that it would tell the public about the player's card."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player may know about their decision."""

    moment: str
    """The moment at which they decide."""
    phase: str
    chances: tuple[float, ...]
    """Everybody's chances if the player goes on as `improved` says; the Emissary's is the last."""
    actions: tuple[AdvisedAction, ...]
    """All that are allowed, the best first."""
    pivotal: float | None
    """At a vote: the chance that another card changes the outcome."""
    known: float
    """How many of the player's favourites the public knows already, in expectation."""


def consider(view: View, *, worlds: int = WORLDS, seed: int = 0) -> Advice:
    """Return advice for the player of a view who must act now.

    It is computed from the view alone, so it can be given during a game, to that player only.
    """
    if not 8 <= worlds <= MOST_WORLDS:
        raise AnalysisError("Imagine from 8 to {most} deals.", most=MOST_WORLDS)
    if view.viewer is None or not view.actions:
        raise AnalysisError("Advice is for the player to act: it is not this one’s turn.")
    return _Adviser(view, seed).advise(worlds)


class _Adviser:
    def __init__(self, view: View, seed: int) -> None:
        networks = networks_of(None)
        self._valuer = Valuer(networks, judge_of())
        self._view = view
        self._seed = seed
        self._state = sight_of(view)
        number = len(view.rounds)
        opening = opening_of_round(view, number)
        if view.rounds[-1].crownings:
            opening.card = self._state.card[:]
        history, self._size = _with_next(view, self._state, history_of_round(view, number))
        self._table = RoundTable(networks, opening, history, number)
        self._player = int(view.viewer or 0)
        self._seat = self._state.seat_of[self._player]
        self._own = self._table.own_table(networks, self._seat, self._state)
        past = Conduct(networks).past(view)
        habits = np.zeros((MAX_SEATS, MANNERS))
        revealed = None
        if view.rounds[-1].crownings:
            revealed = tuple(self._state.card[: self._state.players])
        self._knows = knowledge_of(self._table, self._seat, self._state, revealed)
        self._observer = Observer(self._table, self._knows, self._own, past, habits, self._size)

    def advise(self, worlds: int) -> Advice:
        view, state = self._view, self._state
        legal = np.array(codes_of(view, state, self._player))
        keeping = state.phase == AMBITION
        position = new_games(self._table.opening if keeping else state, 1)
        random = np.random.default_rng(self._seed % 2**64)
        drawn = imagine(self._observer, position, worlds, random)
        logs = self._keeping_policy(legal) if keeping else self._policy(legal)
        tried = np.arange(len(legal)) if keeping else promising(logs)[:MOST_ACTIONS]
        outcomes = self._outcomes(drawn, legal[tried])
        values = outcomes[:, :, self._seat]
        better = np.zeros(len(legal))
        better[tried] = np.exp(improve(logs[tried], values)) if len(tried) > 1 else 1.0
        apart = values - (values @ better[tried])[:, None]
        errors = apart.std(axis=0, ddof=1) / np.sqrt(worlds)
        now = better[tried] @ outcomes.mean(axis=0)
        moment = moments_of_round(view.rounds[-1].moves, len(view.rounds))[-1]
        pivotal = None
        if state.phase == VOTE:
            weighed = Weighed(
                moment, self._observer, position, "vote", self._player, legal, logs, 0
            )
            pivotal = pivotal_chance(drawn, weighed)
        told = np.zeros(len(legal)) if keeping else self._told(legal)
        actions = []
        for i, text in enumerate(view.actions):
            found = np.flatnonzero(tried == i)
            j = int(found[0]) if len(found) else None
            actions.append(
                AdvisedAction(
                    text,
                    float(np.exp(logs[i])),
                    float(better[i]),
                    None if j is None else float(values[:, j].mean()),
                    None if j is None else float(errors[j]),
                    float(told[i]),
                )
            )
        actions.sort(key=lambda each: (-each.improved, -each.plain, each.action))
        seats = [*range(state.seats), MAX_SEATS]
        return Advice(
            moment.name,
            PHASES[state.phase],
            tuple(float(now[seat]) for seat in seats),
            tuple(actions),
            pivotal,
            self._known(),
        )

    def _histories(self, number: int) -> Any:
        found = np.repeat(self._table.history, number)
        found["size"] = self._size
        return found

    def _outcomes(self, drawn: Imagined, legal: Any) -> Floats:
        """Return everybody's chances after each action, in every imagined game."""
        if self._state.phase != AMBITION:
            return self._valuer.judged(
                drawn, self._table, self._size, self._player, legal, BALLOTS
            )
        player, histories = self._player, self._histories(len(drawn.games))
        dealt = self._state.dealt_1[player], self._state.dealt_2[player]
        found = np.zeros((len(drawn.games), len(legal), OUTCOMES))
        for column, code in enumerate(legal):
            games = drawn.games.copy()
            games["kept"][:, player] = dealt[code - FIRST_KEEP]
            found[:, column] = self._valuer.chances(games, histories, drawn.tallies, player)
        return found

    def _index(self, table: SeatTable) -> int | None:
        """Return the index of the decision that is due; None if it is forced."""
        found = np.flatnonzero(self._table.decisions.sizes[table.which] == self._size)
        return int(found[0]) if len(found) else None

    def _policy(self, legal: Any) -> Floats:
        index = self._index(self._own)
        if index is None:
            return np.zeros(len(legal))
        found: Floats = self._own.policy[index, 0][legal]
        return found

    def _keeping_policy(self, legal: Any) -> Floats:
        games, asked = new_games(self._state, 1), np.array([self._player], np.int32)
        found: Floats = self._valuer.networks.policy(games, self._table.history, asked)[0][legal]
        return found

    def _told(self, legal: Any) -> Floats:
        if self._knows.revealed is not None:
            return np.zeros(len(legal))
        return told_by_actions(self._table, self._own, self._size, legal)

    def _known(self) -> float:
        """Return how many of the player's favourites the public knows, in expectation."""
        table, knows = self._table.seats[self._seat], knowledge_of(self._table, PUBLIC, None)
        logs = self._table.logs(self._seat, self._size)
        weights = type_weights(logs, knows.allows(table.types))
        column = table.types.players.index(self._player)
        shown = favourites_by_card(self._state)
        mine = shown[self._state.card[self._player]]
        found = (weights @ (shown[table.types.cards[:, column]])) @ mine
        return float(found)


def told_by_actions(round_: RoundTable, own: SeatTable, size: int, legal: Any) -> Floats:
    """Return the bits that each action would tell the public about a seat's cards.

    The decision is the one that a seat has when the round's history has this size.
    """
    seat = own.types.seat
    table = round_.seats[seat]
    due = np.flatnonzero(round_.decisions.sizes[table.which] == size)
    found = np.zeros(len(legal))
    if not len(due):
        return found
    index, each = int(due[0]), len(table.types)
    logs = round_.logs(seat, size)
    allowed = knowledge_of(round_, PUBLIC, None).allows(table.types)
    true = (table.types.cards == own.types.cards[0]).all(axis=1)
    before = type_weights(logs, allowed)[true].sum()
    games = np.repeat(round_.decisions.games[table.which[[index]]], each)
    table.types.write(games, np.arange(each))
    style = edition_style(round_.opening.edition)
    for i, code in enumerate(legal):
        bots = np.zeros((each, BOTS))
        compiled.weigh_bots(games, style, np.full(each, seat), np.full(each, code), bots)
        like = np.vstack([tempered(table.policy[index], np.full(each, code)), bots[:, 0]])
        after = type_weights(logs + like, allowed)[true].sum()
        found[i] = np.log2(max(after, 1e-12) / max(before, 1e-12))
    return found


def _with_next(view: View, state: Any, history: Any) -> tuple[Any, int]:
    """Return a round's history with a next step added, and its size without it.

    The step makes the decision that is due, or everybody's at a ballot, one of the round's
    decisions. It is never counted: all that is asked is how likely other choices are.
    """
    found = history.copy()
    size = int(history["size"][0])
    steps: list[tuple[int, int]] = []
    if state.phase == VOTE:
        steps = [(seat, FIRST_VOTE) for seat in range(state.seats)]
        steps += [(EMISSARY, FIRST_VOTE)] if state.emissary else []
    elif state.phase in (PLACE, CLIMB):
        code = codes_of(view, state, int(view.viewer or 0))[0]
        steps = [(state.seat_of[int(view.viewer or 0)], code)]
    for i, (seat, action) in enumerate(steps):
        found["seat"][0, size + i] = seat
        found["action"][0, size + i] = action
    found["size"] = size + len(steps)
    return found, size

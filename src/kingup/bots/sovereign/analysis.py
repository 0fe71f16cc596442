"""The trained player's analysis of a game, and its networks as an evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.analysis import settled
from kingup.bots.beliefs import favourites_by_card
from kingup.bots.bot import BotError
from kingup.bots.compiled import history_records
from kingup.bots.evaluator import Floats as Floats32
from kingup.bots.sight import UNKNOWN_CARD, cards_seen, history_of, sight_of
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.network import log_policy
from kingup.bots.sovereign.networks import Networks, networks_of, show
from kingup.bots.sovereign.rollouts import Floats, Ints, judge
from kingup.bots.sovereign.view_reader import codes_of
from kingup.bots.sovereign.worlds import imagine
from kingup.rules.constants import ACTIONS, AMBITION, CARDS, MAX_SEATS, VOTE
from kingup.rules.records import new_games
from kingup.view import View

WORLDS = 64
MOST_WORLDS = 10_000


class NetworkEvaluator:
    """Judges positions by the networks: an `Evaluator` for `assess` and for searches."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks

    def evaluate(
        self, games: Any, histories: Any, players: NDArray[np.int32]
    ) -> tuple[Floats32, Floats32]:
        """Return priors by game and action, and values by game and seat."""
        if not len(games):
            return np.zeros((0, ACTIONS), np.float32), np.zeros((0, MAX_SEATS), np.float32)
        rows, masks = show(games, histories, players)
        priors = np.zeros((len(games), ACTIONS), np.float32)
        asked = masks.any(axis=1)
        if asked.any():
            logits = self._networks.player.policy(rows[asked])
            priors[asked] = np.exp(log_policy(logits, masks[asked]))
        values = judge(self._networks, games, histories, _actors(games, players))
        return priors, values.astype(np.float32)


def _actors(games: Any, players: Ints) -> Ints:
    """Return the player to act in every game; the given player if there is none."""
    actors = players.copy()
    waiting = (games["phase"] >= AMBITION) & (games["phase"] <= VOTE)
    found = np.zeros(int(waiting.sum()), np.int32)
    compiled.next_all(games[waiting], found)
    actors[waiting] = found
    return actors


@dataclass(frozen=True)
class PlayerAnalysis:
    """The trained player's judgement of a view."""

    chances: tuple[float, ...]
    """Every seat's chance of winning; the rest up to 1 is the Emissary's."""
    actions: dict[str, float]
    """The probability of each of the viewer's actions; empty if it is not the viewer's turn."""
    cards: Floats
    """By player and favourites card: the probability that they hold it."""
    favourites: Floats
    """By player and character of the ring: the probability that it is a favourite of theirs."""


def think(
    view: View, networks: Networks | None = None, *, worlds: int = WORLDS, seed: int = 0
) -> PlayerAnalysis:
    """Return the trained player's judgement of a player's or a spectator's view.

    Chances of winning are averaged over imagined deals. The networks default to the package's own
    weights; `networks_of` makes others.
    """
    shares = settled(view, worlds, MOST_WORLDS)
    networks = networks or networks_of(None)
    beliefs = PolicyBeliefs(networks)
    beliefs.update(view)
    cards = beliefs.marginals()
    favourites = cards @ favourites_by_card(beliefs.state)
    if shares is not None:
        return PlayerAnalysis(shares, {}, cards, favourites)
    games = imagine(beliefs, worlds, np.random.default_rng(seed % 2**64)).games
    histories = np.repeat(history_records(history_of(view)), worlds)
    viewer = 0 if view.viewer is None else view.viewer
    asked = np.full(worlds, viewer, np.int32)
    priors, values = NetworkEvaluator(networks).evaluate(games, histories, asked)
    actions = {}
    if view.viewer is not None:
        codes = codes_of(view, beliefs.state, viewer)
        actions = dict(zip(view.actions, map(float, priors[0][codes]), strict=True))
    means = values.mean(axis=0)[: len(view.seats)]
    return PlayerAnalysis(tuple(float(m) for m in means), actions, cards, favourites)


def predicted_cards(view: View, networks: Networks) -> Floats:
    """Return the network's own prediction of cards from a player's view, by player and card.

    Faster than `think`, which weighs every action; cards that the viewer knows are certain.
    """
    if view.viewer is None:
        raise BotError("A spectator holds no cards: ask for a player’s view.")
    state = sight_of(view)
    history = history_records(history_of(view))
    rows, _masks = show(new_games(state, 1), history, np.array([view.viewer], np.int32))
    logits = networks.player(rows)[2][0].astype(np.float64)
    seen = cards_seen(state)
    mine = state.seat_of[view.viewer]
    found = np.zeros((state.players, CARDS))
    for player in range(state.players):
        if state.card[player] != UNKNOWN_CARD:
            found[player, state.card[player]] = 1
            continue
        seat = state.seat_of[player]
        away = (seat - mine) % state.seats
        slot = 2 * away + player - state.first_of[seat]
        free = np.array([not seen >> card & 1 for card in range(CARDS)])
        weights = np.where(free, np.exp(logits[slot] - logits[slot][free].max()), 0)
        found[player] = weights / weights.sum()
    return found

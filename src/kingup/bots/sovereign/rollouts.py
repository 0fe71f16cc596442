"""Rollouts: actions are followed in imagined games, then judged by the critic."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.compiled import edition_style
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import LIKE_A_COURTIER, SHARPNESS, Manners, sharpened
from kingup.bots.sovereign.entry_points import ENDED, GOING, JUDGE
from kingup.bots.sovereign.layout import PLAYERS
from kingup.bots.sovereign.network import chances
from kingup.bots.sovereign.networks import Networks, show
from kingup.rules.constants import ACTIONS, MAX_SEATS, VOTE

MOST_STEPS = 10
"""The most decisions in a rollout; a vote that has begun is always finished."""

FAR_STEPS = 100
"""The same if all others are courtiers: to the end of the round."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


def seats_of(games: Any, players: Ints) -> NDArray[np.int64]:
    """Return the seat of a player of every game, in a column."""
    return np.take_along_axis(games["seat_of"].astype(np.int64), players[:, None], 1)


def judge(networks: Networks, games: Any, histories: Any, players: Ints) -> Floats:
    """Return every seat's chance of winning with all cards open, by game; `players` are to act."""
    rows, _masks = show(games, histories, players)
    cards = np.zeros((len(games), PLAYERS), np.uint8)
    kept = np.zeros((len(games), PLAYERS), np.uint8)
    compiled.open_all(games, players, cards, kept)
    relative = chances(networks.critic(rows, cards, kept), rows)[:, :MAX_SEATS]
    seats = games["seats"].astype(np.int64)
    mine = seats_of(games, players)
    away = (np.arange(MAX_SEATS) - mine) % seats[:, None]
    values = np.take_along_axis(relative, away, 1)
    values[np.arange(MAX_SEATS) >= seats[:, None]] = 0
    return values


def policies(
    networks: Networks, games: Any, histories: Any, players: Ints, manners: Manners
) -> Floats:
    """Return the log-probabilities of all actions for the players to act, each in their manner."""
    manner = np.take_along_axis(manners, seats_of(games, players), 1)[:, 0]
    found = np.zeros((len(games), ACTIONS))
    ours = np.flatnonzero(manner < LIKE_A_COURTIER)
    theirs = np.flatnonzero(manner == LIKE_A_COURTIER)
    # `take` copies records whole; an index copies them field by field, seven times as slow.
    if len(ours):
        logs = networks.policy(games.take(ours), histories[ours], players[ours])
        found[ours] = sharpened(logs, SHARPNESS[manner[ours], None])
    if len(theirs):
        logs = np.zeros((len(theirs), ACTIONS))
        masks = np.zeros(len(theirs), compiled.LEGAL)
        style = edition_style(int(games["edition"][0]))
        compiled.court_all(games.take(theirs), style, players[theirs], masks, logs)
        found[theirs] = logs
    return found


def among_courtiers(games: Any, players: Ints, manners: Manners) -> NDArray[np.bool_]:
    """Return in which games all other seats are courtiers."""
    seats = np.arange(MAX_SEATS)
    others = (seats < games["seats"][:, None]) & (seats != seats_of(games, players))
    found: NDArray[np.bool_] = ((manners == LIKE_A_COURTIER) | ~others).all(axis=1)
    return found


def follow(
    networks: Networks,
    games: Any,
    histories: Any,
    players: Ints,
    actions: Ints,
    lots: Floats,
    manners: Manners,
) -> Floats:
    """Let players act, let everybody play on in their manner past the next vote, and judge.

    `lots` are the random numbers from 0 to 1 that decide choices, by game and step; using the same
    lots for several actions leaves only the effect of the actions. Return every seat's chance of
    winning, by game.
    """
    n = len(games)
    far = among_courtiers(games, players, manners)
    players = players.copy()
    stages = np.full(n, GOING, np.int8)
    compiled.act_all(games, histories, players, actions, stages, far)
    for step in range(lots.shape[1]):
        going = np.flatnonzero(stages == GOING)
        if step >= MOST_STEPS:
            enough = going[(games["phase"][going] != VOTE) & ~far[going]]
            stages[enough] = JUDGE
            going = np.flatnonzero(stages == GOING)
        if not len(going):
            break
        logs = policies(
            networks, games.take(going), histories[going], players[going], manners[going]
        )
        totals = np.exp(logs).cumsum(axis=1)
        points = lots[going, step] * totals[:, -1]
        chosen = np.zeros(n, np.int32)
        chosen[going] = (totals <= points[:, None]).sum(axis=1)
        compiled.act_all(games, histories, players, chosen, stages, far)
    values = np.zeros((n, MAX_SEATS))
    compiled.shares_all(games, stages, values)
    open_ = np.flatnonzero(stages != ENDED)
    if len(open_):
        values[open_] = judge(networks, games.take(open_), histories[open_], players[open_])
    return values

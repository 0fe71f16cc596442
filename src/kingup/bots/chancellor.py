"""The chancellor as a bot: search over imagined deals, in several trees at once."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from kingup.bots import compiled
from kingup.bots.beliefs import Tracker
from kingup.bots.bot import Budget
from kingup.bots.sight import player_of, sight_of
from kingup.rules.actions import encode_action, parse_action
from kingup.rules.constants import AMBITION, FIRST_VOTE, NO_AMBITION, VOTE
from kingup.rules.state import State
from kingup.view import View

TREES = 2
"""Trees grown in parallel. Fixed, so that a choice does not depend on the machine."""

MOST_NODES = 60_000
"""The most nodes of one tree (0.9 KB each); a full tree still learns, but grows no more."""

CHUNK = 100
"""Simulations between two looks at the clock: about a millisecond."""

_pool = ThreadPoolExecutor(max_workers=TREES, thread_name_prefix="chancellor")


@dataclass(slots=True)
class Tree:
    """A search tree and the working memory that grows it."""

    games: Any
    nodes: Any
    path: Any


class Chancellor:
    """A bot that imagines what others may hold, and searches for what wins the game."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._random = random.Random(seed)
        self._budget = budget
        self._tracker = Tracker()

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        if len(view.actions) == 1:
            return view.actions[0]
        player = player_of(view)
        state = sight_of(view)
        let_mates_keep(state, view, player)
        self._tracker.update(view)
        belief, seen = self._tracker.totals(), self._tracker.seen
        seeds = [self._random.getrandbits(48) for _ in range(TREES)]
        size = MOST_NODES
        if self._budget.simulations is not None:
            size = min(size, self._budget.simulations // TREES + 2)
        trees = [plant(state, seed, size) for seed in seeds]
        style = compiled.edition_style(state.edition)

        def grow(tree: Tree) -> None:
            if self._budget.seconds is None:
                number = max(1, (self._budget.simulations or 1) // TREES)
                compiled.search_more(
                    tree.games, style, belief, seen, tree.nodes, tree.path, number
                )
                return
            # Start the clock here: waiting for a thread is not thinking. Search at least once.
            end = time.perf_counter() + self._budget.seconds
            while True:
                compiled.search_more(tree.games, style, belief, seen, tree.nodes, tree.path, CHUNK)
                if time.perf_counter() >= end:
                    return

        list(_pool.map(grow, trees))
        tries = sum(tree.nodes["tries"][0].astype(np.int64) for tree in trees)
        return _most_tried(state, player, view, tries)


def let_mates_keep(state: State, view: View, player: int) -> None:
    """Let a teammate who is still choosing keep the first Ambition card: the choice is theirs."""
    if state.phase == AMBITION and view.own is not None:
        for mate in view.own.players:
            if mate != player and state.kept[mate] == NO_AMBITION:
                state.kept[mate] = state.dealt_1[mate]


def plant(state: State, seed: int, size: int) -> Tree:
    """Return a tree with only its root, and room for `size` nodes."""
    games = compiled.new_games(state, 2)
    compiled.seed_at(games, 1, seed)
    path = np.zeros(1, compiled.PATH)
    path["nodes"] = 1
    return Tree(games, np.zeros(size, compiled.NODE), path)


def _most_tried(state: State, player: int, view: View, tries: Any) -> str:
    """Return the action that was tried most often at the root."""
    best, most = view.actions[0], -1
    for text in view.actions:
        code = encode_action(state, player, parse_action(state, text))
        # At a vote the slots are by seat and card.
        slot = code
        if state.phase == VOTE:
            slot = 3 * state.seat_of[player] + code - FIRST_VOTE
        if tries[slot] > most:
            best, most = text, int(tries[slot])
    return best

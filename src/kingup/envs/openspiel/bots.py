"""Our bots as OpenSpiel bots, and OpenSpiel's search as a bot of ours."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from kingup.bots import make_bot
from kingup.envs.openspiel.conversion import game_of, state_of
from kingup.envs.openspiel.game import KingUpGame, KingUpState
from kingup.rules.actions import decode_action, encode_action, parse_action
from kingup.rules.constants import DEAL, FIRST_VOTE, YES
from kingup.rules.kernel.votes import seal_vote
from kingup.rules.records import new_games
from kingup.view import View


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of ours (`page`, `courtier`, `chancellor:500`) as an OpenSpiel bot."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__()
        self._bot = make_bot(name, seed)

    def step(self, state: KingUpState) -> int:
        """Return the bot's action; it is shown a view, and nothing else."""
        game = game_of(state)
        position = state.position
        text = self._bot.choose(game.view(position.player))
        action = parse_action(position.state, text)
        return encode_action(position.state, position.player, action)

    def restart_at(self, state: KingUpState) -> None:
        """Do nothing: our bots recognise a new game by its view."""


class PlayoutEvaluator:
    """Values a position by compiled random playouts, for OpenSpiel's searches."""

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        self._playouts = playouts
        self._random = random.Random(seed)

    def evaluate(self, state: KingUpState) -> Any:
        """Return the mean returns of every player."""
        # Import LLVM when a search begins, not with this module.
        from kingup.envs.compiled import finish_all

        plain = state.position.state.copy()
        if plain.emissary and plain.phase != DEAL:
            # A position leaves the pile unshuffled, but the next card must be a random one.
            pile = plain.pile[: plain.pile_size]
            plain.pile[: plain.pile_size] = self._random.sample(pile, len(pile))
        if state.position.last_vote:
            # The last vote waits for the Emissary's card, which is on top of the pile now.
            seal_vote(plain, plain.votes_in, state.position.last_vote - FIRST_VOTE + YES)
        games = new_games(plain, self._playouts)
        rewards = np.zeros((self._playouts, plain.seats))
        game: KingUpGame = state.get_game()
        finish_all(games, self._random.getrandbits(48), rewards, game.by_points)
        return rewards.mean(axis=0)

    def prior(self, state: KingUpState) -> list[tuple[int, float]]:
        """Return all legal actions, equally likely."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class Ismcts:
    """OpenSpiel's information-set Monte Carlo tree search, as a bot for the arena."""

    def __init__(self, simulations: int = 100, seed: int = 0, exploration: float = 1.0) -> None:
        if simulations < 2:
            # The first simulation only creates OpenSpiel's tree, and counts no visit.
            raise ValueError("a search needs at least two simulations")
        self._random = random.Random(seed)
        self._simulations = simulations
        self._exploration = exploration

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        state = state_of(view, self._random)
        search = ismcts.ISMCTSBot(
            state.get_game(),
            PlayoutEvaluator(seed=self._random.getrandbits(32)),
            self._exploration,
            self._simulations,
            random_state=np.random.RandomState(self._random.getrandbits(32)),
        )
        position = state.position
        return str(decode_action(position.state, position.player, int(search.step(state))))

"""The OpenSpiel game `python_kingup`: one player a seat. Importing this module registers it."""

from __future__ import annotations

from typing import Any

import pyspiel

from kingup.envs.checks import by_points
from kingup.envs.openspiel.observer import KingUpObserver
from kingup.envs.openspiel.position import CARD, EMISSARY_CARD, FIRST, Position
from kingup.envs.openspiel.resampling import ResampledState
from kingup.envs.opponents import reward_of
from kingup.envs.text import draw_text
from kingup.rules.actions import decode_action
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES, VOTE_LETTERS
from kingup.rules.constants import ACTIONS, CARDS
from kingup.rules.kernel.scoring import winners
from kingup.rules.setup import Setup

MOST_POINTS = 300.0
"""More than anybody can score in three rounds of two crownings."""

SEATS = 4
"""The seats where no parameter gives them. It is no default of the parameters: OpenSpiel fills
those in, and a default of 4 would look like a 4 that was asked for."""


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="python_kingup",
        long_name="King Up! and Vive le Roi",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "edition": "kingup",
            "seats": 0,
            "teams": "",
            "players": 0,
            "options": "",
            "returns": "win",
        },
    )


_TYPE = _type(pyspiel.GameType.Utility.GENERAL_SUM)
"""What is registered: some games of ours are of no constant sum."""
_ZERO_SUM = _type(pyspiel.GameType.Utility.ZERO_SUM)


def setup_of(parameters: dict[str, Any]) -> Setup:
    """Return the setup that a game's parameters describe.

    `teams`, if given, tells for each seat whether it is single or a team, like STS. Otherwise
    `seats` is the number of seats, or `players`, which is OpenSpiel's word for it. If several
    are given, they must agree. `options` are ids joined by +.
    """
    teams = str(parameters.get("teams", ""))
    if set(teams) - set("ST"):
        raise ValueError("teams must be S or T for each seat, like STS")
    numbers = [int(parameters.get(name, 0)) for name in ("players", "seats")]
    told = {number for number in (*numbers, len(teams)) if number} or {SEATS}
    if len(told) > 1:
        raise ValueError("players, seats and teams contradict each other: give one of them")
    seats = [1 if kind == "S" else 2 for kind in teams] if teams else told.pop()
    options = [option for option in str(parameters.get("options", "")).split("+") if option]
    return Setup.of(str(parameters.get("edition", "kingup")), seats, options)


class KingUpGame(pyspiel.Game):  # type: ignore[misc]
    """A game of either edition; returns by final standing, or by points."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = dict(params or {})
        self.setup = setup_of(parameters)
        self.by_points = by_points(str(parameters.get("returns", "win")), "returns")
        seats = len(self.setup.seats)
        # Shares of the win less fair shares sum to 0, unless the Emissary takes the win.
        zero_sum = not self.by_points and "emissary" not in self.setup.options
        super().__init__(
            _ZERO_SUM if zero_sum else _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=CARDS,
                num_players=seats,
                min_utility=0.0 if self.by_points else -1.0 / seats,
                max_utility=MOST_POINTS if self.by_points else 1.0 - 1.0 / seats,
                utility_sum=0.0 if zero_sum else None,
                max_game_length=1536,
            ),
            parameters,
        )

    def new_initial_state(self) -> KingUpState:
        """Return a game before its first deal."""
        return KingUpState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> KingUpObserver:
        """Return an observer of public and private pieces, with or without perfect recall."""
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return KingUpObserver(kind, self.num_players())

    def max_chance_nodes_in_history(self) -> int:
        """Return more than all the deals and draws of the Emissary in a game."""
        return 300


class KingUpState(ResampledState):
    """A position, with the functions that OpenSpiel asks for."""

    def __init__(self, game: KingUpGame) -> None:
        super().__init__(game, Position.start(game.setup))
        self._by_points = game.by_points

    def current_player(self) -> int:
        """Return the seat that is to act, chance, or the end."""
        if self.copied_player is not None:
            return self.copied_player
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.state.seat_of[self.position.player]

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may decide now, with probabilities."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.copied_player is not None:
            return
        if self.position.is_chance:
            self.position.decide(action, check=self.checking)
        else:
            self.position.play(action, check=self.checking)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return _outcome_text(position, action)
        asked = 0 if position.is_chance or position.is_over else position.player
        return str(decode_action(position.state, asked, action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return what every seat has won; zeros before the end."""
        state = self.position.state
        if not self.position.is_over:
            return [0.0] * state.seats
        champions = winners(state)
        return [reward_of(state, s, champions, self._by_points) for s in range(state.seats)]

    def __str__(self) -> str:
        events = "; ".join(event.text for event in self.position.log)
        return draw_text(self.position.state) + events


def _outcome_text(position: Position, outcome: int) -> str:
    if position.last_vote:
        return f"emissary {VOTE_LETTERS[outcome]}"
    steps = position.steps()
    kind, player = steps[min(len(position.dealt), len(steps) - 1)]
    cards = FAVOURITES[position.state.edition]
    if kind == FIRST:
        return f"first {outcome}"
    if kind == CARD:
        return f"card {player}:{cards[outcome]}"
    if kind == EMISSARY_CARD:
        return f"emissary {cards[outcome]}"
    return f"ambition {player}:{AMBITION_CARDS[outcome].id}"


pyspiel.register_game(_TYPE, KingUpGame)

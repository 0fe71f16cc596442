"""What actions are worth: everybody's chances after each, in imagined games.

Two ways. *Judged*: the action is taken, at a vote with every likely ballot of the others, and the
judge (`bots/sovereign/judge.py`) says everybody's chances in the position that follows. *Played
out*: everybody plays the round to its end in their manner, and the judge says the chances at the
next deal, the rules those of a game that is over. The first is fast, the second right also where
the judge has seen nothing similar; `weighing.py` says when each is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.analysis.table import Floats, Floats32, Ints, RoundTable
from kingup.analysis.worlds import Imagined
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.beliefs import LIKE_A_COURTIER, SHARPNESS, sharpened
from kingup.bots.sovereign.entry_points import ENDED, GOING
from kingup.bots.sovereign.judge import Judge
from kingup.bots.sovereign.layout import OUTCOMES
from kingup.bots.sovereign.networks import Networks
from kingup.bots.sovereign.rollouts import FAR_STEPS, policies
from kingup.rules.constants import FIRST_VOTE, MAX_SEATS, OVER

ROWS = 2048
"""The most positions that are judged in one call."""

ENUMERATED_SEATS = 4
"""The most seats for which all ballots are followed instead of one drawn."""

UNLIKELY_BALLOT = 0.02
"""Ballots less likely than this are left out."""

GOLDEN = 0.6180339887498949
"""The fractions of its multiples are spread evenly between 0 and 1."""

MOST_STEPS = FAR_STEPS
"""The most decisions in a round that is played out; then the judge answers as it stands."""


class Valuer:
    """Answers what actions are worth, by one judge and one player's network."""

    def __init__(self, networks: Networks, judge: Judge) -> None:
        self.networks = networks
        self.judge = judge

    def chances(
        self, games: Any, histories: Any, tallies: Floats32, player: int | None = None
    ) -> Floats:
        """Return everybody's chances by game, the Emissary's last; the rules' if it is over.

        For a player's decisions the judge looks from that player's place alone.
        """
        found = np.zeros((len(games), OUTCOMES))
        stages = np.where(games["phase"] == OVER, ENDED, GOING).astype(np.int8)
        shares = np.zeros((len(games), MAX_SEATS))
        compiled.shares_all(games, stages, shares)
        over = stages == ENDED
        found[over, :MAX_SEATS] = shares[over]
        found[over, MAX_SEATS] = 1 - shares[over].sum(axis=1)
        left = np.flatnonzero(~over)
        for start in range(0, len(left), ROWS):
            those = left[start : start + ROWS]
            if player is None:
                found[those] = self.judge.open(games.take(those), histories[those], tallies[those])
                continue
            players = np.full(len(those), player, np.int32)
            found[those] = self.judge.open_to(
                games.take(those), histories[those], players, tallies[those]
            )
        return found

    def judged(
        self,
        worlds: Imagined,
        round_: RoundTable,
        size: int,
        player: int,
        actions: Ints,
        ballots: int | None = None,
    ) -> Floats:
        """Return everybody's chances by world and action, judged just after the action.

        At a vote, over the ballots of the others, weighted by how likely they are; with
        `ballots`, over so many of each world, drawn as often as they are likely.
        """
        n = len(worlds.games)
        world, games, likely = np.arange(n), worlds.games, np.ones(n)
        if FIRST_VOTE <= actions[0] < FIRST_VOTE + 3:
            world, games, likely = self._ballots(worlds, round_, size, player, ballots)
        voted = Imagined(games, {}, worlds.manners[world], worlds.tallies[world])
        values = self.after(voted, round_, size, player, actions)
        found = np.zeros((n, len(actions), OUTCOMES))
        np.add.at(found, world, values * likely[:, None, None])
        return found

    def after(
        self, worlds: Imagined, round_: RoundTable, size: int, player: int, actions: Ints
    ) -> Floats:
        """Return the same where, at a vote, all others have voted already."""
        branches = _branches(worlds, round_, size, player, actions)
        return self._chances_after(branches, worlds, player)

    def _ballots(
        self, worlds: Imagined, round_: RoundTable, size: int, player: int, most: int | None
    ) -> tuple[Ints, Any, Floats]:
        """Return the ballots of the others that are followed: world, game, probability."""
        seat = round_.opening.seat_of[player]
        votes = vote_policies(worlds, round_, size)
        others = [s for s in range(round_.opening.seats) if s != seat]
        n = len(worlds.games)
        if len(others) < ENUMERATED_SEATS:
            ballots = np.array(list(product(range(3), repeat=len(others))))
            likely = np.ones((n, len(ballots)))
            for i, other in enumerate(others):
                likely *= votes[:, other, ballots[:, i]]
            if most is not None:
                likely = drawn_ballots(likely / likely.sum(axis=1, keepdims=True), most)
            best = likely.max(axis=1, keepdims=True)
            likely[(likely < UNLIKELY_BALLOT) & (likely < best)] = 0
            likely /= likely.sum(axis=1, keepdims=True)
            world, ballot = np.nonzero(likely)
            weights, cast = likely[world, ballot], ballots[ballot]
        else:
            # The same for every seed: they follow from the games' own generators.
            draws = _random_numbers(worlds.games, len(others))
            totals = votes[:, others].cumsum(axis=2)
            cast = np.minimum((totals <= (draws * totals[..., -1])[..., None]).sum(axis=2), 2)
            world, weights = np.arange(n), np.ones(n)
        games = worlds.games.take(world)
        for i, other in enumerate(others):
            games["vote"][:, other] = 1 + cast[:, i]
        games["votes_in"] = len(others)
        return world, games, weights

    def played_out(
        self,
        worlds: Imagined,
        round_: RoundTable,
        size: int,
        player: int,
        actions: Ints,
        random: np.random.Generator,
    ) -> Floats:
        """Return everybody's chances by world and action, at the deal after this round."""
        branches = _branches(worlds, round_, size, player, actions)
        manners = np.repeat(worlds.manners, len(actions), axis=0)
        draws = random.random((len(worlds.games), MOST_STEPS)).repeat(len(actions), axis=0)
        for step in range(MOST_STEPS):
            going = np.flatnonzero(branches.stages == GOING)
            if not len(going):
                break
            logs = policies(
                self.networks,
                branches.games.take(going),
                branches.histories[going],
                branches.players[going],
                manners[going],
            )
            totals = np.exp(logs).cumsum(axis=1)
            points = draws[going, step] * totals[:, -1]
            chosen = np.zeros(len(manners), np.int32)
            chosen[going] = (totals <= points[:, None]).sum(axis=1)
            branches.act(chosen)
        return self._chances_after(branches, worlds, player)

    def _chances_after(self, branches: _Branches, worlds: Imagined, player: int) -> Floats:
        """Return everybody's chances by world and action."""
        n = len(worlds.games)
        number = len(branches.games) // n
        tallies = np.repeat(worlds.tallies, number, axis=0)
        found = self.chances(branches.games, branches.histories, tallies, player)
        return found.reshape(n, number, OUTCOMES)


@dataclass(frozen=True)
class _Branches:
    """Imagined games that go on, each once for every action: world by world."""

    games: Any
    histories: Any
    players: NDArray[np.int32]
    """Who acts next."""
    stages: NDArray[np.int8]

    def act(self, chosen: NDArray[np.int32]) -> None:
        """Take an action in each game that is going."""
        far = np.ones(len(chosen), np.bool_)
        compiled.act_all(self.games, self.histories, self.players, chosen, self.stages, far)


def _branches(
    worlds: Imagined, round_: RoundTable, size: int, player: int, actions: Ints
) -> _Branches:
    """Return all worlds after every action of a player."""
    history = round_.history.copy()
    history["size"] = size
    games = np.repeat(worlds.games, len(actions))
    found = _Branches(
        games,
        np.repeat(history, len(games)),
        np.full(len(games), player, np.int32),
        np.full(len(games), GOING, np.int8),
    )
    found.act(np.tile(actions, len(worlds.games)).astype(np.int32))
    return found


def vote_policies(worlds: Imagined, round_: RoundTable, size: int) -> Floats:
    """Return by world, seat and vote card how likely everybody is to cast it at a ballot.

    The observer's own row is left at Yes.
    """
    votes = np.zeros((len(worlds.games), MAX_SEATS, 3))
    votes[:, :, 0] = 1.0
    for seat, rows in worlds.rows.items():
        table = round_.seats[seat]
        found = np.flatnonzero(round_.decisions.sizes[table.which] == size)
        if not len(found):
            continue  # forced: it holds nothing but its Yes
        index = int(found[0])
        manner = worlds.manners[:, seat]
        network = table.policy[index, rows, FIRST_VOTE : FIRST_VOTE + 3]
        sharp = SHARPNESS[np.minimum(manner, LIKE_A_COURTIER - 1)]
        logs = sharpened(network, sharp[:, None])
        logs = np.where((manner == LIKE_A_COURTIER)[:, None], table.votes[index, rows], logs)
        votes[:, seat] = np.exp(logs)
    return votes


def drawn_ballots(likely: Floats, number: int) -> Floats:
    """Return how often each ballot is drawn by world, as a share: at even distances.

    So a mean over worlds has them nearly as often as they are likely, without random numbers.
    """
    worlds = np.arange(len(likely))
    points = (np.arange(number) + (worlds * GOLDEN % 1)[:, None]) / number
    reached = likely.cumsum(axis=1)[:, None] <= points[..., None]
    found = np.zeros_like(likely)
    chosen = np.minimum(reached.sum(axis=2), likely.shape[1] - 1)
    np.add.at(found, (worlds[:, None], chosen), 1 / number)
    return found


def _random_numbers(games: Any, number: int) -> Floats:
    """Return random numbers from 0 to 1 that follow from each game's generator."""
    found = np.zeros((len(games), number))
    state = games["generator_a"].astype(np.uint64) << np.uint64(32)
    state |= games["generator_b"].astype(np.uint64)
    for column in range(number):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        found[:, column] = (state >> np.uint64(11)) / float(1 << 53)
    return found

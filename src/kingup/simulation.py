"""Random games: many at once for statistics, or single ones with their records.

A simulated game is determined by its setup and its seed: it is the same game whether it is
compiled or interpreted, counted or recorded.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kingup.game import Game
from kingup.rules.actions import decode_action
from kingup.rules.deals import SimulationDealer
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.playouts import next_actor, random_action
from kingup.rules.setup import Setup, new_state

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

CHUNK = 8192
"""Games per compiled call: a few hundredths of a second."""


@dataclass
class Counts:
    """Statistics over a number of games. Arrays are by seat."""

    setup: Setup
    games: int = 0
    decisions: int = 0
    votes: int = 0
    shared_victories: int = 0
    emissary_wins: int = 0
    emissary_total: int = 0
    win_shares: NDArray[float64] = field(init=False)
    totals: NDArray[float64] = field(init=False)
    squares: NDArray[float64] = field(init=False)
    lowest: NDArray[float64] = field(init=False)
    highest: NDArray[float64] = field(init=False)

    def __post_init__(self) -> None:
        import numpy as np

        seats = len(self.setup.seats)
        self.win_shares = np.zeros(seats)
        self.totals = np.zeros(seats)
        self.squares = np.zeros(seats)
        self.lowest = np.full(seats, np.inf)
        self.highest = np.full(seats, -np.inf)

    def add(self, other: Counts) -> None:
        """Add the counts of other games of the same setup."""
        import numpy as np

        self.games += other.games
        self.decisions += other.decisions
        self.votes += other.votes
        self.shared_victories += other.shared_victories
        self.emissary_wins += other.emissary_wins
        self.emissary_total += other.emissary_total
        self.win_shares += other.win_shares
        self.totals += other.totals
        self.squares += other.squares
        self.lowest = np.minimum(self.lowest, other.lowest)
        self.highest = np.maximum(self.highest, other.highest)


def simulate(setup: Setup, games: int, seed: int) -> Iterator[Counts | None]:
    """Play random games on all cores; yield the counts of every chunk when it is done.

    Also yield None every tenth of a second without a result, so that a caller can show that it is
    waiting (the first time, for the compiler). Game i is seeded with seed + i.
    """
    chunks = iter(range(0, games, CHUNK))
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        running: set[Future[Counts]] = set()
        # The first chunk alone, so that threads do not compile the same functions twice.
        allowed = 1
        while True:
            for start in chunks:
                number = min(CHUNK, games - start)
                running.add(pool.submit(_count, setup, number, seed + start))
                if len(running) >= allowed:
                    break
            if not running:
                return
            done, running = wait(running, 0.1, return_when=FIRST_COMPLETED)
            if not done:
                yield None
            for future in done:
                allowed = 2 * (os.cpu_count() or 1)
                yield future.result()


def _count(setup: Setup, number: int, seed: int) -> Counts:
    import numpy as np

    from kingup.rules import compiled

    games = compiled.new_games(new_state(setup), number)
    compiled.play_out_all(games, seed)
    masks = np.zeros(number, np.int16)
    compiled.winners_all(games, masks)

    counts = Counts(setup, number)
    counts.decisions = int(games["decisions"].sum())
    counts.votes = int(games["votes_held"].sum())
    counts.emissary_total = int(games["emissary_score"].sum())
    won = (masks[:, None] >> np.arange(len(setup.seats))) & 1
    winners = won.sum(axis=1)
    counts.emissary_wins = int((winners == 0).sum())
    counts.shared_victories = int((winners > 1).sum())
    counts.win_shares = (won / np.maximum(winners, 1)[:, None]).sum(axis=0)
    scores = _seat_scores(setup, games["score"])
    counts.totals = scores.sum(axis=0)
    counts.squares = (scores**2).sum(axis=0)
    counts.lowest = scores.min(axis=0)
    counts.highest = scores.max(axis=0)
    return counts


def _seat_scores(setup: Setup, scores: NDArray[float64]) -> NDArray[float64]:
    """Return each seat's final points in each game: for a team, the lower of its two scores."""
    import numpy as np

    columns = []
    player = 0
    for size in setup.seats:
        columns.append(scores[:, player : player + size].min(axis=1))
        player += size
    return np.stack(columns, axis=1).astype(np.float64)


def play_recorded(setup: Setup, seed: int) -> Game:
    """Play the random game of a seed and return it with its whole history."""
    game = Game(setup.edition, setup.seats, setup.options, dealer=None)
    state = game.state
    seed_generator(state, seed)
    dealer = SimulationDealer()
    while not game.is_over:
        if game.phase == "deal":
            game.deal(dealer.deal(state))
        elif game.phase == "shuffle":
            game.shuffle(dealer.shuffle(state))
        else:
            player = next_actor(state)
            game.play(player, decode_action(state, player, random_action(state, player)))
    return game

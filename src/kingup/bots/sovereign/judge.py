"""The judge: everybody's chance to win, whoever plays.

The trained player's critic learned among equals, and is wrong among strangers. The judge learned
in mixed company (`training/judge.py`), and reads from everybody's conduct who they are. It answers
for three sights: all cards open, one player's view, and what is public. An analysis should store
its digest: another judge gives other chances.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.compiled import history_records
from kingup.bots.sight import history_of, sight_of
from kingup.bots.sovereign import compiled
from kingup.bots.sovereign.conduct import HINTS, Floats, conduct_features
from kingup.bots.sovereign.conduct_rounds import Conduct
from kingup.bots.sovereign.judge_weights import JudgeWeights, load_judge
from kingup.bots.sovereign.layout import OUTCOMES, OWN_FEATURES, PLAYERS
from kingup.bots.sovereign.network import Bytes, JudgeNetwork, chances
from kingup.bots.sovereign.networks import show
from kingup.bots.sovereign.worlds import Worlds
from kingup.game import Game
from kingup.rules.constants import CARDS, MAX_SEATS, NO_AMBITION
from kingup.rules.records import new_games
from kingup.view import View

Chances = NDArray[np.float64]
"""By game and seat, then the Emissary's."""

Ints = NDArray[np.int32]


class Judge:
    """Chances to win, by the network of one file."""

    def __init__(self, weights: JudgeWeights) -> None:
        self._network = JudgeNetwork(weights.arrays, weights.shape)
        self.digest = weights.digest
        """The version of the judge: the beginning of its file's SHA-256."""

    def open(self, games: Any, histories: Any, tallies: Floats) -> Chances:
        """Return the chances with all cards open: the mean over what each seat makes of them.

        `tallies` are by game, seat and phase, of all rounds (`Conduct.open`).
        """
        seats = games["seats"].astype(np.int64)
        total = np.zeros((len(games), OUTCOMES))
        hints = np.zeros((len(games), MAX_SEATS, HINTS), np.float32)
        for place in range(int(seats.max(initial=0))):
            seat = place % seats
            players = np.take_along_axis(games["first_of"], seat[:, None], 1)[:, 0]
            players = players.astype(np.int32)
            rows, cards, kept = _look(games, histories, players)
            found = self._ask(rows, cards, kept, _turn(tallies, seat, seats), hints)
            weight = (place < seats)[:, None] / seats[:, None]
            total += weight * _by_seat(found, seat, seats)
        return total

    def open_to(self, games: Any, histories: Any, players: Ints, tallies: Floats) -> Chances:
        """Return the same from one seat's place: faster, and for comparisons nearly as good."""
        hints = np.zeros((len(games), MAX_SEATS, HINTS), np.float32)
        rows, cards, kept = _look(games, histories, players)
        return self._from(games, players, rows, cards, kept, tallies, hints)

    def view(
        self, games: Any, histories: Any, players: Ints, tallies: Floats, hints: Floats
    ) -> Chances:
        """Return the chances as a player of each game may judge them.

        `tallies` are of finished rounds (`Conduct.past`), `hints` of this one (`Conduct.hints`).
        """
        rows, cards, kept = _look(games, histories, players)
        cards[:, 2:], kept[:, 2:] = CARDS, NO_AMBITION
        return self._from(games, players, rows, cards, kept, tallies, hints)

    def public(self, games: Any, histories: Any, tallies: Floats, hints: Floats) -> Chances:
        """Return the chances as a spectator may judge them."""
        players = games["first_of"][:, 0].astype(np.int32)
        rows, cards, kept = _look(games, histories, players)
        rows[:, OWN_FEATURES] = 0
        cards[:], kept[:] = CARDS, NO_AMBITION
        return self._from(games, players, rows, cards, kept, tallies, hints)

    def _from(
        self, games: Any, players: Ints, rows: Bytes, cards: Bytes, kept: Bytes, tallies: Floats,
        hints: Floats,
    ) -> Chances:  # fmt: skip
        seats = games["seats"].astype(np.int64)
        seat = np.take_along_axis(games["seat_of"].astype(np.int64), players[:, None], 1)[:, 0]
        known = _turn(tallies, seat, seats), _turn(hints, seat, seats)
        found = self._ask(rows, cards, kept, *known)
        return _by_seat(found, seat, seats)

    def _ask(
        self, rows: Bytes, cards: Bytes, kept: Bytes, tallies: Floats, hints: Floats
    ) -> Chances:
        logits = self._network(rows, cards, kept, conduct_features(tallies, hints))
        return chances(logits, rows)

    def of_game(self, game: Game, conduct: Conduct) -> Chances:
        """Return the chances in a game as it stands, with all cards open."""
        view, state = game.view(), game.state
        history = history_records(history_of(view))
        found = self.open(new_games(state, 1), history, conduct.open(view, state)[None])
        return found.reshape(OUTCOMES)

    def of_view(self, view: View, conduct: Conduct) -> Chances:
        """Return the chances as a view's player or spectator may judge them."""
        games = new_games(sight_of(view), 1)
        history = history_records(history_of(view))
        tallies, hints = conduct.past(view)[None], conduct.hints(view)[None]
        if view.viewer is None:
            return self.public(games, history, tallies, hints).reshape(OUTCOMES)
        viewer = np.array([view.viewer], np.int32)
        return self.view(games, history, viewer, tallies, hints).reshape(OUTCOMES)

    def of_worlds(self, view: View, conduct: Conduct, worlds: Worlds) -> Chances:
        """Return the chances in worlds imagined from a view (`worlds.imagine`), by world.

        Their mean is what the viewer may expect. It takes longer than `of_view`, but knows from
        this round's actions, too, who chooses like whom.
        """
        histories = np.repeat(history_records(history_of(view)), len(worlds.games))
        return self.open(worlds.games, histories, conduct.imagined(view, worlds.games))


def judge_of(path: Path | str | None = None) -> Judge:
    """Return the judge of a file, or the package's own."""
    return _judge(load_judge(path))


@lru_cache(maxsize=2)
def _judge(weights: JudgeWeights) -> Judge:
    return Judge(weights)


def _look(games: Any, histories: Any, players: Ints) -> tuple[Bytes, Bytes, Bytes]:
    """Return what players see, and everybody's cards and kept Ambitions, counted from them."""
    rows, _masks = show(games, histories, players)
    cards = np.zeros((len(games), PLAYERS), np.uint8)
    kept = np.zeros((len(games), PLAYERS), np.uint8)
    compiled.open_all(games, players, cards, kept)
    return rows, cards, kept


def _turn(by_seat: Floats, mine: NDArray[np.int64], seats: NDArray[np.int64]) -> Floats:
    """Return numbers by seat as numbers by relative seat, one's own first."""
    place = np.arange(MAX_SEATS)
    index = (place + mine[:, None]) % seats[:, None]
    found: Floats = by_seat[np.arange(len(by_seat))[:, None], index].copy()
    found[place >= seats[:, None]] = 0
    return found


def _by_seat(relative: Chances, mine: NDArray[np.int64], seats: NDArray[np.int64]) -> Chances:
    """Return chances by relative seat as chances by seat; the Emissary's stay the last."""
    place = np.arange(MAX_SEATS)
    away = (place - mine[:, None]) % seats[:, None]
    found = relative.copy()
    found[:, :MAX_SEATS] = np.take_along_axis(relative[:, :MAX_SEATS], away, 1)
    found[:, :MAX_SEATS][place >= seats[:, None]] = 0
    return found

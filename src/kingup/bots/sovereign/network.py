"""The networks' forward pass, without PyTorch.

`training/network.py` is the same in PyTorch; tests compare the two. Observations are bytes and
mostly zeros, so the first layers take them as they are: the division by each feature's maximum,
and inputs that are constant for an edition, are folded into the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.sovereign.compiled import affine
from kingup.bots.sovereign.layout import (
    CHARACTER_FEATURES,
    FIRST_PLACE_FEATURE,
    HEIGHTS,
    INCIDENCE,
    KINDS,
    LAST,
    MATE,
    NORM_EPSILON,
    NOT_MATES,
    NOT_OWN,
    OUTCOMES,
    OWN,
    PLAYERS,
    TABLE_FEATURES,
    TOPS,
)
from kingup.bots.sovereign.shape import Shape
from kingup.bots.sovereign.weights import Floats, Weights
from kingup.rules.constants import ACTIONS, AMBITIONS, CARDS, CHARACTERS, JESTER, PLACES, RING
from kingup.rules.features import OFFSETS

Bytes = NDArray[np.uint8]

EACH = CHARACTER_FEATURES.shape[1]
TABLE = len(TABLE_FEATURES)

SHOWN: Bytes = np.zeros((CARDS + 1, CHARACTERS), np.uint8)
"""By card, and for no card: 1 if the card shows the character."""
SHOWN[:CARDS, :RING] = INCIDENCE

FEW = 2
"""The number of rows up to which our own loops are faster than a library's.

Our loops compute each row on its own in a fixed order of summation; a library's order depends on
the number of rows, and so do its last digits.
"""


class Layer:
    """A linear layer; weights are stored by input."""

    def __init__(self, arrays: Any, name: str) -> None:
        self.weights: Floats = np.ascontiguousarray(arrays[f"{name}.weight"].T)
        width = self.weights.shape[1]
        self.bias: Floats = arrays.get(f"{name}.bias", np.zeros(width, np.float32))

    def sparse(self, x: Floats) -> Floats:
        """Return the outputs for rows that are mostly zeros."""
        out = np.empty((len(x), self.weights.shape[1]), np.float32)
        found = np.empty(x.shape[1], np.int64)
        affine(np.ascontiguousarray(x), self.weights, self.bias, out, found)
        return out

    def __call__(self, x: Floats, few: bool) -> Floats:
        """Return the outputs."""
        if few:
            return self.sparse(x)
        out: Floats = x @ self.weights
        out += self.bias
        return out


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0, out=x)


def _normed(x: Floats) -> Floats:
    squares: Floats = np.einsum("...i,...i->...", x, x)
    normed: Floats = (
        x / np.sqrt(squares / np.float32(x.shape[-1]) + np.float32(NORM_EPSILON))[..., None]
    )
    return normed


class Trunk:
    """One row for everything, characters in slots: one's own first, and the highest first."""

    def __init__(self, arrays: Any, name: str, shape: Shape) -> None:
        first = Layer(arrays, f"{name}.first")
        each = EACH + len(KINDS[0, 0]) + (0 if name.startswith("player") else PLAYERS)
        scale = np.ones(len(first.weights), np.float32)
        for slot in range(CHARACTERS):
            scale[slot * each : slot * each + EACH] = (1 / TOPS)[CHARACTER_FEATURES[0]]
        # A critic's Ambitions, which follow the table's features, are not bytes, nor is conduct.
        table = CHARACTERS * each
        scale[table : table + TABLE] = (1 / TOPS)[TABLE_FEATURES]
        first.weights *= scale[:, None]
        self._first = first
        self._layers = [Layer(arrays, f"{name}.layers.{i}") for i in range(shape.blocks)]

    def __call__(
        self, characters: Bytes, table: Floats, edition: Any, few: bool
    ) -> tuple[NDArray[np.int64], Floats]:
        """Return the slot of every character, and hidden features of everything."""
        n = len(characters)
        order = np.argsort(_keys(characters), axis=1)
        in_order = characters[np.arange(n)[:, None], order]
        kinds = KINDS[edition[:, None], order]
        rows = np.empty((n, len(self._first.weights)), np.float32)
        end = rows.shape[1] - table.shape[1]
        slots = rows[:, :end].reshape(n, CHARACTERS, -1)
        known = EACH + kinds.shape[2]
        slots[:, :, :EACH] = in_order[:, :, :EACH]
        slots[:, :, EACH:known] = kinds
        slots[:, :, known:] = in_order[:, :, EACH:]
        rows[:, end:] = table
        x = _relu(self._first.sparse(rows))
        for layer in self._layers:
            x += _relu(layer(_normed(x), few))
        return np.argsort(order, axis=1), x


def _keys(characters: Bytes) -> NDArray[np.int64]:
    """Return the sort keys for the order of slots, by row and character."""
    places = characters[:, :, FIRST_PLACE_FEATURE : FIRST_PLACE_FEATURE + PLACES]
    heights = places.astype(np.float32) @ HEIGHTS  # numpy multiplies integers slowly
    keys = 16 * heights.astype(np.int64) + np.arange(CHARACTERS)
    keys += NOT_OWN * (characters[:, :, OWN] == 0) + NOT_MATES * (characters[:, :, MATE] == 0)
    keys[:, JESTER] = LAST
    return keys


def _read(rows: Bytes) -> tuple[Bytes, Floats, Any]:
    characters = rows[:, CHARACTER_FEATURES.reshape(-1)]
    table = rows[:, TABLE_FEATURES].astype(np.float32)
    edition = rows[:, OFFSETS["edition"] + 1].astype(np.int64)
    return characters.reshape(len(rows), CHARACTERS, EACH), table, edition


class PolicyNetwork:
    """Policy, chances of winning and everybody's cards, from players' views."""

    def __init__(self, weights: Weights) -> None:
        arrays = weights.arrays
        self._trunk = Trunk(arrays, "player.trunk", weights.player_shape)
        self._moves = Layer(arrays, "player.moves.out")
        self._liking = Layer(arrays, "player.liking.out")
        self._choices = Layer(arrays, "player.choices")
        self._outcome = Layer(arrays, "player.outcome")

    def policy(self, rows: Bytes, *, exact: bool = False) -> Floats:
        """Return the logits of all actions, by row: all that playing needs.

        With `exact`, a row's logits are the same to the last digit, whatever the other rows are.
        """
        few = exact or len(rows) <= FEW
        each, whole = self._trunk(*_read(rows), few)
        return self._logits(each, whole, few)

    def __call__(self, rows: Bytes) -> tuple[Floats, Floats, Floats]:
        """Return the logits of actions, of winners, and of each player's cards."""
        few = len(rows) <= FEW
        each, whole = self._trunk(*_read(rows), few)
        liking = self._each(self._liking, each, whole, few)
        cards: Floats = liking[:, :RING].transpose(0, 2, 1) @ INCIDENCE.T
        return self._logits(each, whole, few), self._outcome(whole, few), cards

    def _logits(self, each: Any, whole: Floats, few: bool) -> Floats:
        n = len(whole)
        moves = self._each(self._moves, each, whole, few)
        places = moves[:, :, :4].reshape(n, -1)
        choices = self._choices(whole, few)
        return np.concatenate([places, moves[:, :, 4], choices], axis=1)[:, :ACTIONS]

    def _each(self, head: Layer, each: Any, whole: Floats, few: bool) -> Floats:
        """Return a head's outputs by character."""
        n = len(whole)
        by_slot = head(whole, few).reshape(n, CHARACTERS, -1)
        in_order: Floats = by_slot[np.arange(n)[:, None], each]
        return in_order


class CriticNetwork:
    """Chances of winning with all cards open."""

    def __init__(self, weights: Weights) -> None:
        self._trunk = Trunk(weights.arrays, "critic.trunk", weights.critic_shape)
        self._outcome = Layer(weights.arrays, "critic.outcome")

    def __call__(self, rows: Bytes, cards: Bytes, kept: Bytes) -> Floats:
        """Return the logits of winners; cards and kept Ambitions are by relative player."""
        few = len(rows) <= FEW
        _each, whole = self._trunk(*_read_open(rows, cards, kept), few)
        return self._outcome(whole, few)[:, :OUTCOMES]


class JudgeNetwork:
    """Chances of winning with the cards that are known, and everybody's conduct."""

    def __init__(self, arrays: Mapping[str, Floats], shape: Shape) -> None:
        self._trunk = Trunk(arrays, "judge.trunk", shape)
        self._outcome = Layer(arrays, "judge.outcome")

    def __call__(self, rows: Bytes, cards: Bytes, kept: Bytes, conduct: Floats) -> Floats:
        """Return the logits of winners; cards and kept Ambitions are by relative player."""
        few = len(rows) <= FEW
        characters, table, edition = _read_open(rows, cards, kept)
        table = np.concatenate([table, conduct], axis=1)
        _each, whole = self._trunk(characters, table, edition, few)
        return self._outcome(whole, few)[:, :OUTCOMES]


def _read_open(rows: Bytes, cards: Bytes, kept: Bytes) -> tuple[Bytes, Floats, Any]:
    """Return the inputs of a trunk that also sees other players' cards."""
    n = len(rows)
    characters, table, edition = _read(rows)
    liked = SHOWN[cards].transpose(0, 2, 1)
    ambitions = np.zeros((n, PLAYERS, AMBITIONS + 1), np.float32)
    np.put_along_axis(ambitions, kept[:, :, None].astype(np.int64), 1, axis=2)
    known = ambitions[:, :, :AMBITIONS].reshape(n, -1)
    return (
        np.concatenate([characters, liked], axis=2),
        np.concatenate([table, known], axis=1),
        edition,
    )


def log_policy(logits: Floats, masks: Bytes) -> NDArray[np.float64]:
    """Return the log-policy over legal actions; minus infinity elsewhere."""
    legal = np.where(masks > 0, logits.astype(np.float64), -np.inf)
    top = legal.max(axis=1, keepdims=True)
    logs: NDArray[np.float64] = legal - top
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    return logs


def chances(logits: Floats, rows: Bytes) -> NDArray[np.float64]:
    """Return the probabilities of possible winners: seats from one's own on, then the Emissary."""
    start = OFFSETS["there"]
    there = np.concatenate(
        [rows[:, start : start + OUTCOMES - 1], rows[:, OFFSETS["options"] + 2][:, None]], axis=1
    )
    return np.exp(log_policy(logits, there))

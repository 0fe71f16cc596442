"""Files of weights: written by `python -m training.export`, read by the trained player.

A file is a NumPy npz: arrays of 16-bit numbers by name, and one text that describes their network.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.bot import BotError
from kingup.bots.sovereign.layout import NETWORK_VERSION
from kingup.bots.sovereign.shape import Shape, sizes_of
from kingup.rules.features import OBSERVATION_VERSION

SHIPPED = Path(__file__).parent / "sovereign.npz"
"""The package's own weights, if it has any."""

ABOUT = "about"
MOST_BYTES = 64 << 20
"""A larger file cannot be a file of weights."""

DAMAGED = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    AttributeError,
    MemoryError,
)
"""The errors of reading a damaged, locked or oddly compressed file."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Weights:
    """A network's numbers: the player's, and the critic's that judges with open cards.

    No two are equal, so that caches can be keyed by them.
    """

    player_shape: Shape
    critic_shape: Shape
    arrays: Mapping[str, Floats]
    trained: Mapping[str, Any]
    """What is known about their training: iteration, minutes."""


def save_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights, as 16-bit numbers."""
    about = {
        "network": NETWORK_VERSION,
        "observation": OBSERVATION_VERSION,
        "player": asdict(weights.player_shape),
        "critic": asdict(weights.critic_shape),
        "trained": dict(weights.trained),
    }
    arrays: dict[str, Any] = {
        name: array.astype(np.float16) for name, array in weights.arrays.items()
    }
    arrays[ABOUT] = np.array(json.dumps(about))
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


def load_weights(path: Path | str | None) -> Weights:
    """Return the weights of a file, or of the package; raise `BotError` if there are none."""
    if path is None and not SHIPPED.exists():
        raise BotError(
            "This kingup has no trained player: train one (see training/README.md) and name "
            "its weights, like sovereign:weights=FILE."
        )
    chosen = SHIPPED if path is None else Path(path)
    try:
        size, changed = chosen.stat().st_size, chosen.stat().st_mtime_ns
    except (OSError, ValueError):  # a path may contain a null byte
        raise BotError("There is no weights file “{path}”.", path=str(chosen)) from None
    if size > MOST_BYTES:
        raise _strange(chosen)
    return _read(chosen, changed)


def digest_of_weights(path: Path | None) -> str:
    """Return the digest of a file of weights, or of the package's."""
    return hashlib.sha256((path or SHIPPED).read_bytes()).hexdigest()[:12]


def _strange(path: Path) -> BotError:
    return BotError("“{path}” is not a weights file.", path=str(path))


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Weights:
    try:
        # Opened here: NumPy would leave a file open that it cannot read.
        with path.open("rb") as source, np.load(source, allow_pickle=False) as file:
            about = json.loads(str(file[ABOUT]))
            if about["network"] != NETWORK_VERSION or about["observation"] != OBSERVATION_VERSION:
                raise BotError(
                    "The weights “{path}” belong to another version of kingup.", path=str(path)
                )
            weights = Weights(
                Shape(**about["player"]),
                Shape(**about["critic"]),
                {name: file[name].astype(np.float32) for name in file.files if name != ABOUT},
                about["trained"],
            )
    except DAMAGED:
        raise _strange(path) from None
    _check(path, weights)
    return weights


def _check(path: Path, weights: Weights) -> None:
    """Raise `BotError` if the arrays do not match the declared network."""
    player, critic, arrays = weights.player_shape, weights.critic_shape, weights.arrays
    if not (player.is_known and critic.is_known):
        raise BotError("The weights “{path}” are for an unknown kind of network.", path=str(path))
    sizes = sizes_of("player", player) | sizes_of("critic", critic)
    for name in sorted(sizes.keys() | arrays.keys()):
        array = arrays.get(name)
        if array is None or array.shape != sizes.get(name) or not np.isfinite(array).all():
            raise BotError(
                "The weights “{path}” cannot be used: the array “{name}” is missing or unknown, "
                "of a wrong size, or not finite.",
                path=str(path),
                name=name,
            )

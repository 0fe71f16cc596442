"""The judge's file of weights: written by `python -m training.judge_export`, read by `judge.py`.

A file is a NumPy npz. Matrices are stored as whole numbers, whose groups share a scale;
everything else as 16-bit numbers. One text describes the network.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingup.bots.bot import BotError
from kingup.bots.sovereign.conduct import CONDUCT
from kingup.bots.sovereign.layout import NETWORK_VERSION
from kingup.bots.sovereign.shape import Shape, sizes_of
from kingup.bots.sovereign.weights import ABOUT, DAMAGED, MOST_BYTES, Floats
from kingup.rules.features import OBSERVATION_VERSION

SHIPPED = Path(__file__).parent / "judge.npz"
"""The package's own judge."""

JUDGE_VERSION = 1
"""Must change whenever a judge of an earlier version can no longer be used."""

GROUP = 32
"""The number of inputs of a row that share a scale."""

SCALE = ".scale"
LARGEST = 63
"""The largest of these numbers: seven bits are enough, and leave room in 8 MB."""


@dataclass(frozen=True, eq=False)
class JudgeWeights:
    """A judge's numbers; no two are equal, so that caches can be keyed by them."""

    shape: Shape
    arrays: Mapping[str, Floats]
    trained: Mapping[str, Any]
    """What is known about its training: updates, minutes."""
    digest: str
    """The version of the judge: analyses made with another one are out of date."""


def pack(matrix: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return a matrix as whole numbers, and the scales of its groups."""
    rows, inputs = matrix.shape
    groups = -(-inputs // GROUP)
    padded = np.zeros((rows, groups * GROUP), np.float32)
    padded[:, :inputs] = matrix
    grouped = padded.reshape(rows, groups, GROUP)
    scales = (np.abs(grouped).max(axis=2) / LARGEST).astype(np.float16)
    # Rounding a scale down could push the largest number past its limit.
    scales = np.nextafter(scales, np.float16(np.inf))
    packed = np.rint(grouped / scales.astype(np.float32)[:, :, None])
    whole = np.clip(packed, -LARGEST, LARGEST).astype(np.int8)
    return whole.reshape(rows, -1)[:, :inputs], scales


def unpack(packed: NDArray[np.int8], scales: NDArray[np.float16]) -> Floats:
    """Return the matrix of `pack`."""
    every = np.repeat(scales.astype(np.float32), GROUP, axis=1)[:, : packed.shape[1]]
    found: Floats = packed.astype(np.float32) * every
    return found


def save_judge(
    path: Path, shape: Shape, arrays: Mapping[str, Floats], trained: Mapping[str, Any]
) -> None:
    """Write a judge's file."""
    about = {
        "judge": JUDGE_VERSION,
        "network": NETWORK_VERSION,
        "observation": OBSERVATION_VERSION,
        "conduct": CONDUCT,
        "shape": asdict(shape),
        "trained": dict(trained),
    }
    stored: dict[str, Any] = {ABOUT: np.array(json.dumps(about))}
    for name, array in arrays.items():
        if array.ndim == 2:
            stored[name], stored[name + SCALE] = pack(array)
        else:
            stored[name] = array.astype(np.float16)
    with path.open("wb") as file:
        np.savez_compressed(file, **stored)


def load_judge(path: Path | str | None) -> JudgeWeights:
    """Return the judge of a file, or the package's own; raise `BotError` if there is none."""
    chosen = SHIPPED if path is None else Path(path)
    try:
        size, changed = chosen.stat().st_size, chosen.stat().st_mtime_ns
    except (OSError, ValueError):  # a path may contain a null byte
        raise BotError("There is no weights file “{path}”.", path=str(chosen)) from None
    if size > MOST_BYTES:
        raise _strange(chosen)
    return _read(chosen, changed)


def _strange(path: Path) -> BotError:
    return BotError("“{path}” is not a weights file.", path=str(path))


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> JudgeWeights:
    versions = {
        "judge": JUDGE_VERSION,
        "network": NETWORK_VERSION,
        "observation": OBSERVATION_VERSION,
        "conduct": CONDUCT,
    }
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        with path.open("rb") as source, np.load(source, allow_pickle=False) as file:
            about = json.loads(str(file[ABOUT]))
            if any(about[name] != version for name, version in versions.items()):
                raise BotError(
                    "The weights “{path}” belong to another version of kingup.", path=str(path)
                )
            arrays = {name: _array(file, name) for name in file.files if _is_array(name)}
            found = JudgeWeights(Shape(**about["shape"]), arrays, about["trained"], digest)
    except DAMAGED:
        raise _strange(path) from None
    _check(path, found)
    return found


def _is_array(name: str) -> bool:
    return name != ABOUT and not name.endswith(SCALE)


def _array(file: Any, name: str) -> Floats:
    if name + SCALE in file.files:
        return unpack(file[name], file[name + SCALE])
    found: Floats = file[name].astype(np.float32)
    return found


def _check(path: Path, judge: JudgeWeights) -> None:
    """Raise `BotError` if the arrays do not match the declared network."""
    if not judge.shape.is_known:
        raise BotError("The weights “{path}” are for an unknown kind of network.", path=str(path))
    sizes = sizes_of("judge", judge.shape)
    for name in sorted(sizes.keys() | judge.arrays.keys()):
        array = judge.arrays.get(name)
        if array is None or array.shape != sizes.get(name) or not np.isfinite(array).all():
            raise BotError(
                "The weights “{path}” cannot be used: the array “{name}” is missing or unknown, "
                "of a wrong size, or not finite.",
                path=str(path),
                name=name,
            )

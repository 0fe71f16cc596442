"""Arrays owned by the caller: NumPy's, or others that share their memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


def shared(array: Any, shape: tuple[int, ...], kind: DTypeLike, name: str) -> NDArray[Any]:
    """Return a checked NumPy array over the memory of any array on the CPU.

    Takes NumPy arrays and whatever shares its memory through the buffer protocol, NumPy's array
    interface or DLPack: PyTorch tensors, CuPy's pinned memory, JAX arrays. The last are immutable,
    so they can be read (actions) but not written.
    """
    view = _view(array)
    kind = np.dtype(kind)
    if view is None:
        raise ValueError(f"{name}: no array on the CPU whose memory can be shared")
    if view.shape != shape or view.dtype != kind or not view.flags.c_contiguous:
        raise ValueError(f"{name} must be a contiguous array of {kind} and shape {shape}")
    if not view.flags.writeable:
        raise ValueError(f"{name} cannot be written to")
    return view


def _view(array: Any) -> NDArray[Any] | None:
    if isinstance(array, np.ndarray):
        return array
    if hasattr(array, "__array_interface__"):
        return np.asarray(array)
    if hasattr(array, "__dlpack__"):
        try:
            return np.from_dlpack(array)
        except (BufferError, RuntimeError, TypeError):
            return None
    return None


def numbers(array: Any, length: int) -> NDArray[np.int32]:
    """Return actions of any integer type as 32-bit integers, without a copy if possible."""
    view = array if isinstance(array, np.ndarray) else _view(array)
    if view is None:
        view = np.asarray(array)
    if view.shape != (length,) or view.dtype.kind not in "iu":
        raise ValueError(f"actions must be {length} whole numbers, one for each game")
    return np.ascontiguousarray(view, np.int32)

"""The pieces of pictures, read from `sprites.zip`, in any size."""

from __future__ import annotations

import io
import zipfile
from functools import cache, lru_cache
from importlib import resources

from PIL import Image

from kingup.pictures.drawings import SCALE


@cache
def _packed() -> dict[str, bytes]:
    held = resources.files("kingup.pictures").joinpath("sprites.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(held)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def stored_digest() -> str:
    """Return the hash of the drawings from which the pieces were made."""
    return _packed()["digest"].decode()


@lru_cache(128)
def sprite(name: str, scale: float = SCALE) -> Image.Image:
    """Return a piece, with so many pixels for a unit of the scenery. Never draw on it."""
    drawn = Image.open(io.BytesIO(_packed()[f"{name}.webp"]))
    drawn.load()
    if scale == SCALE:
        return drawn
    size = (round(drawn.width * scale / SCALE), round(drawn.height * scale / SCALE))
    return drawn.resize(size, Image.Resampling.LANCZOS)

"""Pictures of pages, compared."""

from __future__ import annotations

import io

from PIL import Image, ImageChops

ROUNDING, FEW = 64, 10
"""So few pixels may differ by more: edges may be drawn a fraction of a pixel apart."""


def opened(png: bytes) -> Image.Image:
    """Return a picture in colours without transparency."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def look_alike(one: Image.Image, other: Image.Image) -> bool:
    """Return whether nobody would see a difference between two pictures."""
    shades = ImageChops.difference(one, other).convert("L").histogram()
    return one.size == other.size and sum(shades[ROUNDING:]) <= FEW

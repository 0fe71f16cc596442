"""On what the bytes of a picture depend, besides the game."""

from __future__ import annotations

from PIL import __version__ as pillow_version

from kingup import __version__
from kingup.pictures.sprites import stored_digest

VERSION = f"{__version__} {pillow_version} {stored_digest()[:16]}"
"""Pictures of the same moment may differ between versions."""

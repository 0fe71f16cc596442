"""Draw the pieces of which pictures are put together into `src/kingup/pictures/sprites.zip`."""

import io
import zipfile
from pathlib import Path

import resvg_py
from font_caladea import CaladeaBold
from PIL import Image

from kingup.pictures.drawings import digest, drawings

TARGET = Path(__file__).resolve().parent.parent / "src/kingup/pictures/sprites.zip"
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def rasterise(svg: str) -> Image.Image:
    """Return a drawing in pixels; its letters are those of the font that we install."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[CaladeaBold], serif_family="Caladea"
    )
    return Image.open(io.BytesIO(bytes(png)))


def main() -> None:
    """Draw everything."""
    pieces = drawings()
    with zipfile.ZipFile(TARGET, "w") as archive:
        archive.writestr(zipfile.ZipInfo("digest", LONG_AGO), digest(pieces))
        for name, svg in pieces.items():
            packed = io.BytesIO()
            image = rasterise(svg)
            opaque = image.getchannel("A").getextrema() == (255, 255)
            image.convert("RGB" if opaque else "RGBA").save(
                packed, "WEBP", lossless=True, method=6, quality=100
            )
            archive.writestr(zipfile.ZipInfo(f"{name}.webp", LONG_AGO), packed.getvalue())
    print(f"{len(pieces)} pieces, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()

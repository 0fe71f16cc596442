"""Style sheets, scripts and pictures, each packed once and kept by browsers for good.

The hash of the whole folder is part of every address (``/static/v0123456789/js/table.js``), so
that scripts which import each other by relative paths stay in step, too.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
import time
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
VERSION = re.compile(r"v[0-9a-f]{10}")
LOOK_AGAIN = 5.0
"""Seconds between two looks at the folder, for people who edit it while the server runs."""

TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".png": "image/png",
}
"""Not left to the system's table of types, which differs between machines."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    """The same compressed, where that is shorter."""
    type: str
    etag: str


class Assets:
    """The files of a folder, in memory."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._looked = float("-inf")
        self._seen: tuple[tuple[str, int, int], ...] | None = None
        self._assets: dict[str, Asset] = {}
        self._version = ""

    @property
    def version(self) -> str:
        """The hash of everything, as it stands in addresses."""
        self._look()
        return self._version

    def url(self, path: str) -> str:
        """Return the address of a file."""
        return f"/static/{self.version}/{path}"

    def find(self, path: str) -> tuple[Asset, bool] | None:
        """Return the file at a path below /static/, and whether browsers may keep it for good."""
        self._look()
        first, _, rest = path.partition("/")
        name = rest if VERSION.fullmatch(first) else path
        asset = self._assets.get(name)
        return None if asset is None else (asset, first == self._version)

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked < LOOK_AGAIN:
            return
        self._looked = now
        files = sorted(path for path in self._folder.rglob("*") if path.is_file())
        seen = tuple(
            (path.relative_to(self._folder).as_posix(), stat.st_mtime_ns, stat.st_size)
            for path in files
            for stat in (path.stat(),)
        )
        if seen == self._seen:
            return
        self._seen = seen
        self._assets = {name: _read(self._folder / name) for name, _, _ in seen}
        whole = hashlib.sha256()
        for name, asset in self._assets.items():
            whole.update(f"{name} {asset.etag}\n".encode())
        self._version = "v" + whole.hexdigest()[:10]


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    packed = (
        gzip.compress(body, 9, mtime=0) if not kind.startswith(("image/png", "font/")) else b""
    )
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(
        body,
        packed if 0 < len(packed) < len(body) else None,
        kind,
        f'"{hashlib.sha256(body).hexdigest()[:16]}"',
    )


ASSETS = Assets()
"""The files that come with the program."""


def static(path: str) -> str:
    """Return the address of one of our own files."""
    return ASSETS.url(path)

"""Style sheets, scripts and pictures: compressed once, cached by browsers for ever.

One hash over all files is part of every address (``/static/v0123456789/js/table.js``), so that
scripts which import each other by relative paths never mix versions. Files that only one page
uses lie beside that page and are served as ``css/NAME`` and ``js/NAME`` like the others.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
import time
from dataclasses import dataclass
from pathlib import Path

WEB = Path(__file__).parent.parent
STATIC = WEB / "static"
PAGES = WEB / "pages"
VERSION = re.compile(r"v[0-9a-f]{10}")
COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE)
"""A comment that has its lines to itself, in a script or a style sheet."""
RELOAD_INTERVAL = 5.0
"""Seconds between two checks for changed files, for development with a running server."""

TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".png": "image/png",
}
"""Fixed here, because the system's table of types differs between machines."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    compressed: bytes | None
    """The body compressed with gzip, if that is shorter."""
    type: str
    etag: str


class Assets:
    """Static files in memory: a folder of shared ones, and those beside their pages."""

    def __init__(self, static: Path = STATIC, pages: Path | None = None) -> None:
        self._static = static
        self._pages = pages
        self._checked_at = float("-inf")
        self._stats: tuple[tuple[str, int, int], ...] | None = None
        self._assets: dict[str, Asset] = {}
        self._version = ""

    @property
    def version(self) -> str:
        """The hash of all files, as used in addresses."""
        self._reload()
        return self._version

    def url(self, path: str) -> str:
        """Return the address of a file."""
        return f"/static/{self.version}/{path}"

    def find(self, path: str) -> tuple[Asset, bool] | None:
        """Return the file at a path below /static/, and whether browsers may cache it for ever."""
        self._reload()
        first, _, rest = path.partition("/")
        name = rest if VERSION.fullmatch(first) else path
        asset = self._assets.get(name)
        return None if asset is None else (asset, first == self._version)

    def files(self) -> dict[str, Path]:
        """Return all files by the names under which they are served."""
        found = {
            path.relative_to(self._static).as_posix(): path
            for path in self._static.rglob("*")
            if path.is_file()
        }
        if self._pages is not None:
            for path in (*self._pages.glob("*/*.css"), *self._pages.glob("*/*.js")):
                found[f"{path.suffix[1:]}/{path.name}"] = path
        return dict(sorted(found.items()))

    def _reload(self) -> None:
        now = time.monotonic()
        if now - self._checked_at < RELOAD_INTERVAL:
            return
        self._checked_at = now
        files = self.files()
        stats = tuple(
            (name, stat.st_mtime_ns, stat.st_size)
            for name, path in files.items()
            for stat in (path.stat(),)
        )
        if stats == self._stats:
            return
        self._stats = stats
        self._assets = {name: _read(path) for name, path in files.items()}
        digest = hashlib.sha256()
        for name, asset in self._assets.items():
            digest.update(f"{name} {asset.etag}\n".encode())
        self._version = "v" + digest.hexdigest()[:10]


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    if path.suffix in (".js", ".css"):
        # A seventh of what a first visit loads. The other lines keep their numbers.
        body = COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), body)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    compressed = (
        gzip.compress(body, 9, mtime=0) if not kind.startswith(("image/png", "font/")) else b""
    )
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(
        body,
        compressed if 0 < len(compressed) < len(body) else None,
        kind,
        f'"{hashlib.sha256(body).hexdigest()[:16]}"',
    )


ASSETS = Assets(STATIC, PAGES)
"""The files that come with the program."""


def static(path: str) -> str:
    """Return the address of one of our own files."""
    return ASSETS.url(path)

"""Where a server listens, and under which addresses others reach it."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from pathlib import Path

from kingup.rules.errors import KingUpError

PORT = 8000
PORTS_TRIED = 50
EVERYWHERE = "0.0.0.0"  # noqa: S104 - said aloud at start, and --loopback is the way out
LOOPBACK = "127.0.0.1"


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens: at the port asked for, or at the first free one from 8000."""
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in ports:
        try:
            return _bind(host, number)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES) and port is None:
                continue
            raise KingUpError(
                "The server cannot listen on {host}, port {port}: {reason}.",
                host=host,
                port=number,
                reason=error.strerror or error,
            ) from error
    raise KingUpError(
        "No port from {first} to {last} is free: choose another one with --port.",
        first=ports[0],
        last=ports[-1],
    )


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would share a port that is taken
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except BaseException:
        listening.close()
        raise
    return listening


def lan_address() -> str | None:
    """Return this machine's address in its network, or None where there is no network.

    Connecting a UDP socket sends nothing: it only asks the system which way it would send.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    found = ipaddress.ip_address(address)
    return None if found.is_loopback or found.is_unspecified else address


def web_address(host: str, port: int) -> str:
    """Return the address a browser takes."""
    if ":" in host:
        host = f"[{host}]"
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def data_folder() -> Path:
    """Return the folder for what should be there again tomorrow."""
    chosen = os.environ.get("KINGUP_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "kingup"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kingup"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kingup"


def has_screen() -> bool:
    """Return whether a browser window could be opened here."""
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

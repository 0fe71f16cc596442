"""Where messages may go: to push services in the open Internet, to nothing in our own network.

A browser tells us the address of its push service, and anybody can pretend to be a browser. So
an address must be https, and all that its name stands for must be public; the connection then
goes to exactly the number that was looked at, whatever the name stands for a moment later.
"""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from kingup.server.refusals import Refusal

LONGEST = 1_000
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses that routers translate into IPv4 ones."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of a push service, taken apart."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def audience(self) -> str:
        """Whom signatures are for."""
        default = 443 if self.scheme == "https" else 80
        port = "" if self.port == default else f":{self.port}"
        return f"{self.scheme}://{self._host}{port}"

    @property
    def _host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def read_endpoint(text: str, *, anywhere: bool = False) -> Endpoint:
    """Return an address that a browser has told; one that is none raises a refusal."""
    refusal = Refusal("Notifications cannot be sent to this address.", status=400)
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or " " in text:
        raise refusal
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise refusal from None
    if not parts.hostname or parts.username or parts.password:
        raise refusal
    if not anywhere and (parts.scheme != "https" or port not in (None, 443)):
        raise refusal
    if parts.scheme not in ("http", "https"):
        raise refusal
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    default = 443 if parts.scheme == "https" else 80
    return Endpoint(parts.scheme, parts.hostname, port or default, path)


async def find(endpoint: Endpoint, *, anywhere: bool = False) -> str | None:
    """Return the number to connect to; None where there is none, or one that is not public."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(
            endpoint.host, endpoint.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
    except (OSError, UnicodeError):
        return None
    numbers = [str(address[0]) for *_, address in found]
    if not numbers or not (anywhere or all(is_public(number) for number in numbers)):
        return None
    return numbers[0]


def is_public(number: str) -> bool:
    """Return whether a number is an address in the open Internet."""
    try:
        address = ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address.teredo is not None or address in TRANSLATED:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved

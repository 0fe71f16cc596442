"""Checks where push messages go: to public addresses only, never into the server's own network.

The address of a push service comes from the browser, so anybody can make one up. It must be
https, and its host must resolve to public IP addresses only. The connection then uses the IP
address that was checked, so that a later change in DNS cannot redirect it.
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
"""NAT64: routers translate these to IPv4 addresses."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The parsed address of a push service."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def audience(self) -> str:
        """The origin that signatures are made for."""
        default = 443 if self.scheme == "https" else 80
        port = "" if self.port == default else f":{self.port}"
        return f"{self.scheme}://{self._host}{port}"

    @property
    def _host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def read_endpoint(text: str, *, anywhere: bool = False) -> Endpoint:
    """Parse the address that a browser has sent, or raise a refusal.

    With `anywhere`, plain http and any port are allowed.
    """
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


async def resolve_endpoint(endpoint: Endpoint, *, anywhere: bool = False) -> str | None:
    """Return the IP address to connect to; None if there is none, or if one is not public."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(
            endpoint.host, endpoint.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
    except (OSError, UnicodeError):
        return None
    ips = [str(address[0]) for *_, address in found]
    if not ips or not (anywhere or all(is_public(ip) for ip in ips)):
        return None
    return ips[0]


def is_public(ip: str) -> bool:
    """Return whether an IP address is public."""
    try:
        address = ip_address(ip.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address.teredo is not None or address in TRANSLATED:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved

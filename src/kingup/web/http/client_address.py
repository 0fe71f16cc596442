"""Where a connection comes from, as far as one can tell people apart by it."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from starlette.requests import HTTPConnection

NETWORK = 64
"""Who has an IPv6 address has all of these bits' network: it counts as one."""


@lru_cache(4096)
def source_of(address: str) -> str:
    """Return what stands for everybody behind an address: IPv4 itself, IPv6 its network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))


def source_behind(connection: HTTPConnection) -> str:
    """Return the same of a connection; all that come from nowhere count as one."""
    return source_of(connection.client.host if connection.client else "?")

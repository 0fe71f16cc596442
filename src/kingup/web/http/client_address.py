"""The source of a connection, as rate limits count it."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from starlette.requests import HTTPConnection

NETWORK = 64
"""Bits of an IPv6 network that counts as one source: a client can use any address in it."""


@lru_cache(4096)
def source_of(address: str) -> str:
    """Return the source of an address: an IPv4 address itself, an IPv6 address's network."""
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
    """Return the source of a connection; all without an address count as one."""
    return source_of(connection.client.host if connection.client else "?")

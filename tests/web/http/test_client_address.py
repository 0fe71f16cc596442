"""The source that an address counts as, and the address in invitations."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from starlette.requests import HTTPConnection

from kingup.server.settings import ServerSettings
from kingup.web.http.client_address import source_of
from kingup.web.http.dependencies import address_of


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_network_counts_as_one_source(address: str, source: str) -> None:
    assert source_of(address) == source


def test_other_ipv6_networks_count_separately() -> None:
    assert source_of("2001:db8:1:2::1") == source_of("2001:db8:1:2:ffff::1")
    assert source_of("2001:db8:1:2::1") != source_of("2001:db8:1:3::1")


@pytest.mark.parametrize(
    ("known", "host", "invited"),
    [
        (True, "evil.example", "https://play.example"),
        (True, "127.0.0.1:8000", "https://play.example"),
        (False, "10.0.0.7:8000", "http://10.0.0.7:8000"),
        (False, "localhost:8000", "https://play.example"),
    ],
)
def test_no_request_can_choose_where_invitations_lead(
    known: bool, host: str, invited: str
) -> None:
    settings = ServerSettings("", address="https://play.example/", known_address=known)
    scope = {
        "type": "http",
        "scheme": "http",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "app": SimpleNamespace(state=SimpleNamespace(services=SimpleNamespace(settings=settings))),
    }
    assert address_of(HTTPConnection(scope)) == invited

"""Forms are accepted from this server's own pages only."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal
from kingup.web.http.origins import check_origin, same_origin


def connection_with(**headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "scheme": "http", "headers": raw})


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "http://localhost:8000"),
        ("192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("example.org", "https://example.org"),
        ("example.org", "http://example.org:80"),
        ("EXAMPLE.org", "http://example.ORG"),
        ("[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_a_page_of_this_server_may_send_forms(host: str, origin: str) -> None:
    assert same_origin(connection_with(host=host, origin=origin))
    assert same_origin(connection_with(host=host, referer=origin + "/t/rook-22222?as=1"))


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:8001",
        "http://localhost:8000.evil.example",
        "http://evil.example/localhost:8000",
        "http://localhost:8000@evil.example",
        "null",
        "",
        "http://",
        "http://[",
        "http://localhost:99999",
        "file:///etc/passwd",
    ],
)
def test_a_page_of_another_origin_may_not_send_forms(origin: str) -> None:
    assert not same_origin(connection_with(host="localhost:8000", origin=origin))
    assert not same_origin(
        connection_with(host="localhost:8000", origin=origin, referer="http://localhost:8000/")
    )
    with pytest.raises(Refusal) as refusal:
        check_origin(connection_with(host="localhost:8000", origin=origin))
    assert refusal.value.status == 403


def test_forms_without_an_origin_are_refused() -> None:
    assert not same_origin(connection_with(host="localhost:8000"))
    assert not same_origin(connection_with())
    assert same_origin(connection_with(host="localhost:8000"), silent=True)

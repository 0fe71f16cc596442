"""Headers that every answer has."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.web.http.assets import ASSETS
from kingup.web.http.headers import content_policy
from tests.guard.requests import ask, serving


def test_the_policy_allows_only_own_files_and_nothing_inline() -> None:
    policy = content_policy("192.168.1.7:8000")
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "connect-src 'self' ws://192.168.1.7:8000 wss://192.168.1.7:8000" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("host", ["", "a;script-src *", "a b", "a, b", "*", "[evil]", "a:b"])
def test_an_invalid_host_is_left_out_of_the_policy(host: str) -> None:
    assert content_policy(host).endswith("connect-src 'self'")


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "[::1]:8000", "king-up.example"])
def test_the_policy_allows_sockets_to_the_host(host: str) -> None:
    assert content_policy(host).endswith(f"ws://{host} wss://{host}")


@pytest.mark.parametrize(
    ("suffix", "has_policy"), [(".svg", True), (".css", False), (".js", False)]
)
async def test_only_files_that_may_be_opened_by_themselves_have_a_policy(
    tmp_path: Path, suffix: str, has_policy: bool
) -> None:
    path = next(name for name in ASSETS.files() if name.endswith(suffix))
    async with serving(tmp_path) as app:
        answer = await ask(app, "GET", f"/static/{path}")
    assert answer.status == 200
    headers = dict(answer.headers)
    assert (b"content-security-policy" in headers) == has_policy
    assert headers[b"x-content-type-options"] == b"nosniff"

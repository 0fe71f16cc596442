"""Making a token through the forms of a server's pages, as a browser would."""

from __future__ import annotations

import html
import re

import httpx2

from kingup.client.errors import ServerError, Unreachable
from kingup.client.http_client import SECONDS, connecting_to, read_address
from kingup.language import current_language

TOKEN = re.compile(r"\bkingup_[\w-]{43}\b")
ERROR = re.compile(r'<p class="(?:error|flash|lead)"[^>]*>(.*?)</p>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def make_token(server: str, name: str, owner: str | None, *, league: str | None = None) -> str:
    """Return the text of a new token for a bot, which also enters a league if one is given.

    Without an owner, the token is for a person who plays in a terminal.
    The token belongs to nobody's browser, so that no page can revoke it.
    """
    path = "/me/tokens" if league is None else f"/league/{league}/enter"
    address = read_address(server)
    headers = {"origin": address, "accept-language": current_language()}
    with (
        connecting_to(server),
        httpx2.Client(
            base_url=address,
            headers=headers,
            timeout=SECONDS,
            verify=address.startswith("https"),
        ) as http,
    ):
        http.get("/me/tokens")  # for the cookie that says who asks
        # A server that does not know `person` makes a bot's token.
        whose = {"owner": name, "person": "1"} if owner is None else {"owner": owner}
        answer = http.post(path, data={"name": name, **whose})
    found = TOKEN.search(answer.text)
    if found is not None and answer.is_success:
        return found[0]
    refused = ERROR.search(answer.text)
    if refused is None:
        raise Unreachable(
            "The server at {server} cannot be reached, or is not a kingup server.", server=server
        )
    text = " ".join(html.unescape(TAG.sub("", refused[1])).split())
    raise ServerError(text, code="refused", status=answer.status_code)

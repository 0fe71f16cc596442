"""Sending a message to a browser through its push service."""

from __future__ import annotations

import asyncio
import base64
import logging
from typing import Literal

import httpx2

from kingup.server.push.encryption import encrypt
from kingup.server.push.endpoints import Endpoint, find, read_endpoint
from kingup.server.push.vapid import VapidSigner
from kingup.server.refusals import Refusal
from kingup.store.push_subscriptions import PushSubscription

log = logging.getLogger("kingup.web")

SECONDS = 10.0
DAY = 24 * 3600
PAUSES = (2.0, 10.0)
"""Seconds before each new try, where a service is busy."""

Fate = Literal["sent", "gone", "failed"]


class PushSender:
    """Sends messages, to public addresses only unless it is told otherwise."""

    def __init__(self, signer: VapidSigner, *, anywhere: bool = False) -> None:
        self.signer = signer
        self._anywhere = anywhere
        # Redirects are not followed: they would lead past the look at the address.
        self._http = httpx2.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def send(self, to: PushSubscription, message: bytes, topic: str) -> Fate:
        """Send a message, which replaces an earlier one of the same topic."""
        try:
            endpoint = read_endpoint(to.endpoint, anywhere=self._anywhere)
        except Refusal:
            return "gone"
        body = encrypt(message, _bytes(to.key), _bytes(to.auth))
        for pause in (*PAUSES, None):
            status = await self._post(endpoint, body, topic)
            if status in (404, 410):
                return "gone"
            if 200 <= status < 300:
                return "sent"
            if pause is None or status not in (0, 429, 500, 502, 503, 504):
                break
            await asyncio.sleep(pause)
        log.warning("a push service answered %d", status)
        return "failed"

    async def _post(self, endpoint: Endpoint, body: bytes, topic: str) -> int:
        number = await find(endpoint, anywhere=self._anywhere)
        if number is None:
            return 0
        host = f"[{number}]" if ":" in number else number
        try:
            async with self._http.stream(
                "POST",
                f"{endpoint.scheme}://{host}:{endpoint.port}{endpoint.path}",
                content=body,
                headers={
                    "host": endpoint.audience.partition("://")[2],
                    "authorization": self.signer.header(endpoint.audience),
                    "content-encoding": "aes128gcm",
                    "content-type": "application/octet-stream",
                    "ttl": str(DAY),
                    "urgency": "normal",
                    "topic": topic,
                },
                # The certificate has to be that of the name, although we connect to a number.
                extensions={"sni_hostname": endpoint.host},
            ) as answer:
                return answer.status_code  # what else it says is not even read
        except httpx2.HTTPError:
            return 0


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

"""Sends messages to browsers through their push services."""

from __future__ import annotations

import asyncio
import base64
import logging
from typing import Literal

import httpx2

from kingup.server.push.encryption import encrypt
from kingup.server.push.endpoints import Endpoint, read_endpoint, resolve_endpoint
from kingup.server.push.vapid import VapidSigner
from kingup.server.refusals import Refusal
from kingup.store.push_subscriptions import PushSubscription

log = logging.getLogger("kingup.web")

TIMEOUT = 10.0
DAY = 24 * 3600
RETRY_PAUSES = (2.0, 10.0)
"""Seconds before each retry, if a service is busy or unreachable."""

SendResult = Literal["sent", "gone", "failed"]


class PushSender:
    """Sends messages; to public addresses only, unless `anywhere` is set."""

    def __init__(self, signer: VapidSigner, *, anywhere: bool = False) -> None:
        self.signer = signer
        self._anywhere = anywhere
        # Redirects are not followed: they would bypass the check of the address.
        self._http = httpx2.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def send(self, to: PushSubscription, message: bytes, topic: str) -> SendResult:
        """Send a message, which replaces an earlier one of the same topic.

        Returns "gone" if the browser can no longer be reached at this address.
        """
        try:
            endpoint = read_endpoint(to.endpoint, anywhere=self._anywhere)
        except Refusal:
            return "gone"
        body = encrypt(message, _bytes(to.key), _bytes(to.auth))
        for pause in (*RETRY_PAUSES, None):
            status = await self._post(endpoint, body, topic)
            if status in (404, 410):
                return "gone"
            if 200 <= status < 300:
                return "sent"
            if pause is None or status not in (0, 429, 500, 502, 503, 504):
                break
            await asyncio.sleep(pause)
        log.warning("push failed: service=%s status=%d", endpoint.host, status)
        return "failed"

    async def _post(self, endpoint: Endpoint, body: bytes, topic: str) -> int:
        ip = await resolve_endpoint(endpoint, anywhere=self._anywhere)
        if ip is None:
            return 0
        host = f"[{ip}]" if ":" in ip else ip
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
                # The certificate must match the host name, although we connect to an IP address.
                extensions={"sni_hostname": endpoint.host},
            ) as answer:
                return answer.status_code  # the body is not read
        except httpx2.HTTPError:
            return 0


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

"""The doors of the server: whoever is slow, or brings a crowd, keeps nobody else waiting.

A request must have arrived within some seconds, head and body, however its bytes drip; one
address may hold some hundred connections open, whatever it does with them; and who sends very much
is listened to more slowly, which costs little and loses nothing.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from kingup.web.http.client_address import source_of
from kingup.web.live.staying import STAYS, Resident

HEAD_SECONDS = 15.0
"""How long the first line and the headers of a request may take, and the silence before them."""
BODY_SECONDS = 30.0
"""How long a form may take: 64 KB are little even for a bad line."""
LARGEST_HEAD = 32 * 1024
"""Bytes of the first line and the headers."""
LARGEST_REST = 1024 * 1024
"""Bytes of a body before somebody is hung up on who goes on sending after having been refused."""
MOST_CONNECTIONS = 400
"""Open connections of one address: all browsers of a school, with all their sockets."""

RATE = 200.0
BURST = 600.0
"""How many pieces of data of one address are read: in a second, and at once. A request is a piece,
a large form several."""
TEXT, BINARY = 0x81, 0x82
"""The first bytes of messages that come in one piece."""
MOST_ACCOUNTS = 10_000
"""Addresses whose pieces are counted; the longest silent are forgotten first."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)


class Crowd:
    """How many connections each address has open."""

    def __init__(self, most: int | None = MOST_CONNECTIONS, proxies: str = "127.0.0.1") -> None:
        self.most = most
        self._open: Counter[str] = Counter()
        self._accounts: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._entered: dict[asyncio.BaseTransport, str] = {}
        names = [name.strip() for name in proxies.split(",")]
        self._everybody = "*" in names
        self._networks = [network for name in names if (network := _network(name))]

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Count a connection; False for one too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        if self.most is None or not address or self._is_proxy(address):
            return True  # who comes through a proxy is counted by the proxy
        source = source_of(address)
        if self._open[source] >= self.most:
            return False
        self._open[source] += 1
        self._entered[transport] = source
        return True

    def wait(self, transport: asyncio.BaseTransport, now: float) -> float:
        """Count a piece of data, and return for how many seconds it has to wait.

        Accounts are overdrawn: of many pieces that wait, each waits longer than the one before.
        """
        source = self._entered.get(transport)
        if source is None:
            return 0.0
        left, since = self._accounts.pop(source, (BURST, now))
        left = min(BURST, left + (now - since) * RATE) - 1.0
        self._accounts[source] = (left, now)
        if len(self._accounts) > MOST_ACCOUNTS:
            self._accounts.popitem(last=False)
        return max(0.0, -left / RATE)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that was counted."""
        source = self._entered.pop(transport, None)
        if source is not None:
            self._open[source] -= 1
            if not self._open[source]:
                del self._open[source]

    def _is_proxy(self, address: str) -> bool:
        if self._everybody:
            return True
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name, strict=False)
    except ValueError:
        return None


class Turns:
    """Lets data of an address that sends very much wait until it is its turn again."""

    crowd = Crowd(None)
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _held: tuple[bytes, ...] = ()

    def data_received(self, data: bytes) -> None:
        """Read on, at once or when it is this address's turn again."""
        if self._held:
            self._held += (data,)  # in the order in which it came
        elif wait := self.crowd.wait(self.transport, self.loop.time()):
            self._held = (data,)
            self.transport.pause_reading()
            self.loop.call_later(wait, self._read_held)
        else:
            self._read(data)

    def _read_held(self) -> None:
        held, self._held = b"".join(self._held), ()
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self._read(held)

    def _read(self, data: bytes) -> None:
        raise NotImplementedError


class Door(Turns, HttpToolsProtocol):
    """One connection, as long as whoever is at the other end does their part."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._patience: asyncio.TimerHandle | None = None
        self._head: int | None = 0
        """Bytes of the head that is being read; None while none is."""
        self._body = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in."""
        super().connection_made(transport)
        if self.crowd.enter(transport):
            self._wait(HEAD_SECONDS)
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close behind somebody."""
        self._wait(None)
        self.crowd.leave(self.transport)
        super().connection_lost(exc)

    def _read(self, data: bytes) -> None:
        """Read, but no head without an end."""
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD + len(data):
                self.transport.write(TOO_LONG)
                self.transport.close()
                return
        HttpToolsProtocol.data_received(self, data)

    def on_message_begin(self) -> None:
        """Give the head of a request its time."""
        super().on_message_begin()
        self._head = self._head or 0
        self._body = 0
        self._wait(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        """Give the body its time."""
        self._head = None
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Read on, but no body without an end: the page has refused a large one long ago."""
        self._body += len(body)
        if self._body > LARGEST_REST:
            self._give_up()
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait for nothing more: now it is our turn."""
        self._wait(None)
        self._head = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on."""
        self._wait(None)
        super().handle_websocket_upgrade()

    def _wait(self, seconds: float | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if seconds is not None:
            self._patience = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._patience = None
        self.transport.abort()


class Inbox:
    """What uvicorn puts messages into, once somebody stays at a socket who hears them at once."""

    __slots__ = ("_resident", "_tasks")

    def __init__(self, resident: Resident, tasks: set[asyncio.Task[None]]) -> None:
        self._resident: Resident | None = resident
        self._tasks = tasks

    def put_nowait(self, message: Any) -> None:
        """Pass a message on; the last one says that the socket is closed."""
        resident = self._resident
        if resident is None:
            return
        if message["type"] == "websocket.receive":
            resident.hear(message.get("text"))
            return
        self._resident = None  # who speaks through this door: the two would keep each other
        resident.gone()
        # A server that stops waits for its tasks: what was begun is done to its end.
        task = asyncio.get_running_loop().create_task(resident.ended())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class SocketDoor(Turns, WebSocketsSansIOProtocol):
    """The same connection once it is a socket: uvicorn's pings see whether anybody is there."""

    _resident: Resident | None = None
    _is_at_rest = False

    def handle_connect(self, event: Any) -> None:
        """Let the application know that whoever is to hear messages may stay here."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][STAYS] = self  # type: ignore[assignment]

    def let_stay(self, resident: Resident) -> None:
        """Tell a resident of every message as soon as the request is over."""
        self._resident = resident

    async def run_asgi(self) -> None:
        """Serve the request; whoever stays afterwards is all that is kept."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        else:
            if not self.handshake_complete:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
        resident, self._resident = self._resident, None
        if resident is not None:
            self._rest(resident)
        elif self.close_timer is None:
            self.transport.close()

    def _rest(self, resident: Resident) -> None:
        self._is_at_rest = True
        waiting, inbox = self.queue, Inbox(resident, self.tasks)
        self.queue = inbox  # type: ignore[assignment]
        if self.read_paused:
            self.transport.resume_reading()
        self.read_paused = True  # or so uvicorn thinks: nothing piles up that is heard at once
        while not waiting.empty():
            inbox.put_nowait(waiting.get_nowait())
        del self.scope, self.request, self.response

    async def send(self, message: Any) -> None:
        """Send a message; most are whole ones over an open line, which need few words."""
        if not self.writable.is_set():
            await self.writable.wait()
        if (
            message["type"] != "websocket.send"
            or self.conn.state is not State.OPEN
            or self.conn.extensions
            or self.disconnected
        ):
            self.read_paused = self.read_paused and not self._is_at_rest
            await super().send(message)
            return
        text = message.get("text")
        if text is None:
            self.transport.write(frame(BINARY, message["bytes"]))
        else:
            self.transport.write(frame(TEXT, text.encode()))

    def connection_lost(self, exc: Exception | None) -> None:
        """Close behind somebody."""
        self.crowd.leave(self.transport)
        super().connection_lost(exc)

    def _read(self, data: bytes) -> None:
        WebSocketsSansIOProtocol.data_received(self, data)


def frame(kind: int, data: bytes) -> bytes:
    """Return a whole message as a server sends it: its kind, its length, and itself (RFC 6455)."""
    size = len(data)
    if size < 126:
        return bytes((kind, size)) + data
    if size < 1 << 16:
        return bytes((kind, 126)) + size.to_bytes(2) + data
    return bytes((kind, 127)) + size.to_bytes(8) + data


def doors(crowd: Crowd) -> tuple[type[Door], type[SocketDoor]]:
    """Return the doors of one server."""

    class ThisDoor(Door):
        pass

    class ThisSocketDoor(SocketDoor):
        pass

    ThisDoor.crowd = ThisSocketDoor.crowd = crowd
    return ThisDoor, ThisSocketDoor

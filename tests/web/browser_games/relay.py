"""A connection between a browser and the server that can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

CHUNK = 65536


class Relay:
    """Passes bytes on until it is cut; then it refuses connections."""

    def __init__(self, server: str) -> None:
        self.server = server
        self._open: set[socket.socket] = set()
        self._listening: socket.socket | None = None
        self._port = 0
        self.frozen = threading.Event()
        """While set nothing passes and no connection is closed: a tunnel, a phone in a lift."""
        self.mend()

    @property
    def address(self) -> str:
        """Return the address under which a browser reaches the server."""
        return f"http://127.0.0.1:{self._port}"

    def cut(self) -> None:
        """Break all connections, and let no new one in."""
        if self._listening is not None:
            with contextlib.suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
            self._listening = None
        for end in list(self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let browsers through again."""
        self.frozen.clear()
        if self._listening is None:
            self._listening = socket.create_server(("127.0.0.1", self._port))
            self._port = self._listening.getsockname()[1]
            threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                browser, _ = listening.accept()
            except OSError:
                return
            parts = urlsplit(self.server)
            try:
                server = socket.create_connection((parts.hostname or "", parts.port or 80))
            except OSError:
                browser.close()
                continue
            for ends in ((browser, server), (server, browser)):
                self._open.update(ends)
                threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if self.frozen.is_set():
                    continue  # lost on the way
                sink.sendall(data)
        for end in (source, sink):
            self._open.discard(end)
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def relayed(server: str) -> Iterator[Relay]:
    """Yield a relay to a server for the length of the block."""
    relay = Relay(server)
    try:
        yield relay
    finally:
        relay.cut()

"""Attacks from one address: `python -m bench.attack.attackers NAME HOST PORT SECONDS`."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Callable

SOURCE = "127.0.0.2"
"""Another loopback address, which is not a trusted proxy."""
CROWD = 10_000
AT_ONCE = 8

Attack = Callable[[str, int, float], Awaitable[None]]


async def _open(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(host, port, local_addr=(SOURCE, 0))


async def idle(host: str, port: int, until: float) -> None:
    """Open ten thousand connections and send nothing."""
    held: list[asyncio.StreamWriter] = []
    for _ in range(CROWD):
        if time.monotonic() > until:
            break
        with contextlib.suppress(OSError):
            held.append((await _open(host, port))[1])
    await asyncio.sleep(max(0.0, until - time.monotonic()))


async def slowloris(host: str, port: int, until: float) -> None:
    """Begin four hundred requests, and send their headers very slowly."""
    held: list[asyncio.StreamWriter] = []
    while time.monotonic() < until:
        while len(held) < 400:
            with contextlib.suppress(OSError):
                _, writer = await _open(host, port)
                writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
                held.append(writer)
        for writer in held:
            writer.write(b"x-a: b\r\n")
        held = [writer for writer in held if not writer.is_closing()]
        await asyncio.sleep(0.5)


def _flood(head: bytes, body: bytes) -> Attack:
    request = head + b"content-length: %d\r\n\r\n" % len(body) + body

    async def one(host: str, port: int, until: float) -> None:
        while time.monotonic() < until:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await _open(host, port)
                while time.monotonic() < until:
                    writer.write(request)
                    answer = await reader.readuntil(b"\r\n\r\n")
                    sizes = [line for line in answer.split(b"\r\n") if b"content-length" in line]
                    await reader.readexactly(int(sizes[0].split(b":")[1]) if sizes else 0)

    async def many(host: str, port: int, until: float) -> None:
        await asyncio.gather(*(one(host, port, until) for _ in range(AT_ONCE)))

    return many


FORM = b"host: x\r\norigin: http://x\r\ncontent-type: application/x-www-form-urlencoded\r\n"
ATTACKS: dict[str, Attack] = {
    "10,000 idle connections": idle,
    "slowloris on 400 connections": slowloris,
    "a flood of tables": _flood(b"POST /play HTTP/1.1\r\n" + FORM, b"edition=kingup"),
    "a flood of wrong codes": _flood(b"GET /t/rook-22222 HTTP/1.1\r\nhost: x\r\n", b""),
    "forms of a megabyte": _flood(b"POST /join HTTP/1.1\r\n" + FORM, b"a=" + b"x" * 1_000_000),
    "deeply nested JSON": _flood(
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n",
        b"[" * 60_000,
    ),
}


def main() -> None:
    """Attack for some seconds."""
    name, host, port, seconds = sys.argv[1:]
    until = time.monotonic() + float(seconds)

    async def attack() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ATTACKS[name](host, int(port), until), float(seconds) + 2)

    asyncio.run(attack())


if __name__ == "__main__":
    main()

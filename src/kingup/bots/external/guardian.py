"""Ends all bots with this process, however it ends.

An exit handler does not run when the process is killed, nor in the workers of a pool. So one tiny
process holds the list of our bots and the reading end of a pipe: when the pipe closes, our process
is gone, and it kills the bots that are left.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading

_SCRIPT = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""

# By process id: a fork must not use our guardian, and has bots of its own.
_guardians: dict[int, subprocess.Popen[bytes]] = {}
_lock = threading.Lock()


def watch(group: int) -> None:
    """Register a process group to be killed when this process ends."""
    _send(b"+%d\n" % group)


def unwatch(group: int) -> None:
    """Unregister a process group that has ended."""
    _send(b"-%d\n" % group)


def _send(line: bytes) -> None:
    # Without process groups (Windows), or without an interpreter to start, there is no guardian.
    if not hasattr(os, "killpg") or not sys.executable:
        return
    with _lock, contextlib.suppress(OSError):
        guardian = _guardians.get(os.getpid())
        if guardian is None:
            guardian = _guardians[os.getpid()] = _start()
        assert guardian.stdin is not None  # noqa: S101  # it was asked for
        guardian.stdin.write(line)


def _start() -> subprocess.Popen[bytes]:
    # In its own session, so that signals from a keyboard or a shell do not end it first.
    guardian = subprocess.Popen(  # noqa: S603  # our own interpreter and script
        [sys.executable, "-I", "-S", "-c", _SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd="/",
        start_new_session=True,
    )
    atexit.register(_dismiss, os.getpid(), guardian)
    return guardian


def _dismiss(owner: int, guardian: subprocess.Popen[bytes]) -> None:
    if os.getpid() != owner or guardian.stdin is None:
        return
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        guardian.stdin.close()
        guardian.wait(timeout=5)

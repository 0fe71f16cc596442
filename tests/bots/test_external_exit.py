"""However kingup ends, no process of a bot is left behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kingup.bots.external import ExternalBot
from tests.bots.external_bots import python_bot, read_pid, runs, wait_for_end
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")

STUBBORN = "open(sys.argv[1], 'w').write(str(os.getpid())); greet(); time.sleep(60)"
"""A bot that ignores both `bye` and the end of its input."""


def host(end: str, note: Path) -> subprocess.Popen[bytes]:
    """Start a Python that starts a stubborn bot and then ends in some way."""
    script = (
        "import multiprocessing, os, sys, time\n"
        "from kingup.bots.external import ExternalBot\n"
        f"bot = ExternalBot({python_bot(STUBBORN, note)!r}, seed=1)\n"
        f"{end}\n"
    )
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)


@pytest.mark.parametrize("end", ["pass", "sys.exit(3)", "raise KeyboardInterrupt", "os._exit(0)"])
def test_bots_end_with_their_interpreter(end: str, tmp_path: Path) -> None:
    with host("sys.stderr = None; " + end, tmp_path / "pid") as process:
        process.wait(timeout=PATIENCE)
    wait_for_end(read_pid(tmp_path / "pid"))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_bots_end_when_their_interpreter_is_killed(number: int, tmp_path: Path) -> None:
    with host("print('ready', flush=True); time.sleep(60)", tmp_path / "pid") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        pid = read_pid(tmp_path / "pid")
        assert runs(pid)
        process.send_signal(number)
        process.wait(timeout=PATIENCE)
    wait_for_end(pid)


def test_a_fork_that_ends_leaves_the_bots_of_its_parent_alone(tmp_path: Path) -> None:
    end = (
        "import gc\n"
        "pid = os.fork()\n"
        "if not pid:\n"
        "    del bot; gc.collect(); sys.exit()\n"
        "os.waitpid(pid, 0)\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    with host(end, tmp_path / "pid") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        pid = read_pid(tmp_path / "pid")
        assert runs(pid)
        process.kill()
    wait_for_end(pid)


def test_a_garbage_collected_bot_is_ended(tmp_path: Path) -> None:
    bot = ExternalBot(python_bot(STUBBORN, tmp_path / "pid"), seed=1)
    pid = read_pid(tmp_path / "pid")
    assert runs(pid)
    del bot
    gc.collect()
    wait_for_end(pid)


def test_many_bots_all_end_when_closed() -> None:
    bots = [ExternalBot(python_bot("greet(); hear('bye')"), seed=i) for i in range(8)]
    pids = [bot.pid for bot in bots]
    for bot in bots:
        bot.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

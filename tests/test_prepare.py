"""Compiling in advance: one process at a time, once, and never for longer than it is wanted."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kingup.bots import compiled as bots
from kingup.compile_notice import DONE, WAITING, listening
from kingup.compiler import ObjectCache
from kingup.compiler.object_cache import LOCK
from kingup.file_lock import FileLock
from kingup.prepare import is_prepared, prepare
from kingup.server.bot_threads import BotThreads
from tests.waiting import PATIENCE, wait_until


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder in which nothing is compiled yet."""
    keep_in(tmp_path, monkeypatch)
    return tmp_path / "kingup"


def keep_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is compiled from here on in a folder."""
    monkeypatch.setenv("KINGUP_CACHE", str(folder))
    monkeypatch.setattr(bots, "CACHE", ObjectCache(*bots.CACHE.sources))


def is_locked(cache: Path) -> bool:
    lock = FileLock(cache / LOCK)
    try:
        return not lock.acquire()
    finally:
        lock.release()


def test_of_several_processes_one_compiles_and_the_others_wait(empty_cache: Path) -> None:
    compiled: list[bool] = []

    def compile_all() -> None:
        compiled.append(is_locked(empty_cache))

    with ThreadPoolExecutor(4) as pool:  # each opens the lock's file anew, like a process
        list(pool.map(lambda _: prepare(compile_all), range(4)))
    assert compiled == [True]
    assert is_prepared()
    assert not is_locked(empty_cache)


def test_a_compilation_waits_for_another_and_says_so(empty_cache: Path) -> None:
    empty_cache.mkdir(parents=True)
    other, waits, compiled = FileLock(empty_cache / LOCK), threading.Event(), threading.Event()
    assert other.acquire()
    stages: list[str] = []

    def listen(stage: str) -> None:
        stages.append(stage)
        waits.set()

    waiting = threading.Thread(target=prepare, args=(compiled.set,))
    with listening(listen):
        waiting.start()
        assert waits.wait(PATIENCE)
        assert not compiled.is_set()
        other.release()
        waiting.join(PATIENCE)
    assert compiled.is_set()
    assert stages == [WAITING, DONE]


def test_what_could_not_be_stored_does_not_count_as_compiled(empty_cache: Path) -> None:
    def compile_on_a_full_disk() -> None:
        cache = bots.CACHE
        assert cache.folder is not None
        cache.folder.rmdir()
        assert cache.get("code", lambda: b"code") == b"code"

    prepare(compile_on_a_full_disk)
    assert not is_prepared()


def test_without_a_cache_folder_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    keep_in(tmp_path / "file", monkeypatch)
    compiled: list[int] = []
    prepare(lambda: compiled.append(1))
    prepare(lambda: compiled.append(2))
    assert compiled == [1, 2]


async def test_a_server_starts_no_child_where_everything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepare()  # done long ago, usually

    async def refuse(*_words: object, **_options: object) -> None:
        raise AssertionError("a child was started")

    failures: list[object] = []
    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    monkeypatch.setattr("kingup.server.bot_threads.log.exception", failures.append)
    threads = BotThreads(1)
    await threads.wake()
    threads.close()
    assert not failures


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_child_of_a_killed_server_ends_and_frees_the_lock(empty_cache: Path) -> None:
    script = "import asyncio; from kingup.server.bot_threads import BotThreads as B\n"
    script += "async def wake(): await B(1).wake()\nasyncio.run(wake())"
    parent = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        child = wait_until(lambda: children_of(parent.pid))[0]
        wait_until(lambda: (empty_cache / LOCK).exists() and is_locked(empty_cache))
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not Path(f"/proc/{child}").exists() or is_zombie(child))
    assert not is_locked(empty_cache)


def children_of(process: int) -> list[int]:
    main_thread = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in main_thread.read_text().split()]


def is_zombie(process: int) -> bool:
    return ") Z " in Path(f"/proc/{process}/stat").read_text()

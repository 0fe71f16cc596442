"""An operator's bad days: a damaged file, a full disk, a second server."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kingup.store import Damaged
from tests.guard.requests import ask, serving
from tests.server.table_services import url_of
from tests.store.dumps import CODE, fill
from tests.store.test_sqlite_file import damage
from tests.waiting import PATIENCE
from tests.web.server import HURRIED, Person

METRICS = replace(HURRIED, metrics_for=("127.0.0.1",), bot_speed=1e-6)
"""A server that shows its metrics, and whose bots never act."""


@contextmanager
def server_at(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server in a process of its own; yield it with its address."""
    settings = asdict(replace(METRICS, database=url_of(folder)))
    with subprocess.Popen(
        [sys.executable, "-m", "bench.web.server", json.dumps(settings)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


async def test_damage_makes_a_server_unready_and_is_told_as_it_is(tmp_path: Path) -> None:
    await fill(url_of(tmp_path))
    for name in ("events", "tables_listed"):
        damage(tmp_path / "tables.sqlite", name)

    async with serving(tmp_path, METRICS) as app:
        for path in ("/", f"/t/{CODE}", "/"):
            answer = await ask(app, "GET", path)
            assert answer.status == 500
            assert Damaged.SENTENCE in answer.text
        for path in ("/health", "/ready"):
            answer = await ask(app, "GET", path)
            assert (answer.status, answer.json()) == (503, {"status": "damaged database"})
        metrics = app.state.services.metrics.text().decode()
        assert "kingup_database_damaged 1.0" in metrics


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_a_disk_that_takes_nothing_more_is_noticed_and_so_is_room(tmp_path: Path) -> None:
    with server_at(tmp_path) as (process, address), Person(address, "Ana") as ana:
        code = ana.play_now()
        number = ana.table(code)["number"]
        assert metric(ana, "kingup_database_writable") == 1
        before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        # The system refuses to write anything more, as on a full disk.
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, before[1]))
        refused = ana.ask(f"/t/{code}/pause")
        assert refused.status_code == 503
        assert metric(ana, "kingup_database_writable") == 0
        for path in ("/ready", "/health", "/ready"):
            answer = ana.get(path)
            assert (answer.status_code, answer.json()) == (
                503,
                {"status": "database not writable"},
            )
        assert ana.table(code)["number"] == number  # what is stored can still be read
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
        assert ana.get("/ready").status_code == 200
        assert metric(ana, "kingup_database_writable") == 1
        assert ana.do(code, "pause") == number + 1
        process.terminate()
        _out, errors = process.communicate(timeout=PATIENCE)
    place = tmp_path / "tables.sqlite"
    assert errors.count(f"database not writable: place={place} error=disk I/O error") == 1
    assert errors.count(f"database writable again: place={place}") == 1


def metric(person: Person, name: str) -> float:
    """Return the value of a metric without labels."""
    (value,) = re.findall(rf"(?m)^{name} (\S+)$", person.get("/metrics").text)
    return float(value)


@pytest.mark.full
def test_a_second_server_on_the_same_file_ends_with_a_sentence(tmp_path: Path) -> None:
    with server_at(tmp_path) as (process, address), Person(address, "Ana") as ana:
        code = ana.play_now()
        done = subprocess.run(
            [sys.executable, "-m", "kingup", "--language", "en", "serve", "--loopback"],
            env={**os.environ, "DATABASE_URL": str(tmp_path / "tables.sqlite")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"Another server uses .*tables\.sqlite: .*PostgreSQL.*\n", done.stderr)
        assert ana.do(code, "pause")
        process.kill()
        process.wait()
    with server_at(tmp_path) as (_, address), Person(address) as ben:
        assert ben.table(code, "watch")["number"]  # a killed server leaves nothing locked

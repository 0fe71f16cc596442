"""deploy/: the topology of compose.yaml runs without containers; its files are valid."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from deploy.topology import Topology, configuration, missing

from tests.postgresql import NoPostgreSQL
from tests.waiting import wait_until
from tests.web.server import Person

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.mark.full
def test_nginx_two_servers_two_workers_and_postgresql_serve_a_game() -> None:
    if lines := missing():
        pytest.skip("; ".join(lines))
    try:
        with Topology() as topology, Person(topology.address, "Ana") as ana:
            code = ana.play_now()
            with ana.live(code, page="table", after=1) as socket:
                first = ana.receive(socket, 30)["number"]
                wait_until(lambda: bool(ana.table(code)["turn"]))
                shown = ana.table(code)
                ana.do(code, "act", player=0, action=ana.actions(shown["page"])[0], key="once")
                number = first
                while number <= shown["number"]:  # pushed through nginx
                    number = ana.receive(socket, 30).get("number", number)
            # A server dies; nginx goes on with the other, and so does the game.
            doomed = min(topology.servers)
            topology.servers[doomed].kill()
            topology.servers[doomed].wait()
            answers = Counter(ana.get(f"/t/{code}").status_code for _ in range(20))
            assert answers == {200: 20}
            wait_until(lambda: ana.table(code)["number"] > number)  # bots play on
            for worker in topology.workers:
                assert worker.poll() is None
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


def test_the_topology_script_says_what_is_missing() -> None:
    # Without site-packages: an environment in which nothing is installed.
    command = [sys.executable, "-I", "-S", str(DEPLOY / "topology.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "has no kingup, psycopg, procrastinate" in done.stderr
    assert "pip install --no-deps --require-hashes -r requirements/serve.txt" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_nginx_configuration_is_adapted_to_this_machine(tmp_path: Path) -> None:
    text = configuration(8080, [8001, 8002], tmp_path)
    assert "web1" not in text
    assert "127.0.0.1:8001" in text
    assert "listen 127.0.0.1:8080;" in text


def test_the_compose_file_starts_all_parts_and_contains_no_password() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for service in ("postgresql", "nginx", "web1", "web2", "worker1", "worker2"):
        assert re.search(rf"^  {service}:", text, re.M), service
    assert "POSTGRES_PASSWORD:?" in text  # refuses to start without one


@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").iterdir()), ids=lambda p: p.name)
def test_systemd_units_are_valid(unit: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    # Replace only the program that it starts: ours is not in /opt here.
    copy = tmp_path / unit.name.replace("@", "@8001")
    text = unit.read_text(encoding="utf-8").replace("/opt/kingup/bin/kingup", "/bin/true")
    copy.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [program, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "kingup" in line]
    assert not ours, done.stderr

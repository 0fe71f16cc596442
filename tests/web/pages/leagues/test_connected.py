"""A league of bots in separate processes, connected by `kingup connect`."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, wait_until
from tests.web.pages.leagues.students import enter
from tests.web.pages.leagues.test_league_routes import found
from tests.web.server import Person

pytestmark = pytest.mark.full

EXAMPLES = Path(__file__).parents[4] / "examples"
BOTS = {
    "Python": shlex.join([sys.executable, str(EXAMPLES / "python_bot.py")]),
    "Shell": shlex.join(["sh", str(EXAMPLES / "shell_bot.sh")]),
    "Page": "page",
}


@contextmanager
def connected(server: str, token: str, bot: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Connect a bot as the hand-out says, in a separate process."""
    file = folder / "token.txt"
    file.write_text(token, encoding="utf-8")
    command = [sys.executable, "-m", "kingup", "connect", "--bot", bot, "--server", server]
    process = subprocess.Popen(
        [*command, "--token-file", str(file), "--wait"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def test_three_example_bots_play_a_round_and_the_standings_show_it(
    server: str, ana: Person, tmp_path: Path
) -> None:
    code = found(ana)
    with ExitStack() as stack:
        for name, bot in BOTS.items():
            folder = tmp_path / name
            folder.mkdir()
            student = stack.enter_context(Person(server, f"Owner of {name}"))
            token = enter(student, code, name)
            stack.enter_context(connected(server, token, bot, folder))
        wait_until(lambda: ana.get(f"/league/{code}").text.count("dot is-on") == 3)
        ana.post(f"/league/{code}/round")
        wait_until(lambda: "Round 1 is over." in ana.get(f"/league/{code}").text)
    page = ana.get(f"/league/{code}").text
    for name in BOTS:
        assert f"<bdi>{name}</bdi>" in page
    figures = re.findall(r'<td class="figure">([^<]*)</td>', page)
    assert figures[::3] == ["3", "3", "3"], "each has played three games"
    assert figures[2::3] == ["0", "0", "0"], "and nobody was missing"

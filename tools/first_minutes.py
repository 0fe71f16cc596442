"""Time the first minutes of a new user, in an empty home.

    python tools/first_minutes.py browser   from a clone to the first move in a browser
    python tools/first_minutes.py bot       from `pip install` to the first bot in the arena
    python tools/first_minutes.py policy    from `pip install` to the first trained policy

The commands are those of the documents, as they are written. Each journey has a home of its own,
and nothing is taken from caches: packages are downloaded again. How long it may take is a goal,
printed beside the figures with whether it was met; only failing is a failure.

`--train 5` trains for so many seconds instead of the documented ones, and `--games 40` plays so
many games in the arena. With `--one-home`, one user makes all journeys: kingup is installed once,
and what one has compiled is there for the next.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120_000
"""Milliseconds that a page may take."""
TRAINING = 120
"""Seconds for which the tutorial trains a policy."""
ACTIVATE = ". course/bin/activate"
"""What a new user types in every new terminal."""


class Journey:
    """What a new user does, step by step, and how long each step takes."""

    def __init__(self, home: Path, train: int, games: int | None = None) -> None:
        self.home = home
        self.train = train
        """Seconds for which a policy is trained."""
        self.games = games
        """Games in the arena; None for as many as it plays by itself."""
        dropped = ("PYTHON", "KINGUP", "VIRTUAL_ENV", "XDG_", "MAKE", "MFLAGS")
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(dropped)
        } | {"HOME": str(home), "LANG": "C.UTF-8"}
        # What the documents call `python3` is the Python that runs this.
        python = self.program("python3", f'exec {shlex.quote(sys.executable)} "$@"')
        path = os.pathsep.join([str(python.parent), self.environment["PATH"]])
        self.environment["PATH"] = path
        self.seconds = 0.0

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time a step, and print how long it took."""
        begun = time.perf_counter()
        yield
        taken = time.perf_counter() - begun
        self.seconds += taken
        print(f"{taken:7.1f} s  {name}", flush=True)

    def run(self, name: str, commands: str) -> None:
        """Run commands in a shell at home, as a step."""
        with self.step(name):
            done = subprocess.run(
                ["sh", "-e", "-c", commands],
                cwd=self.home,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        if done.returncode:
            sys.exit(f"{commands}\n{done.stdout[-4000:]}")

    def program(self, name: str, commands: str) -> Path:
        """Write a program in the user's own folder of programs, and return its path."""
        path = self.home / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{commands}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def publish(self) -> None:
        """Let `pip install kingup` find this checkout's wheel, as if it were released already."""
        folder = self.home / "dist"
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        known = self.environment.get("PIP_FIND_LINKS", "")
        self.environment["PIP_FIND_LINKS"] = f"{known} {folder}".strip()

    def install(self) -> None:
        """Install kingup as documented, if no earlier journey of this user has."""
        if (self.home / "course").exists():
            return
        self.publish()
        commands, *_ = blocks("docs/first-bot.md", "sh")
        self.run("pip install kingup, kingup doctor", commands)


def blocks(document: str, language: str) -> list[str]:
    """Return a document's blocks of code in a language."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def browser(journey: Journey) -> None:
    """Clone, `make play`, and place a character."""
    opener = journey.program("browser", 'echo "opened: $1"')
    journey.environment |= {"BROWSER": str(opener), "DISPLAY": ":0"}
    journey.run("git clone", f"git clone -q {shlex.quote(ROOT.as_uri())} kingup")
    (command, *_) = blocks("README.md", "sh")
    playing = subprocess.Popen(
        shlex.split(command),
        cwd=journey.home / "kingup",
        env=journey.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        with journey.step(f"{command.strip()}, until the browser opens"):
            assert playing.stdout is not None
            said = []
            for line in playing.stdout:
                said.append(line)
                if line.startswith("opened: "):
                    break
            else:
                sys.exit("".join(said))
        with journey.step("the first move"):
            move(line.removeprefix("opened: ").strip())
    finally:
        os.killpg(playing.pid, signal.SIGINT)
        playing.communicate(timeout=60)


def move(address: str) -> None:
    """Begin a game against bots, and place a character."""
    from bench.web.chromium import FLAGS, NONE_FOUND, find_chromium
    from playwright.sync_api import sync_playwright

    chromium = find_chromium()
    if chromium is None:
        sys.exit(NONE_FOUND)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        page = chrome.new_context(locale="en-GB").new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.locator("button[name=edition][value=kingup]").click()
        page.wait_for_url("**/t/*")  # with its scripts: before them, a click picks nobody
        page.locator("#tokens > [data-legal] button").first.click()
        placed = page.locator("#act button[name=action]").first
        who = (placed.get_attribute("value") or "")[0]
        placed.click()
        page.locator(f'#tokens > [data-who="{who}"]:not([data-at=aside])').wait_for()
        chrome.close()


def bot(journey: Journey) -> None:
    """Install kingup, and let the first bot of the tutorial play in the arena."""
    journey.install()
    _install, *commands = blocks("docs/first-bot.md", "sh")
    (program, *_) = blocks("docs/first-bot.md", "python")
    (journey.home / "my_bot.py").write_text(program, encoding="utf-8")
    check, arena = (command.strip() for command in commands[:2])
    if journey.games is not None:
        arena += f" --games {journey.games}"
    for command in (check, arena):
        journey.run(command, f"{ACTIVATE}\n{command}")


def policy(journey: Journey) -> None:
    """Install kingup with its environments, and train the policy of the tutorial."""
    journey.install()
    (block,) = blocks("docs/tutorial-training.md", "sh")
    documented, wanted = f" --seconds {TRAINING} ", f" --seconds {journey.train} "
    assert documented in block
    for command in block.replace(documented, wanted).splitlines():
        journey.run(command, f"{ACTIVATE}\n{command}")
    assert (journey.home / "policy.npz").exists()


JOURNEYS: dict[str, tuple[Callable[[Journey], None], int]] = {
    "browser": (browser, 90),
    "bot": (bot, 300),
    "policy": (policy, 600),
}
"""Each with the seconds that it should take at most."""


def main() -> None:
    """Do what was asked, and print how long it took."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journeys", nargs="+", choices=JOURNEYS)
    parser.add_argument("--train", type=int, default=TRAINING, metavar="SECONDS")
    parser.add_argument("--games", type=int)
    parser.add_argument("--one-home", action="store_true")
    given = parser.parse_args()
    users = [given.journeys] if given.one_home else [[name] for name in given.journeys]
    for journeys in users:
        with tempfile.TemporaryDirectory() as folder:
            journey = Journey(Path(folder), given.train, given.games)
            for name in journeys:
                journey.seconds = 0.0
                act, goal = JOURNEYS[name]
                act(journey)
                taken = journey.seconds
                verdict = "met" if taken <= goal else "missed"
                print(f"{taken:7.1f} s  in all; the goal of {goal} s is {verdict}", flush=True)


if __name__ == "__main__":
    main()

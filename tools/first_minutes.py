"""Time the first minutes of a new user, in an empty home.

    python tools/first_minutes.py browser   from a clone to the first move in a browser
    python tools/first_minutes.py bot       from `pip install` to the first bot in the arena
    python tools/first_minutes.py policy    from `pip install` to the first trained policy

The commands are those of the documents. Packages are downloaded again: nothing is taken from
caches. How long it may take is a goal, printed beside the figures; only failing is a failure.

`bot policy` goes both ways in one home: the second finds installed what the first has installed.
`--train 5` trains for so many seconds instead of the documented ones.
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


class Journey:
    """What a new user does, step by step, and how long each step takes."""

    def __init__(self, home: Path, train: int) -> None:
        self.home = home
        self.train = train
        """Seconds for which a policy is trained."""
        dropped = ("PYTHON", "KINGUP", "VIRTUAL_ENV", "XDG_", "MAKE", "MFLAGS")
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(dropped)
        } | {"HOME": str(home), "LANG": "C.UTF-8"}
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


def shell_blocks(document: str) -> list[str]:
    """Return the blocks of commands of a document."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def build_wheel(folder: Path) -> Path:
    """Return a wheel of this checkout."""
    if not folder.exists():
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def browser(journey: Journey) -> None:
    """Clone, `make play`, and place a character."""
    opener = journey.home / "browser"
    opener.write_text('#!/bin/sh\necho "opened: $1"\n')
    opener.chmod(0o755)
    journey.environment |= {"BROWSER": str(opener), "DISPLAY": ":0"}
    journey.run("git clone", f"git clone -q {shlex.quote(ROOT.as_uri())} kingup")
    playing = subprocess.Popen(
        ["make", "play", f"PYTHON={sys.executable}"],
        cwd=journey.home / "kingup",
        env=journey.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        with journey.step("make play, until the browser opens"):
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
    wheel = build_wheel(journey.home / "dist")
    install, check, arena, *_ = shell_blocks("docs/first-bot.md")
    text = (ROOT / "docs" / "first-bot.md").read_text(encoding="utf-8")
    (program, *_) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (journey.home / "my_bot.py").write_text(program, encoding="utf-8")
    journey.run("pip install, kingup doctor", from_wheel(install, wheel))
    activate = ". course/bin/activate\n"
    journey.run(check.strip(), activate + check)
    journey.run(arena.strip(), activate + arena)


def policy(journey: Journey) -> None:
    """Install kingup with its environments, and train the policy of the tutorial."""
    wheel = build_wheel(journey.home / "dist")
    first, *_ = shell_blocks("docs/first-bot.md")
    (block,) = shell_blocks("docs/tutorial-training.md")
    commands = block.replace(".venv/bin/", "course/bin/").replace(
        "examples/", f"{shlex.quote(str(ROOT))}/examples/"
    )
    install, train = commands.replace("-e '.[pettingzoo]'", f"'{wheel}[pettingzoo]'").splitlines()
    journey.run("pip install, kingup doctor", from_wheel(first, wheel))
    journey.run("pip install kingup[pettingzoo]", install)
    documented = f" --seconds {TRAINING} "
    assert documented in train
    seconds = f" --seconds {journey.train} "
    journey.run(f"train_policy.py{seconds.rstrip()}", train.replace(documented, seconds))
    assert (journey.home / "policy.npz").exists()


def from_wheel(commands: str, wheel: Path) -> str:
    """Return commands that install a wheel instead of what an index has, with this Python."""
    assert "pip install kingup\n" in commands
    assert "python3 -m venv" in commands
    return commands.replace("pip install kingup\n", f"pip install {wheel}\n").replace(
        "python3 -m venv", f"{sys.executable} -m venv"
    )


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
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in given.journeys:
            journey = Journey(Path(folder), given.train)
            act, goal = JOURNEYS[name]
            act(journey)
            print(f"{journey.seconds:7.1f} s  in all; the goal is {goal} s", flush=True)


if __name__ == "__main__":
    main()

"""Tiny external bots for the tests, good and bad, and checks on their processes."""

from __future__ import annotations

import sys
from pathlib import Path

import kingup
from kingup.bots.external import ExternalBot
from kingup.bots.page import Page
from kingup.view import View
from tests.waiting import wait_until

PREAMBLE = """
import json, os, sys, time

def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def raw(data):
    os.write(1, data)

def hear(wanted=None):
    for line in sys.stdin:
        message = json.loads(line)
        if wanted in (None, message["type"]):
            return message
    sys.exit(0)

def greet(**more):
    hear("hello")
    say({"type": "hello", "protocol": 1, "name": "Test", **more})

def answer(question, action=None):
    action = question["view"]["actions"][0] if action is None else action
    say({"type": "action", "id": question["id"], "action": action})
"""

GOOD = """
greet()
while True:
    answer(hear("choose"))
"""
"""A bot that always takes the first action."""


def python_bot(script: str, *arguments: str | Path) -> list[str]:
    """Return the command of a bot written in a few lines after the preamble."""
    # Without site packages Python starts in half the time.
    return [sys.executable, "-I", "-S", "-c", PREAMBLE + script, *map(str, arguments)]


def opening(seed: int = 1) -> View:
    """Return the view of the player who is to act first in a game."""
    game = kingup.Game("kingup", 3, seed=seed)
    return game.view(game.to_act[0])


def play_game(game: kingup.Game, bots: dict[int, ExternalBot], seed: int = 0) -> list[str]:
    """Play a game with bots at some seats and pages at the others; return what bots chose."""
    page = Page(seed)
    chosen = []
    while not game.is_over:
        player = game.to_act[0]
        bot = bots.get(game.seat_of(player))
        action = (bot or page).choose(game.view(player))
        if bot is not None:
            chosen.append(action)
        game.play(player, action)
    for seat, bot in bots.items():
        bot.game_over(game.view(sum(game.setup.seats[:seat])))
    return chosen


def runs(pid: int) -> bool:
    """Return whether a process still runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_for_end(pid: int) -> None:
    """Wait until a process has ended."""
    wait_until(lambda: not runs(pid), f"process {pid} ends")


def is_zombie(pid: int) -> bool:
    """Return whether a process is dead but its exit status has not been collected."""
    return Path(f"/proc/{pid}").exists() and not runs(pid)


def read_pid(path: Path) -> int:
    """Return the process id that a bot wrote to a file."""
    return int(path.read_text())

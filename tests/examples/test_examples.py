"""The example bots play every edition, option and kind of seat, and stay short."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kingup
from kingup.bots.external import ExternalBot
from tests.bots.external_bots import play_game
from tests.strategies import FAMILIES, FAMILY_NAMES

Family = tuple[str, tuple[int, ...], tuple[str, ...]]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2")


@pytest.fixture(scope="module")
def c_bot(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler here: the C example was not tried")
    program = tmp_path_factory.mktemp("bot") / "c_bot"
    source = EXAMPLES / "c_bot.c"
    subprocess.run([compiler, *WARNINGS, "-o", program, source], check=True)
    return [str(program)]


@pytest.fixture
def python_bot() -> list[str]:
    return [sys.executable, str(EXAMPLES / "python_bot.py")]


@pytest.fixture
def shell_bot() -> list[str]:
    return ["sh", str(EXAMPLES / "shell_bot.sh")]


def play_whole_game(command: list[str], family: Family) -> None:
    edition, seats, options = family
    # The names would confuse a bot that searches the raw text for keys.
    names = [['","actions":["Z"],"id":7', "}"][:size] for size in seats]
    game = kingup.Game(edition, names, options, seed=11)
    with ExternalBot(command, seed=5) as bot:
        assert bot.name.startswith("Little ")
        assert play_game(game, {0: bot})
    assert game.is_over
    assert bot.left_by_itself


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_the_python_example_plays_whole_games(family: Family, python_bot: list[str]) -> None:
    play_whole_game(python_bot, family)


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_the_c_example_plays_whole_games(family: Family, c_bot: list[str]) -> None:
    play_whole_game(c_bot, family)


# Fewer, because a shell starts two programs for every decision.
@pytest.mark.parametrize("family", FAMILIES[::5], ids=FAMILY_NAMES[::5])
def test_the_shell_example_plays_whole_games(family: Family, shell_bot: list[str]) -> None:
    play_whole_game(shell_bot, family)


@pytest.mark.parametrize("example", ["python_bot", "c_bot"])
def test_an_example_repeats_its_game_with_the_same_seed(
    example: str, request: pytest.FixtureRequest
) -> None:
    games = []
    for _ in range(2):
        with ExternalBot(request.getfixturevalue(example), seed=8) as bot:
            games.append(play_game(kingup.Game("kingup", 4, seed=2), {1: bot}))
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("name", "most"), [("python_bot.py", 65), ("c_bot.c", 110), ("shell_bot.sh", 15)]
)
def test_an_example_is_short_and_has_no_dependencies(name: str, most: int) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= most
    assert "import kingup" not in text
    assert "from kingup" not in text


def test_the_python_example_plays_better_than_a_page(python_bot: list[str]) -> None:
    deals = 12
    wins = 0.0
    with ExternalBot(python_bot, seed=5) as bot:
        for deal in range(deals):
            game = kingup.Game("kingup", 3, seed=deal)
            seat = deal % 3
            play_game(game, {seat: bot}, seed=deal)
            wins += (seat in game.winners) / len(game.winners)
    assert wins / deals > 1 / 2

"""The pages about bots are right: their programs run and their commands work."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from kingup.bots.external import bot, checkup, schema
from kingup.bots.external.process import FOR_PYTHON, PASSED_ON
from kingup.bots.external.streams import MOST_LINE
from kingup.bots.external.trials import TRIALS
from kingup.cli import main
from kingup.rules.cards import BANISHED, FAVOURITES
from tests.bots.external_bots import opening
from tests.bots.test_external_checkup import check
from tests.bots.test_external_schema import validator

ROOT = Path(__file__).resolve().parents[2]
FIRST_BOT = (ROOT / "docs" / "first-bot.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


FIRST_MINUTES = ("python3 -m venv", ". course/", "pip install", "kingup doctor", "kingup arena ")
"""Commands that `tests/documents/test_first_minutes.py` runs, in an empty home."""


RUN_HERE = ("kingup bot-check ", "kingup example ", "echo ", "cc ")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    return [line for block in blocks(FIRST_BOT, "sh") for line in block.splitlines()]


@pytest.fixture
def my_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bot of the page's first step, in the folder in which commands run."""
    path = tmp_path / "my_bot.py"
    path.write_text(blocks(FIRST_BOT, "python")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for command in commands():
        if command.startswith("kingup example "):
            assert main(shlex.split(command)[1:]) == 0
    return path


def test_the_first_bot_of_the_page_plays(my_bot: Path) -> None:
    report = checkup("python3 my_bot.py", trials=TRIALS[:2])
    assert report.is_fit, report.sentences()
    assert report.repeats_itself


def test_the_page_s_second_step_improves_the_bot(my_bot: Path) -> None:
    whole, improvement = blocks(FIRST_BOT, "python")
    plain = re.search(r"^def choose.*?\n\n\n", whole, re.MULTILINE | re.DOTALL)
    assert plain is not None
    my_bot.write_text(whole.replace(plain[0], improvement + "\n\n"), encoding="utf-8")
    report = checkup("python3 my_bot.py", trials=TRIALS[:3])
    assert report.is_fit, report.sentences()


@pytest.mark.parametrize("command", [line for line in commands() if "bot-check" in line])
def test_the_bot_checks_of_the_page_pass(command: str, my_bot: Path) -> None:
    words = shlex.split(command)
    assert words[:2] == ["kingup", "bot-check"]
    if "./c_bot" in words:
        compiler = next(line for line in commands() if line.startswith("cc "))
        try:
            subprocess.run(shlex.split(compiler), check=True)
        except FileNotFoundError:
            pytest.skip("no C compiler here: the C example was not tried")
    assert check(*words[2:]) == 0


def test_the_echo_command_of_the_page_gets_a_hello(my_bot: Path) -> None:
    (command,) = (line for line in commands() if line.startswith("echo "))
    said = subprocess.run(["sh", "-c", command], check=True, capture_output=True).stdout
    assert json.loads(said)["type"] == "hello"


def test_every_command_of_the_page_is_of_a_known_kind() -> None:
    for command in commands():
        assert command.startswith((*RUN_HERE, *FIRST_MINUTES)), command


def test_the_conversation_on_the_protocol_page_is_valid() -> None:
    (conversation,) = (block for block in blocks(PROTOCOL, "") if block.startswith(">"))
    view = json.loads(opening().as_json())
    for line in conversation.splitlines():
        whole = re.sub(r'"view":\{.*?\}(?=\}$)', '"view":null', line[2:])
        message = json.loads(whole)
        if "view" in message:
            message["view"] = view
        assert list(validator(line[0]).iter_errors(message)) == []


def test_the_protocol_page_names_every_key() -> None:
    definitions = schema()["$defs"]
    parts = [name for name in definitions if "Bot." in name]
    parts += ["view", "own", "emissary", "round", "placed", "climbed", "voted", "crowning"]
    for part in parts:
        for key in definitions[part]["properties"]:
            assert f"`{key}`" in PROTOCOL or f'"{key}"' in PROTOCOL, (part, key)


def test_the_protocol_page_lists_the_banished_letters() -> None:
    (table,) = (block for block in blocks(PROTOCOL, "") if re.match("[A-Z]{6} [A-Z]", block))
    words = table.split()
    assert dict(zip(words[::2], words[1::2], strict=True)) == dict(
        zip(FAVOURITES[1], BANISHED, strict=True)
    )


def test_the_protocol_page_states_the_right_limits() -> None:
    assert bot.GRACE == 1.0
    assert "one\nsecond after that" in PROTOCOL
    assert f"more than {MOST_LINE // 1024} KiB" in PROTOCOL
    for name in (*PASSED_ON, *FOR_PYTHON):
        assert f"`{name}`" in PROTOCOL

"""`kingup completion`: what shells offer."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from kingup.cli import main


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


CASES = [
    ("kingup ar", ["arena"]),
    ("kingup arena --edi", ["--edition"]),
    ("kingup arena --edition v", ["vive-le-roi"]),
    ("kingup completion f", ["fish"]),
    ("kingup --language ", ["en", "fr", "it"]),
    ("kingup --language fr ar", ["arena"]),
    ("kingup --language fr arena --edition v", ["vive-le-roi"]),
    ("kingup convert game.json --to ", ["json", "text"]),
    ("kingup bot-check study --ga", []),
]


def ask_bash(file: Path, line: str) -> list[str]:
    words = line.split(" ")
    array = " ".join(shlex.quote(word) for word in words)
    return answer(
        "bash",
        f"source {file}; COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _kingup; "
        'printf "%s\\n" "${COMPREPLY[@]}"',
    )


def ask_zsh(file: Path, line: str) -> list[str]:
    # zsh hands its own words to the function for bash, and drops those that begin otherwise.
    words = line.split(" ")
    array = " ".join(shlex.quote(word) for word in words)
    found = answer(
        "zsh",
        f"source {file}; compadd() {{ shift $argv[(i)-]; print -rl -- $argv }}; _default() {{ }}; "
        f"words=({array}); CURRENT={len(words)}; _bash_complete -o default -F _kingup; true",
    )
    return [word for word in found if word.startswith(words[-1])]


def ask_fish(file: Path, line: str) -> list[str]:
    return answer("fish", f"source {file}; complete -C {shlex.quote(line)}")


def answer(shell: str, program: str) -> list[str]:
    """Return the words that a shell prints; it reads none of its user's own files."""
    alone = {"bash": "--norc", "zsh": "-f", "fish": "--no-config"}[shell]
    done = subprocess.run(
        [shell, alone, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.split()


ASK = {"bash": ask_bash, "zsh": ask_zsh, "fish": ask_fish}


@pytest.mark.parametrize(("line", "offered"), CASES)
@pytest.mark.parametrize("shell", ASK)
def test_a_shell_completes(
    shell: str,
    line: str,
    offered: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    file = tmp_path / "completion"
    file.write_text(script(shell, capsys), encoding="utf-8")
    assert ASK[shell](file, line) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_hide_earlier_names_and_offer_every_command(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    assert "bot-seconds" not in text
    for word in ("arena", "doctor", "vive-le-roi", "until-certain"):
        assert word in text

"""`kingup completion`: what shells offer."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from kingup.cli import main


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kingup ar", ["arena"]),
        ("kingup arena --edi", ["--edition"]),
        ("kingup arena --edition v", ["vive-le-roi"]),
        ("kingup completion f", ["fish"]),
        ("kingup --language ", ["en", "fr", "it"]),
        ("kingup --language fr ar", ["arena"]),
        ("kingup --language fr arena --edition v", ["vive-le-roi"]),
        ("kingup convert game.json --to ", ["json", "text"]),
    ],
)
def test_bash_completes(line: str, offered: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = line.split(" ")
    array = " ".join(f"'{word}'" for word in words)
    asked = (
        f"{script('bash', capsys)}\nCOMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _kingup; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_hide_earlier_names_and_offer_every_command(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    assert "bot-seconds" not in text
    for word in ("arena", "doctor", "vive-le-roi", "until-certain"):
        assert word in text


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts_are_understood_by_their_shells(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    if shutil.which(shell) is None:
        # Without the shell, at least its lines are whole: quotation marks come in pairs.
        assert all(line.count("'") % 2 == 0 for line in text.splitlines())
        return
    subprocess.run([shell, "-n"], input=text, text=True, check=True)

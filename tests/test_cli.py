"""The command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.notation import read_file, write_json
from tests.tables.test_dealing import finished

RECORDS = Path(__file__).parent / "records"
RECORD = RECORDS / "vive-le-roi-team-emissary.json"


def test_help_imports_neither_numba_nor_numpy_nor_rich() -> None:
    program = (
        "import sys\nfrom kingup.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print([m for m in ('numba', 'numpy', 'rich', 'babel') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_help_speaks_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for language in ("en", "fr", "it"):
        with pytest.raises(SystemExit):
            main(["--language", language, "--help"])
        pages.append(capsys.readouterr().out)
    assert len(set(pages)) == 3


def test_simulated_games_are_counted_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--edition", "vive-le-roi", "--seats", "2,1,2", "--games", "50"]
    assert main([*words, "--options", "ambition,emissary", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "Emissary" in shown
    assert "50 games of 3 rounds, seed 3" in shown
    assert main([*words, "--options", "ambition,emissary", "--seed", "3"]) == 0
    again = capsys.readouterr().out
    assert [line for line in again.splitlines() if "│" in line] == [
        line for line in shown.splitlines() if "│" in line
    ]


@pytest.mark.parametrize("form", ["json", "text"])
def test_the_records_of_simulated_games_can_be_checked(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "--edition", "kingup", "--seats", "3", "--games", "3", "--seed", "8"]
    assert main([*words, "--records", str(tmp_path / "games"), "--format", form]) == 0
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 3
    assert main(["check", *map(str, files)]) == 0
    assert capsys.readouterr().out.count(": correct (3 rounds") == 3


def test_a_recorded_game_is_the_game_that_was_counted() -> None:
    from kingup.rules.setup import Setup
    from kingup.simulation import play_recorded, simulate

    setup = Setup.of("vive-le-roi", (1, 2, 1), ("ambition", "emissary", "wedding"))
    counts = [found for found in simulate(setup, 1, 77) if found is not None]
    assert len(counts) == 1
    assert tuple(counts[0].totals) == play_recorded(setup, 77).seat_scores


def test_records_that_cannot_be_written_are_an_error_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    words = ["simulate", "--edition", "kingup", "--games", "1", "--records"]
    assert main([*words, str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_wrong_record_is_reported_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    record["rounds"][1]["scores"][2] += 1
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(RECORD), str(wrong)]) == 1
    right, message = capsys.readouterr().out.splitlines()
    assert right.startswith(f"{RECORD}: correct")
    assert message.startswith(f"{wrong}: rounds[1].scores[2]: ")


def test_a_record_whose_cards_were_not_drawn_from_its_secret_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished().game
    fair, unfair = tmp_path / "fair.json", tmp_path / "unfair.json"
    fair.write_text(write_json(game), encoding="utf-8")
    game.proof["contributions"] = ["P0", "chosen", "chosen"]
    unfair.write_text(write_json(game), encoding="utf-8")
    assert main(["check", str(fair), str(unfair)]) == 1
    right, proven, wrong = capsys.readouterr().out.splitlines()
    assert right.startswith(f"{fair}: correct (3 rounds")
    assert proven.endswith(game.proof["commitment"])
    assert wrong.startswith(f"{unfair}: Round 1 was not dealt from the secret")


def test_a_record_is_converted_there_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "game.txt"
    assert main(["convert", str(RECORD), "--output", str(text)]) == 0
    assert main(["convert", str(text)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(RECORD.read_text(encoding="utf-8"))


def test_a_position_of_a_record_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(RECORD), "--at", "20"]) == 0
    assert "Nobles" in capsys.readouterr().out
    assert main(["show", str(RECORD), "--at", "100000"]) == 2
    assert capsys.readouterr().err


def test_a_record_is_told_as_a_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD)]) == 0
    shown = capsys.readouterr().out
    for names in read_file(RECORD).names:
        assert all(name in shown for name in names)


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--edition", "kingup", "--games", "0"],
        ["simulate", "--edition", "kingup", "--games", "ten"],
        ["simulate", "--edition", "kingup", "--seed", "-1"],
        ["simulate", "--edition", "kingup", "--seats", "a,b"],
        ["simulate", "--edition", "chess"],
        ["dance"],
        [],
    ],
)
def test_wrong_words_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(words)
    assert refusal.value.code == 2
    assert "kingup" in capsys.readouterr().err

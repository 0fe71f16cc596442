"""`kingup picture` and `kingup clip`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from kingup import pictures
from kingup.cli import main
from kingup.notation import read_file
from tests.commands import RECORD


@pytest.mark.parametrize(("form", "suffix"), [("PNG", "png"), ("JPEG", "jpg")])
def test_a_moment_is_written_as_a_picture(tmp_path: Path, form: str, suffix: str) -> None:
    out = tmp_path / f"one.{suffix}"
    assert main(["picture", str(RECORD), "--at", "r2.3", "--as", "2", "--out", str(out)]) == 0
    seen = pictures.sight(read_file(RECORD), "r2.3", 1)
    assert out.read_bytes() == (pictures.png if form == "PNG" else pictures.card)(seen)
    assert Image.open(io.BytesIO(out.read_bytes())).format == form


def test_without_a_moment_it_is_the_last_one(tmp_path: Path) -> None:
    out = tmp_path / "one.svg"
    assert main(["picture", str(RECORD), "--as", "open", "--out", str(out)]) == 0
    drawn = pictures.svg(pictures.sight(read_file(RECORD), None, "open"))
    assert out.read_text(encoding="utf-8") == drawn + "\n"


def test_a_part_of_a_game_is_written_as_a_clip(tmp_path: Path) -> None:
    out = tmp_path / "clip.gif"
    words = ["clip", str(RECORD), "--from", "r1.1", "--to", "r1.2", "--no-names"]
    assert main([*words, "--out", str(out)]) == 0
    expected = pictures.clip(read_file(RECORD), "r1.1", "r1.2", names=False, form="gif")
    assert out.read_bytes() == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["picture", "--out", "x.bmp"], ".png / .svg / .jpg"),
        (["clip", "--out", "x.mp4"], ".webp / .gif"),
        (["picture", "--at", "r9.9", "--out", "x.png"], "no moment"),
        (["picture", "--as", "9", "--out", "x.png"], "no seat"),
        (["clip", "--from", "r2.0", "--to", "r1.0", "--out", "x.webp"], "before its start"),
        (["picture", "--out", "missing/x.png"], "cannot be written"),
    ],
)
def test_what_is_not_possible_is_said(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main([words[0], str(RECORD), *words[1:]]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("viewer", ["0x1", "nobody", "-1", ""])
def test_an_unknown_viewer_is_refused(viewer: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["picture", str(RECORD), f"--as={viewer}", "--out", "x.png"])
    assert "--as" in capsys.readouterr().err

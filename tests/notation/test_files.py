"""Records in files: an unreadable file is refused with one sentence."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest

from kingup.notation import LARGEST_FILE, RecordError, read_file, write_text
from tests.notation.helpers import NAMES, RECORDS, record_text


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_are_read_from_files(name: str) -> None:
    from_json = read_file(RECORDS / f"{name}.json")
    from_text = read_file(str(RECORDS / f"{name}.txt"))
    assert write_text(from_json) == write_text(from_text)


def test_a_file_saved_by_a_windows_editor_is_read(tmp_path: Path) -> None:
    for form in ("json", "txt"):
        path = tmp_path / f"game.{form}"
        text = record_text("vive-le-roi-7", form).replace("\n", "\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert write_text(read_file(path)) == record_text("vive-le-roi-7", "txt")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "There is no file {file}."),
        (b"", 'Line 1, column 1: A record begins with [Game "kingup-game 1"].'),
        (b'[Game "kingup-game 1"]\xe9', "{file} is not UTF-8 text: byte 23 is wrong."),
        (b"\xff\xfe[\x00", "{file} is not UTF-8 text: byte 1 is wrong."),
        (b" " * (LARGEST_FILE + 1), "{file} is larger than 16 MB: that is not a record."),
    ],
    ids=["missing", "empty", "Latin 1", "UTF-16", "huge"],
)
def test_a_file_without_a_record_is_refused(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_file(path)
    assert str(caught.value) == says.format(file=path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is a folder, not a record"):
        read_file(tmp_path)


@pytest.mark.parametrize("name", ["a\0b", "a" * 300, "records.txt/game"])
def test_an_impossible_file_name_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "records.txt").touch()
    with pytest.raises(RecordError, match="cannot be read"):
        read_file(tmp_path / name)


def test_a_file_without_permission_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RecordError, match=r"game.txt cannot be read: Permission denied\."):
        read_file("game.txt")

"""Style sheets, scripts and pictures."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from kingup.web.http import assets
from kingup.web.http.assets import Assets


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(assets, "RELOAD_INTERVAL", 0)
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "table.js").write_text("import './stage.js'\n" * 50)
    (tmp_path / "mark.svg").write_text("<svg/>")
    return tmp_path


def test_a_versioned_file_is_compressed_and_cached_for_good(folder: Path) -> None:
    ours = Assets(folder)
    address = ours.url("js/table.js")
    found = ours.find(address.removeprefix("/static/"))
    assert found is not None
    asset, for_good = found
    assert for_good
    assert asset.type == "text/javascript; charset=utf-8"
    assert asset.compressed is not None
    assert gzip.decompress(asset.compressed) == asset.body


def test_without_the_right_version_browsers_must_revalidate(folder: Path) -> None:
    ours = Assets(folder)
    for path in ("mark.svg", "v0123456789/mark.svg"):
        found = ours.find(path)
        assert found is not None
        assert found[1] is False
        assert found[0].compressed is None  # would be longer


def test_an_edit_anywhere_changes_all_addresses(folder: Path) -> None:
    ours = Assets(folder)
    before = ours.url("mark.svg")
    (folder / "js" / "table.js").write_text("// edited\n")
    assert ours.url("mark.svg") != before


@pytest.mark.parametrize("path", ["", "nothing.js", "../assets.py", "/etc/passwd", "js", "js/"])
def test_other_paths_are_not_served(folder: Path, path: str) -> None:
    assert Assets(folder).find(path) is None


def test_every_shipped_file_has_a_known_type() -> None:
    for path in assets.ASSETS.files().values():
        assert path.suffix in assets.TYPES, path


def test_files_beside_a_page_are_served_with_the_shared_ones(folder: Path) -> None:
    page = folder / "pages" / "home"
    page.mkdir(parents=True)
    (page / "home.css").write_text("main {}")
    ours = Assets(folder / "js", folder / "pages")
    found = ours.find("css/home.css")
    assert found is not None
    assert found[0].body == b"main {}"


def test_comments_are_not_sent_and_other_lines_keep_their_numbers(folder: Path) -> None:
    script = folder / "js" / "table.js"
    script.write_text(
        "/** What it is:\n * a *stage*. */\nimport './a.js'; // because\n"
        "  // One line.\n  const url = 'https://host/*'; /* no */ const more = 1;\n/* end */\n"
    )
    found = Assets(folder).find("js/table.js")
    assert found is not None
    assert found[0].body.decode() == (
        "\n\nimport './a.js'; // because\n"
        "\n  const url = 'https://host/*'; /* no */ const more = 1;\n\n"
    )


@pytest.mark.parametrize(
    "path",
    [p for p in assets.ASSETS.files().values() if p.suffix == ".js"],
    ids=lambda path: path.name,
)
def test_no_text_of_several_lines_looks_like_a_comment(path: Path) -> None:
    """Such a line of a template literal would not be sent."""
    literals = re.findall(r"`[^`]*`", path.read_text(encoding="utf-8"))
    assert not [text for text in literals if assets.COMMENT.search(text.encode())]


def test_no_file_beside_a_page_hides_another() -> None:
    pages = [*assets.PAGES.glob("*/*.css"), *assets.PAGES.glob("*/*.js")]
    shared = [path for path in assets.STATIC.rglob("*") if path.is_file()]
    assert len(assets.ASSETS.files()) == len(pages) + len(shared)

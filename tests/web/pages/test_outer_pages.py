"""Pages outside the game: home, errors, and what all pages have in common."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kingup.language import use_language
from kingup.store import ListedTable
from kingup.tables import TableSetting
from kingup.tables.listing import about
from kingup.web.pages.common.markup import fill, minus
from kingup.web.pages.home.view_model import PIECES, STRENGTHS, Home, home_page
from tests.web.pages.lobby.lobbies import bot, renderer, sat, table

TEMPLATES = Path(__file__).parents[3] / "src" / "kingup" / "web" / "pages"


def entry(
    setting: TableSetting, name: str = "Nora", status: str = "open", at: float = 0
) -> ListedTable:
    made = table(setting, sat(0, name), bot(1))
    return ListedTable(f"rook-{at:05.0f}", status, setting.edition, False, 0, at, about(made))


def home(**lists: list[ListedTable]) -> str:
    shown = home_page(lists.get("listed", []), lists.get("mine", []))
    return drawn(shown)


def drawn(shown: Home, code: str = "", error: str | None = None) -> str:
    return renderer().document(
        "home/home.html", home=shown, strengths=STRENGTHS, pieces=PIECES, code=code, error=error
    )


def test_one_click_starts_either_edition() -> None:
    page = home()
    assert page.count('action="/play"') == 1
    for edition in ("kingup", "vive-le-roi"):
        assert f'name="edition" value="{edition}"' in page


def test_empty_lists_have_a_way_out() -> None:
    page = home()
    assert "No open tables. Set one up and send the link." in page
    assert 'href="/new"' in page


def test_open_tables_show_what_is_played_and_who_sits() -> None:
    setting = TableSetting("vive-le-roi", (1, 1, 2), ("ambition",), title="Aunt Odile’s kitchen")
    shown = home_page([entry(setting)], []).open[0]
    assert shown.title == "Aunt Odile’s kitchen"
    assert shown.about == "Vive le Roi, Ambition, teams of two, no clock"
    assert (len(shown.colours), shown.free, shown.verb) == (2, 2, "Sit")


def test_my_games_come_unfinished_first_and_not_twice() -> None:
    old = entry(TableSetting(), status="over", at=9)
    live = entry(TableSetting(), status="playing", at=1)
    shown = home_page([live], [old, live])
    assert [listing.verb for listing in shown.mine] == ["Resume", "Result"]
    assert shown.open == []


def test_a_wrong_code_is_answered_beside_the_field() -> None:
    page = drawn(home_page([], []), "rok", "There is no such table.")
    assert 'aria-invalid="true" aria-describedby="code-error"' in page
    assert 'id="code-error" role="alert">There is no such table.' in page


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "ابن عربي", "👩‍👩‍👧‍👦", "a" * 20])
def test_names_are_shown_as_plain_text(name: str) -> None:
    if name.startswith("<"):
        name = name[:20]
    page = home(listed=[entry(TableSetting(), name)])
    assert "<script>al" not in page
    assert re.search(r"<b><bdi>[^<]+</bdi></b>", page)


def test_a_sentence_isolates_names_and_escapes_them() -> None:
    assert fill("{name} has {points}.", name="<b>", points=3) == "<bdi>&lt;b&gt;</bdi> has 3."


def test_negative_numbers_have_real_minus_signs() -> None:
    assert minus(-3) == "−3"
    assert minus(3) == "3"


@pytest.mark.parametrize("theme", ["light", "dark", None, 'neon"><script>'])
def test_the_theme_is_one_of_two_or_the_systems(theme: str | None) -> None:
    page = renderer().document(
        "common/error.html", theme=theme, title="No", sentence="No.", again=None
    )
    head = page[: page.index("</head>")]
    assert ('data-theme="' in head) == (theme in ("light", "dark"))
    assert "neon" not in page


def test_a_page_says_which_language_it_is_in() -> None:
    use_language("fr")
    try:
        page = home()
    finally:
        use_language("en")
    assert '<html lang="fr"' in page
    assert '<option value="fr" lang="fr" selected>' in page


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_needs_a_looser_content_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"\son[a-z]+=", text)
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)

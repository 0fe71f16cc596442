"""The rules pages match the rules, in every language, with stable ids for links."""

from __future__ import annotations

import re
import string

import pytest

from kingup.language import LANGUAGES, use_language
from kingup.rulebook.book import Section, anchors, book, summary, values_of
from kingup.rulebook.tables import grid
from kingup.rules import cards, constants, setup
from kingup.rules.cards import AMBITION_CARDS
from kingup.rules.characters import EDITIONS, Edition
from kingup.rules.setup import OPTIONS, Setup
from kingup.tables.catalogue import CATALOGUE
from kingup.telling.numbers import placements_each, seats_of, setup_of
from kingup.web.live.rendering import Renderer
from kingup.web.pages.new_table.view_model import NewTableForm, new_page
from kingup.web.pages.rules.figures import Castle, RuleFigure, figure

RENDERER = Renderer(static=lambda path: path)
EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


pytestmark = pytest.mark.usefixtures("english_afterwards")


def html_of(edition: Edition) -> str:
    return RENDERER.document("rules/book.html", path="/", book=book(edition), figure=figure)


def page(edition: Edition) -> str:
    html = html_of(edition)
    article = html[html.index("<article") : html.index("</article>")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", article))


def sections(edition: Edition) -> dict[str, Section]:
    return {part.id: part for chapter in book(edition).chapters for part in chapter.sections}


def figures(edition: Edition) -> dict[str, RuleFigure]:
    """Return the figures of an edition by the ids of their sections."""
    return {
        part.id: figure(part.figure, edition)
        for part in sections(edition).values()
        if part.figure not in ("", "cast")
    }


def texts_of(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return every text of an edition's page and of the summary, before it is filled in."""
    texts = set()

    def note(message: str) -> str:
        texts.add(message)
        return message

    with monkeypatch.context() as patch:
        patch.setattr("kingup.rulebook.book._", note)
        html_of(edition)
        summary()
    return texts


@EVERY_EDITION
def test_numbers_by_seats_match_new_games(edition: Edition) -> None:
    hands, placing = grid("no-cards", edition), grid("placing", edition)
    assert hands.head[1:] == placing.head[1:] == tuple(str(s) for s in seats_of(edition))
    for column, seats in enumerate(seats_of(edition), 1):
        game = setup_of(edition, seats)
        assert hands.rows[0][column] == str(game.no_cards)
        assert placing.rows[0][column] == str(placements_each(game)[0])
        assert placing.rows[-1][column] == str(13 - game.placements)


def test_the_numbers_of_the_printed_rules_are_on_the_page() -> None:
    assert grid("no-cards", "kingup").rows[0][1:] == ("4", "3", "2", "2")
    assert grid("placing", "kingup").rows[1][1:] == ("1", "1", "3", "1")
    assert grid("placing", "vive-le-roi").rows[1][1:] == ("0", "0", "0", "0", "0", "1", "3")
    assert grid("emissary-cards", "vive-le-roi").rows[0][1:] == ("4", "3", "2", "2")
    points = {row[0]: row[1:] for row in grid("points", "vive-le-roi").rows}
    assert points["Throne"] == ("10", "0")
    assert points["Dungeon 3"] == ("−3", "3")
    text = page("vive-le-roi")
    for sentence in (
        "Scores start at 20.",
        "a score that starts at 40",
        "They get 3 points for it at once",
        "With 2 seats a floor holds 3.",
        "he goes back to floor 2; if that is full, to floor 1",
        "each seat places 6 instead of 5, and 1 instead of 3",
        "up to 16 people can play",
    ):
        assert sentence in text
    text = page("kingup")
    assert "More than 33 is impossible." in text
    assert "whoever scores exactly 0 gets 33 points" in text
    assert "There are 26 cards with 6 characters each. Every character is on 12 of them" in text


@EVERY_LANGUAGE
def test_the_help_at_the_table_takes_its_numbers_from_the_rules(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    use_language(language)

    def shown(edition: Edition) -> str:
        return RENDERER.environment.get_template("common/dialogs/help.html").render(
            edition=edition
        )

    for edition in EDITIONS:
        assert "{" not in shown(edition)
        assert str(constants.KING_POINTS) in shown(edition)
    monkeypatch.setattr(constants, "KING_POINTS", 4711)
    monkeypatch.setattr(constants, "THIRD_ROUND_ZERO", 4712)
    monkeypatch.setattr(constants, "ROUNDS", 4713)
    for number in (4711, 4712, 4713):
        assert str(number) in shown("kingup")
    for offer in new_page(NewTableForm(edition="vive-le-roi")).editions:
        assert "{" not in offer.about


def test_a_changed_number_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before = page("vive-le-roi"), page("kingup")
    monkeypatch.setattr(constants, "START_SCORE", 4711)
    monkeypatch.setattr(constants, "THIRD_ROUND_ZERO", 4712)
    monkeypatch.setattr(constants, "COMPENSATION", 4713)
    monkeypatch.setattr(setup, "SEPARATE_MARKERS", 4714)
    monkeypatch.setattr(setup, "FLOOR_LIMIT", 4715)
    monkeypatch.setitem(setup.NO_CARDS[0], 5, 4716)
    monkeypatch.setitem(setup.PLACEMENTS_EACH[0], 3, 4717)
    more = cards.Ambition("kingmaker", 4718, "you moved the new monarch to the throne")
    monkeypatch.setattr(cards, "AMBITION_CARDS", (*AMBITION_CARDS, more))
    monkeypatch.setattr(constants, "CONSOLATION_BELOW", 4719)
    monkeypatch.setattr(constants, "MAX_PLAYERS", 4720)
    after = page("vive-le-roi") + page("kingup")
    for number in range(4711, 4721):
        assert str(number) not in "".join(before)
        assert str(number) in after, number


@EVERY_EDITION
def test_every_placeholder_can_be_filled(
    edition: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A placeholder without a value raises an error when the template is rendered."""
    known = {*values_of(edition), *values_of("vive-le-roi")}  # the summary is about both
    drawn = {number for figure in figures(edition).values() for number in figure.numbers}
    texts = texts_of(edition, monkeypatch)
    assert len(texts) > 50
    for text in texts:
        names = {name for _t, name, _f, _c in string.Formatter().parse(text) if name}
        assert names <= known | drawn, text


@EVERY_EDITION
def test_no_number_is_written_out(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exceptions are zero and the Ambitions, whose own table explains them."""
    for text in texts_of(edition, monkeypatch):
        assert not re.search("[1-9]", re.sub(r"\{\w*\}", "", text)), text
    for catalogued in CATALOGUE:
        explanations = [
            catalogued.explanation,
            *(option.explanation for option in catalogued.options),
        ]
        assert not re.search("[1-9]", "".join(explanations))


@EVERY_EDITION
def test_ids_are_unique(edition: Edition) -> None:
    html = html_of(edition)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert anchors(edition) <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_every_option_and_every_ruling_has_a_paragraph() -> None:
    assert set(OPTIONS) <= anchors("vive-le-roi")
    both = anchors("vive-le-roi") | anchors("kingup")
    assert {f"ruling-{number}" for number in range(1, 20)} <= both
    for moment in ("privy", "dungeon", "jester", "bellyache", "full-floor", "teams", "wedding"):
        assert moment in anchors("vive-le-roi")


@EVERY_LANGUAGE
@EVERY_EDITION
def test_pages_are_translated_into_every_language(edition: Edition, language: str) -> None:
    english = page(edition)
    use_language(language)
    text = page(edition)
    assert "{" not in text
    assert (text == english) == (language == "en")
    words = {"en": "favourites", "fr": "Favoris", "it": "favoriti"}
    assert words[language] in text


@EVERY_LANGUAGE
def test_the_summary_has_both_games(language: str) -> None:
    use_language(language)
    html = RENDERER.document("rules/summary.html", path="/rules/summary", parts=summary())
    assert "King Up!" in html
    assert "Vive le Roi" in html
    assert not re.search(r"\{[a-z_]+\}", html)
    for game in EDITIONS:
        for row in grid("no-cards", game).rows:
            assert all(f"<td>{cell}</td>" in html for cell in row[1:])


def test_figures_are_positions_of_real_games() -> None:
    shown = figures("vive-le-roi")
    for anchor, at in (("privy", "privy-4"), ("dungeon", "dungeon-3"), ("wedding", "consort")):
        assert at in {token.at for token, _mark in castle_of(shown[anchor]).tokens}, anchor
    assert "is-reversed" in castle_of(shown["jester"]).cls
    assert 4 in castle_of(figures("kingup")["full-floor"]).blocked
    assert "Floor 4 is full, as the lock shows; those who wait on floor 3" in page("kingup")
    assert "cannot leave it, because floor 4 is full" in page("vive-le-roi")
    mark = shown["banished"]
    assert mark.banished in mark.card


def castle_of(figure: RuleFigure) -> Castle:
    assert figure.castle is not None
    return figure.castle


def test_the_house_rule_matches_the_setup() -> None:
    roomy = Setup.of("vive-le-roi", 2, ("emissary", "jester-uncounted-in-placement"))
    assert values_of("vive-le-roi")["each_roomy"] == roomy.placements // 2
    assert f"places {roomy.placements // 2} instead" in (
        sections("vive-le-roi")["jester-uncounted-in-placement"].html
    )


def test_chapters_are_in_order() -> None:
    chapters = [chapter.id for chapter in book("vive-le-roi").chapters]
    assert chapters == ["before", "round", "options", "variants", "house-rules", "rulings"]
    assert [chapter.id for chapter in book("kingup").chapters] == ["before", "round", "rulings"]
    rulings = [
        int(name.removeprefix("ruling-")) for name in sections("vive-le-roi") if "ruling-" in name
    ]
    assert rulings == [number for number in range(1, 20) if number != 12]


@EVERY_EDITION
def test_texts_are_escaped(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingup.rulebook.book._", lambda message: f"<b>{message}")
    assert "<b>" not in html_of(edition).replace("<b>&lt;b&gt;", "")
    assert not any("<b>" in part.html for part in summary())

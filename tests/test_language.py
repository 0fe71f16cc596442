"""English, French and Italian: nothing untranslated, nothing left over."""

from __future__ import annotations

import string
import sys
from pathlib import Path
from typing import Any

import pytest

from kingup.language import _, current_locale, ngettext, sentence_of, system_language, use_language
from kingup.rules.errors import IllegalAction, KingUpError

TOOLS = Path(__file__).parent.parent / "tools"


@pytest.fixture(scope="module")
def messages() -> Any:
    sys.path.insert(0, str(TOOLS))
    try:
        import messages
    finally:
        sys.path.remove(str(TOOLS))
    return messages


pytestmark = pytest.mark.usefixtures("english_afterwards")


@pytest.fixture(scope="module")
def sources(messages: Any) -> Any:
    """Return all texts of the sources."""
    return messages.all_texts()


def texts(catalogue: Any) -> dict[Any, Any]:
    return {message.id: message.string for message in catalogue if message.id}


def fields(text: str) -> list[str]:
    return sorted(
        f"{name}:{form}" for _text, name, form, _c in string.Formatter().parse(text) if name
    )


@pytest.mark.parametrize("language", ["fr", "it"])
def test_every_text_is_translated_and_none_is_left_over(
    messages: Any, sources: Any, language: str
) -> None:
    wanted = set(texts(sources))
    found = texts(messages.read_catalogue(language))
    assert wanted - set(found) == set()
    assert set(found) - wanted == set()
    empty = [text for text, translation in found.items() if not all(messages.strings(translation))]
    assert empty == []
    doubtful = [m.id for m in messages.read_catalogue(language) if m.id and m.fuzzy]
    assert doubtful == []  # such translations are not used


def test_texts_are_found_in_sources_and_in_templates(sources: Any) -> None:
    files = {
        message.id: {file for file, _line in message.locations}
        for message in sources
        if message.id
    }
    assert "src/kingup/web/pages/lobby/templates/sit.html" in files["Sit down"]
    said = "All say Yes: the candidate is crowned."
    assert files[said] == {"src/kingup/rulebook/templates/shared.html"}
    assert "src/kingup/server/refusals.py" in {file for found in files.values() for file in found}
    assert ("{number} seat is free.", "{number} seats are free.") in files


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_translation_has_the_placeholders_of_its_text(messages: Any, language: str) -> None:
    for text, translation in texts(messages.read_catalogue(language)).items():
        originals = messages.strings(text)
        for form in messages.strings(translation):
            assert fields(form) in [fields(original) for original in originals], text


def test_an_error_is_in_the_language_of_its_reader() -> None:
    error = IllegalAction("Floor {floor} is full: {name} cannot climb.", floor=4, name="Jester")
    assert str(error) == "Floor 4 is full: Jester cannot climb."
    use_language("fr")
    assert "Bouffon" in sentence_of(error)
    assert "4" in sentence_of(error)


def test_an_error_inside_an_error_is_translated_too() -> None:
    inner = IllegalAction("The game is over.")
    outer = KingUpError("{path}: {cause}", path="rounds[0]", cause=inner)
    use_language("it")
    assert sentence_of(outer) == f"rounds[0]: {_('The game is over.')}"
    assert "game" not in sentence_of(outer)


def test_plural_forms_follow_the_number_in_every_language() -> None:
    for language in ("en", "fr", "it"):
        use_language(language)
        one = ngettext("{number} seat: {names}.", "{number} seats: {names}.", 1)
        two = ngettext("{number} seat: {names}.", "{number} seats: {names}.", 2)
        assert one != two


@pytest.mark.parametrize(("language", "locale"), [("en", "en_GB"), ("fr", "fr"), ("it", "it")])
def test_english_dates_are_british(language: str, locale: str) -> None:
    use_language(language)
    assert current_locale() == locale


@pytest.mark.parametrize(
    ("setting", "language"),
    [
        ("fr_FR.UTF-8", "fr"),
        ("it", "it"),
        ("de_DE", "en"),
        ("C", "en"),
        ("", "en"),
        ("fr:en", "fr"),
    ],
)
def test_the_systems_settings_choose_the_language(
    monkeypatch: pytest.MonkeyPatch, setting: str, language: str
) -> None:
    for name in ("KINGUP_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", setting)
    assert system_language() == language

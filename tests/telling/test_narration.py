"""Narration follows the typography of each language."""

from __future__ import annotations

import pytest

from kingup import Game
from kingup.history import Voted
from kingup.language import use_language
from kingup.telling.narration import narrate
from kingup.terminal.frame import coloured
from kingup.terminal.styles import VOTES
from kingup.view import View

pytestmark = pytest.mark.usefixtures("english_afterwards")


@pytest.fixture
def view() -> View:
    return Game("vive-le-roi", [["Ana"], ["Botolph"], ["Inès"], ["Odo"]], seed=1).view(None)


@pytest.mark.parametrize(
    ("language", "votes"),
    [
        ("en", "Yes: Ana, Botolph; No: Inès; Bellyache: Odo."),
        ("fr", "Oui\xa0: Ana, Botolph\xa0; Non\xa0: Inès\xa0; MaV\xa0: Odo."),
        ("it", "Sì: Ana, Botolph; No: Inès; Maldipancia: Odo."),
    ],
)
def test_votes_have_the_spacing_of_the_language(view: View, language: str, votes: str) -> None:
    use_language(language)
    assert votes in narrate(view, Voted(0, "A", "YYNB", "floor-4"))


@pytest.mark.parametrize(("language", "label"), [("en", "No:"), ("fr", "Non\xa0:"), ("it", "No:")])
def test_votes_stand_out_in_the_terminal_in_every_language(
    view: View, language: str, label: str
) -> None:
    use_language(language)
    narration = narrate(view, Voted(0, "A", "YYNB", "floor-4"))
    text = coloured(narration)
    found = {narration[span.start : span.end]: span.style for span in text.spans}
    assert found[label] == VOTES["N"]
    assert len(found) == 3

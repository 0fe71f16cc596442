"""Typed text is understood, or answered with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup import Deal, Game
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup
from kingup.telling.scene import TextScene
from kingup.terminal.commands import Do, Topic, understand
from tests.terminal.helpers import play_in, terminal, typed


def _king_up(*moves: str) -> Game:
    game = Game("kingup", 3, dealer=None)
    game.deal(Deal(0, ("BCDEIO", "ADEFGM", "EFIMOP")))
    for move in moves:
        game.play(game.to_act[0], move)
    return game


def _vive_le_roi() -> Game:
    game = Game("vive-le-roi", 3, ["ambition"], dealer=None)
    ambitions = (("kingmaker", "no-privy"), ("man-king", "not-0-1"), ("two-privy", "empty-hand"))
    game.deal(Deal(0, ("ABELOV", "EFJMOV", "ACGLRS"), ambitions))
    return game


PLACED = ["A4", "B4", "C4", "D4", "E3", "F3", "G3", "I3", "L2", "M2", "N2", "O2"]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("A3", Do("A3")),
        ("a3", Do("A3")),
        (" a 3 ", Do("A3")),
        ("3a", Do("A3")),
        ("a-3", Do("A3")),
        ("Alighiero 3", Do("A3")),
        ("alig3", Do("A3")),
        ("?", Topic.HELP),
        ("help", Topic.HELP),
        ("H", Topic.HELP),
        ("q", Topic.QUIT),
        ("QUIT", Topic.QUIT),
        ("exit", Topic.QUIT),
        ("undo", Topic.UNDO),
        ("score", Topic.SCORE),
        ("history", Topic.LOG),
        ("log", Topic.LOG),
        ("rules", Topic.RULES),
        ("règles", Topic.RULES),
        ("who", Topic.CAST),
        ("board", Topic.BOARD),
    ],
)
def test_placements_and_commands_are_understood(text: str, meaning: Do | Topic) -> None:
    assert understand(text, TextScene.of(_king_up(), 0)) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("A", "A"), ("a", "A"), ("a5", "A"), ("alighiero", "A"), ("ODESSA", "O"), ("z", "Z")],
)
def test_climbs_are_understood(text: str, meaning: str) -> None:
    assert understand(text, TextScene.of(_king_up(*PLACED), 0)) == Do(meaning)


@pytest.mark.parametrize(
    ("words", "vote"),
    [
        ("y yes YES oui o si sì s Yes. yes!", "Y"),
        ("n no non NO nope", "N"),
        ("b bellyache belly mal mal-au-ventre", "B"),
    ],
)
def test_votes_are_understood_in_three_languages(words: str, vote: str) -> None:
    scene = TextScene.of(_king_up(*PLACED, "A", "A"), 0)
    for word in words.split():
        assert understand(word, scene) == Do(vote)


@pytest.mark.parametrize(
    ("text", "kept"), [("1", "kingmaker"), ("2", "no-privy"), ("No-Privy", "no-privy")]
)
def test_ambition_cards_are_kept_by_number_or_name(text: str, kept: str) -> None:
    assert understand(text, TextScene.of(_vive_le_roi(), 0)) == Do(kept)


def test_names_are_understood_without_their_accents() -> None:
    game = _vive_le_roi()
    for player in range(3):
        game.play(player, game.legal_actions(player)[0])
    assert understand("eloise 2", TextScene.of(game, 0)) == Do("E2")


@pytest.mark.parametrize(
    ("moves", "text", "sentence"),
    [
        ([], "", "Type a move, or ? for help."),
        ([], "yes", "“yes” means nothing here: type ? for help."),
        ([], "A", "On which floor? Write A1, A2, A3 or A4."),
        ([], "\x1b[31mhello", "“[31mhello” means nothing here: type ? for help."),
        ([], "x" * 99, "“xxxxxxxxxxxxxxxxxxx…” means nothing here: type ? for help."),
        (PLACED, "A3", "One step at a time: Alighiero goes to floor 5 next (A)."),
        (PLACED, "A B", "“A B” means nothing here: type ? for help."),
    ],
)
def test_unknown_text_gets_a_sentence(moves: list[str], text: str, sentence: str) -> None:
    with pytest.raises(KingUpError) as caught:
        understand(text, TextScene.of(_king_up(*moves), 0))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Z1", "King Up! has no character “Z”."),
        ("A9", "“A9” is not a placement: write a letter and a floor from 1 to 4, like A3."),
        ("undo", "A move, once made, cannot be taken back."),
        ("log", "Nothing has happened in this round yet."),
    ],
)
def test_the_game_answers_and_asks_again(text: str, sentence: str, tmp_path: Path) -> None:
    with terminal(typed(text)) as shown:
        play_in(shown, Setup.of("kingup", 3), tmp_path / "game.json")
    said = shown.output.getvalue()
    assert sentence in said
    assert said.count("place a character, for example") == 2


def test_commands_show_their_pages(tmp_path: Path) -> None:
    with terminal(typed("?", "rules", "cast", "score", "board")) as shown:
        play_in(shown, Setup.of("vive-le-roi", 4, ["emissary"]), tmp_path / "game.json")
    said = shown.output.getvalue()
    for text in (
        "You can type:",
        "The rules of Vive le Roi",
        "Who is who",
        "Emissary",
        "emissary:",
    ):
        assert text in said
    assert said.count("== Vive le Roi, round 1 of 3, placing ==") == 2

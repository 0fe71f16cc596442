"""Parsing of what people type."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum

from kingup.language import _
from kingup.rules.characters import CAST, EDITIONS
from kingup.rules.errors import IllegalAction, InvalidAction, sentence
from kingup.telling.scene import TextScene
from kingup.telling.words import clean, name_of, place_in_words


class Topic(Enum):
    """A command that is no move."""

    HELP = "help"
    SCORE = "score"
    LOG = "log"
    RULES = "rules"
    CAST = "cast"
    BOARD = "board"
    UNDO = "undo"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Do:
    """A move, as in a record."""

    action: str


_TOPICS = {
    Topic.HELP: "? h help hint commands aide aiuto",
    Topic.SCORE: "score scores points punti punteggio",
    Topic.LOG: "log history news historique storia cronaca journal",
    Topic.RULES: "rules rule regles regole",
    Topic.CAST: "cast who characters personnages personaggi",
    Topic.BOARD: "board castle chateau castello look",
    Topic.UNDO: "undo back takeback annuler annulla",
    Topic.QUIT: "q quit exit bye save leave quitter esci sortir uscire",
}
_TOPIC_WORDS = {word: topic for topic, words in _TOPICS.items() for word in words.split()}

_VOTES = {
    "Y": "y yes yeah yep oui o si s ja",
    "N": "n no nay nope non",
    "B": "b belly bellyache m mal mav malauventre maldipancia",
}
_VOTE_WORDS = {word: vote for vote, words in _VOTES.items() for word in words.split()}

_FIRST = ("1", "1.", "first", "premiere", "prima")
_SECOND = ("2", "2.", "second", "seconde", "deuxieme", "seconda")


def folded(text: str) -> str:
    """Return a text in lower case and without accents, as somebody in a hurry types it."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).strip()


def is_goodbye(text: str) -> bool:
    """Return whether an answer to any question means to leave."""
    return _TOPIC_WORDS.get(folded(text)) is Topic.QUIT


def understand(text: str, scene: TextScene) -> Do | Topic:
    """Return the command in a text; if it has no meaning here, raise `InvalidAction`.

    A move may still be illegal: that is for the rules to say.
    """
    word = folded(text).rstrip(".!")
    if not word:
        raise InvalidAction(sentence("Type a move, or ? for help."))
    if word in _TOPIC_WORDS:
        return _TOPIC_WORDS[word]
    action: str | None = None
    if scene.view.phase == "vote":
        action = _VOTE_WORDS.get(re.sub(r"[\s'-]", "", word))
    elif scene.view.phase == "ambition":
        action = _ambition(word, scene)
    elif scene.view.phase == "place":
        action = _placement(word, scene)
    elif scene.view.phase == "climb":
        action = _climb(word, scene)
    if action is None:
        raise InvalidAction(
            sentence("“{text}” means nothing here: type ? for help."), text=clean(text, 20)
        )
    return Do(action)


def _ambition(word: str, scene: TextScene) -> str | None:
    first, second = scene.view.actions
    if word in _FIRST:
        return first
    if word in _SECOND:
        return second
    return word if word in scene.view.actions else None


def _placement(word: str, scene: TextScene) -> str | None:
    match = re.fullmatch(r"([^\d\s-]+)[\s-]*(\d)?", word) or re.fullmatch(r"(\d)\s*(\D+)", word)
    if match is None:
        return None
    who, floor = match.groups()
    if who.isdigit():
        who, floor = floor, who
    letter = _letter(who, scene)
    if letter is not None and floor is None:
        raise InvalidAction(
            sentence("On which floor? Write {letter}1, {letter}2, {letter}3 or {letter}4."),
            letter=letter,
        )
    return f"{letter}{floor}" if letter else None


def _climb(word: str, scene: TextScene) -> str | None:
    match = re.fullmatch(r"([^\d\s-]+)[\s-]*(\d)?", word)
    letter = _letter(match.group(1), scene) if match else None
    if match is None or letter is None:
        return None
    target = scene.steps.get(letter)
    if match.group(2) and target is not None and not target.endswith(match.group(2)):
        raise IllegalAction(
            sentence("One step at a time: {name} goes to {place} next ({letter})."),
            name=name_of(scene.view, letter),
            place=place_in_words(target),
            letter=letter,
        )
    return letter


def _letter(word: str, scene: TextScene) -> str | None:
    """Return the letter of a character given by letter, name or beginning of a name."""
    if len(word) == 1:
        return word.upper()  # if nobody has it, the rules say so
    for character in CAST[EDITIONS.index(scene.view.edition)]:
        names = (folded(character.name), folded(_(character.name)))
        if any(name.startswith(word) for name in names):
            return character.letter
    return None

"""Actions: as people write them, and as the integer codes of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES, VOTE_LETTERS
from kingup.rules.characters import LETTERS, TITLES
from kingup.rules.constants import (
    AMBITION,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    PLACE,
    VOTE,
    YES,
)
from kingup.rules.errors import IllegalAction, InvalidAction
from kingup.rules.state import State


@dataclass(frozen=True, slots=True)
class Place:
    """Place a character on a floor from 1 to 4."""

    letter: str
    floor: int

    def __str__(self) -> str:
        return f"{self.letter}{self.floor}"


@dataclass(frozen=True, slots=True)
class Climb:
    """Move a character one step up; the board determines where that is."""

    letter: str

    def __str__(self) -> str:
        return self.letter


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote with a card: Y (Yes), N (No) or B (Bellyache)."""

    card: str

    def __str__(self) -> str:
        return self.card


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one of the two Ambition cards dealt."""

    ambition: str

    def __str__(self) -> str:
        return self.ambition


Action = Place | Climb | Vote | Keep


def parse_action(game: State, text: str) -> Action:
    """Parse an action in the notation of records, according to the phase of a game."""
    if game.phase == AMBITION:
        return Keep(text)
    if game.phase == VOTE:
        return Vote(text)
    if game.phase == PLACE:
        letter, floor = text[:1], text[1:]
        if floor not in ("1", "2", "3", "4"):
            raise InvalidAction(
                "“{text}” is not a placement: write a letter and a floor from 1 to 4, like A3.",
                text=text,
            )
        return Place(letter, int(floor))
    return Climb(text)


def character_code(game: State, letter: str) -> int:
    """Return the code of a character's letter."""
    code = -1
    if isinstance(letter, str) and len(letter) == 1:
        code = LETTERS[game.edition].find(letter)
    if code < 0:
        raise InvalidAction(
            "{title} has no character “{letter}”.", title=TITLES[game.edition], letter=letter
        )
    return code


def encode_action(game: State, player: int, action: Action) -> int:
    """Return the code of a player's action."""
    match action:
        case Place(letter, floor):
            if not isinstance(floor, int) or floor not in (1, 2, 3, 4):
                raise InvalidAction(
                    "Characters are placed on floors 1 to 4, not on {floor}.", floor=floor
                )
            return 4 * character_code(game, letter) + floor - 1
        case Climb(letter):
            return FIRST_CLIMB + character_code(game, letter)
        case Vote(card):
            if card not in ("Y", "N", "B"):
                raise InvalidAction(
                    "“{card}” is not a vote: write Y (Yes), N (No) or B (Bellyache).", card=card
                )
            return FIRST_VOTE + VOTE_LETTERS.index(card) - YES
        case Keep(ambition):
            if not isinstance(ambition, str) or ambition not in AMBITION_CODES:
                raise InvalidAction("There is no Ambition card “{ambition}”.", ambition=ambition)
            code = AMBITION_CODES[ambition]
            if game.phase == AMBITION and game.dealt_1[player] == code:
                return FIRST_KEEP
            if game.phase == AMBITION and game.dealt_2[player] != code:
                raise IllegalAction(
                    "The Ambition card “{ambition}” was not dealt to you.", ambition=ambition
                )
            return FIRST_KEEP + 1
    raise InvalidAction("“{action}” is not an action.", action=action)


def decode_action(game: State, player: int, code: int) -> Action:
    """Return the action of a code, for a player."""
    if code < FIRST_KEEP:
        return _decoded(game.edition, code)[0]
    dealt = game.dealt_1 if code == FIRST_KEEP else game.dealt_2
    return Keep(AMBITION_CARDS[dealt[player]].id)


def write_action(game: State, player: int, code: int) -> str:
    """Return the action of a code, for a player, as a record writes it."""
    if code < FIRST_KEEP:
        return _decoded(game.edition, code)[1]
    return str(decode_action(game, player, code))


@cache
def _decoded(edition: int, code: int) -> tuple[Action, str]:
    """Return an action that is the same for every player, and its notation.

    There are fewer than a hundred, shared by all games.
    """
    letters = LETTERS[edition]
    action: Action
    if code < FIRST_CLIMB:
        action = Place(letters[code >> 2], (code & 3) + 1)
    elif code < FIRST_VOTE:
        action = Climb(letters[code - FIRST_CLIMB])
    else:
        action = Vote(VOTE_LETTERS[code - FIRST_VOTE + YES])
    return action, str(action)

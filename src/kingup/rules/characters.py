"""The characters of both editions, in the order of the ring of favourites cards."""

from dataclasses import dataclass
from typing import Literal

from kingup.rules.constants import MEN, WOMEN
from kingup.rules.errors import sentence

Edition = Literal["kingup", "vive-le-roi"]

EDITIONS: tuple[Edition, Edition] = ("kingup", "vive-le-roi")
"""Edition ids; the position is the edition's code in the state."""

TITLES = ("King Up!", "Vive le Roi")


@dataclass(frozen=True, slots=True)
class Character:
    """A character: a letter unique in the edition, a name and an epithet."""

    letter: str
    name: str
    epithet: str
    kind: Literal["woman", "man", "neither"] = "neither"


# Ruling 19: the names Sofia, Clovis and Gaspard and all epithets of the second edition are ours,
# and can be changed here.
_KING_UP = (
    ("A", "Alighiero", sentence("squire")),
    ("B", "Beatrice", sentence("enchantress")),
    ("C", "Clemente", sentence("sergeant")),
    ("D", "Dario", sentence("antiquary")),
    ("E", "Ernesto", sentence("duke")),
    ("F", "Fiorello", sentence("painter")),
    ("G", "Gavino", sentence("paladin")),
    ("I", "Irina", sentence("farmer")),
    ("L", "Leonardo", sentence("messenger")),
    ("M", "Merlino", sentence("seer")),
    ("N", "Natale", sentence("guardian")),
    ("O", "Odessa", sentence("countess")),
    ("P", "Piero", sentence("cook")),
)
_VIVE_LE_ROI = (
    ("R", "Roméo", sentence("minstrel")),
    ("B", "Bridget", sentence("innkeeper")),
    ("C", "Clovis", sentence("knight")),
    ("E", "Éloïse", sentence("herbalist")),
    ("A", "Anna", sentence("weaver")),
    ("G", "Gaspard", sentence("steward")),
    ("J", "Jeanne", sentence("captain")),
    ("F", "Foidvo", sentence("butcher")),
    ("M", "Merlin", sentence("wizard")),
    ("O", "Ouaf", sentence("dog")),
    ("L", "Leonardo", sentence("inventor")),
    ("S", "Sofia", sentence("scholar")),
    ("V", "Victoria", sentence("marquise")),
    ("X", sentence("Jester"), sentence("jester")),
)


def _kind(position: int) -> Literal["woman", "man", "neither"]:
    if WOMEN >> position & 1:
        return "woman"
    return "man" if MEN >> position & 1 else "neither"


CAST: tuple[tuple[Character, ...], tuple[Character, ...]] = (
    tuple(Character(*row) for row in _KING_UP),
    tuple(Character(*row, _kind(i)) for i, row in enumerate(_VIVE_LE_ROI)),
)
"""The characters by edition code, in ring order, the jester last."""

LETTERS: tuple[str, str] = tuple("".join(c.letter for c in cast) for cast in CAST)  # type: ignore[assignment]
"""The characters' letters by edition code; a letter's position is the character's code."""

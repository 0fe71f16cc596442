"""Table codes, names of bots, and what a person may be called."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Collection

from kingup.tables.dealing import KEY, NO_ORIGIN, PART
from kingup.tables.errors import TableError
from kingup.tables.setting import tidy

WORDS = (
    "baker",
    "bell",
    "bishop",
    "candle",
    "castle",
    "coach",
    "cook",
    "crown",
    "duke",
    "falcon",
    "fiddle",
    "goblet",
    "herald",
    "jester",
    "king",
    "knight",
    "lance",
    "lute",
    "lyre",
    "mantle",
    "minstrel",
    "moat",
    "oak",
    "page",
    "pearl",
    "queen",
    "raven",
    "rook",
    "rose",
    "sceptre",
    "scribe",
    "shield",
    "squire",
    "stag",
    "throne",
    "tower",
    "vine",
    "wine",
)
"""The first parts of table codes: short words of the court."""

LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
"""Letters and digits that are not mistaken for one another when read aloud or copied by hand."""

CODE = re.compile(rf"(?:{'|'.join(WORDS)})-[{LETTERS}]{{5}}")

BOTS = (
    "Adalbert",
    "Aveline",
    "Berengar",
    "Botolph",
    "Clothilde",
    "Cuthbert",
    "Dagobert",
    "Edwina",
    "Ermengarde",
    "Fulbert",
    "Griselda",
    "Gunther",
    "Hildegard",
    "Isolde",
    "Jocelyn",
    "Kunigunde",
    "Leofric",
    "Mafalda",
    "Melisende",
    "Odo",
    "Ottoline",
    "Petronella",
    "Radegund",
    "Rosamund",
    "Sigismund",
    "Theobald",
    "Ulric",
    "Wilfreda",
)
"""Names for bots, from many courts and no language in particular."""

LONGEST_NAME = 20
MOST_CODE_POINTS = 80
MOST_MARKS = 3
"""The most accents on one letter; more would cover the lines around."""

_JOINERS = "\u200c\u200d"


def new_code() -> str:
    """Return a code for a new table: easy to say, hard to guess."""
    return f"{secrets.choice(WORDS)}-{''.join(secrets.choice(LETTERS) for _ in range(5))}"


def code_from(digest: bytes) -> str:
    """Return the code derived from a digest."""
    left, word = divmod(int.from_bytes(digest, "big"), len(WORDS))
    letters = []
    for _ in range(5):
        left, letter = divmod(left, len(LETTERS))
        letters.append(LETTERS[letter])
    return f"{WORDS[word]}-{''.join(letters)}"


def new_secret(players: int, rematch_of: str = NO_ORIGIN) -> str:
    """Return a new secret for fair deals, as hex: a key, a part for each place, the game before.

    `rematch_of` is the commitment of the game that this one is a rematch of.
    """
    return secrets.token_hex(KEY + PART * players) + rematch_of


def read_code(text: str) -> str | None:
    """Return the code that somebody typed, or None if it is not one."""
    typed = re.sub(r"[\s\-‐–—_.]+", "-", text[:100].strip().casefold()).strip("-")
    return typed if CODE.fullmatch(typed) else None


def read_name(text: str) -> str:
    """Return a person's name as it will be shown; an unusable one raises an error."""
    name = tidy(text[: 10 * MOST_CODE_POINTS])
    if not length(name):
        raise TableError("Enter your name first.")
    if length(name) > LONGEST_NAME or len(name) > MOST_CODE_POINTS:
        raise TableError("A name can have at most {most} letters.", most=LONGEST_NAME)
    if re.search(rf"(?:M){{{MOST_MARKS + 1}}}", "".join(_kind(sign) for sign in name)):
        raise TableError("This name has too many accents on one letter: choose another.")
    return name


def length(name: str) -> int:
    """Return roughly how many characters a reader sees: accents and joined emoji do not count."""
    seen = 0
    joined = False
    flag = False
    for sign in name:
        kind = _kind(sign)
        if kind == "F":  # two regional indicators make one flag
            seen += not flag
            flag = not flag
        else:
            flag = False
            seen += kind == "X" and not joined
        joined = sign == "\u200d"
    return seen


def _kind(sign: str) -> str:
    if "\U0001f1e6" <= sign <= "\U0001f1ff":
        return "F"
    if sign in _JOINERS or "\U0001f3fb" <= sign <= "\U0001f3ff":
        return "J"
    return "M" if unicodedata.category(sign)[0] == "M" else "X"


def same_name(one: str, other: str) -> bool:
    """Return whether two names look alike."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """Return a form of a name that is equal for names that look alike."""
    return unicodedata.normalize("NFKC", name).casefold()


def bot_name(code: str, player: int, taken: Collection[str]) -> str:
    """Return a name for a bot that nobody at the table has; it varies from table to table."""
    start = sum(code.encode()) + 5 * player
    turned = [BOTS[(start + i) % len(BOTS)] for i in range(len(BOTS))]
    return next(name for name in turned if not any(same_name(name, other) for other in taken))

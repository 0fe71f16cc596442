"""The proof of fair deals, which a record carries without verifying it."""

from __future__ import annotations

from kingup.notation.errors import RecordError
from kingup.notation.strings import checked

TEXTS = ("method", "commitment", "secret")
REMATCH = "rematch_of"
"""The text of a rematch: the commitment of the game before."""
LIST = "contributions"


def checked_proof(proof: dict[str, object]) -> tuple[dict[str, str], list[str]]:
    """Return the texts and the contributions of a game's proof, if it can be written."""
    contributions = proof.get(LIST)
    expected = (*TEXTS, REMATCH) if REMATCH in proof else TEXTS
    texts = {name: text for name in expected if isinstance(text := proof.get(name), str)}
    if (
        set(proof) != {*expected, LIST}
        or len(texts) != len(expected)
        or not isinstance(contributions, (list, tuple))
        or not all(isinstance(text, str) for text in contributions)
    ):
        raise RecordError(
            "A proof of fairly dealt cards has the texts {texts} and a list of texts, {list}.",
            texts=", ".join(TEXTS),
            list=LIST,
        )
    for text in (*texts.values(), *contributions):
        checked(text)
    return texts, list(contributions)

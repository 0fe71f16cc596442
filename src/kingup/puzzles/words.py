"""Puzzles in words: the question, the answers, and why one of them is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingup.language import _
from kingup.puzzles.puzzle import Puzzle
from kingup.rules.errors import sentence
from kingup.telling.scene import action_in_words
from kingup.telling.words import label_of, name_of, player_names
from kingup.view import View

TITLES = {
    "vote": sentence("Vote or not?"),
    "card": sentence("Whose card?"),
    "tells": sentence("Which tells least?"),
}
"""What each kind of puzzle is called."""


def question(view: View, puzzle: Puzzle) -> str:
    """Return what a puzzle asks, in one sentence."""
    names = player_names(view)
    if puzzle.kind == "card":
        return _("Which favourites card does {player} hold?").format(
            player=names[puzzle.about or 0]
        )
    if puzzle.kind == "vote" and view.candidate is not None:
        return _("You are {player}. What do you vote on {name}?").format(
            player=names[puzzle.player or 0], name=name_of(view, view.candidate)
        )
    return _(
        "You are {player}. These are worth about the same to you: which tells the others least "
        "about your favourites?"
    ).format(player=names[puzzle.player or 0])


def answers(view: View, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the options of a puzzle."""
    if puzzle.kind == "card":
        return tuple(
            ", ".join(label_of(view, letter) for letter in card) for card in puzzle.options
        )
    return tuple(action_in_words(view, action) for action in puzzle.options)


def verdict(puzzle: Puzzle, chosen: int) -> str:
    """Return whether an answer is right."""
    return _("Right!") if chosen == puzzle.solution else _("Not this time.")


def reasons(puzzle: Puzzle, named: Sequence[str]) -> Iterator[str]:
    """Yield why the right answer is right; `named` are the options in words."""
    best = named[puzzle.solution]
    others = [i for i in range(len(named)) if i != puzzle.solution]
    if puzzle.kind == "card":
        yield _(
            "The right card is {card}. Who has watched this round can be {percent}% sure of it."
        ).format(card=best, percent=round(100 * puzzle.chances[puzzle.solution]))
        return
    if puzzle.kind == "vote":
        second = max(others, key=lambda i: puzzle.chances[i])
        ahead = round(100 * (puzzle.chances[puzzle.solution] - puzzle.chances[second]))
        yield _(
            "In a hundred games {card} wins {number} more than {other}, played out from a "
            "thousand deals that are possible."
        ).format(card=best, number=ahead, other=named[second])
        return
    second = min(others, key=lambda i: puzzle.told[i])
    yield _("{action} tells the others {bits} bits about your card, the next best {more}.").format(
        action=best,
        bits=bits_in_words(puzzle.told[puzzle.solution]),
        more=bits_in_words(puzzle.told[second]),
    )
    yield _("A bit makes your card twice as likely to whoever reads it; less than 0 misleads.")


def chance_in_words(puzzle: Puzzle, option: int) -> str:
    """Return the chance that belongs to an option, with twice its standard error."""
    chance, error = 100 * puzzle.chances[option], 100 * puzzle.errors[option]
    if not error:
        return _("{percent}%").format(percent=f"{chance:.0f}")
    return _("{percent}% ± {error}").format(percent=f"{chance:.0f}", error=f"{2 * error:.1f}")


def bits_in_words(bits: float) -> str:
    """Return bits with a true minus sign."""
    return f"{bits:.1f}".replace("-", "\u2212")

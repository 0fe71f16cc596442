"""One's own mistakes to try again: the position from one's own view, and what an action loses.

Only a player's view is drawn, as it was before the decision: nothing here knows more.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kingup.analysis import Analysis
from kingup.analysis.decisions import LABELS, Decision
from kingup.analysis.moments import moments_of
from kingup.analysis.replaying import steps_of
from kingup.analysis.report import plots, words
from kingup.game import Game
from kingup.language import _, ngettext
from kingup.rules.actions import Keep
from kingup.svg import castle
from kingup.svg.castle import Theme
from kingup.telling.narration import log
from kingup.telling.words import label_of, listed
from kingup.view import View

ACCEPTED = 0.35
"""The part of an inaccuracy's loss that a good action may lose."""
THEMES: tuple[tuple[str, Theme], ...] = (("day", "light"), ("night", "dark"))
LINES = 6
"""How many lines of the round so far are shown."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that the game allowed."""

    action: str
    words: str
    is_tried: bool


@dataclass(frozen=True, slots=True)
class RetryAnswer:
    """What is said about the action that was tried, or instead of one."""

    text: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Exercise:
    """A decision to try again."""

    seat: int
    number: int
    """Counted from 1."""
    total: int
    name: str
    moment: str
    question: str
    pictures: tuple[tuple[str, Markup], ...]
    """The castle by day and by night."""
    cards: tuple[str, ...]
    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    answer: RetryAnswer | None
    is_solved: bool
    """Whether nothing is left to try: it was answered well, or the solution was asked for."""


def mistakes_of(analysis: Analysis, seat: int) -> list[Decision]:
    """Return a seat's decisions that are worth another try, in order."""
    return [d for d in analysis.labelled(seat) if d.label in LABELS]


def counts(analysis: Analysis) -> list[tuple[int, str, str]]:
    """Return by seat its number from 1, its name, and how many mistakes it made."""
    found = []
    for seat, name in enumerate(words.seat_names(analysis)):
        number = len(mistakes_of(analysis, seat))
        text = ngettext("{number} mistake", "{number} mistakes", number).format(number=number)
        found.append((seat + 1, name, text))
    return found


def exercise(
    analysis: Analysis, game: Game, seat: int, number: int, action: str | None, ask: str | None
) -> Exercise | None:
    """Return a seat's mistake by its number from 1; None if there is none.

    `action` is what is tried; `ask` is "hint" or "solution".
    """
    mistakes = mistakes_of(analysis, seat)
    if not 1 <= number <= len(mistakes):
        return None
    decision = mistakes[number - 1]
    view = view_before(game, decision)
    tried = action if action in view.actions else None
    answer = _answer(analysis, decision, tried, ask)
    return Exercise(
        seat=seat + 1,
        number=number,
        total=len(mistakes),
        name=words.seat_names(analysis)[seat],
        moment=decision.moment,
        question=_question(view, decision),
        pictures=tuple(
            (name, Markup(castle(view, size=480, theme=theme)))  # noqa: S704 (drawn by ourselves)
            for name, theme in THEMES
        ),
        cards=_cards(view),
        lines=tuple(line.strip() for line in log(view, every_vote=False)[-LINES:]),
        choices=tuple(
            Choice(each, words.action_words(analysis, decision.phase, each), each == tried)
            for each in view.actions
        ),
        answer=answer,
        is_solved=ask == "solution" or (answer is not None and answer.is_right),
    )


def view_before(game: Game, decision: Decision) -> View:
    """Return a player's view of the position at which they had to decide."""
    names = [moment.name for moment in moments_of(game)]
    known = {moment.name: moment for moment in moments_of(game)}
    before = known[decision.moment]
    if decision.phase != "keep":
        before = known[names[names.index(decision.moment) - 1]]
    moves = 0 if decision.phase == "keep" else before.moves
    for again, round_, count in steps_of(game):
        if (round_, count) != (decision.round, moves):
            continue
        if again.phase == "ambition" and decision.phase != "keep":
            for player, kept in enumerate(game.rounds[round_ - 1].kept):
                if kept is not None:
                    again.play(player, Keep(kept))
        return again.view(decision.player)
    raise ValueError(decision.moment)


def loss_of(decision: Decision, action: str) -> float | None:
    """Return what an action loses beside the improved policy; None if it was not weighed."""
    chance = {option.action: option.chance for option in decision.options}
    if action not in chance:
        return None
    expected = sum(option.improved * option.chance for option in decision.options)
    return expected - chance[action]


def is_accepted(analysis: Analysis, decision: Decision, action: str) -> bool:
    """Return whether an action is good enough."""
    lost = loss_of(decision, action)
    return lost is not None and lost <= ACCEPTED * analysis.thresholds[0]


def _answer(
    analysis: Analysis, decision: Decision, tried: str | None, ask: str | None
) -> RetryAnswer | None:
    best = words.action_words(analysis, decision.phase, words.best_of(decision))
    played = words.action_words(analysis, decision.phase, decision.action)
    lost = plots.points(decision.loss)
    if ask == "solution":
        text = _("{best}. {played}, which was played, lost {points} points of 100.")
        return RetryAnswer(text.format(best=best, played=played, points=lost), is_right=False)
    if ask == "hint":
        text = _("Not {played}: that was played, and lost {points} points of 100.")
        return RetryAnswer(text.format(played=played, points=lost), is_right=False)
    if tried is None:
        return None
    if is_accepted(analysis, decision, tried):
        return RetryAnswer(_("Well chosen."), is_right=True)
    found = loss_of(decision, tried)
    if found is None:
        text = _("That was not weighed: the trained player would hardly ever do it. Try again.")
        return RetryAnswer(text, is_right=False)
    text = _("That loses {points} points of 100. Try again.").format(points=plots.points(found))
    return RetryAnswer(text, is_right=False)


def _question(view: View, decision: Decision) -> str:
    match decision.phase:
        case "vote" if view.candidate is not None:
            name = label_of(view, view.candidate)
            return _("{name} stands before the throne. How do you vote?").format(name=name)
        case "climb":
            return _("Whom do you move?")
        case "keep":
            return _("Which Ambition card do you keep?")
    return _("What do you do?")


def _cards(view: View) -> tuple[str, ...]:
    """Return the viewer's own cards in words."""
    if view.own is None:
        return ()
    found = []
    for card in view.own.favourites:
        names = listed([label_of(view, letter) for letter in card])
        found.append(_("Your favourites: {names}.").format(names=names))
    found.append(
        ngettext("You have {number} No card.", "You have {number} No cards.", view.own.no_cards)
        .format(number=view.own.no_cards)
    )  # fmt: skip
    if view.own.bellyaches:
        found.append(_("You have a Bellyache."))
    for kept in view.own.kept:
        if kept is not None:
            found.append(
                _("Your Ambition: {condition}.").format(condition=words.ambition_words(kept))
            )
    return tuple(found)

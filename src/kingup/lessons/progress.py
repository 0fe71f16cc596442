"""A lesson in play: a table made from what the learner has answered so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingup.lessons.lesson import LEARNER, Lesson, LessonStep, Reply, Turn
from kingup.rules.errors import IllegalAction, InvalidAction, sentence
from kingup.tables.events import (
    Acted,
    BotSat,
    Confirmed,
    Created,
    Dealt,
    Event,
    Numbered,
    Sat,
    Started,
)
from kingup.tables.setting import TableSetting
from kingup.tables.table import Table
from kingup.view import View

PERSON = "learner"
"""Who sits at the table of a lesson. Nobody else can reach it."""

READ = "."
"""The answer to a step that wants to be read only, or to something that was tried."""


class LessonProgress:
    """A lesson, as far as its answers lead. Show `view` only."""

    def __init__(self, lesson: Lesson, answers: Iterable[str] = (), name: str = "Robin") -> None:
        self.lesson = lesson
        self.answers: tuple[str, ...] = ()
        """What the learner has answered; answers that are none are left out, with the rest."""
        self.table = Table()
        self._sit_down(name)
        self._take(lesson.before)
        for answer in answers:
            if not self._fits(answer):
                break
            self._go(answer)

    @property
    def number(self) -> int:
        """Which step it is, from 0."""
        return len(self.answers)

    @property
    def step(self) -> LessonStep:
        """What the learner is asked for."""
        return self.lesson.steps[self.number]

    @property
    def is_done(self) -> bool:
        """Whether the lesson has been played to its end."""
        return self.step.kind == "end"

    @property
    def view(self) -> View:
        """All that the learner may know."""
        return self.table.view(LEARNER)

    def answer(self, action: str) -> Reply:
        """Do something, or hear why not. An empty action goes on where there is no more to do."""
        step = self.step
        if step.kind in ("read", "end"):
            if action:
                return Reply(moves_on=False, text=READING)
            if step.kind == "read":
                self._go(READ)
            return Reply(moves_on=step.kind == "read")
        if not action:
            return Reply(moves_on=False, text=DOING)
        if action in step.accepts:
            self._go(READ if step.kind == "try" else action)
            return Reply(moves_on=True)
        try:
            self._trial(action)
        except (IllegalAction, InvalidAction) as error:
            return Reply(moves_on=False, cause=error)
        hint = step.hints.get(action) or step.hints.get(action[0]) or step.other
        return Reply(moves_on=False, text=hint)

    def show(self) -> None:
        """Go on without doing it oneself: the lesson does what it asks for."""
        step = self.step
        if step.kind != "end":
            self._go(step.accepts[0] if step.kind == "do" else READ)

    def back(self) -> LessonProgress:
        """Return the lesson one step earlier."""
        name = self.table.sitter(LEARNER).name
        return LessonProgress(self.lesson, self.answers[:-1], name)

    def _fits(self, answer: str) -> bool:
        step = self.step
        if step.kind == "do":
            return answer in step.accepts
        return step.kind != "end" and answer == READ

    def _go(self, answer: str) -> None:
        step = self.step
        if step.kind == "do":
            self._add(Acted(LEARNER, answer, "person"))
        self._take(step.then)
        self.answers += (answer,)

    def _take(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            allowed = self.table.view(turn.player).actions
            action = next(wish for wish in turn.wishes if wish in allowed)
            self._add(Acted(turn.player, action, "person" if turn.player == LEARNER else "bot"))

    def _trial(self, action: str) -> None:
        """Try an action on a copy: what the rules forbid raises an error."""
        game = self.table.copy().game
        assert game is not None  # noqa: S101 (a lesson's table plays)
        game.play(LEARNER, action)

    def _sit_down(self, name: str) -> None:
        lesson = self.lesson
        seats = (1,) * (1 + len(lesson.others))
        setting = TableSetting(lesson.edition, seats, lesson.options)
        nothing = "0" * 64  # a fixed deal has no chance to prove
        self._add(Created(PERSON, setting, f"lesson-{lesson.id}", nothing, nothing))
        self._add(Sat(LEARNER, PERSON, name, 1))
        self._add(Confirmed(LEARNER))
        for player, other in enumerate(lesson.others, LEARNER + 1):
            self._add(BotSat(player, "courtier", other, player + 1))
        self._add(Started())
        self._add(Dealt(lesson.deal))

    def _add(self, event: Event) -> None:
        self.table.apply(Numbered(self.table.number + 1, 0.0, event))


READING = sentence("Read this first, then continue.")
DOING = sentence("Your move: do what it says here, or choose “Show me”.")

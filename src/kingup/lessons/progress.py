"""A lesson in progress: a table rebuilt from the learner's answers so far."""

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
"""The id of the learner at a lesson's table. Nobody else can reach that table."""

READ = "."
"""The answer to a step that is only read, or in which something was tried."""


class LessonProgress:
    """A lesson after some answers. Show only `view`."""

    def __init__(self, lesson: Lesson, answers: Iterable[str] = (), name: str = "Robin") -> None:
        self.lesson = lesson
        self.answers: tuple[str, ...] = ()
        """The learner's valid answers; the first invalid one ends them."""
        self.table = Table()
        self._sit_down(name)
        self._take(lesson.before)
        for answer in answers:
            if not self._fits(answer):
                break
            self._go(answer)

    @property
    def number(self) -> int:
        """The index of the current step, from 0."""
        return len(self.answers)

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.number]

    @property
    def is_done(self) -> bool:
        """Whether the last step is reached."""
        return self.step.kind == "end"

    @property
    def view(self) -> View:
        """All that the learner may know."""
        return self.table.view(LEARNER)

    def answer(self, action: str) -> Reply:
        """Answer the current step, and return the reply. An empty action confirms a text."""
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
        """Complete the current step for the learner."""
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
        nothing = "0" * 64  # a fixed deal needs no proof of fairness
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

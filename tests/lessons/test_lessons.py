"""Lessons can be played to their end, answer every action, and show no secrets."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator

import pytest

from kingup.lessons import LESSONS, Lesson, LessonProgress
from kingup.lessons.lesson import LEARNER
from kingup.rules.errors import IllegalAction, InvalidAction

EVERY = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)


def paths_through(lesson: Lesson, answers: tuple[str, ...] = ()) -> Iterator[LessonProgress]:
    """Yield a lesson before every step, on every path through it."""
    progress = LessonProgress(lesson, answers)
    yield progress
    if not progress.is_done:
        step = progress.step
        for answer in step.accepts if step.kind == "do" else (".",):
            yield from paths_through(lesson, (*answers, answer))


@EVERY
def test_every_path_leads_to_the_end_of_the_lesson(lesson: Lesson) -> None:
    ends = [progress for progress in paths_through(lesson) if progress.is_done]
    free = sum(len(step.accepts) for step in lesson.steps if len(step.accepts) > 1)
    assert len(ends) == max(1, free)
    for end in ends:
        assert end.number == len(lesson.steps) - 1
        assert end.view.rounds[-1].crownings
        assert end.view.scores[LEARNER] == max(end.view.scores)


@EVERY
def test_steps_ask_for_legal_or_illegal_actions_as_announced(lesson: Lesson) -> None:
    for progress in paths_through(lesson):
        step, actions = progress.step, progress.view.actions
        assert (step.kind == "do") <= (set(step.accepts) <= set(actions)), step.id
        if step.kind == "try":
            assert not set(step.accepts) & set(actions), step.id
            assert actions, step.id


@EVERY
def test_other_legal_actions_get_a_reply_and_change_nothing(lesson: Lesson) -> None:
    for progress in paths_through(lesson):
        step, number = progress.step, progress.number
        for action in progress.view.actions:
            if action in step.accepts:
                continue
            reply = progress.answer(action)
            assert not reply.moves_on
            assert reply.text, (step.id, action)
            assert progress.number == number


@EVERY
def test_illegal_actions_are_answered_with_the_rules_reason(lesson: Lesson) -> None:
    for progress in paths_through(lesson):
        if progress.step.kind not in ("do", "try"):
            continue
        for letter in progress.view.castle:
            if letter in (*progress.step.accepts, *progress.view.actions):
                continue
            reply = progress.answer(letter)
            assert isinstance(reply.cause, IllegalAction | InvalidAction)
            assert not reply.moves_on
        assert isinstance(progress.answer("nonsense").cause, InvalidAction)


def test_the_learner_discovers_the_full_floor_by_trying() -> None:
    progress = LessonProgress(LESSONS["1"], (".", ".", "E4", "F3"))
    assert progress.step.kind == "try"
    assert list(progress.view.castle.values()).count("4") == 4
    assert progress.answer("F").moves_on
    assert progress.step.id == "room"
    assert progress.view.castle["F"] == "3"


def test_the_lessons_show_every_promised_outcome() -> None:
    first, second = (
        [move for progress in paths_through(lesson) for move in progress.view.rounds[-1].moves]
        for lesson in LESSONS.values()
    )
    assert {getattr(move, "outcome", "") for move in first} >= {"box", "throne"}
    assert {getattr(move, "outcome", "") for move in second} >= {"dungeon-3", "5", "throne"}
    assert {getattr(move, "place", "") for move in second} >= {"privy-4"}


@EVERY
def test_other_cards_are_hidden_until_the_crowning(lesson: Lesson) -> None:
    others = lesson.deal.favourites[1:]
    for progress in paths_through(lesson):
        shown = json.dumps(progress.view.as_dict())
        crowned = bool(progress.view.rounds[-1].crownings)
        assert any(card in shown for card in others) == crowned
        assert progress.view.viewer == LEARNER


@EVERY
def test_reading_steps_take_no_action_and_the_others_need_one(lesson: Lesson) -> None:
    for progress in paths_through(lesson):
        reply = progress.answer("A" if progress.step.kind in ("read", "end") else "")
        assert not reply.moves_on
        assert reply.text


@EVERY
def test_a_lesson_can_be_shown_from_beginning_to_end_and_back(lesson: Lesson) -> None:
    progress = LessonProgress(lesson)
    while not progress.is_done:
        progress.show()
    number = progress.number
    progress.show()
    assert progress.number == number
    assert not progress.answer("").moves_on
    while progress.number:
        progress = progress.back()
    assert progress.view == LessonProgress(lesson).view
    assert progress.back().number == 0


@EVERY
def test_an_invalid_answer_ends_the_list_of_answers(lesson: Lesson) -> None:
    assert LessonProgress(lesson, ("Q9", ".")).number == 0
    assert LessonProgress(lesson, (".", "nonsense", ".")).number == 1
    every = (".",) * 100
    assert LessonProgress(lesson, every).number < len(lesson.steps)


@EVERY
def test_texts_use_only_known_placeholders(lesson: Lesson) -> None:
    letters = set(LessonProgress(lesson).view.castle)
    known = letters | {
        *("one", "two", "king", "top", "limit", "rounds", "zero", "start", "minus"),
        *("left", "points", "score"),
    }
    for step in lesson.steps:
        for text in (step.title, step.text, step.other, *step.hints.values()):
            fields = {name for _text, name, _f, _c in string.Formatter().parse(text) if name}
            assert fields <= known, step.id
        assert step.rule
        assert set(step.points) <= letters

"""Lessons can be played to their end, answer kindly, and show nothing that is secret."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator

import pytest

from kingup.lessons import LESSONS, Lesson, LessonProgress
from kingup.lessons.lesson import LEARNER
from kingup.rules.errors import IllegalAction, InvalidAction

EVERY = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)


def ways(lesson: Lesson, answers: tuple[str, ...] = ()) -> Iterator[LessonProgress]:
    """Yield a lesson before every step, on every way through it."""
    playing = LessonProgress(lesson, answers)
    yield playing
    if not playing.is_done:
        step = playing.step
        for answer in step.accepts if step.kind == "do" else (".",):
            yield from ways(lesson, (*answers, answer))


@EVERY
def test_every_way_leads_to_the_end_of_the_lesson(lesson: Lesson) -> None:
    ends = [playing for playing in ways(lesson) if playing.is_done]
    free = sum(len(step.accepts) for step in lesson.steps if len(step.accepts) > 1)
    assert len(ends) == max(1, free)
    for end in ends:
        assert end.number == len(lesson.steps) - 1
        assert end.view.rounds[-1].crownings
        assert end.view.scores[LEARNER] == max(end.view.scores)


@EVERY
def test_what_a_step_asks_for_is_what_the_rules_say_it_is(lesson: Lesson) -> None:
    for playing in ways(lesson):
        step, actions = playing.step, playing.view.actions
        assert (step.kind == "do") <= (set(step.accepts) <= set(actions)), step.id
        if step.kind == "try":
            assert not set(step.accepts) & set(actions), step.id
            assert actions, step.id


@EVERY
def test_everything_else_gets_a_sentence_and_changes_nothing(lesson: Lesson) -> None:
    for playing in ways(lesson):
        step, number = playing.step, playing.number
        for action in playing.view.actions:
            if action in step.accepts:
                continue
            reply = playing.answer(action)
            assert not reply.moves_on
            assert reply.text, (step.id, action)
            assert playing.number == number


@EVERY
def test_what_the_rules_forbid_is_answered_with_their_reason(lesson: Lesson) -> None:
    for playing in ways(lesson):
        if playing.step.kind not in ("do", "try"):
            continue
        for letter in playing.view.castle:
            if letter in (*playing.step.accepts, *playing.view.actions):
                continue
            reply = playing.answer(letter)
            assert isinstance(reply.cause, IllegalAction | InvalidAction)
            assert not reply.moves_on
        assert isinstance(playing.answer("nonsense").cause, InvalidAction)


def test_the_full_floor_is_met_by_trying() -> None:
    playing = LessonProgress(LESSONS["1"], (".", ".", "E4", "F3"))
    assert playing.step.kind == "try"
    assert list(playing.view.castle.values()).count("4") == 4
    assert playing.answer("F").moves_on
    assert playing.step.id == "room"
    assert playing.view.castle["F"] == "3"


def test_a_lesson_makes_everything_happen_that_it_promises() -> None:
    first, second = (
        [move for playing in ways(lesson) for move in playing.view.rounds[-1].moves]
        for lesson in LESSONS.values()
    )
    assert {getattr(move, "outcome", "") for move in first} >= {"box", "throne"}
    assert {getattr(move, "outcome", "") for move in second} >= {"dungeon-3", "5", "throne"}
    assert {getattr(move, "place", "") for move in second} >= {"privy-4"}


@EVERY
def test_nobody_elses_cards_are_seen_before_the_crowning(lesson: Lesson) -> None:
    others = lesson.deal.favourites[1:]
    for playing in ways(lesson):
        shown = json.dumps(playing.view.as_dict())
        crowned = bool(playing.view.rounds[-1].crownings)
        assert any(card in shown for card in others) == crowned
        assert playing.view.viewer == LEARNER


@EVERY
def test_reading_wants_no_action_and_doing_wants_one(lesson: Lesson) -> None:
    for playing in ways(lesson):
        reply = playing.answer("A" if playing.step.kind in ("read", "end") else "")
        assert not reply.moves_on
        assert reply.text


@EVERY
def test_a_lesson_can_be_shown_from_beginning_to_end_and_back(lesson: Lesson) -> None:
    playing = LessonProgress(lesson)
    while not playing.is_done:
        playing.show()
    number = playing.number
    playing.show()
    assert playing.number == number
    assert not playing.answer("").moves_on
    while playing.number:
        playing = playing.back()
    assert playing.view == LessonProgress(lesson).view
    assert playing.back().number == 0


@EVERY
def test_answers_that_are_none_are_left_out_with_the_rest(lesson: Lesson) -> None:
    assert LessonProgress(lesson, ("Q9", ".")).number == 0
    assert LessonProgress(lesson, (".", "nonsense", ".")).number == 1
    every = (".",) * 100
    assert LessonProgress(lesson, every).number < len(lesson.steps)


@EVERY
def test_texts_name_only_what_can_be_filled_in(lesson: Lesson) -> None:
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

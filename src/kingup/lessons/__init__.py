"""Lessons: real games with a fixed deal, in which a learner is told what to do and why."""

from kingup.lessons.first import FIRST
from kingup.lessons.lesson import Lesson, LessonStep, Reply
from kingup.lessons.progress import LessonProgress
from kingup.lessons.second import SECOND

__all__ = ["LESSONS", "Lesson", "LessonProgress", "LessonStep", "Reply"]

LESSONS = {"1": FIRST, "2": SECOND}
"""The lessons by the name that addresses give them."""

"""Lessons: real games from a fixed deal that tell a learner what to do, and why."""

from kingup.lessons.first import FIRST
from kingup.lessons.lesson import Lesson, LessonStep, Reply
from kingup.lessons.progress import LessonProgress
from kingup.lessons.second import SECOND

__all__ = ["LESSONS", "Lesson", "LessonProgress", "LessonStep", "Reply"]

LESSONS = {"1": FIRST, "2": SECOND}
"""The lessons by their names in URLs."""

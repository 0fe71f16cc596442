"""Players that are no people."""

from __future__ import annotations

import random
from typing import Protocol

from kingup.view import View


class Player(Protocol):
    """Somebody who looks at a view and answers with one of its actions."""

    def choose(self, view: View) -> str:
        """Return one of the view's actions, as a record writes it."""


class RandomPlayer:
    """Does anything that the rules allow."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Return one of the view's actions, each as likely as the others."""
        return self._random.choice(view.actions)

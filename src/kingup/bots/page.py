"""The page: a beginner that likes its favourites, has no plan, and remembers nothing."""

from __future__ import annotations

import random

from kingup.view import View

FONDNESS = 0.5
"""The probability that it looks for a favourite first."""


class Page:
    """A bot that plays at random, but not against its own favourites."""

    at_once = True

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        if view.own is None:
            raise ValueError("a page needs the view of a player")
        favourites = set("".join(view.own.favourites))
        if view.phase == "vote":
            return self._vote(view, favourites)
        if view.phase in ("place", "climb") and self._random.random() < FONDNESS:
            liked = [action for action in view.actions if action[0] in favourites]
            if view.phase == "place":
                # Place favourites high.
                liked = [action for action in liked if action[1] in "34"]
            if liked:
                return self._random.choice(liked)
        return self._random.choice(view.actions)

    def _vote(self, view: View, favourites: set[str]) -> str:
        if view.candidate in favourites or "N" not in view.actions:
            return "Y"
        # Not a favourite: usually No, but sometimes Yes.
        return self._random.choices(view.actions, [1 if a == "Y" else 2 for a in view.actions])[0]

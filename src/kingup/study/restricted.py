"""Restricted play: a bot that is forbidden one thing. What it loses is what the thing is worth."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass

from kingup.arena.entrants import Entrant
from kingup.bots.bot import Bot, answers_at_once
from kingup.bots.bot_names import digest_of, make_bot
from kingup.history import Climbed, Move, Placed
from kingup.view import View

WITHOUT = ("no", "bellyache", "placing", "reading", "zero")
"""What may be forbidden: No cards, Bellyaches, choosing placements, knowing who placed and moved
whom, and the 33 points of King Up!'s third round."""


@dataclass(frozen=True, slots=True)
class RestrictedEntrant(Entrant):
    """A bot of ours that is forbidden one thing."""

    bot: str = ""
    without: str = ""

    def make(self, seed: int, seconds: float) -> Bot:
        """Return a new bot for one game."""
        return RestrictedBot(make_bot(self.bot, seed), self.without, seed)


def restricted(bot: str, without: str) -> RestrictedEntrant:
    """Return an entrant that plays like a bot, without one thing."""
    name = f"{bot} without {without}"
    return RestrictedEntrant(name, name, False, digest_of(bot), bot, without)


class RestrictedBot:
    """A bot that is shown less, or may do less, than the rules allow."""

    def __init__(self, bot: Bot, without: str, seed: int) -> None:
        self.at_once = answers_at_once(bot)
        self._bot = bot
        self._without = without
        self._random = random.Random(f"restricted/{seed}")
        self._key = seed

    def choose(self, view: View) -> str:
        """Return one of the view's actions."""
        if self._without == "placing" and view.phase == "place":
            return self._random.choice(view.actions)
        if self._without == "reading":
            return self._bot.choose(self._blurred(view))
        kept = tuple(action for action in view.actions if self._allows(view, action))
        kept = kept or view.actions
        chosen = self._bot.choose(dataclasses.replace(view, actions=kept))
        # Some bots do not read the list of actions.
        return chosen if chosen in kept else self._random.choice(kept)

    def _allows(self, view: View, action: str) -> bool:
        if view.phase != "vote":
            return True
        if self._without in ("no", "bellyache"):
            return action != self._without[0].upper()
        return not (self._without == "zero" and action == "Y" and _scores_zero(view))

    def _blurred(self, view: View) -> View:
        """Return a view in which the others' moves belong to anybody of them."""
        seats = [s for s in range(len(view.seats)) if s != _seat(view)]
        rounds = list(view.rounds)
        moves = tuple(
            self._somebody(move, i, seats, view) for i, move in enumerate(rounds[-1].moves)
        )
        rounds[-1] = dataclasses.replace(rounds[-1], moves=moves)
        return dataclasses.replace(view, rounds=tuple(rounds))

    def _somebody(self, move: Move, index: int, seats: list[int], view: View) -> Move:
        # Who moved a candidate to the throne is needed to go on.
        to_throne = isinstance(move, Climbed) and move.place == "throne"
        if not isinstance(move, Placed | Climbed) or to_throne or move.seat == _seat(view):
            return move
        draw = random.Random(f"{self._key}/{view.round}/{index}")
        return dataclasses.replace(move, seat=draw.choice(seats))


def _seat(view: View) -> int:
    """Return the viewer's seat."""
    players = 0
    for seat, size in enumerate(view.seats):
        players += size
        if view.viewer is not None and view.viewer < players:
            return seat
    raise ValueError("a restricted bot needs the view of a player")


def _scores_zero(view: View) -> bool:
    """Return whether crowning the candidate in the third round would score the viewer nothing."""
    if view.edition != "kingup" or view.round < 3 or view.own is None or not view.candidate:
        return False
    own = view.own.favourites[0]
    floors = [view.castle[letter] for letter in own]
    return view.candidate not in own and all(
        not floor.isdigit() or floor == "0" for floor in floors
    )

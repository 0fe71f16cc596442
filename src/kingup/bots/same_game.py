"""Detects new games: bots that remember earlier views are not told of one."""

from __future__ import annotations

from kingup.view import View


def continues(earlier: View | None, later: View) -> bool:
    """Return whether a view may be of the same game and seat as an earlier one, if any."""

    def setup(view: View) -> tuple[object, ...]:
        mine = None if view.own is None else view.own.players
        return view.edition, view.options, view.seats, view.names, mine

    if earlier is None or setup(earlier) != setup(later):
        return False
    if len(earlier.rounds) > len(later.rounds):
        return False
    if earlier.round == later.round and earlier.own and later.own:
        cards = (earlier.own.favourites, earlier.own.ambitions)
        if cards != (later.own.favourites, later.own.ambitions):
            return False
    return all(
        before.first == after.first and before.moves == after.moves[: len(before.moves)]
        for before, after in zip(earlier.rounds, later.rounds, strict=False)
    )

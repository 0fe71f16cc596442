"""Head-to-head counts."""

from __future__ import annotations

from kingup.people.meetings import meetings
from kingup.people.outcomes import OutcomeSide, PersonOutcome


def game(at: float, *sides: tuple[str, int]) -> PersonOutcome:
    return PersonOutcome(
        f"rook-{at}",
        "kingup",
        at,
        tuple(
            OutcomeSide(
                tuple(names.split("+")), (), rank, tuple(n.title() for n in names.split("+"))
            )
            for names, rank in sides
        ),
    )


def test_games_are_counted_as_ahead_even_or_behind() -> None:
    met = meetings(
        "ana",
        [
            game(1, ("ana", 0), ("ben", 1)),
            game(2, ("ana", 1), ("ben", 0)),
            game(3, ("ana", 0), ("ben", 0), ("cleo", 2)),
        ],
    )
    ben, cleo = met
    assert (ben.name, ben.games, ben.ahead, ben.even, ben.behind) == ("Ben", 3, 1, 1, 1)
    assert (cleo.games, cleo.ahead, cleo.last) == (1, 1, 3)


def test_teammates_are_not_opponents() -> None:
    (ben, cleo) = meetings("ana", [game(1, ("ana+ben", 1), ("cleo", 0))])
    assert (ben.together, ben.games, ben.behind) == (1, 1, 0)
    assert cleo.behind == 1


def test_people_have_the_name_they_used_last() -> None:
    first = game(1, ("ana", 0), ("ben", 1))
    side = OutcomeSide(("ben",), (), 1, ("Benedict",))
    second = PersonOutcome("rook-2", "kingup", 2, (first.sides[0], side))
    assert [one.name for one in meetings("ana", [second, first])] == ["Benedict"]


def test_games_of_others_and_deleted_people_are_left_out() -> None:
    assert meetings("ana", [game(1, ("ben", 0), ("cleo", 1))]) == []
    assert meetings("ana", [game(1, ("ana", 0), ("~gone", 1))]) == []

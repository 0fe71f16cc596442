"""Head to head."""

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


def test_games_are_counted_by_who_came_out_ahead() -> None:
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


def test_teammates_are_not_against_each_other() -> None:
    (ben, cleo) = meetings("ana", [game(1, ("ana+ben", 1), ("cleo", 0))])
    assert (ben.together, ben.games, ben.behind) == (1, 1, 0)
    assert cleo.behind == 1


def test_people_are_called_as_they_were_called_last() -> None:
    first = game(1, ("ana", 0), ("ben", 1))
    side = OutcomeSide(("ben",), (), 1, ("Benedict",))
    second = PersonOutcome("rook-2", "kingup", 2, (first.sides[0], side))
    assert [one.name for one in meetings("ana", [second, first])] == ["Benedict"]


def test_games_of_others_and_people_who_are_gone_are_left_out() -> None:
    assert meetings("ana", [game(1, ("ben", 0), ("cleo", 1))]) == []
    assert meetings("ana", [game(1, ("ana", 0), ("~gone", 1))]) == []

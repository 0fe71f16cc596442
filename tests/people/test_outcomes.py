"""Which finished tables count, and how their seats are ranked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kingup.people.outcomes import OUTSIDE, PersonOutcome, outcome_of
from kingup.people.rating import rated
from kingup.tables import decisions
from kingup.tables.listing import about, summary_of
from tests.tables.sample_tables import HOST, SampleTable


def finished(people: tuple[int, ...] = (0, 1), **setting: Any) -> SampleTable:
    return SampleTable(**setting).seat(people).play(random.Random(3))


def outcome(sample: SampleTable) -> PersonOutcome | None:
    people = {player: person for person, player in summary_of(sample.table).people}
    return outcome_of(sample.table.code, sample.now, about(sample.table), people)


@pytest.mark.parametrize("seats", [(1, 1, 1, 1), (2, 1, 2, 1)])
@pytest.mark.parametrize("seed", range(5))
def test_the_winners_come_first_and_the_others_by_their_scores(
    seed: int, seats: tuple[int, ...]
) -> None:
    sample = SampleTable(edition="vive-le-roi", seats=seats).seat((0, 1)).play(random.Random(seed))
    found, game = outcome(sample), sample.table.game
    assert found
    assert game
    for seat, side in enumerate(found.sides):
        assert (side.rank == 0) == (seat in game.winners)
    order = sorted(range(4), key=lambda seat: found.sides[seat].rank)
    scores = [game.seat_scores[seat] for seat in order if seat not in game.winners]
    assert scores == sorted(scores, reverse=True)


def test_people_and_bots_are_distinguished() -> None:
    found = outcome(finished())
    assert found
    assert [side.people for side in found.sides[:2]] == [(HOST,), ("person-1",)]
    assert found.sides[0].names == ("P0",)
    assert found.sides[2].levels == ("page",)
    assert found.people() == (HOST, "person-1")


def test_teammates_share_a_side() -> None:
    found = outcome(finished((0, 1, 2), edition="vive-le-roi", seats=(2, 1, 1)))
    assert found
    assert found.sides[0].people == (HOST, "person-1")
    side = found.side_of("person-2")
    assert side is not None
    assert side.people == ("person-2",)
    assert found.side_of("nobody") is None


def test_abandoned_and_unfinished_games_do_not_count() -> None:
    sample = SampleTable().seat((0, 1))
    assert outcome(sample) is None
    sample.do(decisions.abandon(sample.table, HOST))
    assert outcome(sample) is None


def test_games_on_a_device_passed_around_do_not_count() -> None:
    assert outcome(finished(screens="passed")) is None


def test_a_game_of_bots_alone_does_not_count() -> None:
    assert outcome(finished(())) is None


def test_a_person_with_a_stand_in_has_played() -> None:
    sample = SampleTable().seat((0, 1))
    sample.do(decisions.leave(sample.table, "person-1", 1))
    sample.play(random.Random(1))
    found = outcome(sample)
    assert found
    assert "person-1" in found.people()


def test_a_person_replaced_by_a_bot_has_not_played() -> None:
    sample = SampleTable().seat((0, 1))
    sample.do(decisions.give_seat(sample.table, HOST, 1, "page", ("page",)))
    sample.play(random.Random(1))
    found = outcome(sample)
    assert found
    assert found.people() == (HOST,)


def test_an_external_bot_counts_as_a_bot() -> None:
    sample = SampleTable()
    sample.do(decisions.sit(sample.table, HOST, 0, "P0"))
    sample.do(decisions.sit_ready(sample.table, "robo", 1, "Robo", owner="P0"))
    for player in (2, 3):
        sample.do(decisions.seat_bot(sample.table, HOST, player, "page", ("page",)))
    sample.ready(0)
    sample.play(random.Random(2))
    found = outcome(sample)
    assert found
    assert found.people() == (HOST,)
    assert found.sides[1].levels == (OUTSIDE,)
    assert set(rated(found, "bots", {})) == {HOST}
    assert rated(found, "people", {}) == {}

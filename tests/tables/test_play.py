"""Playing: acting, sealed votes, stale pages, teams, the pause between rounds."""

from __future__ import annotations

import random

import pytest

from kingup.rules.errors import IllegalAction, InvalidAction
from kingup.tables import NotAllowed, StaleAction, TableError, decisions
from kingup.tables.events import Acted, Continued, Dealt, Returned
from tests.tables.sample_tables import HOST, SampleTable, family

TEAMS = 11  # two teams, with everything
VOTE_GAME = 0  # King Up! with three seats


def voting(*people: int) -> SampleTable:
    sample = family(VOTE_GAME).seat(people)
    return sample.play(random.Random(3), lambda table: table.game.phase == "vote")


def in_turn(sample: SampleTable) -> tuple[int, str]:
    player = sample.table.waiting_for()[0]
    return player, str(sample.game.legal_actions(player)[0])


def test_a_person_acts_for_their_own_player_only() -> None:
    sample = family(VOTE_GAME).seat([0, 1, 2])
    player, action = in_turn(sample)
    other = sample.person((player + 1) % 3)
    for person in (other, None, "stranger"):
        with pytest.raises(NotAllowed):
            decisions.act(sample.table, player, action, "person", person=person)
    sample.act(player, action)
    assert sample.log[-1].event == Acted(player, action, "person")


def test_the_rules_say_why_an_action_is_refused() -> None:
    sample = family(VOTE_GAME).seat([0, 1, 2])
    player, _ = in_turn(sample)
    person = sample.person(player)
    with pytest.raises(InvalidAction):
        decisions.act(sample.table, player, "Z9", "person", person=person)
    with pytest.raises(TableError, match="not an action"):
        decisions.act(sample.table, player, "A" * 1000, "person", person=person)
    later = (player + 1) % 3
    with pytest.raises(IllegalAction, match="It is seat"):
        decisions.act(sample.table, later, "A3", "person", person=sample.person(later))


def test_an_action_from_a_stale_page_is_refused() -> None:
    sample = family(VOTE_GAME).seat([0, 1, 2])
    seen = sample.table.number
    player, action = in_turn(sample)
    sample.act(player, action, seen)
    for _ in range(2):
        sample.act(*in_turn(sample))
    assert sample.table.waiting_for() == (player,)
    with pytest.raises(StaleAction, match="moved on"):
        sample.act(player, str(sample.game.legal_actions(player)[0]), seen)


def test_other_votes_do_not_make_a_vote_stale() -> None:
    sample = voting(0, 1, 2)
    seen = sample.table.number
    sample.act(2, "Y", seen)
    sample.act(0, "Y", seen)
    with pytest.raises(IllegalAction, match="vote is final"):
        sample.act(0, "N", seen)
    sample.act(1, "N", seen)
    assert sample.game.phase == "climb"


def test_a_pause_does_not_make_a_page_stale() -> None:
    sample = voting(0, 1, 2)
    seen = sample.table.number
    sample.do(decisions.pause(sample.table, HOST))
    with pytest.raises(TableError, match="paused"):
        sample.act(0, "Y", seen)
    assert sample.table.waiting_for() == ()
    sample.do(decisions.resume(sample.table, HOST))
    sample.act(0, "Y", seen)


def test_a_bot_acts_for_bots_only() -> None:
    sample = voting(0, 1)
    assert sample.table.for_bots() == (2,)
    for player in (0, 1):
        for by in ("bot", "stand-in"):
            with pytest.raises(NotAllowed):
                decisions.act(sample.table, player, "Y", by)
    with pytest.raises(NotAllowed):
        decisions.act(sample.table, 2, "Y", "stand-in")
    with pytest.raises(NotAllowed):
        decisions.act(sample.table, 2, "Y", "person", person=HOST)
    assert decisions.act(sample.table, 2, "Y", "bot") == [Acted(2, "Y", "bot")]


def test_a_stand_in_acts_only_while_the_person_is_away() -> None:
    sample = voting(0, 1)
    sample.do(decisions.stand_in(sample.table, 1))
    assert sample.table.for_bots() == (1, 2)
    assert decisions.act(sample.table, 1, "Y", "stand-in")
    sample.do(decisions.return_(sample.table, "person-1", 1))
    with pytest.raises(NotAllowed):
        decisions.act(sample.table, 1, "Y", "stand-in")


def test_a_person_who_acts_has_returned() -> None:
    sample = voting(0, 1)
    sample.do(decisions.stand_in(sample.table, 1))
    stored = sample.do(decisions.act(sample.table, 1, "Y", "person", person="person-1"))
    assert [one.event for one in stored] == [Returned(1), Acted(1, "Y", "person")]
    assert sample.table.is_there(1)


def team_of(people: list[int], phase: str) -> SampleTable:
    sample = family(TEAMS).seat(people)
    return sample.play(random.Random(5), lambda table: table.game.phase == phase)


def test_either_teammate_acts_for_the_seat_and_the_first_counts() -> None:
    sample = team_of([0, 1, 2, 3], "vote")
    assert sample.table.waiting_for() == (0, 1, 2, 3)
    sample.act(1, "Y")
    assert sample.table.waiting_for() == (2, 3)
    with pytest.raises(IllegalAction, match="final"):
        sample.act(0, "N")


def test_each_player_of_a_team_chooses_an_ambition() -> None:
    sample = family(TEAMS).seat([0, 1, 2])
    assert sample.game.phase == "ambition"
    sample.act(3, str(sample.game.legal_actions(3)[0]))
    sample.act(0, str(sample.game.legal_actions(0)[0]))
    assert sample.table.waiting_for() == (1, 2)


def test_a_bot_does_not_vote_for_a_seat_whose_person_is_there() -> None:
    sample = team_of([0, 2], "vote")
    assert sample.table.waiting_for() == (0, 2)
    assert sample.table.for_bots() == ()
    with pytest.raises(NotAllowed):
        decisions.act(sample.table, 1, "Y", "bot")
    sample.do(decisions.leave(sample.table, HOST, 0))
    assert sample.table.for_bots() == (0,)
    assert decisions.act(sample.table, 0, "Y", "stand-in")


def test_a_team_of_bots_acts_once() -> None:
    sample = team_of([0], "vote")
    assert sample.table.waiting_for() == (0, 2)
    with pytest.raises(NotAllowed):
        decisions.act(sample.table, 3, "Y", "bot")


def scoring(people: list[int], **setting: object) -> SampleTable:
    sample = family(VOTE_GAME, **setting).seat(people)
    return sample.play(random.Random(4), lambda table: table.between_rounds)


def test_the_scoring_stays_until_everybody_continues() -> None:
    sample = scoring([0, 1])
    assert sample.table.waiting_for() == (0, 1)
    with pytest.raises(TableError, match="when everybody is ready"):
        decisions.act(sample.table, 0, "A3", "person", person=HOST)
    sample.do(decisions.continue_(sample.table, HOST, 0, sample.table.number))
    assert decisions.continue_(sample.table, HOST, 0) == []
    with pytest.raises(NotAllowed):
        decisions.continue_(sample.table, HOST, 1)
    stored = sample.do(decisions.continue_(sample.table, "person-1", 1))
    assert [type(one.event) for one in stored] == [Continued, Dealt]
    with pytest.raises(StaleAction):
        decisions.continue_(sample.table, HOST, 0)


def test_continuing_from_an_older_page_is_refused() -> None:
    sample = scoring([0, 1])
    with pytest.raises(StaleAction):
        decisions.continue_(sample.table, HOST, 0, sample.table.question_number - 1)


def test_the_next_round_does_not_wait_for_absent_people() -> None:
    sample = scoring([0, 1])
    sample.do(decisions.continue_(sample.table, HOST, 0))
    stored = sample.do(decisions.stand_in(sample.table, 1))
    assert isinstance(stored[-1].event, Dealt)


def test_a_person_who_continues_has_returned() -> None:
    sample = scoring([0, 1])
    sample.do(decisions.stand_in(sample.table, 1))
    stored = sample.do(decisions.continue_(sample.table, "person-1", 1))
    assert [type(one.event) for one in stored] == [Returned, Continued]


def test_bots_alone_continue_at_once() -> None:
    sample = family(VOTE_GAME).seat([]).play(random.Random(4), lambda table: table.game.round == 2)
    assert sample.table.game is not None
    assert sample.table.game.phase == "place"


def test_a_device_passed_around_continues_for_all_players() -> None:
    sample = scoring([0, 1, 2], screens="passed")
    stored = sample.do(decisions.continue_(sample.table, HOST, 1))
    assert [type(one.event) for one in stored] == [Continued] * 3 + [Dealt]


def test_after_the_end_everything_is_open_and_nothing_is_played() -> None:
    sample = family(VOTE_GAME).seat([0]).play(random.Random(6))
    assert sample.table.status == "over"
    view = sample.table.view(None)
    assert all(round_.deal for round_ in view.rounds)
    assert sample.table.proof()
    with pytest.raises(TableError, match="over"):
        decisions.act(sample.table, 0, "A", "person", person=HOST)


def test_each_person_dismisses_the_last_scoring_for_themselves() -> None:
    sample = family(VOTE_GAME).seat([0, 1]).play(random.Random(6))
    assert sample.table.reading() == (0, 1)
    assert sample.table.waiting_for() == ()
    stored = sample.do(decisions.continue_(sample.table, HOST, 0, sample.table.number))
    assert [one.event for one in stored] == [Continued(0)]
    assert sample.table.reading() == (1,)
    assert decisions.continue_(sample.table, HOST, 0) == []
    assert sample.table.status == "over"


def test_nobody_acts_before_the_start_or_after_abandonment() -> None:
    sample = family(VOTE_GAME)
    with pytest.raises(TableError, match="not begun"):
        decisions.act(sample.table, 0, "A3", "bot")
    sample.seat([0]).do(decisions.abandon(sample.table, HOST))
    with pytest.raises(TableError, match="abandoned"):
        decisions.act(sample.table, 0, "A3", "person", person=HOST)

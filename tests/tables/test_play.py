"""Playing: acting, sealed votes, stale pages, teams, the pause between rounds."""

from __future__ import annotations

import random

import pytest

from kingup.rules.errors import IllegalAction, InvalidAction
from kingup.tables import MovedOn, NotYours, TableError, decisions
from kingup.tables.events import Acted, Continued, Dealt, Returned
from tests.tables.sample_tables import HOST, Life, family

TEAMS = 11  # two teams, with everything
VOTE_GAME = 0  # King Up! with three seats


def voting(*people: int) -> Life:
    life = family(VOTE_GAME).seat(people)
    return life.play(random.Random(3), lambda table: table.game.phase == "vote")


def in_turn(life: Life) -> tuple[int, str]:
    player = life.table.waiting_for()[0]
    return player, str(life.game.legal_actions(player)[0])


def test_a_person_acts_for_their_own_player_only() -> None:
    life = family(VOTE_GAME).seat([0, 1, 2])
    player, action = in_turn(life)
    other = life.person((player + 1) % 3)
    for person in (other, None, "stranger"):
        with pytest.raises(NotYours):
            decisions.act(life.table, player, action, "person", person=person)
    life.act(player, action)
    assert life.log[-1].event == Acted(player, action, "person")


def test_the_rules_say_why_an_action_is_refused() -> None:
    life = family(VOTE_GAME).seat([0, 1, 2])
    player, _ = in_turn(life)
    person = life.person(player)
    with pytest.raises(InvalidAction):
        decisions.act(life.table, player, "Z9", "person", person=person)
    with pytest.raises(TableError, match="not an action"):
        decisions.act(life.table, player, "A" * 1000, "person", person=person)
    later = (player + 1) % 3
    with pytest.raises(IllegalAction, match="It is seat"):
        decisions.act(life.table, later, "A3", "person", person=life.person(later))


def test_an_answer_to_an_earlier_question_is_refused() -> None:
    life = family(VOTE_GAME).seat([0, 1, 2])
    seen = life.table.number
    player, action = in_turn(life)
    life.act(player, action, seen)
    for _ in range(2):
        life.act(*in_turn(life))
    assert life.table.waiting_for() == (player,)
    with pytest.raises(MovedOn, match="moved on"):
        life.act(player, str(life.game.legal_actions(player)[0]), seen)


def test_what_others_vote_meanwhile_does_not_matter() -> None:
    life = voting(0, 1, 2)
    seen = life.table.number
    life.act(2, "Y", seen)
    life.act(0, "Y", seen)
    with pytest.raises(IllegalAction, match="a vote is final"):
        life.act(0, "N", seen)
    life.act(1, "N", seen)
    assert life.game.phase == "climb"


def test_a_pause_does_not_make_a_page_stale() -> None:
    life = voting(0, 1, 2)
    seen = life.table.number
    life.do(decisions.pause(life.table, HOST))
    with pytest.raises(TableError, match="paused"):
        life.act(0, "Y", seen)
    assert life.table.waiting_for() == ()
    life.do(decisions.resume(life.table, HOST))
    life.act(0, "Y", seen)


def test_a_bot_acts_for_bots_only() -> None:
    life = voting(0, 1)
    assert life.table.for_bots() == (2,)
    for player in (0, 1):
        for by in ("bot", "stand-in"):
            with pytest.raises(NotYours):
                decisions.act(life.table, player, "Y", by)
    with pytest.raises(NotYours):
        decisions.act(life.table, 2, "Y", "stand-in")
    with pytest.raises(NotYours):
        decisions.act(life.table, 2, "Y", "person", person=HOST)
    assert decisions.act(life.table, 2, "Y", "bot") == [Acted(2, "Y", "bot")]


def test_a_stand_in_acts_only_while_the_person_is_away() -> None:
    life = voting(0, 1)
    life.do(decisions.stand_in(life.table, 1))
    assert life.table.for_bots() == (1, 2)
    assert decisions.act(life.table, 1, "Y", "stand-in")
    life.do(decisions.return_(life.table, "person-1", 1))
    with pytest.raises(NotYours):
        decisions.act(life.table, 1, "Y", "stand-in")


def test_acting_is_returning() -> None:
    life = voting(0, 1)
    life.do(decisions.stand_in(life.table, 1))
    stored = life.do(decisions.act(life.table, 1, "Y", "person", person="person-1"))
    assert [one.event for one in stored] == [Returned(1), Acted(1, "Y", "person")]
    assert life.table.is_there(1)


def team_of(people: list[int], phase: str) -> Life:
    life = family(TEAMS).seat(people)
    return life.play(random.Random(5), lambda table: table.game.phase == phase)


def test_either_teammate_acts_for_the_seat_and_the_first_counts() -> None:
    life = team_of([0, 1, 2, 3], "vote")
    assert life.table.waiting_for() == (0, 1, 2, 3)
    life.act(1, "Y")
    assert life.table.waiting_for() == (2, 3)
    with pytest.raises(IllegalAction, match="final"):
        life.act(0, "N")


def test_ambition_is_each_players_own() -> None:
    life = family(TEAMS).seat([0, 1, 2])
    assert life.game.phase == "ambition"
    life.act(3, str(life.game.legal_actions(3)[0]))
    life.act(0, str(life.game.legal_actions(0)[0]))
    assert life.table.waiting_for() == (1, 2)


def test_a_bot_does_not_vote_for_a_seat_whose_person_is_there() -> None:
    life = team_of([0, 2], "vote")
    assert life.table.waiting_for() == (0, 2)
    assert life.table.for_bots() == ()
    with pytest.raises(NotYours):
        decisions.act(life.table, 1, "Y", "bot")
    life.do(decisions.leave(life.table, HOST, 0))
    assert life.table.for_bots() == (0,)
    assert decisions.act(life.table, 0, "Y", "stand-in")


def test_a_team_of_bots_acts_once() -> None:
    life = team_of([0], "vote")
    assert life.table.waiting_for() == (0, 2)
    with pytest.raises(NotYours):
        decisions.act(life.table, 3, "Y", "bot")


def scoring(people: list[int], **setting: object) -> Life:
    life = family(VOTE_GAME, **setting).seat(people)
    return life.play(random.Random(4), lambda table: table.between_rounds)


def test_the_scoring_stays_until_everybody_continues() -> None:
    life = scoring([0, 1])
    assert life.table.waiting_for() == (0, 1)
    with pytest.raises(TableError, match="when everybody is ready"):
        decisions.act(life.table, 0, "A3", "person", person=HOST)
    life.do(decisions.continue_(life.table, HOST, 0, life.table.number))
    assert decisions.continue_(life.table, HOST, 0) == []
    with pytest.raises(NotYours):
        decisions.continue_(life.table, HOST, 1)
    stored = life.do(decisions.continue_(life.table, "person-1", 1))
    assert [type(one.event) for one in stored] == [Continued, Dealt]
    with pytest.raises(MovedOn):
        decisions.continue_(life.table, HOST, 0)


def test_continuing_from_an_older_page_is_refused() -> None:
    life = scoring([0, 1])
    with pytest.raises(MovedOn):
        decisions.continue_(life.table, HOST, 0, life.table.question_number - 1)


def test_nobody_waits_for_those_who_are_away() -> None:
    life = scoring([0, 1])
    life.do(decisions.continue_(life.table, HOST, 0))
    stored = life.do(decisions.stand_in(life.table, 1))
    assert isinstance(stored[-1].event, Dealt)


def test_continuing_is_returning() -> None:
    life = scoring([0, 1])
    life.do(decisions.stand_in(life.table, 1))
    stored = life.do(decisions.continue_(life.table, "person-1", 1))
    assert [type(one.event) for one in stored] == [Returned, Continued]


def test_bots_among_themselves_go_on_at_once() -> None:
    life = family(VOTE_GAME).seat([]).play(random.Random(4), lambda table: table.game.round == 2)
    assert life.table.game is not None
    assert life.table.game.phase == "place"


def test_a_device_passed_around_continues_for_all() -> None:
    life = scoring([0, 1, 2], screens="passed")
    stored = life.do(decisions.continue_(life.table, HOST, 1))
    assert [type(one.event) for one in stored] == [Continued] * 3 + [Dealt]


def test_after_the_end_nothing_is_played_and_everything_is_open() -> None:
    life = family(VOTE_GAME).seat([0]).play(random.Random(6))
    assert life.table.status == "over"
    view = life.table.view(None)
    assert all(round_.deal for round_ in view.rounds)
    assert life.table.proof()
    with pytest.raises(TableError, match="over"):
        decisions.act(life.table, 0, "A", "person", person=HOST)


def test_the_last_scoring_is_put_away_by_everybody_for_themselves() -> None:
    life = family(VOTE_GAME).seat([0, 1]).play(random.Random(6))
    assert life.table.reading() == (0, 1)
    assert life.table.waiting_for() == ()
    stored = life.do(decisions.continue_(life.table, HOST, 0, life.table.number))
    assert [one.event for one in stored] == [Continued(0)]
    assert life.table.reading() == (1,)
    assert decisions.continue_(life.table, HOST, 0) == []
    assert life.table.status == "over"


def test_nobody_acts_before_the_start_or_after_the_table_was_given_up() -> None:
    life = family(VOTE_GAME)
    with pytest.raises(TableError, match="not begun"):
        decisions.act(life.table, 0, "A3", "bot")
    life.seat([0]).do(decisions.abandon(life.table, HOST))
    with pytest.raises(TableError, match="abandoned"):
        decisions.act(life.table, 0, "A3", "person", person=HOST)

from __future__ import annotations

from dataclasses import replace

import pytest

from kingup.arena.outcome import GameOutcome, outcome_of
from kingup.arena.plan import Plan
from kingup.arena.schedule import fixture
from kingup.arena.standings import Standings
from kingup.arena.tournament import play
from kingup.rules.errors import KingUpError
from tests.arena.players import plan_of


def result(plan: Plan, game: int, ranks: tuple[int, ...]) -> GameOutcome:
    place = fixture(plan, game)
    seats = len(place.lineup)
    return GameOutcome(
        game=game,
        deal=place.deal,
        contest=place.contest,
        rotation=place.rotation,
        lineup=place.lineup,
        first=0,
        scores=tuple(10 * (seats - rank) for rank in ranks),
        ranks=ranks,
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 0),
        emissary=None,
        steps=(1, 1, 1),
        votes=(1, 1, 1),
        no_spent=((0, 0, 0),) * seats,
        bellyaches=(0,) * seats,
        decisions=(1,) * seats,
        seconds=(0.5,) * seats,
    )


def strongest_wins(plan: Plan, game: int) -> GameOutcome:
    """A game in which the bot with the lowest number wins, with all its seats."""
    lineup = fixture(plan, game).lineup
    order = sorted(lineup)
    return result(plan, game, tuple(order.index(bot) for bot in lineup))


def test_win_shares_count_seats_and_deals() -> None:
    plan = plan_of(["dice", "dice"], games=40)
    standings = Standings(plan)
    for game in range(plan.total):
        standings.add(strongest_wins(plan, game))
    best, worst = standings.rows()
    assert (best.bot, worst.bot) == (0, 1)
    # Two seats share each victory, so a seat of the better bot gets a half.
    assert best.share.mean == pytest.approx(0.5)
    assert best.share.number == plan.deals == 20
    assert worst.share.mean == 0
    assert best.games == worst.games == 80
    assert best.seconds == 0.5
    assert best.rating.strength > 25 > worst.rating.strength


def test_win_shares_count_only_complete_deals() -> None:
    plan = plan_of(["dice", "dice", "dice"], games=6)
    standings = Standings(plan)
    standings.add(strongest_wins(plan, 0))
    standings.add(strongest_wins(plan, 1))
    assert all(row.share.number == 0 for row in standings.rows())
    standings.add(strongest_wins(plan, 2))
    assert all(row.share.number == 1 for row in standings.rows())


def test_games_of_one_deal_are_one_observation() -> None:
    few = plan_of(["dice", "dice"], games=8, gauntlet=True)
    standings = Standings(few)
    for game in range(few.total):
        # The challenger wins all games of the first deal and none of the second.
        lineup = fixture(few, game).lineup
        ranks = tuple(int((bot == 0) == (game >= 4)) for bot in lineup)
        standings.add(result(few, game, ranks))
    share, _theirs = standings.duel_shares[0, 1]
    assert (share.mean, share.number) == (0.5, 2)
    assert share.interval() == (0, 1)


def test_in_a_gauntlet_only_the_challenger_is_compared() -> None:
    plan = plan_of(["dice", "dice", "dice"], games=320, gauntlet=True)
    standings = Standings(plan)
    for game in range(plan.total):
        lineup = fixture(plan, game).lineup
        if 1 in lineup:
            ranks = tuple(int(bot != 0) for bot in lineup)
        else:
            ranks = tuple(int(bot == 0) for bot in lineup)
        standings.add(result(plan, game, ranks))
    assert set(standings.comparisons) == {(0, 1), (0, 2)}
    assert standings.duel_shares[0, 1][0].mean == 1
    assert standings.duel_shares[0, 2][0].mean == 0
    assert standings.comparisons[0, 1].verdict == 1
    assert standings.comparisons[0, 2].verdict == -1
    assert standings.certain


def test_the_stop_rule_ends_an_arena_at_the_end_of_a_deal() -> None:
    plan = plan_of(["page", "yesman"], games=400, until_certain=True, seed=1)
    standings = play(plan)
    played = len(standings.outcomes)
    assert standings.certain
    assert played < plan.total
    assert played % plan.block == 0
    longer = play(replace(plan, at_least=played + 1))
    assert len(longer.outcomes) == played + plan.block


def test_without_the_stop_rule_certainty_does_not_end_an_arena() -> None:
    plan = plan_of(["dice", "dice"], games=100)
    standings = Standings(plan)
    for game in range(60):
        standings.add(strongest_wins(plan, game))
    assert standings.certain
    assert not standings.finished


def test_the_seats_of_a_bot_move_its_rating_by_their_mean() -> None:
    plan = plan_of(["dice", "dice"], games=2)
    lineup = fixture(plan, 0).lineup
    standings = Standings(plan)
    # Each bot has one seat that wins and one that comes last: neither is better.
    left = {0: [0, 2], 1: [0, 2]}
    ranks = tuple(left[bot].pop(0) for bot in lineup)
    standings.add(result(plan, 0, ranks))
    one, other = standings.ratings.bots
    assert one.strength == pytest.approx(other.strength)
    assert one.spread < 25 / 3


def test_an_outcome_is_read_back_and_anything_else_refused() -> None:
    plan = plan_of(["dice", "dice"])
    outcome = strongest_wins(plan, 1)
    values = {
        name: [list(v) if isinstance(v, tuple) else v for v in value]
        if isinstance(value, tuple)
        else value
        for name, value in outcome.as_dict().items()
    }
    assert outcome_of(values, outcome.seconds) == outcome
    wrongs: list[object] = [None, [], {**values, "game": "1"}, {**values, "scores": 3}]
    for wrong in [*wrongs, {**values, "x": 1}, {**values, "no_spent": [1]}]:
        with pytest.raises(KingUpError):
            outcome_of(wrong)

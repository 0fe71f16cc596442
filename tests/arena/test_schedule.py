from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kingup.arena.plan import Plan
from kingup.arena.schedule import Fixture, fixture
from tests.arena.players import plan_of
from tests.strategies import SEEDS, setups


@st.composite
def plans(draw: st.DrawFn, gauntlet: bool | None = None) -> Plan:
    bots = draw(st.integers(2, 7))
    plan = plan_of(
        ["dice"] * bots,
        seed=draw(SEEDS),
        games=draw(st.integers(1, 30)),
        gauntlet=draw(st.booleans()) if gauntlet is None else gauntlet,
    )
    contests = draw(st.lists(setups(), min_size=1, max_size=3, unique=True))
    return replace(plan, contests=tuple(contests))


def deals_of(plan: Plan) -> dict[tuple[int, int], list[Fixture]]:
    games: dict[tuple[int, int], list[Fixture]] = {}
    for number in range(plan.total):
        game = fixture(plan, number)
        assert game.game == number
        games.setdefault((game.contest, game.deal), []).append(game)
    return games


@given(plans(gauntlet=False))
def test_in_a_round_robin_every_bot_plays_every_seat_of_every_deal_once(plan: Plan) -> None:
    for (contest, _deal), games in deals_of(plan).items():
        seats = range(len(plan.contests[contest].seats))
        for seat in seats:
            assert sorted(game.lineup[seat] for game in games) == list(range(len(plan.entrants)))


@given(plans(gauntlet=False))
def test_the_seats_of_one_game_are_shared_out_evenly(plan: Plan) -> None:
    for games in deals_of(plan).values():
        for game in games:
            counts = Counter(game.lineup)
            numbers = [counts[bot] for bot in range(len(plan.entrants))]
            assert max(numbers) - min(numbers) <= 1


@given(plans(gauntlet=True))
def test_in_a_gauntlet_the_challenger_sits_alone_once_on_every_seat(plan: Plan) -> None:
    for (contest, _deal), games in deals_of(plan).items():
        seats = len(plan.contests[contest].seats)
        places = []
        for game in games:
            (seat,) = [seat for seat, bot in enumerate(game.lineup) if bot == 0]
            (opponent,) = set(game.lineup) - {0}
            places.append((opponent, seat))
        opponents = range(1, len(plan.entrants))
        assert sorted(places) == [(bot, seat) for bot in opponents for seat in range(seats)]


@given(plans())
def test_a_deal_keeps_its_cards_and_no_two_deals_share_them(plan: Plan) -> None:
    deals = deals_of(plan)
    seeds = [{game.deal_seed for game in games} for games in deals.values()]
    assert all(len(each) == 1 for each in seeds)
    assert len(set.union(*seeds)) == len(deals)


@given(plans())
def test_all_games_are_played_and_the_last_deal_is_completed(plan: Plan) -> None:
    assert plan.games <= plan.total < plan.games + plan.block
    assert {len(games) for games in deals_of(plan).values()} <= {
        plan.games_a_deal(contest) for contest in range(len(plan.contests))
    }


@given(plans(), st.data())
def test_a_game_does_not_depend_on_the_number_of_games(plan: Plan, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, plan.total - 1))
    longer = replace(plan, games=plan.games + 1000)
    assert fixture(plan, number) == fixture(longer, number)


@given(plans())
def test_a_contest_has_the_same_deals_whatever_the_other_contests_are(plan: Plan) -> None:
    alone = replace(plan, contests=plan.contests[-1:])
    last = len(plan.contests) - 1
    beside = [game for (contest, _d), games in deals_of(plan).items() if contest == last
              for game in games]  # fmt: skip
    for game in beside[: alone.block]:
        same = fixture(alone, game.deal * alone.block + beside.index(game) % alone.block)
        assert (same.deal_seed, same.lineup) == (game.deal_seed, game.lineup)
        assert same.bot_seeds == game.bot_seeds


@given(plans())
def test_every_seat_of_a_game_has_its_own_seed(plan: Plan) -> None:
    for number in range(plan.total):
        seeds = fixture(plan, number).bot_seeds
        assert len(set(seeds)) == len(seeds)


def test_all_pairs_of_bots_meet_about_equally_often() -> None:
    plan = plan_of(["dice"] * 6, seats=["3"], games=3000)
    meetings: Counter[tuple[int, int]] = Counter()
    for number in range(plan.total):
        lineup = sorted(fixture(plan, number).lineup)
        meetings.update((a, b) for i, a in enumerate(lineup) for b in lineup[i + 1 :])
    assert len(meetings) == 15
    assert max(meetings.values()) < 1.2 * min(meetings.values())

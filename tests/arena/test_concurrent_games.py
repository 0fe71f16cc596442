"""Games that are played at the same time come out as if played one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kingup.arena.concurrent_games import AT_ONCE, ConcurrentGames, play_games
from kingup.arena.executors import Processes
from kingup.arena.match import play_game
from kingup.arena.plan import Plan, make_plan
from kingup.bots.sovereign.policy_bot import NetworkAdvisor
from kingup.view import View
from tests.arena.players import plan_of
from tests.bots.sovereign_networks import SHAPES, written

# Every edition and option, teams, two networks, and bots without a network beside them.
PLANS = {
    "King Up!, four seats": {"editions": ["kingup"], "games": 8},
    "everything": {
        "editions": ["vive-le-roi"],
        "seats": ["2,1,2"],
        "options": ["ambition,emissary,wedding,banished"],
        "games": 4,
    },
}


@pytest.mark.parametrize("name", PLANS)
def test_concurrent_games_are_the_same_to_the_last_byte(name: str) -> None:
    plan = make_plan(["sovereign", "courtier"], **PLANS[name], seed=5)  # type: ignore[arg-type]
    numbers = range(plan.total)
    alone = [play_game(plan, number, records=True) for number in numbers]
    together = list(play_games(plan, numbers, records=True))
    assert [(o.as_dict(), o.record) for o in together] == [(o.as_dict(), o.record) for o in alone]
    assert all(o.failed is None for o in alone)


def test_each_of_two_networks_decides_for_its_own_bots(tmp_path: Path) -> None:
    specs = [f"sovereign:weights={written(tmp_path, name)}" for name in SHAPES]
    plan = make_plan([*specs, "page"], games=6, seed=2)
    alone = [play_game(plan, number, records=True).record for number in range(plan.total)]
    assert [o.record for o in play_games(plan, range(plan.total), True)] == alone


def test_workers_that_hold_many_games_return_them_in_order() -> None:
    plan = make_plan(["sovereign", "page"], games=12, seed=3)
    alone = [play_game(plan, number, records=True).record for number in range(plan.total)]
    outcomes = Processes(2).play(plan, range(plan.total), True)
    assert [o.record for o in outcomes] == alone


def count_batch_sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that will hold how many views each call of the network judges."""
    numbers: list[int] = []
    advise = NetworkAdvisor.advise

    def counted(advisor: NetworkAdvisor, views: Sequence[View]) -> object:
        numbers.append(len(views))
        return advise(advisor, views)

    monkeypatch.setattr(NetworkAdvisor, "advise", counted)
    return numbers


def test_the_network_is_asked_about_many_decisions_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = count_batch_sizes(monkeypatch)
    plan = make_plan(["sovereign", "courtier"], games=20, seed=1)
    list(play_games(plan, range(plan.total), False))
    assert max(numbers) == 20


def room_after_first_game(plan: Plan) -> int:
    games = ConcurrentGames(plan, records=False)
    assert games.room == 1
    games.begin(0)
    room = games.room
    games.close()
    assert games.idle
    return room


def test_games_run_concurrently_only_if_no_bot_blocks() -> None:
    assert room_after_first_game(make_plan(["sovereign", "page"])) == AT_ONCE - 1
    assert room_after_first_game(make_plan(["sovereign", "chancellor:100"])) == 0
    assert room_after_first_game(make_plan(["page", "courtier"])) == 0  # nothing to gain
    assert room_after_first_game(plan_of(["dice", "sovereign"])) == 0


def test_a_failed_batch_is_retried_one_view_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = make_plan(["sovereign", "courtier"], games=6, seed=4)
    alone = [play_game(plan, number, records=False).as_dict() for number in range(plan.total)]
    advise = NetworkAdvisor.advise

    def fail_on_batches(advisor: NetworkAdvisor, views: Sequence[View]) -> object:
        if len(views) > 1:
            raise MemoryError("too many")
        return advise(advisor, views)

    monkeypatch.setattr(NetworkAdvisor, "advise", fail_on_batches)
    assert [o.as_dict() for o in play_games(plan, range(plan.total), False)] == alone

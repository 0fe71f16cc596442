"""Games at the same time are the games that would have been played one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kingup.arena.concurrent_games import AT_ONCE, ConcurrentGames, play_games
from kingup.arena.executors import Processes
from kingup.arena.match import play_game
from kingup.arena.plan import Plan, make_plan
from kingup.bots.sovereign.policy_bot import NetworkCouncil
from kingup.view import View
from tests.arena.players import plan_of
from tests.bots.sovereign_networks import written

# Every edition and option, teams, two networks, and bots that think alone beside them.
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
def test_games_at_once_are_the_same_to_the_last_byte(name: str) -> None:
    plan = make_plan(["sovereign", "courtier"], **PLANS[name], seed=5)  # type: ignore[arg-type]
    numbers = range(plan.total)
    alone = [play_game(plan, number, records=True) for number in numbers]
    together = list(play_games(plan, numbers, records=True))
    assert [(o.as_dict(), o.record) for o in together] == [(o.as_dict(), o.record) for o in alone]
    assert all(o.failed is None for o in alone)


def test_two_networks_are_asked_each_for_its_own(tmp_path: Path) -> None:
    specs = [f"sovereign:weights={written(tmp_path, kind)}" for kind in ("flat", "characters")]
    plan = make_plan([*specs, "page"], games=6, seed=2)
    alone = [play_game(plan, number, records=True).record for number in range(plan.total)]
    assert [o.record for o in play_games(plan, range(plan.total), True)] == alone


def test_workers_that_hold_many_games_return_them_in_order() -> None:
    plan = make_plan(["sovereign", "page"], games=12, seed=3)
    alone = [play_game(plan, number, records=True).record for number in range(plan.total)]
    crew = Processes(2).play(plan, range(plan.total), True)
    assert [o.record for o in crew] == alone


def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list in which will be how many views the network was asked about at once."""
    numbers: list[int] = []
    consider = NetworkCouncil.consider

    def counted(council: NetworkCouncil, views: Sequence[View]) -> object:
        numbers.append(len(views))
        return consider(council, views)

    monkeypatch.setattr(NetworkCouncil, "consider", counted)
    return numbers


def test_the_network_is_asked_about_many_decisions_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = asked(monkeypatch)
    plan = make_plan(["sovereign", "courtier"], games=20, seed=1)
    list(play_games(plan, range(plan.total), False))
    assert max(numbers) == 20


def room_beside(plan: Plan) -> int:
    company = ConcurrentGames(plan, records=False)
    assert company.room == 1
    company.begin(0)
    room = company.room
    company.close()
    assert company.idle
    return room


def test_games_are_gathered_only_where_no_bot_has_to_be_waited_for() -> None:
    assert room_beside(make_plan(["sovereign", "page"])) == AT_ONCE - 1
    assert room_beside(make_plan(["sovereign", "chancellor:100"])) == 0
    assert room_beside(make_plan(["page", "courtier"])) == 0  # nothing to gain
    assert room_beside(plan_of(["dice", "sovereign"])) == 0


def test_a_council_that_fails_costs_only_the_game_of_the_bot_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = make_plan(["sovereign", "courtier"], games=6, seed=4)
    alone = [play_game(plan, number, records=False).as_dict() for number in range(plan.total)]
    consider = NetworkCouncil.consider

    def crowded(council: NetworkCouncil, views: Sequence[View]) -> object:
        if len(views) > 1:
            raise MemoryError("too many")
        return consider(council, views)

    monkeypatch.setattr(NetworkCouncil, "consider", crowded)
    assert [o.as_dict() for o in play_games(plan, range(plan.total), False)] == alone

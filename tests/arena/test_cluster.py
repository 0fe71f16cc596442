from __future__ import annotations

import pytest

from kingup.arena.cluster import RayExecutor
from kingup.arena.executors import InProcess
from kingup.rules.errors import KingUpError
from tests.arena.players import plan_of

try:
    import ray  # type: ignore[import-not-found,unused-ignore]

    INSTALLED = hasattr(ray, "init")
except ImportError:
    INSTALLED = False

needs_ray = pytest.mark.skipif(not INSTALLED, reason="Ray is not installed (kingup[ray])")


@needs_ray
@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_a_local_ray_cluster_play_the_same_games() -> None:
    plan = plan_of(["page", "page", "page"], editions=["vive-le-roi"], games=12, seed=8)
    ours = [(o.as_dict(), o.record) for o in InProcess().play(plan, range(plan.total), True)]
    cluster = RayExecutor("local", jobs=2).play(plan, range(plan.total), True)
    assert [(o.as_dict(), o.record) for o in cluster] == ours


@needs_ray
def test_an_address_without_a_cluster_is_an_error() -> None:
    plan = plan_of(["page", "page"])
    with pytest.raises(KingUpError, match=r"There is no Ray cluster at 127\.0\.0\.1:9:"):
        next(RayExecutor("127.0.0.1:9").play(plan, range(1), False))


@pytest.mark.skipif(INSTALLED, reason="Ray is installed")
def test_without_ray_the_error_says_how_to_install_it() -> None:
    with pytest.raises(KingUpError, match=r"-m pip install 'kingup\[ray\]'"):
        RayExecutor("local")

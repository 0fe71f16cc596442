from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from kingup.arena.folder import Folder
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan, make_plan
from kingup.arena.tournament import play
from kingup.bots.sovereign.weights import save_weights
from kingup.rules.errors import KingUpError
from tests.arena.players import plan_of
from tests.bots.sovereign_networks import weights_of, written

DYING_ARENA = """
import argparse, os, signal
from kingup.commands import arena
from kingup.arena.folder import Folder

def keep_and_die(folder, outcome, keep=Folder.keep):
    keep(folder, outcome)
    if outcome.game == 3:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    Folder.keep = keep_and_die
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    arena.run(parser.parse_args())
"""


def files_of(folder: Path) -> dict[str, bytes]:
    """Return what must be the same in all folders of a plan: all but the times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("times.jsonl", "report.html")
    }


def played(path: Path, plan: Plan) -> dict[str, bytes]:
    with Folder(path, plan) as folder:
        play(plan, folder=folder)
    return files_of(path)


def test_an_arena_that_was_killed_goes_on_where_it_stopped(tmp_path: Path) -> None:
    options = ["--bot", "page", "--bot", "page", "--games", "60", "--seed", "5", "--jobs", "2"]
    killed = tmp_path / "killed"
    results = killed / "results.jsonl"
    arena = [sys.executable, "-c", DYING_ARENA, *options, "--out", str(killed)]
    done = subprocess.run(arena, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode == -signal.SIGKILL
    assert 3 <= results.read_bytes().count(b"\n") < 60

    plan = make_plan(["page", "page"], games=60, seed=5)
    whole = played(tmp_path / "whole", plan)
    assert played(killed, plan) == whole
    assert len([name for name in whole if name.startswith("records/")]) == 60


@pytest.mark.parametrize("cut", [1, 40, 200, 700])
def test_a_torn_last_line_is_played_again(tmp_path: Path, cut: int) -> None:
    plan = plan_of(["dice", "dice"], games=6)
    whole = played(tmp_path, plan)
    for name in ("results.jsonl", "times.jsonl"):
        text = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(text[:-cut])
    assert played(tmp_path, plan) == whole


def test_lost_times_are_unknown_and_the_others_stay_with_their_games(
    tmp_path: Path,
) -> None:
    plan = plan_of(["dice", "dice"], games=6)
    played(tmp_path, plan)
    path = tmp_path / "times.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + "nonsense\n" + "".join(lines[3:]) + lines[4][:9])
    with Folder(tmp_path, plan) as folder:
        times = [outcome.seconds for outcome in folder.outcomes()]
    assert times == [tuple(json.loads(line)[1]) if i not in (1, 2) else ()
                     for i, line in enumerate(lines)]  # fmt: skip


def test_a_finished_arena_is_not_played_again(tmp_path: Path) -> None:
    plan = plan_of(["dice", "dice"], games=4)
    whole = played(tmp_path, plan)

    class NoExecutor:
        def play(
            self, plan: Plan, games: range, records: bool
        ) -> Generator[GameOutcome, None, None]:
            raise AssertionError("nothing is left to play")

    with Folder(tmp_path, plan) as folder:
        standings = play(plan, NoExecutor(), folder)
    assert len(standings.outcomes) == 4
    assert files_of(tmp_path) == whole


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 6}, "“games” is 4, not 6"),
        ({"seed": 1}, "“seed” is 0, not 1"),
        ({"editions": ["vive-le-roi"]}, "“contests” is "),
        ({"gauntlet": True}, '“method” is "round-robin", not "gauntlet"'),
        ({"until_certain": True}, "“until certain” is false, not true"),
    ],
)
def test_another_plan_in_the_same_folder_is_refused(
    tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    before = played(tmp_path, plan_of(["dice", "dice"], games=4))
    other = plan_of(["dice", "dice"], **{"games": 4, **change})
    with pytest.raises(KingUpError, match="repeat its command") as caught, Folder(tmp_path, other):
        pass
    assert sentence in str(caught.value)
    assert files_of(tmp_path) == before


def test_other_weights_in_the_same_file_are_another_player(tmp_path: Path) -> None:
    weights = written(tmp_path)
    bots = [f"sovereign:weights={weights}", "page"]
    folder = tmp_path / "arena"
    played(folder, make_plan(bots, games=2))
    played(folder, make_plan(bots, games=2))
    save_weights(weights, weights_of("narrow"))
    with (
        pytest.raises(KingUpError, match="“weights” is"),
        Folder(folder, make_plan(bots, games=2)),
    ):
        pass


def test_a_line_that_does_not_belong_there_is_refused(tmp_path: Path) -> None:
    plan = plan_of(["dice", "dice"], games=4)
    played(tmp_path, plan)
    path = tmp_path / "results.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    for wrong in ("{}\n", "nonsense\n", lines[3], lines[1].replace("[", '["', 1)):
        path.write_text("".join([lines[0], wrong, *lines[2:]]))
        with (
            Folder(tmp_path, plan) as folder,
            pytest.raises(KingUpError, match=r"Line 2 of .*results\.jsonl"),
        ):
            folder.outcomes()


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("[]")
    with (
        pytest.raises(KingUpError, match="is not the plan of an arena"),
        Folder(tmp_path, plan_of(["dice", "dice"])),
    ):
        pass
    with (
        pytest.raises(KingUpError, match="cannot be written"),
        Folder(tmp_path / "plan.json", plan_of(["dice", "dice"])),
    ):
        pass


def test_two_arenas_cannot_write_to_one_folder_at_once(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no file locks of that kind")
    plan = plan_of(["dice", "dice"])
    with (
        Folder(tmp_path, plan),
        pytest.raises(KingUpError, match="Another arena is writing"),
        Folder(tmp_path, plan),
    ):
        pass

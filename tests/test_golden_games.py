"""Whole games of every variant, recorded once and replayed for ever.

`python -m tests.test_golden_games` records games for families that have none yet. A recorded
game is never changed: a game of released rules must stay playable as it was.
"""

from pathlib import Path

import pytest

from kingup.notation import read_file, write_json, write_text
from kingup.rules.constants import RULES_VERSION
from kingup.rules.setup import Setup
from kingup.simulation import play_recorded
from tests.strategies import FAMILIES

FOLDER = Path(__file__).parent / "golden" / "games"
GAMES = sorted(FOLDER.glob("*.json"))
SEEDS = (1, 2)


def name_of(edition: str, seats: tuple[int, ...], options: tuple[str, ...], seed: int) -> str:
    parts = (RULES_VERSION, edition, "".join(map(str, seats)), *options, f"seed-{seed}")
    return "_".join(parts) + ".json"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_same_record(path: Path) -> None:
    game = read_file(path)
    assert game.is_over
    assert write_json(game) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GAMES[::3], ids=lambda path: path.stem)
def test_a_recorded_game_is_unchanged_after_conversion_to_text(path: Path, tmp_path: Path) -> None:
    as_text = tmp_path / "game.txt"
    as_text.write_text(write_text(read_file(path)), encoding="utf-8")
    assert write_json(read_file(as_text)) == path.read_text(encoding="utf-8")


def test_every_family_has_recorded_games() -> None:
    wanted = {name_of(*family, seed) for family in FAMILIES for seed in SEEDS}
    assert wanted <= {path.name for path in GAMES}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for edition, seats, options in FAMILIES:
        for seed in SEEDS:
            path = FOLDER / name_of(edition, seats, options, seed)
            if not path.exists():
                game = play_recorded(Setup.of(edition, seats, options), seed)
                path.write_text(write_json(game), encoding="utf-8")


if __name__ == "__main__":
    main()

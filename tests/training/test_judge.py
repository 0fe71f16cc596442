"""The judge's training: tables of mixed company, the same network twice, and a tiny run."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from training.company import (  # noqa: E402 - PyTorch is asked for first
    FIRST_GUEST,
    SELF,
    Company,
    Seating,
    read_player_network,
    relative_shares,
    turned,
)
from training.judge import JudgeRun, kinds_features  # noqa: E402
from training.judge_export import as_shipped, export_judge  # noqa: E402
from training.judge_match import (  # noqa: E402
    Asked,
    critic_of,
    measure,
    read_judge,
    write_rows,
)
from training.judge_network import OPEN, PUBLIC, VIEW, JudgeModule, conduct_of, hide  # noqa: E402
from training.judge_settings import (  # noqa: E402
    JudgeSettings,
    draw_seating,
    guest_tables,
    read_judge_settings,
)
from training.network import NO_CARD  # noqa: E402

from kingup.bots.sovereign.conduct import HINTS, PHASES, TALLIES, conduct_features  # noqa: E402
from kingup.bots.sovereign.conduct_rounds import hints_of, tallies_of  # noqa: E402
from kingup.bots.sovereign.judge_weights import load_judge  # noqa: E402
from kingup.bots.sovereign.layout import OWN_FEATURES  # noqa: E402
from kingup.bots.sovereign.network import JudgeNetwork  # noqa: E402
from kingup.bots.sovereign.networks import networks_of  # noqa: E402
from kingup.bots.sovereign.shape import Shape  # noqa: E402
from kingup.bots.sovereign.weights import SHIPPED  # noqa: E402
from kingup.envs.opponents import COURTIER, PAGE  # noqa: E402
from kingup.rules.constants import MAX_SEATS  # noqa: E402
from kingup.rules.records import from_record  # noqa: E402
from kingup.rules.setup import Setup  # noqa: E402
from tests.bots.sovereign_networks import open_cards, positions, written  # noqa: E402

TINY = JudgeSettings(
    games=12, setups=6, ring=220, delay=200, chunk=4, minibatch=8, guests=("chancellor",),
    kingup_share=1.0, seat_weights={3: 1.0},
    judges={
        "judge": {"width": 8, "blocks": 1},
        "blind": {"width": 8, "blocks": 1,
                  "knows": "state"},
    },
)  # fmt: skip


def tallied(rows: int) -> tuple[Any, Any]:
    generator = np.random.default_rng(rows)
    tallies = generator.normal(size=(rows, MAX_SEATS, PHASES, TALLIES)) * 20
    tallies[..., -1] = generator.integers(0, 40, tallies.shape[:-1])
    hints = generator.normal(size=(rows, MAX_SEATS, HINTS)) * 9
    hints[..., -1] = generator.integers(0, 40, hints.shape[:-1])
    return tallies.astype(np.float32), hints.astype(np.float32)


def test_both_judges_agree(tmp_path: Path) -> None:
    rows, _masks = positions()
    tallies, hints = tallied(len(rows))
    features = conduct_features(tallies, hints)
    theirs = conduct_of(torch.tensor(tallies), torch.tensor(hints))
    assert np.allclose(features, theirs.numpy(), atol=1e-5)
    torch.manual_seed(2)
    judge = JudgeModule(Shape(width=16, blocks=2))
    torch.nn.init.normal_(judge.outcome.weight)
    cards, kept = open_cards(len(rows))
    with torch.no_grad():
        wanted = judge(torch.tensor(rows), torch.tensor(cards), torch.tensor(kept), theirs)
    arrays = {f"judge.{name}": value.numpy() for name, value in judge.state_dict().items()}
    found = JudgeNetwork(arrays, judge.shape)(rows, cards, kept, features)
    assert np.allclose(found, wanted.numpy(), atol=1e-3)


def test_each_sight_hides_what_it_must() -> None:
    rows, _masks = positions()
    rows = np.maximum(rows, 1)
    cards, kept = (torch.tensor(array) for array in open_cards(len(rows)))
    for sight in (OPEN, VIEW, PUBLIC):
        found = hide(torch.full((len(rows),), sight), torch.tensor(rows), cards, kept)
        own = found[0][:, OWN_FEATURES]
        assert bool((own == 0).all()) == (sight == PUBLIC)
        assert torch.equal(found[1][:, 2:], cards[:, 2:]) == (sight == OPEN)
        assert bool((found[1][:, 2:] == NO_CARD).all()) == (sight != OPEN)
        assert torch.equal(found[1][:, :2], cards[:, :2]) == (sight != PUBLIC)


def test_tallies_of_many_games_are_those_of_each_game() -> None:
    torch.manual_seed(1)
    setups = [
        Setup.of("kingup", 4),
        Setup.of("vive-le-roi", 3, ["emissary", "ambition"]),
        Setup.of("vive-le-roi", 4, ["wedding"]),
    ]
    n = len(setups)
    kinds = torch.tensor([SELF, PAGE, COURTIER, PAGE] * 2).repeat(n, 1)
    player = read_player_network(SHIPPED)
    company = Company(None, setups, Seating(kinds, torch.ones(n, MAX_SEATS)), player, [], 7)
    networks = networks_of(None)
    openings: list[Any] = [None] * n
    compared = 0
    for step in range(170):
        vector = company.games.vector
        for i in range(n):
            # Forced placements do not come back: a round may begin with some already made.
            if vector.histories["size"][i] == 0:
                openings[i] = from_record(vector.games, i)
        if step % 23 == 22:
            for i, opening in enumerate(openings):
                history = vector.histories[i : i + 1]
                size = int(history["size"][0])
                opening.kept = from_record(vector.games, i).kept
                opening.phase = 2
                found = tallies_of(networks, opening, history).at(size)
                assert np.allclose(company.now[i].numpy(), found, atol=0.05)
                hints = hints_of(opening, history).at(size)
                assert np.allclose(company.hints()[i].numpy(), hints, atol=0.05)
                compared += size > 10
        company.step()
    assert compared > 8


def test_tables_are_often_of_one_kind_and_guests_have_their_own() -> None:
    torch.manual_seed(4)
    settings = JudgeSettings(guests=("chancellor", "searcher"))
    seating = draw_seating(settings, torch.full((4000,), 4))
    first, second = (seating.kinds[tables] for tables in guest_tables(settings, 4000))
    assert not (first == FIRST_GUEST + 1).any()
    assert not (second == FIRST_GUEST).any()
    pure = (seating.kinds == seating.kinds[:, :1]).all(1).float().mean()
    assert settings.pure_share < float(pure) < settings.pure_share + 0.35
    assert {SELF, PAGE, COURTIER} <= set(seating.kinds.unique().tolist())
    usual = (seating.sharpness == 1).all(1).float().mean()
    assert 0.3 < float(usual) < 0.55
    assert kinds_features(seating).sum(2).min() >= 1


def test_chances_turn_with_the_seats() -> None:
    seats, mine = torch.tensor([3, 4]), torch.tensor([2, 1])
    outcomes = torch.zeros(2, 9)
    outcomes[0, :3] = torch.tensor([0.2, 0.3, 0.5])
    outcomes[1, 3] = 1
    relative = relative_shares(outcomes, mine, seats)
    assert relative[0, :3].tolist() == pytest.approx([0.5, 0.2, 0.3])
    assert relative[1, 2] == 1
    back = turned(relative[:, :8, None], (seats - mine) % seats, seats).squeeze(2)
    assert torch.equal(back, outcomes[:, :8])


def test_a_run_learns_is_exported_and_measured(tmp_path: Path) -> None:
    player = written(tmp_path)
    run = JudgeRun(TINY, player, None, tmp_path)
    before = [value.clone() for value in run.judges["judge"].network.parameters()]
    run.train(0.5)
    after = run.judges["judge"].network.parameters()
    assert any((a != b).any() for a, b in zip(before, after, strict=True))
    assert run.memory.steps > TINY.ring
    judge, knows = read_judge(tmp_path / "judge.pt")
    assert knows == "conduct"
    out = tmp_path / "judge.npz"
    assert export_judge(tmp_path / "judge.pt", out) == out.stat().st_size
    shipped = load_judge(out)
    state = as_shipped(torch.load(tmp_path / "judge.pt", weights_only=False)["judge"])
    for name, value in state.items():
        assert np.allclose(shipped.arrays[f"judge.{name}"], value.numpy(), atol=1e-3)
    asked = {"judge/open": Asked(judge, knows, OPEN), "judge/view": Asked(judge, knows, VIEW)}
    scores, bins = measure(
        None, [Setup.of("kingup", 3)], ("page", "courtier", "self:0.5"),
        read_player_network(player), {}, asked, critic_of(player), {"company": "some"},
        n=6, seed=3,
    )  # fmt: skip
    assert {row["judge"] for row in scores} == {
        "critic", "judge/open", "judge/view", "judge/open, all seats",
    }  # fmt: skip
    assert [row["round"] for row in scores[:3]] == [1, 2, 3]
    for row in scores:
        assert 0 <= row["brier"] <= 1
        assert row["games"] == 6
    assert sum(row["share"] for row in bins if row["judge"] == "critic") == pytest.approx(
        3, abs=0.01
    )
    write_rows(tmp_path / "judged.csv", scores)
    with (tmp_path / "judged.csv").open() as file:
        assert len(list(csv.DictReader(file))) == len(scores)


def test_a_judge_can_begin_with_the_critics_weights(tmp_path: Path) -> None:
    player = written(tmp_path)
    settings = JudgeSettings(
        games=4, setups=2, ring=8, delay=4, chunk=2, minibatch=4, from_critic=True,
        judges={"judge": {"width": 16, "blocks": 2}},
    )  # fmt: skip
    run = JudgeRun(settings, player, None, tmp_path)
    run.begin_as_critic(player)
    critic = critic_of(player).state_dict()
    mine = run.judges["judge"].average.state_dict()
    width = critic["trunk.first.weight"].shape[1]
    assert torch.equal(mine["trunk.first.weight"][:, :width], critic["trunk.first.weight"])
    assert torch.equal(mine["outcome.weight"], critic["outcome.weight"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("speed = 3", "unknown settings: speed"),
        ("ring = 100\ndelay = 100", "more steps than the delay"),
        ("[judges.a]\nkind = 'round'", "not possible"),
        ("[judges.a]\nknows = 'everything'", "not possible"),
    ],
)
def test_wrong_settings_are_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "judge.toml"
    path.write_text(text)
    with pytest.raises(SystemExit, match=message):
        read_judge_settings(path)


def test_the_shipped_judges_settings_can_be_read() -> None:
    found = read_judge_settings(Path(__file__).parents[2] / "training" / "config" / "judge.toml")
    assert found.from_critic
    assert list(found.judges) == ["judge"]

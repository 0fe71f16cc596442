"""The settings of a judge's training, and the company in which it learns."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kingup.bots.sovereign.shape import Shape
from kingup.envs.opponents import COURTIER, PAGE, RANDOM
from kingup.rules.constants import MAX_SEATS
from training.company import FIRST_GUEST, SELF, Seating
from training.network import DEVICE
from training.settings import RunSettings

VARIANTS = ("conduct", "state", "kinds")
"""What a judge knows of the players: their conduct, nothing, or (to compare) who they are."""


@dataclass(frozen=True)
class JudgeSettings:
    """The settings of a run; a TOML file in `config/` names those that differ."""

    seed: int = 1
    games: int = 32_768
    setups: int = 2048
    ring: int = 1024
    """Steps that are remembered."""
    delay: int = 640
    """Steps after which nearly every game has ended, so that its winner is known."""
    chunk: int = 32
    """Steps between two rounds of learning."""
    minibatch: int = 32_768
    rate: float = 1e-3
    rate_end: float = 1e-5
    average: float = 0.9995
    gradient_norm: float = 1.0
    compiled: bool = True
    recorded: bool = True

    # Which games are played.
    kingup_share: float = 0.45
    seat_weights: dict[int, float] = field(
        default_factory=lambda: {2: 6.0, 3: 14.0, 4: 40.0, 5: 13.0, 6: 13.0, 7: 6.0, 8: 8.0}
    )
    plain_share: float = 0.4
    team_chance: float = 0.1

    # Who plays: the larger a weight, the more often such players meet.
    self_weight: float = 1.2
    page_weight: float = 1.0
    courtier_weight: float = 0.8
    guest_weight: float = 1.0
    random_weight: float = 0.08
    pure_share: float = 0.35
    """The share of tables with players of one kind."""
    usual_share: float = 0.4
    """The share of tables where selves play as usual; elsewhere they are sharper or blunter."""
    levels: tuple[float, ...] = (1.5, 1.0, 0.75, 0.5, 0.35, 0.25, 0.15, 0.08)
    """The exponents of the policy of those."""
    guests: tuple[str, ...] = ()
    """Files of other networks: clones of training/clones by name, or paths."""

    # What the judge sees.
    view_share: float = 0.25
    public_share: float = 0.1
    unknown_share: float = 0.12
    """The share of rows without conduct."""

    from_critic: bool = False
    """Whether judges of the critic's shape begin with its weights."""
    judges: dict[str, dict[str, Any]] = field(
        default_factory=lambda: {"judge": {"width": 288, "blocks": 2}}
    )
    """The networks to train, by name: their shape, and what they know (`knows`)."""

    @property
    def run(self) -> RunSettings:
        """The settings of the games."""
        return RunSettings(
            seed=self.seed, setups=self.setups, kingup_share=self.kingup_share,
            seat_weights=self.seat_weights, plain_share=self.plain_share,
            team_chance=self.team_chance,
        )  # fmt: skip


def read_judge_settings(path: Path) -> JudgeSettings:
    """Return the settings of a file; the others keep their defaults."""
    try:
        given: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path} cannot be read: {error}") from None
    unknown = set(given) - {field.name for field in fields(JudgeSettings)}
    if unknown:
        raise SystemExit(f"{path} has unknown settings: {', '.join(sorted(unknown))}")
    for name in ("guests", "levels"):
        if name in given:
            given[name] = tuple(given[name])
    if "seat_weights" in given:
        given["seat_weights"] = {int(k): float(v) for k, v in given["seat_weights"].items()}
    settings = JudgeSettings(**given)
    if settings.delay + settings.chunk > settings.ring:
        raise SystemExit(f"{path}: the ring must hold more steps than the delay.")
    for name, judge in settings.judges.items():
        if not shape_of(judge).is_known or knowledge_of(judge) not in VARIANTS:
            raise SystemExit(f"{path}: the judge “{name}” is not possible.")
    return settings


def shape_of(judge: dict[str, Any]) -> Shape:
    """Return the shape of a judge's network."""
    return Shape(**{name: value for name, value in judge.items() if name != "knows"})


def knowledge_of(judge: dict[str, Any]) -> str:
    """Return what a judge knows of the players."""
    return str(judge.get("knows", VARIANTS[0]))


def draw_seating(settings: JudgeSettings, seats: Tensor) -> Seating:
    """Draw who sits where: at each table some kinds of players prevail, often a single one.

    Each of the guests has its own tables (`guest_tables`).
    """
    n = len(seats)
    kinds = torch.tensor([SELF, PAGE, COURTIER, RANDOM, FIRST_GUEST], device=DEVICE)
    weights = torch.tensor(
        [settings.self_weight, settings.page_weight, settings.courtier_weight,
         settings.random_weight, settings.guest_weight if settings.guests else 0.0],
        device=DEVICE,
    )  # fmt: skip
    weights = weights * torch.empty(n, len(kinds), device=DEVICE).exponential_() ** 2
    drawn = torch.multinomial(weights, MAX_SEATS, replacement=True)
    pure = torch.rand(n, 1, device=DEVICE) < settings.pure_share
    drawn = torch.where(pure, drawn[:, :1], drawn)
    found = kinds[drawn]
    for guest, tables in enumerate(guest_tables(settings, n)):
        theirs = found[tables]
        found[tables] = torch.where(theirs == FIRST_GUEST, FIRST_GUEST + guest, theirs)
    levels = torch.tensor(settings.levels, device=DEVICE)
    by_seat = levels[torch.randint(len(levels), (n, MAX_SEATS), device=DEVICE)]
    # At half of the tables of other levels, all selves are of the same.
    by_seat = torch.where(torch.rand(n, 1, device=DEVICE) < 0.5, by_seat, by_seat[:, :1])
    usual = torch.rand(n, 1, device=DEVICE) < settings.usual_share
    return Seating(found, by_seat.masked_fill(usual, 1.0))


def guest_tables(settings: JudgeSettings, n: int) -> list[slice]:
    """Return the tables of each guest."""
    number = len(settings.guests)
    return [slice(n * i // number, n * (i + 1) // number) for i in range(number)]

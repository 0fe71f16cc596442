"""The settings of a run, and the games it plays."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kingup.bots.sovereign.shape import Shape
from kingup.rules.errors import SetupError
from kingup.rules.setup import Setup

SEAT_WEIGHTS = {2: 6.0, 3: 15.0, 4: 25.0, 5: 19.0, 6: 17.0, 7: 8.0, 8: 10.0}
OPTION_CHANCES = {
    "ambition": 0.30,
    "banished": 0.30,
    "emissary": 0.15,
    "wedding": 0.15,
    "shared-marker": 0.25,
    "jester-returns-to-3": 0.05,
    "jester-uncounted-in-placement": 0.25,
}
MOST_DRAWS = 1000
"""Setups to draw before giving up on finding an allowed one."""


PLAIN_MIXTURES = {"three": 3, "four": 4, "six": 6}
"""Mixtures of one number of seats, both editions, without options."""

MIXTURES = ("all", *PLAIN_MIXTURES)
"""The games to play: everything, or one number of seats without options."""


@dataclass(frozen=True)
class RunSettings:
    """The settings of a run; a TOML file in `config/` names those that differ."""

    seed: int = 1
    games: int = 32_768
    steps: int = 64
    setups: int = 1024

    # Which games are played.
    mixture: str = "all"
    """`all`, or `three`, `four`, `six`: so many seats of either edition without options."""
    kingup_share: float = 0.5
    """The share of King Up! among the games; the others are Vive le Roi."""
    seat_weights: dict[int, float] = field(default_factory=lambda: dict(SEAT_WEIGHTS))
    option_chances: dict[str, float] = field(default_factory=lambda: dict(OPTION_CHANCES))
    plain_share: float = 0.0
    """The share of games of Vive le Roi without options, whatever `option_chances` says."""
    team_chance: float = 0.10
    """The share of games of Vive le Roi with teams."""

    # The networks.
    width: int = 640
    blocks: int = 2
    critic_width: int = 512
    critic_blocks: int = 2
    compiled: bool = True
    """Whether PyTorch compiles the networks: faster, but takes up to a minute."""
    recorded: bool = True
    """Whether to record steps as CUDA graphs (`graphs.py`)."""

    # Learning.
    passes: int = 1
    minibatch: int = 131_072
    rate: float = 6e-4
    rate_end: float = 2e-5
    iterations: int = 8_000
    """The rate and the rank term fall over these; a run may stop earlier."""
    clip: float = 0.1
    magnet: float = 0.006
    magnet_end: float = 0.0004
    place_magnet: float = 1.0
    """How much stronger the magnet is for placements, which others read."""
    trust: float = 0.1
    """The weight of the distance (KL) to the policy that played."""
    own_decay: float = 0.9
    """Lambda of the advantages, over a seat's own decisions."""
    return_decay: float = 0.95
    """Lambda of the critic's targets, over all decisions."""
    rank: float = 0.05
    """The worth of beating others relative to winning, so that losing seats play on."""
    rank_end: float = 0.01
    value_weight: float = 0.5
    cards_weight: float = 0.1
    rank_weight: float = 0.5
    points_weight: float = 0.05
    king_weight: float = 0.05
    gradient_norm: float = 0.5
    average: float = 0.999

    # Who else plays.
    past_share: float = 0.15
    """The share of games with past selves."""
    stranger_share: float = 0.10
    """The share of games with courtiers and pages."""
    page_share: float = 0.2
    """The share of pages among these."""
    clone_share: float = 0.0
    """The share of games with clones of bots."""
    clones: tuple[str, ...] = ()
    """Files of training/clones, which take turns."""
    clone_seats: int = 2
    """The fewest seats of a table with clones; smaller ones have the newest in all seats."""
    past_selves: int = 6
    past_every: int = 150
    alone: float = 0.0
    """The share of games with others in which the newest has one seat, not about half."""
    alone_weight: float = 1.0
    """The most a decision may count where the newest has few seats, so that tables count alike."""

    # When to give up in the first minute.
    least_speed: float = 0.0
    """The fewest decisions a second (0: any speed will do)."""

    @property
    def player_shape(self) -> Shape:
        """The shape of the network that plays."""
        return Shape(width=self.width, blocks=self.blocks)

    @property
    def critic_shape(self) -> Shape:
        """The shape of the critic."""
        return Shape(width=self.critic_width, blocks=self.critic_blocks)


def read_settings(path: Path) -> RunSettings:
    """Return the settings of a file; the others keep their defaults."""
    try:
        given: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path} cannot be read: {error}") from None
    unknown = set(given) - {field.name for field in fields(RunSettings)}
    if unknown:
        raise SystemExit(f"{path} has unknown settings: {', '.join(sorted(unknown))}")
    if "seat_weights" in given:
        given["seat_weights"] = {int(k): float(v) for k, v in given["seat_weights"].items()}
    strange = set(given.get("option_chances", {})) - set(OPTION_CHANCES)
    if strange:
        raise SystemExit(f"{path} names unknown options: {', '.join(sorted(strange))}")
    given["clones"] = tuple(given.get("clones", ()))
    settings = RunSettings(**given)
    if not (settings.player_shape.is_known and settings.critic_shape.is_known):
        raise SystemExit(f"{path} asks for a network that is not possible.")
    if settings.mixture not in MIXTURES:
        raise SystemExit(f"{path}: mixture is one of {', '.join(MIXTURES)}.")
    if settings.past_share + settings.clone_share + settings.stranger_share > 1:
        raise SystemExit(f"{path} gives past selves and strangers more than all of the games.")
    if not 0 <= settings.alone <= 1:
        raise SystemExit(f"{path}: the newest can be alone in a share of games, from 0 to 1.")
    if settings.clone_share > 0 and not settings.clones:
        raise SystemExit(f"{path} gives games to clones, but names none.")
    return settings


def draw_setups(settings: RunSettings) -> list[Setup]:
    """Return the setups of a run's games."""
    rng = random.Random(settings.seed)
    if settings.mixture in PLAIN_MIXTURES:
        seats = PLAIN_MIXTURES[settings.mixture]
        return [Setup.of("kingup", seats), Setup.of("vive-le-roi", seats)]
    return [draw_setup(settings, rng) for _ in range(settings.setups)]


def draw_setup(settings: RunSettings, rng: random.Random) -> Setup:
    """Return an allowed setup: an edition, some options, a few teams."""
    weights = settings.seat_weights
    edition = "kingup" if rng.random() < settings.kingup_share else "vive-le-roi"
    teams = edition == "vive-le-roi" and rng.random() < settings.team_chance
    plain = rng.random() < settings.plain_share
    # Redrawing seats and options only keeps the shares of editions and teams exact.
    for _ in range(MOST_DRAWS):
        number = rng.choices(list(weights), list(weights.values()))[0]
        seats = [1] * number
        options = []
        if edition == "vive-le-roi":
            chances = {} if plain else settings.option_chances
            options = [option for option, chance in chances.items() if rng.random() < chance]
            if teams:
                seats = [rng.choice((1, 2)) for _ in seats]
                if 2 not in seats:
                    continue
            # Drop options that mean nothing here, instead of drawing again.
            meaningless = set()
            if number != 2:
                meaningless.add("jester-uncounted-in-placement")
            elif "emissary" not in options:
                options.append("emissary")
            if 2 not in seats:
                meaningless.add("shared-marker")
            options = [option for option in options if option not in meaningless]
        try:
            return Setup.of(edition, seats, options)
        except SetupError:
            continue
    raise SystemExit(f"Seats and options leave no game of {edition} that is allowed.")

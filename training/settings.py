"""What a run is set to, and which games it plays."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from kingup.bots.sovereign.shape import Shape
from kingup.rules.errors import SetupError
from kingup.rules.setup import Setup

Kind = Literal["characters", "flat"]

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
"""Setups that are drawn until one is allowed."""


MIXTURES = ("all", "four")
"""What games are played: everything, or four seats without options."""


@dataclass(frozen=True)
class RunSettings:
    """The numbers of a run; each has its place in the file that describes it."""

    seed: int = 1
    games: int = 32_768
    steps: int = 64
    setups: int = 1024

    # Which games are played.
    mixture: str = "all"
    """`all`, or `four`: 4 seats of either edition without options."""
    kingup_share: float = 0.5
    """Of the games, those of King Up!; the others are of Vive le Roi."""
    seat_weights: dict[int, float] = field(default_factory=lambda: dict(SEAT_WEIGHTS))
    option_chances: dict[str, float] = field(default_factory=lambda: dict(OPTION_CHANCES))
    plain_share: float = 0.0
    """Of the games of Vive le Roi, those that have no options, whatever their chances."""
    team_chance: float = 0.10
    """Of the games of Vive le Roi, those with teams."""

    # The networks.
    player: Kind = "characters"
    """The shape of the network that plays: `characters` or `flat`."""
    width: int = 128
    table_width: int = 256
    blocks: int = 3
    critic: Kind = "characters"
    """The shape of the critic's."""
    critic_width: int = 128
    critic_table_width: int = 256
    critic_blocks: int = 3
    compiled: bool = True
    """Whether PyTorch compiles the networks: quicker, after up to a minute."""
    recorded: bool = True
    """Whether a GPU repeats by itself what always is the same (`graphs.py`)."""

    # Learning.
    passes: int = 1
    minibatch: int = 131_072
    rate: float = 6e-4
    rate_end: float = 2e-5
    iterations: int = 8_000
    """Over which the rate and the rank term fall; a run may stop before."""
    clip: float = 0.1
    magnet: float = 0.006
    magnet_end: float = 0.0004
    place_magnet: float = 1.0
    """How much stronger the magnet is where characters are placed, which others read."""
    trust: float = 0.1
    """The weight of staying near the policy that played."""
    own_decay: float = 0.9
    """Lambda of the advantages, over one's own decisions."""
    return_decay: float = 0.95
    """Lambda of what the critic learns from, over all decisions."""
    rank: float = 0.05
    """What beating everybody is worth beside winning, so that losers, too, play on."""
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
    """Of the games, those in which past selves sit."""
    stranger_share: float = 0.10
    """Those in which courtiers and pages sit."""
    page_share: float = 0.2
    """Of these strangers, the pages."""
    clone_share: float = 0.0
    """Of the games, those in which clones of bots sit."""
    clones: tuple[str, ...] = ()
    """Whose: files of training/clones, which take turns."""
    clone_seats: int = 2
    """At how many seats or more: at a smaller table among them, everybody is the newest."""
    past_selves: int = 6
    past_every: int = 150
    alone: float = 0.0
    """Of the games with others, those in which the newest has one seat only, not about half."""
    alone_weight: float = 1.0
    """How much more decisions may count where the newest has few seats, so that tables count
    alike however many of their seats learn."""

    # When to give up in the first minute.
    least_speed: float = 0.0
    """Decisions a second below which something is wrong (0: no such check)."""

    @property
    def player_shape(self) -> Shape:
        """The shape of the network that plays."""
        return Shape(self.player, self.width, self.table_width, self.blocks)

    @property
    def critic_shape(self) -> Shape:
        """The shape of the critic."""
        return Shape(self.critic, self.critic_width, self.critic_table_width, self.critic_blocks)


def read_settings(path: Path) -> RunSettings:
    """Return the settings of a file; what it does not name is as usual."""
    try:
        given: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SystemExit(f"{path} cannot be read: {error}") from None
    unknown = set(given) - {field.name for field in fields(RunSettings)}
    if unknown:
        raise SystemExit(f"{path} sets what there is not: {', '.join(sorted(unknown))}")
    if "seat_weights" in given:
        given["seat_weights"] = {int(k): float(v) for k, v in given["seat_weights"].items()}
    strange = set(given.get("option_chances", {})) - set(OPTION_CHANCES)
    if strange:
        raise SystemExit(f"{path} names no options: {', '.join(sorted(strange))}")
    given["clones"] = tuple(given.get("clones", ()))
    settings = RunSettings(**given)
    if not (settings.player_shape.is_known and settings.critic_shape.is_known):
        raise SystemExit(f"{path} asks for an unknown kind of network.")
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
    """Return the setups that games take turns to play."""
    rng = random.Random(settings.seed)
    if settings.mixture == "four":
        return [Setup.of("kingup", 4), Setup.of("vive-le-roi", 4)]
    return [draw_setup(settings, rng) for _ in range(settings.setups)]


def draw_setup(settings: RunSettings, rng: random.Random) -> Setup:
    """Return an allowed setup: an edition, some options, a few teams."""
    weights = settings.seat_weights
    edition = "kingup" if rng.random() < settings.kingup_share else "vive-le-roi"
    teams = edition == "vive-le-roi" and rng.random() < settings.team_chance
    plain = rng.random() < settings.plain_share
    # What is not allowed is drawn again; editions and teams are as often as they should be.
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
            # What has no meaning here is left out, instead of drawing everything anew.
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

"""Colours: the pigments of the painted castle, as a terminal can show them.

Drawings use named styles; a theme defines them: `PAINTED` for terminals with 256 colours or more,
`BASIC` for those with sixteen. Gold is used sparingly: it means "look here", at the throne, your
favourites, whose turn it is.
"""

from __future__ import annotations

from rich.theme import Theme

STONE = "kingup.stone"
BEAM = "kingup.beam"
BEAM_NAME = "kingup.beam-name"
ROOF = "kingup.roof"
BATTLEMENT = "kingup.battlement"
THRONE_ROOM = "kingup.throne-room"
THRONE_STEP = "kingup.throne-step"
GOLD = "kingup.gold"
GOLD_INK = "kingup.gold-ink"
CELL = "kingup.cell"
PRIVY = "kingup.privy"
BAR = "kingup.bar"
QUIET = "dim"
STRONG = "bold"
ERROR = "bold red"
VOTES = {"Y": "bold green", "N": "bold red", "B": "bold magenta"}


def token_style(edition: str, letter: str) -> str:
    """Return the style of a character."""
    return f"kingup.token.{_PIGMENT_OF[edition, letter]}"


def room_style(floor: int) -> str:
    """Return the style of a floor's rooms."""
    return f"kingup.room-{floor}"


def worth_style(floor: int) -> str:
    """Return the style of a favourite's worth, on a floor."""
    return f"kingup.worth-{floor}"


_CAST = {
    "kingup": (
        "A vermilion B purple C slate D umber E lapis F orange G sky "
        "I leaf L ochre M night N verdigris O rose P teal"
    ),
    "vive-le-roi": (
        "A leaf B teal C verdigris E lapis F orange G sky J slate "
        "L umber M night O ochre R vermilion S purple V rose X motley"
    ),
}
_PIGMENT_OF = {
    (edition, letter): pigment
    for edition, cast in _CAST.items()
    for letter, pigment in zip(cast.split()[::2], cast.split()[1::2], strict=True)
}

_CREAM, _INK = "#FFF8E6", "#1E140E"
_ROOMS = ("#43342F", "#743E24", "#77561E", "#1C564F", "#2B3D7D", "#6A2C44")

PAINTED = Theme(
    {
        "kingup.token.vermilion": f"bold {_CREAM} on #B5351F",
        "kingup.token.purple": f"bold {_CREAM} on #7E3A8E",
        "kingup.token.slate": f"bold {_CREAM} on #5E6B78",
        "kingup.token.umber": f"bold {_CREAM} on #A5693A",
        "kingup.token.lapis": f"bold {_CREAM} on #2C55B0",
        "kingup.token.orange": f"bold {_INK} on #E87A3E",
        "kingup.token.sky": f"bold {_INK} on #6FB1E0",
        "kingup.token.leaf": f"bold {_CREAM} on #4B8029",
        "kingup.token.ochre": f"bold {_INK} on #E2B13C",
        "kingup.token.night": f"bold {_CREAM} on #16183A",
        "kingup.token.verdigris": f"bold {_INK} on #4FBFA5",
        "kingup.token.rose": f"bold {_CREAM} on #C94A7B",
        "kingup.token.teal": f"bold {_CREAM} on #177F95",
        "kingup.token.motley": f"bold {_INK} on #F3EAD3",
        **{f"kingup.room-{i}": f"#D9CFB4 on {wall}" for i, wall in enumerate(_ROOMS)},
        **{f"kingup.worth-{i}": f"bold #F7DD8C on {wall}" for i, wall in enumerate(_ROOMS)},
        STONE: "bold #EFE4CB on #4A4170",
        BEAM: "#776DA3 on #3E3660",
        BEAM_NAME: "#EFE4CB on #3E3660",
        ROOF: "#2D4FA2",
        BATTLEMENT: "#4A4170",
        THRONE_ROOM: "bold #F7DD8C on #8C2A1E",
        THRONE_STEP: "#2D4FA2 on #8C2A1E",
        GOLD: "bold #2B1D14 on #F0C65C",
        GOLD_INK: "bold #B58712",  # legible on dark and on light screens
        CELL: "#C3CCD2 on #0F0B1E",
        PRIVY: "#F6C560 on #6E4B35",
        BAR: "bold #F7EAD0 on #2D2350",
    }
)

BASIC = Theme(
    {
        "kingup.token.vermilion": "bold white on red",
        "kingup.token.purple": "bold white on magenta",
        "kingup.token.slate": "bold white on bright_black",
        "kingup.token.umber": "bold black on yellow",
        "kingup.token.lapis": "bold white on blue",
        "kingup.token.orange": "bold black on bright_red",
        "kingup.token.sky": "bold black on bright_blue",
        "kingup.token.leaf": "bold black on green",
        "kingup.token.ochre": "bold black on bright_yellow",
        "kingup.token.night": "bold white on black",
        "kingup.token.verdigris": "bold black on bright_green",
        "kingup.token.rose": "bold black on bright_magenta",
        "kingup.token.teal": "bold black on cyan",
        "kingup.token.motley": "bold black on white",
        **{f"kingup.room-{i}": "dim" for i in range(len(_ROOMS))},
        **{f"kingup.worth-{i}": "bold" for i in range(len(_ROOMS))},
        STONE: "bold",
        BEAM: "dim",
        BEAM_NAME: "none",
        ROOF: "blue",
        BATTLEMENT: "none",
        THRONE_ROOM: "bold",
        THRONE_STEP: "blue",
        GOLD: "bold black on yellow",
        GOLD_INK: "bold",
        CELL: "none",
        PRIVY: "none",
        BAR: "reverse",
    }
)

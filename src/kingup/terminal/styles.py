"""Colours: the pigments of the painted castle, as a terminal can show them.

Gold is used sparingly: it means "look here", at the throne, your favourites, whose turn it is. A
terminal with fewer colours shows the nearest it has.
"""

from __future__ import annotations

STONE = "bold #EFE4CB on #4A4170"
BEAM = "#776DA3 on #3E3660"
BEAM_NAME = "#EFE4CB on #3E3660"
ROOF = "#2D4FA2"
BATTLEMENT = "#4A4170"
THRONE_ROOM = "bold #F7DD8C on #8C2A1E"
THRONE_STEP = "#2D4FA2 on #8C2A1E"
GOLD = "bold #2B1D14 on #F0C65C"
GOLD_INK = "bold #B58712"  # legible on dark and on light screens
CELL = "#C3CCD2 on #0F0B1E"
PRIVY = "#F6C560 on #6E4B35"
BAR = "bold #F7EAD0 on #2D2350"
QUIET = "dim"
STRONG = "bold"
VOTES = {"Y": "bold #4FA63B", "N": "bold #E0503C", "B": "bold #B56FCB"}
BALLOTS = {
    "": "#776DA3",
    "?": "bold #F7DD8C on #4A4170",
    "Y": "bold #FFF8E6 on #3B7A2A",
    "N": "bold #FFF8E6 on #B5351F",
    "B": "bold #FFF8E6 on #7E3A8E",
}
"""Voting cards: not yet played, face down, and the three of them open."""

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
_CREAM, _INK = "#FFF8E6", "#1E140E"
_ROOMS = ("#43342F", "#743E24", "#77561E", "#1C564F", "#2B3D7D", "#6A2C44")
_PIGMENTS = {
    "vermilion": f"bold {_CREAM} on #B5351F",
    "purple": f"bold {_CREAM} on #7E3A8E",
    "slate": f"bold {_CREAM} on #5E6B78",
    "umber": f"bold {_CREAM} on #A5693A",
    "lapis": f"bold {_CREAM} on #2C55B0",
    "orange": f"bold {_INK} on #E87A3E",
    "sky": f"bold {_INK} on #6FB1E0",
    "leaf": f"bold {_CREAM} on #4B8029",
    "ochre": f"bold {_INK} on #E2B13C",
    "night": f"bold {_CREAM} on #16183A",
    "verdigris": f"bold {_INK} on #4FBFA5",
    "rose": f"bold {_CREAM} on #C94A7B",
    "teal": f"bold {_CREAM} on #177F95",
    "motley": f"bold {_INK} on #F3EAD3",
}
_TOKENS = {
    (edition, letter): _PIGMENTS[pigment]
    for edition, cast in _CAST.items()
    for letter, pigment in zip(cast.split()[::2], cast.split()[1::2], strict=True)
}


def token_style(edition: str, letter: str) -> str:
    """Return the style of a character."""
    return _TOKENS[edition, letter]


def room_style(floor: int) -> str:
    """Return the style of a floor's rooms."""
    return f"#D9CFB4 on {_ROOMS[floor]}"


def worth_style(floor: int) -> str:
    """Return the style of a favourite's worth, on a floor."""
    return f"bold #F7DD8C on {_ROOMS[floor]}"

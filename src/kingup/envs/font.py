"""Letters and digits of five by seven dots, for pictures without a font."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_DOTS = {
    "A": "0e11111f111111",
    "B": "1e11111e11111e",
    "C": "0e11101010110e",
    "D": "1e11111111111e",
    "E": "1f10101e10101f",
    "F": "1f10101e101010",
    "G": "0e11101713110f",
    "I": "0e04040404040e",
    "J": "0702020202120c",
    "L": "1010101010101f",
    "M": "111b1515111111",
    "N": "11191915131311",
    "O": "0e11111111110e",
    "P": "1e11111e101010",
    "R": "1e11111e141211",
    "S": "0f10100e01011e",
    "V": "111111110a0a04",
    "X": "11110a040a1111",
    "0": "0e11131519110e",
    "1": "040c040404040e",
    "2": "0e11010204081f",
    "3": "1f02040201110e",
    "4": "02060a121f0202",
    "5": "1f101e0101110e",
    "6": "0608101e11110e",
    "7": "1f010204080808",
    "8": "0e11110e11110e",
    "9": "0e11110f01020c",
}

WIDTH, HEIGHT = 5, 7


def glyph(character: str) -> NDArray[np.bool_]:
    """Return a letter or digit as seven rows of five dots; anything else is blank."""
    rows = bytes.fromhex(_DOTS.get(character, "00" * HEIGHT))
    return np.array([[row >> (WIDTH - 1 - x) & 1 for x in range(WIDTH)] for row in rows], bool)

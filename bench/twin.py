"""The C twin of the rules (`playouts.c`): builds it, calls it, and computes digests to compare."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingup.rules.compiled import Games, winners_all
from kingup.rules.setup import OPTIONS, Setup

SOURCE = Path(__file__).with_name("playouts.c")
FLAGS = ("-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC")

FNV_START = np.uint64(0xCBF29CE484222325)
FNV_FACTOR = np.uint64(0x100000001B3)

Digests = NDArray[np.uint64]


def compiler() -> str | None:
    """Return the command of the C compiler, or None if there is none."""
    command = os.environ.get("CC", "cc")
    words = shlex.split(command)
    return command if words and shutil.which(words[0]) else None


def compiler_name(command: str) -> str:
    """Return the first line that the compiler's --version prints."""
    return _run(command, "--version").splitlines()[0]


def _run(command: str, *arguments: str) -> str:
    words = [*shlex.split(command), *arguments]
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout


class Twin:
    """The C program, built in a folder."""

    def __init__(self, command: str, folder: str | Path) -> None:
        path = Path(folder) / "playouts.so"
        _run(command, *FLAGS, str(SOURCE), "-o", str(path))
        self._library = ctypes.CDLL(str(path))
        self._library.new_games.restype = ctypes.c_void_p

    @contextmanager
    def games(self, setup: Setup, number: int) -> Iterator[TwinGames]:
        """Yield an array of games in C's memory."""
        address = ctypes.c_void_p(self._library.new_games(ctypes.c_long(number)))
        try:
            yield TwinGames(self._library, address, setup, number)
        finally:
            self._library.free_games(address)


class TwinGames:
    """An array of games of one setup, played by the C program."""

    def __init__(
        self, library: ctypes.CDLL, address: ctypes.c_void_p, setup: Setup, number: int
    ) -> None:
        self._library = library
        self._address = address
        self._setup = setup
        self._number = number
        self.set_up()

    def set_up(self) -> None:
        """Put every game back to before its first deal."""
        sizes = (ctypes.c_int * len(self._setup.seats))(*self._setup.seats)
        options = sum(1 << OPTIONS.index(option) for option in self._setup.options)
        self._library.set_up(
            self._address,
            ctypes.c_long(self._number),
            self._setup.edition_code,
            len(self._setup.seats),
            sizes,
            options,
        )

    def play_out_all(self, first_seed: int) -> None:
        """Play every game to its end at random, as the compiled entry point of this name does."""
        self._library.play_out_all(
            self._address, ctypes.c_long(self._number), ctypes.c_uint64(first_seed)
        )

    def digests(self) -> Digests:
        """Return a digest of each finished game."""
        out = np.empty(self._number, np.uint64)
        self._library.digests(
            self._address, ctypes.c_long(self._number), ctypes.c_void_p(out.ctypes.data)
        )
        return out


def digests(games: Games) -> Digests:
    """Return a digest of each game finished by the compiled rules: FNV-1a of its final state."""
    masks = np.zeros(len(games), np.int16)
    winners_all(games, masks)
    words = [games[name] for name in ("decisions", "votes_held", "mover")]
    words += [games["score"][:, player] for player in range(games["players"][0])]
    words += [games["emissary_score"], *games["place"].T]
    for seat in range(games["seats"][0]):
        words += [games["no_cards"][:, seat], games["bellyaches"][:, seat]]
    words += [masks, games["generator_a"], games["generator_b"]]
    digest = np.full(len(games), FNV_START)
    for word in words:
        digest = (digest ^ word.astype(np.int64).view(np.uint64)) * FNV_FACTOR
    return digest


def combined(each: Digests) -> str:
    """Return one digest of many games."""
    return f"{np.bitwise_xor.reduce(each):016x}"

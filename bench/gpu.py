"""The rules on a GPU: check that games equal the CPU's, bit for bit, and measure the speed.

python -m kingup.envs.gpu.build build/gpu     needs Numba (kingup[gpu]), no GPU
python -m bench.gpu expect build/gpu          needs Numba: writes the CPU's digests
python -m bench.gpu check build/gpu           on the GPU: compares, then measures
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from kingup.rules.setup import Setup

GAMES = 100_000
SEED = 20_261_115
VECTOR, STEPS = 4096, 400
SETTLED = 600
MEASURED = Setup.of("vive-le-roi", 4)


def digest(*arrays: Any) -> str:
    """Return a digest of the bytes of arrays."""
    found = hashlib.sha256()
    for array in arrays:
        found.update(array.tobytes())
    return found.hexdigest()


def expect(folder: Path) -> None:
    """Write digests from the CPU: of final states, and of games stepped in lock-step."""
    from tests.strategies import FAMILIES

    from kingup.envs import Vector
    from kingup.rules.compiled import new_games, play_out_all
    from kingup.rules.setup import new_state

    expected = []
    for family in FAMILIES:
        setup = Setup.of(*family)
        games = new_games(new_state(setup), GAMES)
        play_out_all(games, SEED)
        vector = Vector(VECTOR, setup, SEED)
        seen = []
        for _ in range(STEPS):
            vector.step(vector.random_actions(), check=False)
            seen.append(digest(vector.observations, vector.masks, vector.rewards, vector.dones))
        last = digest(vector.games, vector.actors)
        stepped = hashlib.sha256((last + "".join(seen)).encode()).hexdigest()
        expected.append([*family, digest(games), stepped])
        print(family, flush=True)
    (folder / "expected.json").write_text(json.dumps(expected), encoding="utf-8")


def check(folder: Path) -> int:
    """Compare with the CPU's digests, then measure; return how many families differ."""
    import cupy as cp

    from kingup.envs.gpu.device import DeviceGames, play_out

    expected = json.loads((folder / "expected.json").read_text())
    wrong = 0
    for edition, seats, options, *digests in expected:
        setup = Setup.of(edition, seats, options)
        ended = digest(cp.asnumpy(play_out(folder, setup, GAMES, SEED)))
        games = DeviceGames(folder, setup, VECTOR, SEED)
        seen = []
        for _ in range(STEPS):
            games.step(games.random_actions())
            shown = (games.observations, games.masks, games.rewards, games.dones)
            seen.append(digest(*map(cp.asnumpy, shown)))
        last = digest(cp.asnumpy(games.games), cp.asnumpy(games.actors))
        stepped = hashlib.sha256((last + "".join(seen)).encode()).hexdigest()
        same = [ended, stepped] == digests
        wrong += not same
        print(f"{'equal' if same else 'DIFFERENT'}: {GAMES:,} games and {VECTOR:,} × {STEPS} "
              f"steps of {setup}", flush=True)  # fmt: skip
    wrong += not libraries_agree(folder)
    measure(folder)
    return wrong


def libraries_agree(folder: Path) -> bool:
    """Let CuPy, PyTorch and JAX read masks and give actions; return whether games are equal."""
    import cupy as cp
    import jax
    import torch

    from kingup.envs.gpu.device import DeviceGames

    firsts: dict[str, Any] = {
        "CuPy": lambda masks: cp.argmax(masks, axis=1),
        "PyTorch": lambda masks: torch.from_dlpack(masks).to(torch.int8).argmax(1),
        "JAX": lambda masks: jax.numpy.argmax(jax.dlpack.from_dlpack(masks), axis=1),
    }
    ends = {}
    for name, first in firsts.items():
        games = DeviceGames(folder, MEASURED, VECTOR, SEED)
        for _ in range(STEPS):
            games.step(first(games.masks))
            cp.cuda.Device().synchronize()  # the libraries do not share a stream
        ends[name] = digest(cp.asnumpy(games.games), cp.asnumpy(games.observations))
    same = len(set(ends.values())) == 1
    print(f"{'equal' if same else 'DIFFERENT'}: actions of {', '.join(ends)}", flush=True)
    return same


def measure(folder: Path) -> None:
    """Print random playouts and lock-step stepping a second."""
    import cupy as cp
    import numpy as np

    from kingup.envs.gpu.device import DeviceGames, Kernels, records
    from kingup.rules.records import GAME, new_games
    from kingup.rules.setup import new_state

    def seconds(work: Any) -> float:
        best = float("inf")
        for _ in range(3):
            start, end = cp.cuda.Event(), cp.cuda.Event()
            start.record()
            work()
            end.record()
            end.synchronize()
            best = min(best, cp.cuda.get_elapsed_time(start, end) / 1e3)
        return best

    kernels = Kernels(folder)
    fresh = cp.asarray(new_games(new_state(MEASURED), 1).view(np.uint8))
    for n in (65_536, 1_048_576, 4_194_304):
        games = cp.tile(fresh, n)
        blank = games.copy()

        def playouts(n: int = n, games: Any = games, blank: Any = blank) -> None:
            games[:] = blank
            arguments = (records(games, GAME.itemsize), (np.int64(1),))
            kernels.launch("play_out_kernel", n, *arguments)

        time = seconds(playouts)
        decisions = cp.asnumpy(games).view(GAME)["decisions"].astype(np.int64).sum()
        print(f"playouts, {n:,} games: {n / time / 1e6:.1f} M games/s, "
              f"{decisions / time / 1e9:.2f} G decisions/s", flush=True)  # fmt: skip
        del games, blank
    for n in (65_536, 262_144, 1_048_576):
        stepped = DeviceGames(folder, MEASURED, n, 1)

        def steps(stepped: Any = stepped) -> None:
            for _ in range(20):
                stepped.step(stepped.random_actions())

        for _ in range(SETTLED // 20):  # early positions have little history, and are faster
            steps()
        time = seconds(steps)
        parts = {
            "choosing": seconds(stepped.random_actions),
            "showing": seconds(stepped.show),
        }
        print(f"lock-step with observations and masks, {n:,} games: "
              f"{20 * n / time / 1e6:.0f} M decisions/s; of {time / 20 * 1e6:.0f} µs a step "
              + ", ".join(f"{name} {part * 1e6:.0f}" for name, part in parts.items()),
              flush=True)  # fmt: skip
        del stepped


if __name__ == "__main__":
    command, place = sys.argv[1], Path(sys.argv[2])
    if command == "expect":
        expect(place)
    else:
        sys.exit(check(place))

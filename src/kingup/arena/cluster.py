"""Games on a Ray cluster. Ray is optional: ``pip install 'kingup[ray]'``."""

from __future__ import annotations

import importlib
import logging
import socket
from collections.abc import Generator
from typing import Any

from kingup import __version__
from kingup.arena.match import play_game
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.extras import install_command
from kingup.rules.errors import KingUpError

AHEAD = 4
"""Games for each processor that are being played or wait for a slower one."""

CONNECT_SECONDS = 5.0
"""How long a cluster has to answer."""


class RayExecutor:
    """Plays on a Ray cluster; the address `local` starts one on this machine."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            self._ray = None
        # A folder named ray, without the package, can be imported as well.
        if not hasattr(self._ray, "init"):
            raise KingUpError("Ray is not installed: {command}", command=install_command("ray"))
        self._address = address
        self._jobs = jobs

    def play(self, plan: Plan, games: range, records: bool) -> Generator[GameOutcome, None, None]:
        """Yield the outcomes of these games in their order."""
        ray = self._ray
        _check_address(self._address)
        settings: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        if self._address == "local":
            settings |= {"num_cpus": self._jobs, "include_dashboard": False}
        ours = not ray.is_initialized()
        if ours:
            try:
                ray.init(address=self._address, **settings)
            except Exception as error:  # Ray raises many kinds of errors here.
                raise KingUpError(
                    "There is no Ray cluster at {address}: {reason}.",
                    address=self._address,
                    reason=str(error).strip().partition("\n")[0].rstrip("."),
                ) from error
        try:
            yield from self._in_order(plan, games, records)
        finally:
            if ours:
                ray.shutdown()

    def _in_order(
        self, plan: Plan, games: range, records: bool
    ) -> Generator[GameOutcome, None, None]:
        ray = self._ray
        play = ray.remote(_play)
        shared = ray.put(plan)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [play.remote(shared, g, records, __version__) for g in games[:ahead]]
        try:
            for next_game in range(games.start + ahead, games.stop + ahead):
                # Waiting for the oldest game keeps the order; the others go on meanwhile.
                answer = ray.get(running.pop(0))
                if isinstance(answer, KingUpError):
                    raise answer
                if next_game < games.stop:
                    running.append(play.remote(shared, next_game, records, __version__))
                yield answer
        finally:
            for task in running:
                ray.cancel(task)


def _check_address(address: str) -> None:
    """Fail at once if nothing listens at an address: Ray would retry for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise KingUpError(
            "There is no Ray cluster at {address}: {reason}.",
            address=address,
            reason=getattr(error, "strerror", None) or error,
        ) from error


def _play(plan: Plan, game: int, records: bool, version: str) -> GameOutcome | KingUpError:
    """Play a game on a node of the cluster."""
    if version != __version__:
        return KingUpError(
            "A node of the cluster has kingup {theirs}, but this machine has {ours}.",
            theirs=__version__,
            ours=version,
        )
    try:
        return play_game(plan, game, records)
    except KingUpError as error:
        return error

"""CUDA graphs: work on fixed tensors is recorded once and replayed with one call.

Launching the many small kernels of a network takes longer than running them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import torch

from training.network import FAST

Found = TypeVar("Found")

WARM_UPS = 3
"""How often work runs before it is recorded: libraries allocate memory in their first calls."""


class Graph(Generic[Found]):
    """Work on tensors that stay in place; each call overwrites what the last one returned.

    The work must not read values back from the GPU, nor use weights that autocast has cached.
    """

    def __init__(self, work: Callable[[], Found], *, recorded: bool) -> None:
        self._work = work
        self._recorded = recorded and FAST
        self._graph: torch.cuda.CUDAGraph | None = None
        self._found: Found

    def __call__(self) -> Found:
        """Do the work once; the first call warms up and records it."""
        if not self._recorded:
            return self._work()
        if self._graph is None:
            self._graph = self._record()
        self._graph.replay()
        return self._found

    def _record(self) -> torch.cuda.CUDAGraph:
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(WARM_UPS):
                self._work()
        torch.cuda.current_stream().wait_stream(aside)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._found = self._work()
        return graph

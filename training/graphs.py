"""Work that a GPU repeats by itself: its many small steps are recorded once.

Telling a GPU what to do takes longer than the small steps of a network take themselves. What
always reads and writes the same tensors can be recorded and repeated with one word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import torch

from training.network import FAST

Found = TypeVar("Found")

WARMING = 3
"""How often work is done before it is recorded: libraries make room at their first steps."""


class Graph(Generic[Found]):
    """Work on tensors that stay where they are; what it returns is overwritten the next time.

    It must not ask for values, and autocast must not keep copies of weights from before.
    """

    def __init__(self, work: Callable[[], Found], *, recorded: bool) -> None:
        self._work = work
        self._recorded = recorded and FAST
        self._graph: torch.cuda.CUDAGraph | None = None
        self._found: Found

    def __call__(self) -> Found:
        """Do the work once; the first time also a few times before."""
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
            for _ in range(WARMING):
                self._work()
        torch.cuda.current_stream().wait_stream(aside)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._found = self._work()
        return graph

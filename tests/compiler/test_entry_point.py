"""Calling compiled functions from Python: what they take and what they refuse."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kingup.compiler import CompileError, EntryPoint, ObjectCache
from tests.compiler import programs

CACHE = ObjectCache(Path(__file__).parent)
write = EntryPoint(programs.write, {}, CACHE)
loops = EntryPoint(programs.loops, {}, CACHE)


def test_another_number_of_arguments_is_refused() -> None:
    for arguments in ((np.zeros(1),), (np.zeros(1), 0, 0)):
        with pytest.raises(TypeError, match=r"write\(\) takes 2 arguments"):
            write(*arguments)


def test_something_else_than_an_array_is_refused() -> None:
    with pytest.raises(TypeError, match="numbers of write"):
        write([0, 0], 0)


def test_an_array_with_gaps_is_refused() -> None:
    with pytest.raises(ValueError, match="contiguous"):
        write(np.zeros((2, 2))[:, 0], 0)


def test_an_array_of_words_is_refused() -> None:
    with pytest.raises(CompileError, match="Arrays of <U3 are unknown"):
        write(np.array(["one"]), 0)


@pytest.mark.parametrize("index", ["0", 0.5, None, 2**70])
def test_a_wrong_number_is_refused_and_nothing_is_written(index: Any) -> None:
    numbers = np.zeros(2)
    with pytest.raises((TypeError, OverflowError)):
        write(numbers, index)
    assert not numbers.any()


def test_numbers_of_numpy_are_taken() -> None:
    numbers = np.zeros(2)
    write(numbers, np.int8(1))
    assert numbers.tolist() == [0, 1]


def test_an_array_is_released_after_the_call() -> None:
    numbers = np.zeros(4, np.int64)
    loops(numbers, 3, 3)
    numbers.resize(8)  # NumPy refuses that while somebody holds the buffer
    assert len(numbers) == 8


def test_a_function_has_its_plain_functions_name_and_text() -> None:
    entry = EntryPoint(programs.fill, {}, CACHE)
    assert entry.__name__ == "fill"
    assert entry.plain is programs.fill


def test_other_threads_run_during_a_call() -> None:
    """The interpreter's lock is released: otherwise this thread could not end the other's loop."""
    wait = EntryPoint(programs.wait_for_another, {}, CACHE)
    wait(np.ones(2, np.int64), 1)  # it is compiled, and does not wait
    numbers = np.zeros(2, np.int64)
    waiting = threading.Thread(target=wait, args=(numbers, 1))
    waiting.start()
    numbers[0] = 1
    waiting.join()

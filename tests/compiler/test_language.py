"""Whatever the compiler's language has means compiled what it means in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingup.compiler import CompileError, EntryPoint, ObjectCache
from tests.compiler import programs

BOX = np.dtype(
    [("small", "i1"), ("large", "i4"), ("share", "f8"), ("items", "i2", (5,))], align=True
)
CACHE = ObjectCache(Path(__file__).parent)
INTEGERS = st.integers(-(2**31), 2**31)
FLOATS = st.floats(-1e6, 1e6)


@cache
def compiled(plain: Callable[..., Any]) -> EntryPoint:
    return EntryPoint(plain, {programs.Box: BOX}, CACHE)


def both(
    plain: Callable[..., Any], kind: str, length: int, *rest: Any
) -> tuple[tuple[Any, list[Any]], tuple[Any, list[Any]]]:
    """Call a function that writes numbers, interpreted and compiled."""
    expected: list[Any] = [0] * length
    result = plain(expected, *rest)
    array = np.zeros(length, kind)
    return (result, expected), (compiled(plain)(array, *rest), array.tolist())


@given(INTEGERS, INTEGERS)
def test_integers_are_computed_as_python_does(a: int, b: int) -> None:
    expected, found = both(programs.arithmetic, "i8", 16, a, b)
    assert found == expected


@given(FLOATS, FLOATS)
def test_floats_are_computed_as_python_does(a: float, b: float) -> None:
    expected, found = both(programs.fractions, "f8", 11, a, b)
    assert found == expected


@given(st.integers(-9, 9), st.integers(-9, 9), st.booleans())
def test_conditions_hold_when_they_do_in_python(a: int, b: int, flag: bool) -> None:
    expected, found = both(programs.conditions, "i8", 9, a, b, flag)
    assert found == expected


@given(st.integers(-3, 12), st.integers(-3, 12))
def test_loops_end_and_go_on_where_they_do_in_python(a: int, b: int) -> None:
    expected, found = both(programs.loops, "i8", 4, a, b)
    assert found == expected


@given(st.integers(-99, 99), st.integers(-99, 99))
def test_several_numbers_are_returned_and_assigned_at_once(a: int, b: int) -> None:
    expected, found = both(programs.tuples, "f8", 7, a, b)
    assert found == expected


def test_rows_and_slices_of_a_table_are_the_tables_own() -> None:
    expected, found = np.zeros((3, 4), np.int16), np.zeros((3, 4), np.int16)
    assert programs.tables(expected, 10) == compiled(programs.tables)(found, 10) == 342
    assert found.tolist() == expected.tolist()


def boxes(number: int) -> list[programs.Box]:
    return [programs.Box(i, 7 * i, i / 2, list(range(i, i + 5))) for i in range(number)]


def as_array(plain: Sequence[programs.Box]) -> np.ndarray[Any, Any]:
    return np.array([(box.small, box.large, box.share, box.items) for box in plain], BOX)


@given(st.integers(-20, 20))
def test_records_are_changed_in_their_array(by: int) -> None:
    plain = boxes(3)
    array = as_array(plain)
    assert compiled(programs.records)(array, by) == programs.records(plain, by)
    assert (array == as_array(plain)).all()


def test_a_record_is_copied_whole() -> None:
    array = as_array(boxes(2))
    compiled(programs.copies)(array)
    assert array["small"].tolist() == [0, 1]
    for name in ("large", "share", "items"):
        assert (array[name][0] == array[name][1]).all()


def test_results_have_pythons_types() -> None:
    positive, third = compiled(programs.is_positive)(3), compiled(programs.third)(1)
    assert positive is True
    assert third == 1 / 3
    assert compiled(programs.write)(np.zeros(2, np.int8), 1) is None


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "f4", "f8", "?"])
def test_numbers_are_stored_in_every_size(kind: str) -> None:
    array = np.zeros(3, kind)
    compiled(programs.write)(array, 2)
    assert array.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("plain", "arguments", "sentence"),
    [
        (programs.uses_a_list, (1,), "an array|a number|not in the compiler's language"),
        (programs.uses_a_word, (1,), "'word' is no number"),
        (programs.changes_a_type, (1,), "x was something else before"),
        (programs.loses_a_fraction, (np.zeros(1, np.int64), 0.5), r"write int\(…\)"),
        (programs.uses_an_unknown_name, (1,), "somewhere is unknown"),
        (programs.loops_over_items, (np.zeros(1),), "A loop runs over range"),
        (programs.gives_a_records_array, (np.zeros(1, BOX),), "give the record"),
        (programs.gives_an_array_for_a_number, (np.zeros(1),), "does not take an array"),
        (programs.names_an_argument, (1,), "by position"),
    ],
)
def test_what_the_language_lacks_is_refused_with_its_line(
    plain: Callable[..., Any], arguments: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(CompileError, match=rf"programs\.py, line \d+: .*({sentence})"):
        compiled(plain)(*arguments)

"""Plain functions that use each part of the compiler's language, and some that use more."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

LIMIT = 7
RATIO = 0.25


@dataclass
class Box:
    """A record: numbers of several sizes, and an array."""

    small: int = 0
    large: int = 0
    share: float = 0.0
    items: list[int] = field(default_factory=lambda: [0] * 5)


def arithmetic(numbers: Any, a: int, b: int) -> None:
    numbers[0] = a + b
    numbers[1] = a - b
    numbers[2] = a * b
    numbers[3] = a & b
    numbers[4] = a | b
    numbers[5] = a ^ b
    numbers[6] = -a
    numbers[7] = ~a
    numbers[8] = abs(a)
    numbers[9] = min(a, b, LIMIT)
    numbers[10] = max(a, b, LIMIT)
    numbers[11] = a // b if b != 0 else LIMIT
    numbers[12] = a % b if b != 0 else LIMIT
    numbers[13] = a >> (b & 31)
    numbers[14] = a << (b & 7)
    numbers[15] = int(a / 3)


def fractions(numbers: Any, a: float, b: float) -> None:
    numbers[0] = a + b * RATIO
    numbers[1] = a - b
    numbers[2] = a / (abs(b) + 1)
    numbers[3] = math.sqrt(abs(a))
    numbers[4] = math.exp(-abs(a))
    numbers[5] = math.log(abs(a) + 1)
    numbers[6] = max(a, b)
    numbers[7] = min(a, b)
    numbers[8] = -a
    numbers[9] = float(int(a))
    numbers[10] = 1 if a > b else 0.5


def conditions(numbers: Any, a: int, b: int, flag: bool) -> None:
    numbers[0] = a < b
    numbers[1] = a <= b < LIMIT
    numbers[2] = a == b or (flag and a != LIMIT)
    numbers[3] = not flag
    numbers[4] = 1 if a and b else 2
    both = a > 0 and b > 0
    numbers[5] = 3 + both
    numbers[6] = bool(a)
    if a > b:
        numbers[7] = 1
    elif a == b:
        numbers[7] = 2
    else:
        numbers[7] = 3
    numbers[8] = 4 if not (a > 0 or b > 0) else 5


def loops(numbers: Any, a: int, b: int) -> int:
    total = 0
    for i in range(a):
        if i == 3:
            continue
        if i > b:
            break
        total += i
    numbers[0] = total
    total = 0
    for i in range(b, a):
        for j in range(i, 0, -2):
            total += i * j
    numbers[1] = total
    while total > 10:
        total //= 2
        if total == 11:
            return -1
    for i in range(len(numbers)):
        numbers[i] += i
    return total


def several(a: int, b: int) -> tuple[float, float, float]:
    return a / 2, 1.5, b - a


def tuples(numbers: Any, a: int, b: int) -> None:
    x, y, z = several(a, b)
    numbers[0], numbers[1], numbers[2] = z, y, x
    a, b = b, a
    numbers[3] = a
    all_three = several(a, b)
    for i in range(3):
        numbers[4 + i] = all_three[i]


def fill(row: Any, first: int) -> None:
    for i in range(len(row)):
        row[i] = first + i


def tables(table: Any, a: int) -> int:
    for i in range(len(table)):
        fill(table[i], a * i)
    table[1, 2] += 5
    row = table[2]
    part = row[1:3]
    part[0] = -1
    return int(table.shape[0] * 100 + table.shape[1] * 10 + len(part))


def change(box: Box, by: int) -> bool:
    box.small += by
    box.large = box.large * 3 - by
    box.share += box.small / 4
    for i in range(5):
        box.items[i] = box.items[i] + by * i
    return box.small > 3


def records(boxes: Any, by: int) -> int:
    changed = 0
    for i in range(len(boxes)):
        box = boxes[i]
        if change(box, by + i):
            changed += 1
    return changed


def copies(boxes: Any) -> None:
    boxes[1] = boxes[0]
    boxes[1].small += 1


def is_positive(a: int) -> bool:
    return a > 0


def third(a: int) -> float:
    return a / 3


def write(numbers: Any, index: int) -> None:
    numbers[index] = 1


# What the language does not have.


def uses_a_list(a: int) -> int:
    return len([a])


def uses_a_word(a: int) -> int:
    word = "word"
    return a if word else 0


def changes_a_type(a: int) -> float:
    x = a
    if a > 0:
        x = a / 2  # type: ignore[assignment]
    return x


def loses_a_fraction(numbers: Any, a: float) -> None:
    numbers[0] = a


def uses_an_unknown_name(a: int) -> int:
    return a + somewhere  # type: ignore[name-defined,no-any-return]  # noqa: F821


def loops_over_items(numbers: Any) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


def declares_nothing_known(a: str) -> int:
    return len(a)


def gives_a_records_array(boxes: Any) -> None:
    fill(boxes[0].items, 1)


def gives_an_array_for_a_number(numbers: Any) -> bool:
    return is_positive(numbers)


def names_an_argument(a: int) -> bool:
    return is_positive(a=a)


def wait_for_another(numbers: Any, counter: int) -> None:
    # The counter may be the first number, so the compiler reads that again and again.
    while numbers[0] == 0:
        numbers[counter] += 1

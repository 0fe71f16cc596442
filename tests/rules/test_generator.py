"""The fast generator: xoroshiro64** as published, and bits counted right."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingup.rules.kernel.generator import below, nth_one, ones, scramble, seed_generator
from kingup.rules.state import State

WORD = 0xFFFFFFFF


def published(a: int, b: int) -> tuple[int, int, int]:
    """Return xoroshiro64**'s next number and state, after Blackman and Vigna's C code."""

    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) & WORD

    result = rotl((a * 0x9E3779BB) & WORD, 5) * 5 & WORD
    b ^= a
    return result, rotl(a, 26) ^ b ^ ((b << 9) & WORD), rotl(b, 13)


@given(st.integers(0, WORD), st.integers(0, WORD))
def test_it_is_the_published_generator(a: int, b: int) -> None:
    state = State(generator_a=a, generator_b=b)
    number, next_a, next_b = published(a, b)
    assert below(state, 1 << 32) == number
    assert (state.generator_a, state.generator_b) == (next_a, next_b)


@given(st.integers(0, 2**64 - 1), st.integers(1, 10_000))
def test_numbers_stay_below_their_bound(seed: int, bound: int) -> None:
    state = State()
    seed_generator(state, seed)
    for _ in range(5):
        assert 0 <= below(state, bound) < bound
        assert 0 <= state.generator_a <= WORD
        assert 0 <= state.generator_b <= WORD


@given(st.integers(0, 2**64 - 1))
def test_a_seeded_generator_is_never_stuck_at_zero(seed: int) -> None:
    state = State()
    seed_generator(state, seed)
    assert state.generator_b & 1


def test_seeds_give_different_generators_also_in_their_upper_half() -> None:
    seeds = [*range(500), *(n << 32 for n in range(1, 500))]
    words = set()
    for seed in seeds:
        state = State()
        seed_generator(state, seed)
        words.add((state.generator_a, state.generator_b))
    assert len(words) == len(seeds)


def test_neighbouring_seeds_give_unrelated_first_numbers() -> None:
    first = Counter()  # type: Counter[int]
    for seed in range(4000):
        state = State()
        seed_generator(state, seed)
        first[below(state, 4)] += 1
    assert all(900 < first[number] < 1100 for number in range(4))


def test_every_number_below_a_bound_is_about_equally_likely() -> None:
    state = State()
    seed_generator(state, 7)
    drawn = Counter(below(state, 13) for _ in range(13_000))
    assert set(drawn) == set(range(13))
    assert all(850 < count < 1150 for count in drawn.values())


def test_scrambling_is_one_to_one_on_a_sample() -> None:
    assert len({scramble(word) for word in range(20_000)}) == 20_000
    assert all(0 <= scramble(word << 12) <= WORD for word in range(1000))


@given(st.integers(0, WORD))
def test_ones_counts_bits(mask: int) -> None:
    assert ones(mask) == mask.bit_count()


@given(st.integers(1, WORD))
def test_nth_one_finds_each_set_bit(mask: int) -> None:
    positions = [p for p in range(32) if mask >> p & 1]
    assert [nth_one(mask, n) for n in range(len(positions))] == positions


@pytest.mark.parametrize("bound", [1, 2, 3])
def test_a_bound_of_one_leaves_no_choice_and_still_takes_a_step(bound: int) -> None:
    state = State()
    seed_generator(state, 3)
    before = (state.generator_a, state.generator_b)
    assert below(state, bound) < bound
    assert (state.generator_a, state.generator_b) != before


@pytest.mark.parametrize(
    ("seed", "words", "numbers"),
    [
        (0, (33350994, 3857679227), [962, 592, 375]),
        (1, (2672842292, 2614493769), [499, 933, 771]),
        (2**40 + 5, (2803216774, 218938479), [464, 339, 272]),
        (2**64 - 1, (2767685996, 713616831), [358, 406, 470]),
    ],
)
def test_a_seed_means_the_same_games_for_ever(
    seed: int, words: tuple[int, int], numbers: list[int]
) -> None:
    """Results of simulations are quoted with their seeds."""
    state = State()
    seed_generator(state, seed)
    assert (state.generator_a, state.generator_b) == words
    assert [below(state, 1000) for _ in range(3)] == numbers

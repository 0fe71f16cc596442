"""The fast generator that deals and plays in simulations: xoroshiro64**, in the state itself.

It must never deal at a table of people: its next numbers can be computed from a few earlier ones.
"""

from kingup.rules.state import State


def seed_generator(game: State, seed: int) -> None:
    """Seed the generator; neighbouring seeds give unrelated games."""
    word = (seed + 0x9E3779B9) & 0xFFFFFFFF
    game.generator_a = scramble(word)
    # The second word depends on the upper half of the seed, and is never zero.
    upper = (seed >> 32) & 0xFFFFFFFF
    game.generator_b = scramble((word ^ scramble(upper ^ 0x85EBCA6B)) & 0xFFFFFFFF) | 1


def scramble(word: int) -> int:
    """Return a well-mixed 32-bit word for a 32-bit word, one to one."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    word = ((word ^ (word >> 15)) * 0x846CA68B) & 0xFFFFFFFF
    return word ^ (word >> 16)


def below(game: State, bound: int) -> int:
    """Return a random number from 0 to bound - 1."""
    a = int(game.generator_a)
    b = int(game.generator_b)
    mixed = (a * 0x9E3779BB) & 0xFFFFFFFF
    number = ((((mixed << 5) | (mixed >> 27)) & 0xFFFFFFFF) * 5) & 0xFFFFFFFF
    b ^= a
    game.generator_a = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & 0xFFFFFFFF
    game.generator_b = ((b << 13) | (b >> 19)) & 0xFFFFFFFF
    return (number * bound) >> 32


def ones(mask: int) -> int:
    """Return how many bits of a mask of at most 32 bits are set."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) >> 24) & 0xFF


def nth_one(mask: int, n: int) -> int:
    """Return the position of the n-th set bit of at most 32, counted from 0.

    The set bits are counted by twos, fours and eights, and a binary search finds the position. A
    loop over set bits would be shorter, but processors predict badly when it ends.
    """
    twos = mask - ((mask >> 1) & 0x55555555)
    fours = (twos & 0x33333333) + ((twos >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    place = 0
    lower = (eights + (eights >> 8)) & 0xFF
    if n >= lower:
        n -= lower
        place = 16
    lower = (eights >> place) & 0xF
    if n >= lower:
        n -= lower
        place += 8
    lower = (fours >> place) & 0xF
    if n >= lower:
        n -= lower
        place += 4
    lower = (twos >> place) & 3
    if n >= lower:
        n -= lower
        place += 2
    lower = (mask >> place) & 1
    return place + 1 if n >= lower else place

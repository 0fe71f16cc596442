"""Answers to puzzles on disk: the first one counts, even if several arrive at once."""

from __future__ import annotations

import asyncio

from kingup.people.puzzle_rating import first_rating
from kingup.people.rating import Rating
from kingup.store import Store
from kingup.store.erasure import Erasure
from kingup.store.puzzles import PuzzleStore
from tests.store.databases import with_store

FIRST = first_rating(1500)


def puzzles_of(store: Store) -> PuzzleStore:
    return PuzzleStore(store.database, lambda: 1_700_000_000.0)


@with_store
async def test_the_first_answer_counts(store: Store) -> None:
    puzzles = puzzles_of(store)
    assert await puzzles.of_person("ana") == {}
    await puzzles.answer("ana", "one", 1, right=True, first=FIRST)
    answers, ratings = await puzzles.of_person("ana"), await puzzles.ratings()
    await puzzles.answer("ana", "one", 0, right=False, first=FIRST)
    assert await puzzles.of_person("ana") == answers
    assert await puzzles.ratings() == ratings
    assert answers["one"].option == 1
    assert answers["one"].right
    assert answers["one"].before == Rating()
    assert answers["one"].after.points > 1500 > ratings["one"].points


@with_store
async def test_ratings_go_on_from_answer_to_answer(store: Store) -> None:
    puzzles = puzzles_of(store)
    for name, right in (("one", True), ("two", False), ("three", True)):
        await puzzles.answer("ana", name, 0, right=right, first=FIRST)
    answers = list((await puzzles.of_person("ana")).values())
    assert [answer.puzzle for answer in answers] == ["one", "two", "three"]
    assert [answer.after.games for answer in answers] == [1, 2, 3]
    assert answers[1].before == answers[0].after
    assert answers[1].after.points < answers[1].before.points


@with_store
async def test_answers_at_the_same_time_are_all_counted(store: Store, other: Store) -> None:
    both = [puzzles_of(store), puzzles_of(other)]
    people = [f"person-{i}" for i in range(6)]
    await asyncio.gather(
        *(
            both[i % 2].answer(person, puzzle, 0, right=True, first=FIRST)
            for i, person in enumerate(people)
            for puzzle in ("one", "two", "one")
        )
    )
    ratings = await both[0].ratings()
    assert {puzzle: rating.games for puzzle, rating in ratings.items()} == {"one": 6, "two": 6}
    for person in people:
        numbers = [a.after.games for a in (await both[1].of_person(person)).values()]
        assert numbers == [1, 2]


@with_store
async def test_deleting_a_person_deletes_their_answers(store: Store) -> None:
    puzzles = puzzles_of(store)
    for person in ("ana", "ben"):
        await puzzles.answer(person, "one", 0, right=True, first=FIRST)
    await Erasure(store.database).erase("ana", {})
    assert await puzzles.of_person("ana") == {}
    assert len(await puzzles.of_person("ben")) == 1
    assert (await puzzles.ratings())["one"].games == 2

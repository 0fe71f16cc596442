"""Errors keep their sentences apart from their values, and travel between processes."""

import pickle

import pytest

from kingup.rules.errors import (
    DealError,
    IllegalAction,
    InvalidAction,
    KingUpError,
    SetupError,
    sentence,
)

KINDS = [SetupError, DealError, InvalidAction, IllegalAction]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_a_sentence_with_its_values_apart(kind: type[KingUpError]) -> None:
    error = kind("Floor {floor} is full.", floor=4)
    assert str(error) == "Floor 4 is full."
    assert error.template == "Floor {floor} is full."
    assert error.values == {"floor": 4}


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_a_kingup_error_and_a_value_error(kind: type[KingUpError]) -> None:
    assert issubclass(kind, KingUpError)
    assert issubclass(kind, ValueError)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_being_pickled(kind: type[KingUpError]) -> None:
    error = kind("Floor {floor} is full: {name} cannot climb.", floor=4, name="Roméo")
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is kind
    assert (str(twin), twin.template, twin.values) == (str(error), error.template, error.values)


def test_a_value_with_braces_is_shown_as_it_is() -> None:
    assert str(InvalidAction("“{text}” is no vote.", text="{0}")) == "“{0}” is no vote."


def test_marking_a_sentence_for_translation_does_not_change_it() -> None:
    assert sentence("The game is over.") == "The game is over."

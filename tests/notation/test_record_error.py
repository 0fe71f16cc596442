"""A RecordError carries its place and the inner error, and can be pickled."""

from __future__ import annotations

import pickle

import kingup
from kingup.notation import RecordError, read_json, read_text
from tests.notation.helpers import record_text, refused

JSON = record_text("king-up-4").replace('"F1"', '"A1"', 1)
TEXT = record_text("king-up-4", "txt").replace("F1", "A1", 1)


def test_the_inner_error_is_the_one_of_the_rules() -> None:
    for read_form, text in ((read_json, JSON), (read_text, TEXT)):
        error = refused(read_form, text)
        assert isinstance(error, kingup.KingUpError)
        assert isinstance(error, ValueError)
        assert isinstance(error.cause, kingup.IllegalAction)
        assert error.cause.template == "{name} is already in the castle."
        assert error.__cause__ is error.cause


def test_the_sentence_is_a_template_around_the_inner_sentence() -> None:
    error = refused(read_text, TEXT)
    assert error.template == "Line {line}, column {column}: {cause}"
    french = {**error.values, "cause": "Alighiero est déjà au château."}
    template = "Ligne {line}, colonne {column} : {cause}"
    assert template.format(**french) == "Ligne 16, colonne 9 : Alighiero est déjà au château."


def test_an_error_survives_pickling_with_its_place() -> None:
    for read_form, text in ((read_json, JSON), (read_text, TEXT)):
        error = refused(read_form, text)
        again = pickle.loads(pickle.dumps(error))
        assert isinstance(again, RecordError)
        assert str(again) == str(error)
        assert (again.line, again.column, again.path) == (error.line, error.column, error.path)
        assert str(again.cause) == str(error.cause)


def test_an_error_without_a_place_has_none() -> None:
    error = RecordError("Something else.")
    assert (error.line, error.column, error.path, error.cause) == (None, None, None, None)

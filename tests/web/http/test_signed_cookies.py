"""Cookies that only this server can have written."""

from __future__ import annotations

from kingup.server.accounts import new_person
from kingup.web.http.signed_cookies import CookieSigner


def test_another_servers_signature_is_refused() -> None:
    person = new_person()
    assert CookieSigner("one").person(CookieSigner("one").sign_person(person)) == person
    assert CookieSigner("two").person(CookieSigner("one").sign_person(person)) is None


def test_signed_texts_and_signed_people_are_not_interchangeable() -> None:
    signer = CookieSigner("one")
    assert signer.text(signer.sign_text("Grüße, ؀")) == "Grüße, ؀"
    assert signer.person(signer.sign_text(new_person())) is None
    assert signer.text(signer.sign_person(new_person())) is None
    assert signer.text("x") is None

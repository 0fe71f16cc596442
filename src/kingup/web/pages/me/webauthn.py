"""Passkeys: what a browser is asked to sign, and whether it did.

A passkey belongs to the name of the server that it was made for, as the browser sees it. What
is to be signed is used up by the first answer, right or wrong.
"""

from __future__ import annotations

import json
import re
import secrets
from ipaddress import ip_address
from typing import Any

from starlette.requests import HTTPConnection
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from kingup.server.refusals import Refusal
from kingup.store.passkeys import Passkey, Passkeys

MOST = 10
"""Passkeys of one person."""
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?)*")


def site_of(connection: HTTPConnection) -> str:
    """Return the name of the server that passkeys are made for."""
    name = (connection.url.hostname or "").lower()
    try:
        ip_address(name)
    except ValueError:
        if NAME.fullmatch(name) and len(name) <= 255:
            return name
    raise Refusal(
        "Browsers allow passkeys only where the server has a name, not just an IP address. "
        "A code works everywhere.",
        status=409,
    )


async def ask_to_register(passkeys: Passkeys, person: str, site: str, name: str) -> dict[str, Any]:
    """Return what a browser needs to make a passkey for a person."""
    known = await passkeys.of_person(person)
    if len(known) >= MOST:
        raise Refusal("You have {number} passkeys. Remove one first.", status=409, number=MOST)
    options = generate_registration_options(
        rp_id=site,
        rp_name="King Up!",
        # Another random number: an authenticator need not know the person's id.
        user_id=secrets.token_bytes(32),
        user_name=name,
        user_display_name=name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential))
            for key in known
            if key.site == site
        ],
    )
    await passkeys.challenge(person, "register", bytes_to_base64url(options.challenge))
    return _plain(options)


async def register(passkeys: Passkeys, person: str, site: str, origin: str, answer: str) -> None:
    """Keep the passkey that a browser has made; anything else raises a refusal."""
    challenge = _challenge(answer)
    if not await passkeys.answer(person, "register", challenge):
        raise stale()
    try:
        verified = verify_registration_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site,
            expected_origin=origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise unusable() from error
    added = await passkeys.add(
        Passkey(
            person,
            bytes_to_base64url(verified.credential_id),
            bytes_to_base64url(verified.credential_public_key),
            verified.sign_count,
            site,
        )
    )
    if not added:
        raise Refusal("This passkey is already registered.", status=409)


async def ask_to_sign_in(passkeys: Passkeys, person: str, site: str) -> dict[str, Any]:
    """Return what a browser needs to sign in with any passkey that it has for us."""
    options = generate_authentication_options(
        rp_id=site, user_verification=UserVerificationRequirement.PREFERRED
    )
    await passkeys.challenge(person, "sign-in", bytes_to_base64url(options.challenge))
    return _plain(options)


async def sign_in(passkeys: Passkeys, person: str, site: str, origin: str, answer: str) -> str:
    """Return whose passkey has signed what a browser was asked to sign."""
    challenge = _challenge(answer)
    if not await passkeys.answer(person, "sign-in", challenge):
        raise stale()
    passkey = await passkeys.find(_credential(answer))
    if passkey is None or passkey.site != site:
        raise Refusal("This passkey is unknown here.", status=404)
    try:
        verified = verify_authentication_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site,
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise unusable() from error
    if not await passkeys.note_use(passkey, verified.new_sign_count):
        raise stale()
    return passkey.person


def origin_of(connection: HTTPConnection) -> str:
    """Return where the browser says that a page is from; `check_origin` has looked at it."""
    return connection.headers.get("origin", "")


def stale() -> Refusal:
    """Return the refusal for an answer that comes too late, or twice."""
    return Refusal("That took too long, or was sent twice. Try again.", status=409)


def unusable() -> Refusal:
    """Return the refusal for an answer that no passkey gave."""
    return Refusal("This passkey cannot be used here.", status=400)


def _plain(options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options_to_json(options))
    return plain


def _challenge(answer: str) -> str:
    """Return what an answer says to have signed."""
    try:
        said = json.loads(answer)["response"]["clientDataJSON"]
        challenge = json.loads(base64url_to_bytes(said))["challenge"]
        base64url_to_bytes(challenge)
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError) as error:
        raise unusable() from error
    if not isinstance(challenge, str):
        raise unusable()
    return challenge


def _credential(answer: str) -> str:
    """Return the id of the passkey that an answer is from, spelt as we spell it."""
    try:
        return bytes_to_base64url(base64url_to_bytes(json.loads(answer)["rawId"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise unusable() from error

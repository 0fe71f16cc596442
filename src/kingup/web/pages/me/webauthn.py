"""Passkeys (WebAuthn): the challenges for browsers, and checking their responses.

A passkey belongs to the host name that it was made for. A challenge is used up by the first
response, right or wrong.
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

MOST_PASSKEYS = 10
"""Passkeys per person."""
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?)*")


def site_of(connection: HTTPConnection) -> str:
    """Return the host name that passkeys are made for."""
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


async def registration_options(
    passkeys: Passkeys, person: str, site: str, name: str
) -> dict[str, Any]:
    """Return the options for making a passkey for a person."""
    known = await passkeys.of_person(person)
    if len(known) >= MOST_PASSKEYS:
        raise Refusal(
            "You have {number} passkeys. Remove one first.", status=409, number=MOST_PASSKEYS
        )
    options = generate_registration_options(
        rp_id=site,
        rp_name="King Up!",
        # Random, because an authenticator need not know the person's id.
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
    """Store the passkey in a browser's response, or raise a refusal."""
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


async def sign_in_options(passkeys: Passkeys, person: str, site: str) -> dict[str, Any]:
    """Return the options for signing in with any passkey for this host."""
    options = generate_authentication_options(
        rp_id=site, user_verification=UserVerificationRequirement.PREFERRED
    )
    await passkeys.challenge(person, "sign-in", bytes_to_base64url(options.challenge))
    return _plain(options)


async def sign_in(passkeys: Passkeys, person: str, site: str, origin: str, answer: str) -> str:
    """Return the person whose passkey signed the challenge, or raise a refusal."""
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
    """Return the Origin header, which `check_origin` has checked."""
    return connection.headers.get("origin", "")


def stale() -> Refusal:
    """Return the refusal for a response that came too late, or twice."""
    return Refusal("That took too long, or was sent twice. Try again.", status=409)


def unusable() -> Refusal:
    """Return the refusal for a response that is not a valid passkey's."""
    return Refusal("This passkey cannot be used here.", status=400)


def _plain(options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options_to_json(options))
    return plain


def _challenge(answer: str) -> str:
    """Return the challenge that a response claims to have signed."""
    try:
        client_data = json.loads(answer)["response"]["clientDataJSON"]
        challenge = json.loads(base64url_to_bytes(client_data))["challenge"]
        base64url_to_bytes(challenge)
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError) as error:
        raise unusable() from error
    if not isinstance(challenge, str):
        raise unusable()
    return challenge


def _credential(answer: str) -> str:
    """Return the id of a response's passkey, in the encoding of the store."""
    try:
        return bytes_to_base64url(base64url_to_bytes(json.loads(answer)["rawId"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise unusable() from error

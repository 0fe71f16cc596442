"""Encrypts push messages so that only the receiving browser can read them (RFC 8291)."""

from __future__ import annotations

import base64
import binascii
import os

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
PADDED = 512
"""All messages are padded to this many bytes, so that their length reveals nothing."""
LONGEST = PADDED - 1


def encrypt(message: bytes, key: bytes, auth: bytes) -> bytes:
    """Return a message as the body of a request to a push service.

    `key` is the browser's public key, `auth` the secret from its subscription.
    """
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    ours = generate_private_key(SECP256R1())
    public = ours.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = ours.exchange(ECDH(), theirs)
    secret = _derive(auth, shared, b"WebPush: info\0" + key + public, 32)
    salt = os.urandom(16)
    content_key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded = (message + b"\x02").ljust(PADDED, b"\0")
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return header + AESGCM(content_key).encrypt(nonce, padded, None)


def read_key(text: str) -> bytes | None:
    """Return a browser's public key from base64url, or None if the text is not one."""
    key = _read(text)
    if key is None or len(key) != 65:
        return None
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except ValueError:
        return None
    return key


def read_auth(text: str) -> bytes | None:
    """Return a browser's secret from base64url, or None if the text is not one."""
    auth = _read(text)
    return auth if auth is not None and len(auth) == 16 else None


def _read(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)

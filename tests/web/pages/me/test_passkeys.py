"""Passkeys without a browser: a small authenticator, and every kind of wrong answer."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from collections.abc import Iterator
from typing import Any

import cbor2
import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from kingup.store import Store
from kingup.store.passkeys import LIFETIME, MOST_CHALLENGES, Passkey, Passkeys
from tests.store.databases import with_store
from tests.web.pages.me.test_device_transfer import identity
from tests.web.server import Person
from tests.web.test_routes import sentence


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """An authenticator with one passkey."""

    def __init__(self, origin: str, site: str = "localhost") -> None:
        self.origin = origin
        self.site = site
        self.uses = 0
        self.id = secrets.token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any], **changed: str) -> str:
        """Return the answer of a browser that has made the passkey."""
        numbers = self._key.public_key().public_numbers()
        public = cbor2.dumps(
            {
                1: 2,
                3: -7,
                -1: 1,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(0x45) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"], **changed)
        return self._answer(clientDataJSON=b64(client), attestationObject=b64(attestation))

    def get(self, options: dict[str, Any], **changed: str) -> str:
        """Return the answer of a browser that has signed."""
        self.uses += 1
        data = self._data(0x05)
        client = self._client("webauthn.get", options["challenge"], **changed)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=b64(client), authenticatorData=b64(data), signature=b64(signature)
        )

    def _data(self, flags: int) -> bytes:
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([flags]) + struct.pack(">I", self.uses)

    def _client(self, kind: str, challenge: str, origin: str = "") -> bytes:
        fields = {"type": kind, "challenge": challenge, "origin": origin or self.origin}
        return json.dumps({**fields, "crossOrigin": False}).encode()

    def _answer(self, **response: str) -> str:
        id_ = b64(self.id)
        fields = {"id": id_, "rawId": id_, "type": "public-key", "response": response}
        return json.dumps({**fields, "clientExtensionResults": {}})


@pytest.fixture
def origin(server: str) -> str:
    """Return the server's address by name: passkeys belong to names."""
    return server.replace("127.0.0.1", "localhost")


@pytest.fixture
def nora(origin: str) -> Iterator[Person]:
    with Person(origin, "Nora") as person:
        person.get("/me")
        yield person


@pytest.fixture
def phone(origin: str) -> Iterator[Person]:
    with Person(origin, "Nora") as person:
        person.get("/me")
        yield person


def register(person: Person, device: Device) -> httpx2.Response:
    options = person.ask("/me/passkey/options").json()
    return person.ask("/me/passkey", credential=device.create(options))


def sign_in(person: Person, device: Device, **changed: str) -> httpx2.Response:
    options = person.ask("/me/sign-in/options").json()
    return person.ask("/me/sign-in", credential=device.get(options, **changed))


def test_a_passkey_makes_another_device_the_same_person(
    nora: Person, phone: Person, origin: str
) -> None:
    device = Device(origin)
    table = nora.play_now()
    answer = register(nora, device)
    assert answer.status_code == 201, answer.text
    assert "localhost" in nora.get("/me").text
    assert sign_in(phone, device).json() == {"location": "/me"}
    assert identity(phone) == identity(nora)
    assert table in phone.get("/me").text


def test_passkey_options_do_not_contain_the_persons_id(nora: Person) -> None:
    options = nora.ask("/me/passkey/options")
    assert identity(nora) not in options.text
    assert options.json()["rp"]["id"] == "localhost"
    assert len(options.json()["challenge"]) > 40


def test_an_unknown_passkey_is_refused(nora: Person, phone: Person, origin: str) -> None:
    before = identity(phone)
    assert "unknown" in sentence(sign_in(phone, Device(origin)), 404)
    assert identity(phone) == before


def test_an_answer_works_once(nora: Person, phone: Person, origin: str) -> None:
    device = Device(origin)
    options = nora.ask("/me/passkey/options").json()
    answer = device.create(options)
    assert nora.ask("/me/passkey", credential=answer).status_code == 201
    assert sentence(nora.ask("/me/passkey", credential=answer), 409)
    asked = phone.ask("/me/sign-in/options").json()
    first = device.get(asked)
    assert phone.ask("/me/sign-in", credential=first).status_code == 200
    assert sentence(phone.ask("/me/sign-in", credential=first), 409)


def test_a_challenge_is_for_one_person_and_one_purpose(
    nora: Person, phone: Person, origin: str
) -> None:
    device = Device(origin)
    asked = nora.ask("/me/passkey/options").json()
    assert sentence(phone.ask("/me/passkey", credential=device.create(asked)), 409)
    assert register(nora, device).status_code == 201
    asked = nora.ask("/me/passkey/options").json()
    assert sentence(nora.ask("/me/sign-in", credential=device.get(asked)), 409)


def test_a_passkey_of_another_site_is_refused(nora: Person, phone: Person, origin: str) -> None:
    device = Device(origin)
    assert register(nora, device).status_code == 201
    assert sentence(sign_in(phone, device, origin="https://evil.example"), 400)
    device.site = "evil.example"
    assert sentence(sign_in(phone, device), 400)
    elsewhere = Device(origin, "evil.example")
    assert sentence(register(nora, elsewhere), 400)


def test_a_signature_of_another_key_is_refused(nora: Person, phone: Person, origin: str) -> None:
    device, forger = Device(origin), Device(origin)
    assert register(nora, device).status_code == 201
    forger.id = device.id
    assert sentence(sign_in(phone, forger), 400)
    assert identity(phone) != identity(nora)


def test_a_passkey_whose_counter_goes_back_is_refused(
    nora: Person, phone: Person, origin: str
) -> None:
    device = Device(origin)
    assert register(nora, device).status_code == 201
    device.uses = 5
    assert sign_in(phone, device).status_code == 200
    device.uses = 1
    assert sentence(sign_in(phone, device), 400)


def test_a_passkey_can_be_registered_once(nora: Person, phone: Person, origin: str) -> None:
    device = Device(origin)
    assert register(nora, device).status_code == 201
    assert "already registered" in sentence(register(phone, device), 409)
    known = nora.ask("/me/passkey/options").json()["excludeCredentials"]
    assert [one["id"] for one in known] == [b64(device.id)]


def test_a_removed_passkey_is_refused(nora: Person, phone: Person, origin: str) -> None:
    device = Device(origin)
    register(nora, device)
    digest = hashlib.sha256(b64(device.id).encode()).hexdigest()
    assert sentence(phone.ask("/me/passkey/remove", passkey=digest), 404)  # not theirs
    assert nora.post("/me/passkey/remove", passkey=digest).status_code == 303
    assert sentence(sign_in(phone, device), 404)
    assert sentence(nora.ask("/me/passkey/remove", passkey="x" * 5000), 404)


def test_deleting_a_person_deletes_their_passkeys(
    nora: Person, phone: Person, origin: str
) -> None:
    device = Device(origin)
    register(nora, device)
    assert nora.ask("/me/delete", sure="1").status_code == 200
    assert sentence(sign_in(phone, device), 404)


@pytest.mark.parametrize(
    "answer",
    ["", "{}", "[]", "null", "1", '"x"', "{" * 5000, '{"response": {"clientDataJSON": "!!"}}',
     '{"response": {"clientDataJSON": "e30"}}', '{"response": {"clientDataJSON": "W10"}}',
     '{"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAxfQ"}}', '{"response": []}'],
)  # fmt: skip
def test_an_invalid_passkey_answer_is_refused(nora: Person, answer: str) -> None:
    for path in ("/me/passkey", "/me/sign-in"):
        refused = nora.ask(path, credential=answer)
        assert refused.status_code in (400, 409), refused.text
        assert sentence(refused, refused.status_code)


def test_passkeys_are_not_offered_at_a_numeric_address(ana: Person) -> None:
    for path in ("/me/passkey/options", "/me/sign-in/options"):
        assert "just an IP address" in sentence(ana.ask(path), 409)


@with_store
async def test_a_challenge_expires_after_some_minutes(store: Store) -> None:
    now = 1_000.0
    passkeys = Passkeys(store.database, lambda: now)
    await passkeys.challenge("ana", "sign-in", "one")
    now += LIFETIME + 1
    assert not await passkeys.answer("ana", "sign-in", "one")
    for number in range(MOST_CHALLENGES + 5):
        now += 1
        await passkeys.challenge("ana", "sign-in", str(number))
    assert not await passkeys.answer("ana", "sign-in", "0")
    assert await passkeys.answer("ana", "sign-in", str(MOST_CHALLENGES))


@with_store
async def test_the_same_counter_value_is_accepted_once(store: Store) -> None:
    passkeys = Passkeys(store.database)
    passkey = Passkey("ana", "id", "key", 3, "localhost")
    assert await passkeys.add(passkey)
    assert await passkeys.note_use(passkey, 4)
    assert not await passkeys.note_use(passkey, 4)

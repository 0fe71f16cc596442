"""Push notifications: encrypted for one browser, sent once, never to private networks."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kingup.rules.errors import KingUpError
from kingup.server.push.encryption import read_auth, read_key
from kingup.server.push.endpoints import is_public, read_endpoint, resolve_endpoint
from kingup.server.push.sender import PushSender
from kingup.server.push.vapid import VapidSigner, new_pem, read_contact
from kingup.server.refusals import Refusal
from kingup.store import Store
from kingup.store.push_subscriptions import MOST, PushSubscription, PushSubscriptions
from kingup.tables import TableSetting
from tests.store.databases import with_store
from tests.waiting import wait_until
from tests.web.pages.me.finished_games import keep, played
from tests.web.server import HURRIED, Person, running
from tests.web.test_routes import sentence

PUSHING = replace(HURRIED, push_contact="mailto:host@example.org", push_anywhere=True)


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser that can decrypt messages to it, by RFC 8291."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        self._point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    @property
    def fields(self) -> dict[str, str]:
        return {"key": b64(self._point), "auth": b64(self._auth)}

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._private.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + self._point + theirs
        secret = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        message, mark, _ = padded.rstrip(b"\0").rpartition(b"\x02")
        assert mark
        return message


@dataclass
class Service:
    """A local push service, and the posts it has received."""

    address: str = ""
    status: int = 201
    posts: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def push_service() -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.posts.append((self.path, headers, body))
            self.send_response(service.status)
            self.send_header("location", "http://127.0.0.1:1/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("push"), PUSHING) as address:
        yield address


@pytest.fixture
def service() -> Iterator[Service]:
    with push_service() as service:
        yield service


def game_by_days(host: Person, other_player: Person) -> str:
    code = host.new_table(**{"seats": 3, "player-2": "page", "pace": "3d"})
    other_player.do(code, "sit", player=1, name=other_player.name)
    host.do(code, "confirm", player=0)
    other_player.do(code, "confirm", player=1)
    shown = host.get(f"/t/{code}").text
    assert any(days in shown for days in ("days", "jours", "giorni"))
    return code


def subscribed(person: Person, service: Service, path: str) -> Browser:
    browser = Browser()
    answer = person.ask("/me/push", endpoint=service.address + path, **browser.fields)
    assert answer.status_code == 201, answer.text
    return browser


def test_an_absent_person_is_notified_once_of_their_turn(
    ana: Person, ben: Person, service: Service
) -> None:
    browsers = {"/ana": subscribed(ana, service, "/ana"), "/ben": subscribed(ben, service, "/ben")}
    code = game_by_days(ana, ben)
    wait_until(lambda: bool(service.posts))
    path, headers, body = service.posts[0]
    payload = json.loads(browsers[path].read(body))
    assert payload == {
        "title": "It is your turn.",
        "body": "King Up!",
        "url": f"/t/{code}",
        "tag": code,
    }
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert code not in str(headers)
    assert code.encode() not in body
    turn = ana if path == "/ana" else ben
    other = ben if turn is ana else ana
    # Opening, pausing, resuming and reloading the table send no second notification.
    turn.get(f"/t/{code}")
    ana.do(code, "pause")
    ana.do(code, "resume")
    player = 0 if turn is ana else 1
    shown = turn.table(code)
    turn.do(code, "act", player=player, action=turn.actions(shown["page"])[0],
            number=shown["number"])  # fmt: skip
    wait_until(lambda: len(service.posts) > 1)
    assert service.posts[1][0] in ("/ana", "/ben")
    notified = [one[0] for one in service.posts]
    assert len(notified) == 2, notified
    assert other.get("/me").status_code == 200


def test_a_person_with_the_table_open_is_not_notified(
    ana: Person, ben: Person, service: Service
) -> None:
    subscribed(ana, service, "/ana")
    subscribed(ben, service, "/ben")
    code = ana.new_table(**{"seats": 3, "player-2": "page", "pace": "1d"})
    ben.do(code, "sit", player=1, name="Ben")
    with ana.live(code, page="table") as one, ben.live(code, page="table") as two:
        ana.receive(one)
        ben.receive(two)
        ana.do(code, "confirm", player=0)
        ben.do(code, "confirm", player=1)
        wait_until(lambda: ana.table(code)["turn"] or ben.table(code)["turn"])
    assert service.posts == []


def test_games_without_day_limits_send_no_notifications(ana: Person, service: Service) -> None:
    subscribed(ana, service, "/ana")
    code = ana.play_now()
    wait_until(lambda: ana.table(code)["turn"])
    assert service.posts == []


def test_the_subscription_of_a_gone_browser_is_deleted(
    ana: Person, ben: Person, service: Service
) -> None:
    service.status = 410
    for person in (ana, ben):
        subscribed(person, service, f"/{person.name}")
    game_by_days(ana, ben)
    wait_until(lambda: bool(service.posts))
    service.status = 201
    before = len(service.posts)
    game_by_days(ana, ben)
    wait_until(lambda: len(service.posts) >= before)
    paths = [path for path, _, _ in service.posts]
    assert len(paths) == len(set(paths))  # each at most once


def test_notifications_are_in_the_language_of_the_browser(server: str, service: Service) -> None:
    with Person(server, "Ana", "it") as ana, Person(server, "Ben", "it") as ben:
        browsers = {f"/{p.name}": subscribed(p, service, f"/{p.name}") for p in (ana, ben)}
        game_by_days(ana, ben)
        wait_until(lambda: bool(service.posts))
        path, _, body = service.posts[0]
        assert json.loads(browsers[path].read(body))["title"] == "Tocca a te."


def test_an_unsubscribed_browser_is_no_longer_notified(
    ana: Person, ben: Person, service: Service
) -> None:
    for person in (ana, ben):
        subscribed(person, service, f"/{person.name}")
        # People cannot unsubscribe the browsers of others.
        for other in (ana, ben):
            other.ask("/me/push/remove", endpoint=f"{service.address}/{person.name}")
    game_by_days(ana, ben)
    assert service.posts == []


def test_messages_are_signed_with_the_servers_contact(
    ana: Person, ben: Person, service: Service
) -> None:
    for person in (ana, ben):
        subscribed(person, service, f"/{person.name}")
    game_by_days(ana, ben)
    wait_until(lambda: bool(service.posts))
    kind, _, rest = service.posts[0][1]["authorization"].partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    payload = json.loads(unb64(claims))
    assert payload["sub"] == "mailto:host@example.org"
    assert payload["aud"] == service.address
    assert parts["k"] in ana.get("/me").text  # what browsers subscribe with
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(parts["k"]))
    raw = unb64(signature)
    both = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    signed = f"{head}.{claims}".encode()
    key.verify(encode_dss_signature(*both), signed, ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(encode_dss_signature(*both), signed + b"x", ec.ECDSA(SHA256()))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"endpoint": "", "key": "", "auth": ""},
        {"endpoint": "https://push.example/x", "key": "AAAA", "auth": "AAAA"},
        {"endpoint": "https://push.example/x", "key": "!" * 87, "auth": b64(bytes(16))},
        {"endpoint": "https://push.example/x", "key": b64(b"\4" + bytes(64)), "auth": "é"},
        {"endpoint": "javascript:alert(1)", **Browser().fields},
        {"endpoint": "https://user:word@push.example/", **Browser().fields},
        {"endpoint": "https://push.example:99999/", **Browser().fields},
        {"endpoint": "https://[::1/", **Browser().fields},
        {"endpoint": "https://push.example/" + "x" * 2000, **Browser().fields},
    ],
)
def test_an_invalid_subscription_is_refused(ana: Person, fields: dict[str, str]) -> None:
    assert sentence(ana.ask("/me/push", **fields), 400)


def test_a_server_without_a_contact_sends_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as address, Person(address) as ana:
        assert "sends no notifications" in ana.get("/me").text
        refused = ana.ask("/me/push", endpoint="https://push.example/", **Browser().fields)
        assert sentence(refused, 404)


def test_the_service_worker_is_served_at_the_root(ana: Person) -> None:
    worker = ana.get("/sw.js")
    assert worker.status_code == 200
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "showNotification" in worker.text


# Allowed addresses of push services.


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "ftp://push.example/x",
        "//push.example/x",
        "https:///x",
        "https://push.example /x",
        "https://push.exämple/x",
    ],
)
def test_only_https_at_the_default_port_is_accepted(address: str) -> None:
    with pytest.raises(Refusal):
        read_endpoint(address)


def test_a_public_push_service_is_accepted() -> None:
    endpoint = read_endpoint("https://updates.push.services.mozilla.com/wpush/v2/gAAA?x=1")
    assert endpoint.audience == "https://updates.push.services.mozilla.com"
    assert endpoint.path == "/wpush/v2/gAAA?x=1"


@pytest.mark.parametrize(
    "number",
    [
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fe80::1%eth0"),
        *("fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1"),
        *("2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "ff02::1", "::", "nonsense"),
    ],
)
def test_private_addresses_are_not_public(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", ["1.1.1.1", "142.250.1.1", "2606:4700:4700::1111"])
def test_public_addresses_are_public(number: str) -> None:
    assert is_public(number)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1"])
async def test_a_name_of_a_private_address_is_refused(host: str) -> None:
    assert await resolve_endpoint(read_endpoint(f"https://{host}/x")) is None


async def test_a_name_with_one_private_address_among_public_ones_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def resolve(*_: object, **__: object) -> list[Any]:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443))
            for number in ("1.1.1.1", "10.0.0.1")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert await resolve_endpoint(read_endpoint("https://push.example/x")) is None


async def test_the_sender_refuses_private_addresses_by_default(service: Service) -> None:
    async def work() -> str:
        sender = PushSender(VapidSigner(new_pem(), "mailto:a@b.example"))
        browser = Browser().fields
        to = PushSubscription("ana", f"{service.address}/x", browser["key"], browser["auth"], "en")
        try:
            return await sender.send(to, b"hello", "topic")
        finally:
            await sender.close()

    assert await work() == "gone"
    assert service.posts == []


async def test_redirects_are_not_followed(service: Service) -> None:
    service.status = 307

    async def work() -> str:
        sender = PushSender(VapidSigner(new_pem(), "mailto:a@b.example"), anywhere=True)
        browser = Browser().fields
        to = PushSubscription("ana", f"{service.address}/x", browser["key"], browser["auth"], "en")
        try:
            return await sender.send(to, b"hello", "topic")
        finally:
            await sender.close()

    assert await work() == "failed"
    assert len(service.posts) == 1


# Keys and stored subscriptions.


@with_store
async def test_the_servers_key_stays_the_same(store: Store, other: Store) -> None:
    keys = {
        (await VapidSigner.open(each, "mailto:a@b.example")).public_key for each in (store, other)
    }
    assert len(keys) == 1


@with_store
async def test_the_number_of_browsers_of_a_person_is_limited(store: Store) -> None:
    now = 0.0
    subscriptions = PushSubscriptions(store.database, lambda: now)
    for number in range(MOST + 3):
        now += 1
        await subscriptions.keep(
            PushSubscription("ana", f"https://p.example/{number}", "k", "a", "en")
        )
    kept = await subscriptions.of_person("ana")
    assert len(kept) == MOST
    assert "https://p.example/0" not in {one.endpoint for one in kept}


@with_store
async def test_only_one_of_several_processes_notifies(store: Store, other: Store) -> None:
    code = await keep(store, played([("ana", "Ana")], 1, TableSetting()))
    both = [PushSubscriptions(each.database) for each in (store, other)]
    for number in (5, 9):
        first = await asyncio.gather(*(one.first_to_tell(code, 0, number) for one in both))
        assert sorted(first) == [False, True]
    assert not await both[0].first_to_tell(code, 0, 7)
    assert await both[1].first_to_tell(code, 1, 7)


@pytest.mark.parametrize(
    "text", ["", "host", "host@", "@x.org", "host@x", "a b@x.org", "https://"]
)
def test_an_invalid_contact_is_refused(text: str) -> None:
    with pytest.raises(KingUpError):
        read_contact(text)


def test_contacts_are_read() -> None:
    assert read_contact(" host@example.org ") == "mailto:host@example.org"
    assert read_contact("https://example.org") == "https://example.org"


def test_keys_are_read_with_and_without_padding() -> None:
    fields = Browser().fields
    assert read_key(fields["key"]) == read_key(fields["key"] + "=")
    assert read_auth(fields["auth"]) == b"0123456789abcdef"

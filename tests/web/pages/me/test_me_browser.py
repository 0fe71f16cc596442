"""The personal pages in a real browser: codes, passkeys, notifications, accessibility."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from bench.web.chromium import FLAGS
from playwright.sync_api import Browser as ChromiumBrowser
from playwright.sync_api import CDPSession, Page

from kingup.tables import TableSetting
from tests.waiting import wait_until
from tests.web.browser import (
    LAPTOP,
    PHONE,
    SMALL,
    TELEVISION,
    Visits,
    browser,
    chromium,
    pause_of,
    visits,
    visits_in,
    wait_for_script,
    whole_browser,
)
from tests.web.pages.me.finished_games import finish, keep_in, played
from tests.web.pages.me.test_push import PUSHING, Browser, Service, push_service
from tests.web.server import running

pytestmark = pytest.mark.full

__all__ = ["browser", "visits"]

SCREENS = (SMALL, PHONE, LAPTOP, TELEVISION)


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """Return the address of a server by name: browsers allow passkeys at localhost."""
    with running(folder, PUSHING) as address:
        yield address.replace("127.0.0.1", "localhost")


@pytest.fixture
def service() -> Iterator[Service]:
    with push_service() as service:
        yield service


def check(page: Page) -> None:
    """Check that a page is accessible and does not scroll sideways."""
    page.wait_for_load_state()  # a click only waits until the next page begins
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def person_of(page: Page) -> str:
    cookies = {c["name"]: c["value"] for c in page.context.cookies()}
    return cookies["person"].partition(".")[0]


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give a page an authenticator that always says yes."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    made = cdp.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return cdp, made["authenticatorId"]


SHOWN = (("en-GB", True), ("fr-FR", False), ("it-IT", True))
"""Every language once, and both themes: words do not depend on colours, nor colours on words."""


def credentials(cdp: CDPSession, id_: str) -> list[Any]:
    found: list[Any] = cdp.send("WebAuthn.getCredentials", {"authenticatorId": id_})["credentials"]
    return found


@pytest.mark.parametrize(("locale", "dark"), SHOWN)
def test_the_personal_pages_are_accessible_empty_and_full(
    server: str, folder: Path, visits: Visits, dark: bool, locale: str
) -> None:
    page = visits.open(f"{server}/me", dark=dark, locale=locale)
    check(page)
    others = [("somebody else", "ابن عربي 👑"), ("third", "W" * 20)]
    games = [
        finish(folder, [(person_of(page), "Ana"), *others], seed=seed, setting=setting)
        for seed, setting in enumerate((TableSetting(), TableSetting("vive-le-roi", (2, 1, 1))))
    ]
    for code in games:  # whoever asks for a game's rating waits until it is rated
        page.goto(f"{server}/t/{code}/rating")
    page.goto(server)
    page.click(".start-game button")
    page.wait_for_url("**/t/*")
    page.goto(f"{server}/me")
    page.wait_for_selector(".open a[href^='/t/'] >> nth=2")
    assert page.locator(".met tbody tr").count() == 2
    assert page.locator(".rating b:not(:text-is('–'))").count() >= 6
    page.click("details.more summary")
    check(page)
    # Names are not broken into letters, however narrow the screen is.
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    for name in page.locator(".met tbody th bdi").all():
        assert (name.bounding_box() or {"height": 999})["height"] < 200
    page.fill("#public-name", f"Ana {locale} {dark}")
    page.click("#board form.line button")
    check(page)
    for path in ("/leaderboard?pool=bots", "/leaderboard", "/me/move", "/me/delete"):
        page.goto(server + path)
        check(page)
    page.goto(f"{server}/me")
    page.click("form[action='/me/code'] button")
    check(page)


@pytest.mark.parametrize(("locale", "dark"), SHOWN)
def test_statistics_are_accessible_empty_and_over_many_months(
    server: str, folder: Path, visits: Visits, dark: bool, locale: str
) -> None:
    page = visits.open(f"{server}/me/statistics", dark=dark, locale=locale)
    check(page)
    ana = [(person_of(page), "Ana")]
    settings = TableSetting(), TableSetting("vive-le-roi", (1, 1, 1))
    for i in range(12):
        begun = datetime(2026, 1 + i, 9, tzinfo=UTC).timestamp()
        table = played(ana, i, settings[i % 2], begun)
        keep_in(folder, table, [[12, 3, 3]] * 4 if i > 6 else ())
    page.goto(f"{server}/me/statistics")
    assert page.locator("svg .games").count() == 12
    assert page.locator("table").count() == 3
    for table_of_months in page.locator("table").all():
        assert table_of_months.locator("tbody tr").count() == 12
    wide = "[...document.querySelectorAll('.scroll')].some((e) => e.scrollWidth > e.clientWidth)"
    assert not page.evaluate(wide), "a phone shows them whole"
    check(page)


@pytest.mark.parametrize(("locale", "dark"), SHOWN)
def test_the_token_page_is_accessible_empty_and_full(
    server: str, visits: Visits, dark: bool, locale: str
) -> None:
    page = visits.open(f"{server}/me/tokens", dark=dark, locale=locale)
    check(page)
    for name in ("ابن عربي 👑", "W" * 20, "Robo"):
        page.fill("#token-name", name)
        page.fill("#token-owner", "Zoe Zoe Zoe")
        page.click("form.make button")
        page.wait_for_selector(".fresh .secret")
    assert page.locator(".token-list li").count() == 3
    assert page.inner_text(".fresh code >> nth=0").startswith("kingup_")
    check(page)
    visits.expect("409")
    page.fill("#token-name", "\u200b")
    page.click("form.make button")
    page.wait_for_selector("#token-error")
    assert page.input_value("#token-owner") == "Zoe Zoe Zoe"
    check(page)
    page.click(".token-list li:first-child button")
    page.wait_for_selector(".flash")
    assert page.locator(".token-list li").count() == 2
    assert page.locator(".fresh").count() == 0  # shown once
    check(page)


@pytest.mark.parametrize("path", ["/me", "/leaderboard", "/me/move", "/me/delete", "/me/tokens"])
def test_errors_are_shown_beside_their_fields(server: str, visits: Visits, path: str) -> None:
    page = visits.open(server + path)
    visits.expect("status of 4")
    wrong = {
        "/me": ("#public-name", "<b>" * 20, "#board form.line button", "#name-error"),
        "/me/move": ("#code", "no such code", "button.seal", "#move-error"),
        "/me/delete": (None, "", "button.seal", "#delete-error"),
        "/me/tokens": ("#token-name", "x" * 60, "form.make button", "#token-error"),
    }.get(path)
    if wrong is None:
        check(page)
        return
    field, typed, button, error = wrong
    if field:
        page.fill(field, typed)
    if path == "/me/tokens":
        page.fill("#token-owner", "Zoe")
    page.evaluate("document.querySelectorAll('form').forEach((f) => (f.noValidate = true))")
    page.click(button)
    page.wait_for_selector(error)
    if field:
        assert page.input_value(field) == typed
    check(page)


def test_a_scanned_code_takes_all_games_to_the_phone(server: str, visits: Visits) -> None:
    laptop = visits.open(server, viewport=LAPTOP)
    laptop.click(".start-game button")
    laptop.wait_for_url("**/t/*")
    table = laptop.url.rpartition("/")[2]
    laptop.goto(f"{server}/me")
    laptop.click("form[action='/me/code'] button")
    code = laptop.inner_text(".moving .code").replace("-", "")
    phone = visits.open(f"{server}/me/move#{code}", touch=True)
    wait_for_script(phone, "document.querySelector('#code').value.length === 8")
    assert "#" not in phone.url  # nothing to find in the history
    phone.click("button.seal")
    phone.wait_for_url("**/me")
    assert person_of(phone) == person_of(laptop)
    assert phone.locator(f"a[href='/t/{table}']").count() == 1
    again = visits.open(f"{server}/me/move")
    visits.expect("404")
    again.fill("#code", code)
    again.click("button.seal")
    assert "used or expired" in again.inner_text("#move-error")
    assert again.input_value("#code") == code


def test_without_scripts_codes_and_deleting_work(server: str, visits: Visits) -> None:
    first = visits.open(f"{server}/me", scripts=False)
    assert first.locator("text=Passkeys need JavaScript.").is_visible()
    first.click("form[action='/me/code'] button")
    code = first.inner_text(".moving .code")
    second = visits.open(f"{server}/me/move", scripts=False)
    second.fill("#code", code)
    second.click("button.seal")
    assert person_of(second) == person_of(first)
    second.goto(f"{server}/me/delete")
    second.check("#sure")
    second.click("button.seal")
    assert "Everything is deleted" in second.inner_text(".flash")
    assert person_of(second) != person_of(first)


def test_a_passkey_signs_a_person_in_on_a_new_browser(server: str, visits: Visits) -> None:
    first = visits.open(server, viewport=LAPTOP)
    first.click(".start-game button")
    first.wait_for_url("**/t/*")
    first.goto(f"{server}/me")
    cdp, device = authenticator(first)
    first.click("[data-make-passkey]")
    first.wait_for_selector(".keys-list li")
    assert "Passkey created" in first.inner_text(".flash")
    (made,) = credentials(cdp, device)
    assert made["rpId"] == "localhost"
    check(first)

    second = visits.open(f"{server}/me")
    other, other_device = authenticator(second)
    other.send("WebAuthn.addCredential", {"authenticatorId": other_device, "credential": made})
    before = person_of(second)
    second.click("[data-sign-in]")
    second.wait_for_selector(".open a[href^='/t/']")
    assert person_of(second) == person_of(first) != before
    assert "Welcome back" in second.inner_text(".flash")

    # Removed, it is not known any more.
    second.click(".keys-list button")
    second.wait_for_selector("[data-sign-in]:not([hidden])", state="attached")
    third = visits.open(f"{server}/me")
    last, triplet = authenticator(third)
    last.send("WebAuthn.addCredential", {"authenticatorId": triplet, "credential": made})
    visits.expect("404")
    third.click("[data-sign-in]")
    third.wait_for_selector("[data-passkeys] .error")
    assert "unknown here" in third.inner_text("[data-passkeys] .error")


def test_a_passkey_asks_before_it_leaves_the_games_of_a_device(
    server: str, visits: Visits
) -> None:
    first = visits.open(f"{server}/me")
    cdp, device = authenticator(first)
    first.click("[data-make-passkey]")
    first.wait_for_selector(".keys-list li")
    (made,) = credentials(cdp, device)
    second = visits.open(server)
    second.click(".start-game button")
    second.wait_for_url("**/t/*")
    second.goto(f"{server}/me")
    other, other_device = authenticator(second)
    other.send("WebAuthn.addCredential", {"authenticatorId": other_device, "credential": made})
    before = person_of(second)
    second.click("[data-sign-in]")
    second.wait_for_selector("[data-leave]:visible")
    assert person_of(second) == before
    second.click("[data-leave]")
    second.wait_for_selector(".flash")
    assert person_of(second) == person_of(first)


def test_a_passkey_cannot_be_forged_replayed_or_taken_elsewhere(
    server: str, visits: Visits
) -> None:
    page = visits.open(f"{server}/me")
    visits.expect("status of (400|404|409)")
    _cdp, _device = authenticator(page)
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(request.post_data or "") if request.url.endswith("/me/passkey") else None
        ),
    )
    page.click("[data-make-passkey]")
    page.wait_for_selector(".keys-list li")
    post = """async ([path, body]) => {
        const headers = { Accept: "application/json",
                          "Content-Type": "application/x-www-form-urlencoded" };
        const answer = await fetch(path, { method: "POST", headers, body });
        return [answer.status, await answer.json()];
    }"""
    status, answer = page.evaluate(post, ["/me/passkey", sent[0]])
    assert status == 409, answer  # the same answer again
    stranger = visits.open(f"{server}/me")
    for body in (sent[0], "credential={}", "credential=[]", "credential=%FF", "", "credential=1"):
        for path in ("/me/passkey", "/me/sign-in"):
            status, answer = stranger.evaluate(post, [path, body])
            assert status in (400, 409), (path, body[:40], answer)
            assert answer["error"].endswith(".")
    # A real challenge without a valid signature.
    status, options = stranger.evaluate(post, ["/me/sign-in/options", ""])
    client = {"type": "webauthn.get", "challenge": options["challenge"], "origin": server}
    answer = base64.urlsafe_b64encode(json.dumps(client).encode()).decode().rstrip("=")
    forged = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {
        "clientDataJSON": answer, "authenticatorData": "AAAA", "signature": "AAAA"}}  # fmt: skip
    body = "credential=" + json.dumps(forged)
    assert stranger.evaluate(post, ["/me/sign-in", body])[0] == 404
    assert stranger.evaluate(post, ["/me/sign-in", body])[0] == 409  # used up


def test_without_passkey_support_the_page_says_why(server: str, visits: Visits) -> None:
    by_number = visits.open(server.replace("localhost", "127.0.0.1") + "/me")
    by_number.locator("[data-why=number]").first.wait_for()  # the page's script shows it
    assert not by_number.locator("[data-make-passkey]").is_visible()
    check(by_number)


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        ("en-GB", "only at an https address"),
        ("fr-FR", "qu’à une adresse https"),
        ("it-IT", "solo a un indirizzo https"),
    ],
)
def test_over_plain_http_the_page_says_why_there_are_no_passkeys_and_a_code_works(
    server: str, browser: ChromiumBrowser, locale: str, sentence: str
) -> None:
    """The server has a name other than localhost, as in most living rooms."""
    args = [*FLAGS, "--host-resolver-rules=MAP kingup.test 127.0.0.1"]
    away = browser.browser_type.launch(executable_path=chromium(), args=args)
    visits = Visits(away)
    try:
        page = visits.open(server.replace("localhost", "kingup.test") + "/me", locale=locale)
        assert not page.evaluate("isSecureContext")
        why = page.locator("[data-passkeys] [data-why=insecure]")
        why.wait_for()  # the page's script shows it
        assert sentence in why.inner_text()
        for gone in ("[data-make-passkey]", "[data-sign-in]", "[data-push-on]"):
            assert not page.locator(gone).is_visible()
        check(page)
        page.click("form[action='/me/code'] button")
        assert len(page.inner_text(".moving .code").replace("-", "")) == 8
        check(page)
    finally:
        visits.close()
        away.close()
    assert not visits.unexpected()


@pytest.fixture
def visits_with_notifications(browser: ChromiumBrowser) -> Iterator[Visits]:
    """Return visits in a browser that can show notifications."""
    with whole_browser(browser) as whole, visits_in(whole) as visits:
        yield visits


def test_a_browser_shows_a_pushed_notification(
    server: str, visits_with_notifications: Visits, service: Service
) -> None:
    """Chromium has no push service here: its address is replaced, the rest is real."""
    keys = Browser()
    page = visits_with_notifications.open(f"{server}/me", viewport=LAPTOP)
    page.context.grant_permissions(["notifications"], origin=server)
    secrets = {"p256dh": keys.fields["key"], "auth": keys.fields["auth"]}
    subscription = {"endpoint": f"{service.address}/browser", "keys": secrets}
    page.add_init_script(f"""
        let subscribed = null;
        const made = {json.dumps(subscription)};
        const fake = {{ endpoint: made.endpoint, toJSON: () => made,
                        unsubscribe: async () => {{ subscribed = null; return true; }} }};
        PushManager.prototype.subscribe = async () => (subscribed = fake);
        PushManager.prototype.getSubscription = async () => subscribed;
        Notification.requestPermission = async () => "granted";
    """)
    page.goto(f"{server}/me")
    page.click("[data-push-on]")
    page.wait_for_selector("[data-push-off]:visible")
    check(page)

    # A table with day limits, which she leaves for this page.
    page.goto(f"{server}/new?pace=1d&seats=3")
    page.fill("#name", "Nora")
    page.select_option("#player-1", "page")
    page.select_option("#player-2", "page")
    page.click("button.seal.big")
    page.wait_for_url("**/t/*")
    code = page.url.rpartition("/")[2]
    ready = page.locator(".ready button.seal, #ready")
    if ready.count():
        ready.first.click()
    page.goto(f"{server}/me")  # away from the table
    page.wait_for_selector(f"a[href='/t/{code}']")

    # The worker shows what the push service would deliver.
    cdp = page.context.new_cdp_session(page)
    workers: list[dict[str, Any]] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda e: workers.extend(e["registrations"]))
    cdp.send("ServiceWorker.enable")
    wait_for_script(page, "navigator.serviceWorker.ready.then(() => true)")
    wait_until(lambda: workers, pause=pause_of(page))
    words = {"title": "It is your turn.", "body": "King Up!", "url": f"/t/{code}", "tag": code}
    cdp.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": server,
            "registrationId": workers[-1]["registrationId"],
            "data": json.dumps(words),
        },
    )
    wait_for_script(
        page,
        "navigator.serviceWorker.ready.then((r) => r.getNotifications())"
        ".then((all) => all.some((one) => one.title === 'It is your turn.'))",
    )
    page.wait_for_selector("[data-push-on]:visible")

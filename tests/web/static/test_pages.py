"""What every page can do: themes, copying, sharing, dialogs, the form for a new table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer

pytestmark = pytest.mark.full


def opened(
    visits: Visits,
    fake_server: FakeServer,
    document: str,
    script: str = "pages.js",
    *,
    own_clock: bool = False,
) -> Page:
    fake_server.document, fake_server.script = document, script
    return visits.open(f"{fake_server.address}/page", own_clock=own_clock)


def test_a_theme_is_shown_at_once_and_sent(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(
        visits,
        fake_server,
        "<form data-theme-form method=post action=/theme>"
        "<button name=theme value=dark aria-pressed=false>Night</button>"
        "<button name=theme value=system aria-pressed=true>System</button></form>",
    )
    expect(page.locator("html")).to_have_class("js")
    page.get_by_text("Night").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_text("Night")).to_have_attribute("aria-pressed", "true")
    fake_server.wait(lambda: fake_server.commands)
    assert fake_server.commands == [("/theme", {"theme": "dark"})]
    page.get_by_text("System").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_a_chosen_language_is_sent_at_once(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(
        visits,
        fake_server,
        "<form data-auto method=get action=/page><select name=code><option>en<option>fr</select>"
        "</form>",
    )
    page.locator("select").select_option("fr")
    expect(page).to_have_url(f"{fake_server.address}/page?code=fr")


def test_a_link_is_copied_also_without_a_clipboard(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(
        visits,
        fake_server,
        "<button data-copy='http://castle/t/rook-1'>Copy</button><textarea></textarea>",
        own_clock=True,
    )
    page.clock.pause_at(3_600)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.locator("button").click()
    expect(page.locator("button")).to_have_text("Copied.")
    expect(page.locator("#live")).to_have_text("Copied. ")
    page.locator("body > textarea").focus()
    page.keyboard.press("Control+v")
    expect(page.locator("body > textarea")).to_have_value("http://castle/t/rook-1")
    page.clock.run_for(2_000)
    expect(page.locator("button")).to_have_text("Copy")


def test_sharing_is_offered_where_the_browser_can(visits: Visits, fake_server: FakeServer) -> None:
    page = opened(visits, fake_server, "<button data-share='/t/rook-1' data-title='Come'>Share")
    can = page.evaluate("Boolean(navigator.share)")
    # A style sheet hides the button without the class, however often it is rendered.
    expect(page.locator("html.can-share")).to_have_count(int(can))


def test_dialogs_open_by_a_button_and_close_by_a_click_outside(
    visits: Visits, fake_server: FakeServer
) -> None:
    page = opened(
        visits, fake_server, "<button data-open='#d'>Open</button><dialog id=d>Hello</dialog>"
    )
    page.locator("button").click()
    expect(page.locator("#d")).to_be_visible()
    page.mouse.click(3, 500)
    expect(page.locator("#d")).to_be_hidden()


def form(edition: str, boxes: str) -> str:
    kinds = "".join(
        f"<label><input type=radio name=edition value={kind} id={kind} "
        f"{'checked' if kind == edition else ''}>{kind}</label>"
        for kind in ("kingup", "vive-le-roi")
    )
    return f"<form id=new method=post action=/new>{kinds}<input id=name name=name>{boxes}</form>"


def test_the_form_of_a_new_table_disables_impossible_choices(
    visits: Visits, fake_server: FakeServer
) -> None:
    box = "<input type=checkbox name=option value={0} id={0} {1}><small id=why-{0}>{2}</small>"
    free = box.format("emissary", "", "") + box.format("wedding", "", "")
    bound = box.format("emissary", "checked disabled", "Needed with two seats.") + box.format(
        "wedding", "disabled", "Only in Vive le Roi."
    )
    fake_server.previews = {
        "kingup": form("kingup", bound),
        "vive-le-roi": form("vive-le-roi", free),
    }
    page = opened(visits, fake_server, form("vive-le-roi", free), "new.js")
    page.locator("#name").fill("Nora")
    page.locator("#wedding").check()
    fake_server.wait(lambda: any("option=wedding" in query for query in fake_server.requests))
    page.locator("#kingup").check()
    expect(page.locator("#why-wedding")).to_have_text("Only in Vive le Roi.")
    expect(page.locator("#wedding")).to_be_disabled()
    expect(page.locator("#wedding")).not_to_be_checked()
    expect(page.locator("#emissary")).to_be_checked()
    expect(page.locator("#name")).to_have_value("Nora")
    assert "name=Nora" in fake_server.requests[-1]
    page.locator("#vive-le-roi").check()
    expect(page.locator("#emissary")).to_be_enabled()
    expect(page.locator("#emissary")).not_to_be_checked()

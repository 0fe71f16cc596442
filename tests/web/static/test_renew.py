"""Renewing: the page becomes equal to new HTML, and focus, input and dialogs stay."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer

pytestmark = pytest.mark.full

RENEW = """async ([old, fresh]) => {
  const { renew } = await import("/static/js/renew.js");
  const { parse } = await import("/static/js/page.js");
  document.body.innerHTML = old;
  const root = document.body.firstElementChild;
  const before = Object.fromEntries([...root.querySelectorAll("[id]")].map((e) => [e.id, e]));
  globalThis.lastMoves = [];
  new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach(
    (n) => lastMoves.push(n.id || n.nodeName)))).observe(root, {childList: true, subtree: true});
  return await ((root, before, renew) => { SCRIPT })(
    root, before, () => renew(root, parse(fresh)));
}"""


@pytest.fixture
def page(visits: Visits, fake_server: FakeServer) -> Page:
    fake_server.document, fake_server.script = "<p>empty</p>", "pages.js"
    return visits.open(f"{fake_server.address}/page")


def renewed(page: Page, old: str, fresh: str, script: str) -> Any:
    return page.evaluate(RENEW.replace("SCRIPT", script), [old, fresh])


@pytest.mark.parametrize(
    ("old", "fresh"),
    [
        ("<div><p>a</p></div>", "<div class='x'><p>b</p><p>c</p></div>"),
        ("<div title='t'><p>a</p><h2>b</h2></div>", "<div><h2>b</h2> and <p>a</p></div>"),
        ("<div><i id='a'>1</i><i id='b'>2</i></div>", "<div><i id='b'>2</i><i id='a'>3</i></div>"),
        ("<div><i id='a'>1</i></div>", "<div><b id='a'>1</b></div>"),
        ("<div><u><i id='a'>1</i></u></div>", "<div><i id='a'>2</i><u>x</u></div>"),
        ("<div><i id='a'><b id='b'>1</b></i></div>", "<div><b id='b'><i id='a'>1</i></b></div>"),
        ("<div>text</div>", "<div></div>"),
        ("<div><p>1</p><p>2</p><p>3</p></div>", "<div><p>3</p></div>"),
        ("<div><svg><use href='#a'/></svg></div>", "<div><svg><use href='#b'/></svg></div>"),
    ],
)
def test_any_page_becomes_the_new_one(page: Page, old: str, fresh: str) -> None:
    made = renewed(page, old, fresh, "renew(); return root.outerHTML")
    normal = "(html) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML"
    assert made == page.evaluate(normal, fresh)


def test_elements_with_an_id_stay_themselves_wherever_they_go(page: Page) -> None:
    assert renewed(
        page,
        "<div><section><p id='a'>1</p></section><p id='b'>2</p></div>",
        "<div><p id='b'>2</p><section></section><article><p id='a'>1</p></article></div>",
        "renew(); return ['a', 'b'].every((id) => document.getElementById(id) === before[id])",
    )


def test_focus_and_half_typed_text_survive(page: Page) -> None:
    assert renewed(
        page,
        "<div><p>old</p><input id='name' value='x'><b>z</b></div>",
        "<div><h2>new</h2><p>more</p><input id='name' value='server'></div>",
        "const field = document.getElementById('name'); field.focus(); field.value = 'Nor';"
        "renew(); return [document.activeElement === field, field.value];",
    ) == [True, "Nor"]


def test_an_unedited_field_takes_the_servers_value(page: Page) -> None:
    assert (
        renewed(
            page,
            "<div><input id='name' value='x'><input type='checkbox' id='box'></div>",
            "<div><input id='name' value='server'><input type='checkbox' id='box' checked></div>",
            "renew(); return `${before.name.value} ${before.box.checked}`",
        )
        == "server true"
    )


def test_the_clients_own_elements_are_left_alone(page: Page) -> None:
    assert (
        renewed(
            page,
            "<div><i data-keep=''>mine</i><p>1</p></div>",
            "<div><p>2</p></div>",
            "renew(); return root.innerHTML",
        )
        == '<i data-keep="">mine</i><p>2</p>'
    )


def test_an_open_dialog_stays_open_and_styles_of_scripts_stay(page: Page) -> None:
    assert renewed(
        page,
        "<div><dialog id='d'>1</dialog><p id='p'>x</p></div>",
        "<div><dialog id='d'>2</dialog><p id='p'>y</p></div>",
        "before.d.showModal(); before.p.style.top = '1px'; renew();"
        "return before.d.matches(':modal') && before.d.textContent === '2' "
        "&& before.p.style.top === '1px'",
    )


def test_nothing_that_keeps_its_place_is_moved(page: Page) -> None:
    moves = renewed(
        page,
        "<ol><li id='a'></li><li id='gone'></li><li id='b'></li><li id='c'></li></ol>",
        "<ol><li id='a'></li><li id='b'></li><li id='new'></li><li id='c'></li></ol>",
        "renew(); return new Promise((done) => setTimeout(() => done(lastMoves)))",
    )
    assert moves == ["new"]


WRITES = """const watch = new MutationObserver(() => {});
  watch.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  renew(); const writes = watch.takeRecords().map((m) => m.attributeName ?? m.type);"""


def test_attributes_owned_by_the_client_are_not_written(page: Page) -> None:
    old = "<div><p id='ribbon'>x</p><button id='sound' aria-pressed='true'>y</button></div>"
    fresh = (
        "<div><p id='ribbon' hidden>x</p><button id='sound' aria-pressed='false'>y</button></div>"
    )
    assert renewed(page, old, fresh, f"{WRITES} return writes") == []


def test_the_same_attributes_elsewhere_come_from_the_server(page: Page) -> None:
    old = "<div><p tabindex='0' hidden>x</p><button aria-pressed='true'>y</button><i>z</i></div>"
    fresh = "<div><p>x</p><button aria-pressed='false'>y</button><i>z</i></div>"
    writes = renewed(page, old, fresh, f"{WRITES} return writes")
    assert sorted(writes) == ["aria-pressed", "hidden", "tabindex"]


def test_a_page_of_another_kind_replaces_the_old_one_and_what_was_open_opens(page: Page) -> None:
    menu = "<dialog id='menu'><details id='more'>{0}</details></dialog>"
    result = renewed(
        page,
        f"<div data-kind='lobby'><p id='a'>1</p>{menu.format(1)}</div>",
        f"<div data-kind='game'><p id='a'>2</p>{menu.format(2)}"
        "<template id='scene'>{}</template></div>",
        "before.menu.showModal(); before.more.open = true; renew();"
        "const now = (id) => document.getElementById(id);"
        "return [root.dataset.kind, now('a') !== before.a, now('menu').matches(':modal'),"
        " now('more').open, now('more').textContent, now('scene').content.textContent];",
    )
    assert result == ["game", True, True, True, "2", "{}"]

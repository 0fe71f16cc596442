"""Morphing: the page becomes equal to new HTML, and focus, input and dialogs stay."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer

pytestmark = pytest.mark.full

MORPH = """async ([old, fresh]) => {
  const { morph, parse } = await import("/static/js/morph.js");
  document.body.innerHTML = old;
  const root = document.body.firstElementChild;
  const before = Object.fromEntries([...root.querySelectorAll("[id]")].map((e) => [e.id, e]));
  globalThis.lastMoves = [];
  new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach(
    (n) => lastMoves.push(n.id || n.nodeName)))).observe(root, {childList: true, subtree: true});
  return await ((root, before, morph) => { SCRIPT })(
    root, before, () => morph(root, parse(fresh)));
}"""


@pytest.fixture
def page(visits: Visits, fake_server: FakeServer) -> Page:
    fake_server.document, fake_server.script = "<p>empty</p>", "pages.js"
    return visits.open(f"{fake_server.address}/page")


def morphed(page: Page, old: str, fresh: str, script: str) -> Any:
    return page.evaluate(MORPH.replace("SCRIPT", script), [old, fresh])


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
    made = morphed(page, old, fresh, "morph(); return root.outerHTML")
    normal = "(html) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML"
    assert made == page.evaluate(normal, fresh)


def test_elements_with_an_id_stay_themselves_wherever_they_go(page: Page) -> None:
    assert morphed(
        page,
        "<div><section><p id='a'>1</p></section><p id='b'>2</p></div>",
        "<div><p id='b'>2</p><section></section><article><p id='a'>1</p></article></div>",
        "morph(); return ['a', 'b'].every((id) => document.getElementById(id) === before[id])",
    )


def test_focus_and_half_typed_text_survive(page: Page) -> None:
    assert morphed(
        page,
        "<div><p>old</p><input id='name' value='x'><b>z</b></div>",
        "<div><h2>new</h2><p>more</p><input id='name' value='server'></div>",
        "const field = document.getElementById('name'); field.focus(); field.value = 'Nor';"
        "morph(); return [document.activeElement === field, field.value];",
    ) == [True, "Nor"]


def test_an_unedited_field_takes_the_servers_value(page: Page) -> None:
    assert (
        morphed(
            page,
            "<div><input id='name' value='x'><input type='checkbox' id='box'></div>",
            "<div><input id='name' value='server'><input type='checkbox' id='box' checked></div>",
            "morph(); return `${before.name.value} ${before.box.checked}`",
        )
        == "server true"
    )


def test_scenery_and_the_clients_own_elements_are_left_alone(page: Page) -> None:
    assert (
        morphed(
            page,
            "<div><svg id='scenery'><g></g></svg><i data-keep=''>mine</i><p>1</p></div>",
            "<div><svg id='scenery'><rect/></svg><p>2</p></div>",
            "morph(); return root.innerHTML",
        )
        == '<svg id="scenery"><g></g></svg><i data-keep="">mine</i><p>2</p>'
    )


def test_an_open_dialog_stays_open_and_styles_of_scripts_stay(page: Page) -> None:
    assert morphed(
        page,
        "<div><dialog id='d'>1</dialog><p id='p'>x</p></div>",
        "<div><dialog id='d'>2</dialog><p id='p'>y</p></div>",
        "before.d.showModal(); before.p.style.top = '1px'; morph();"
        "return before.d.matches(':modal') && before.d.textContent === '2' "
        "&& before.p.style.top === '1px'",
    )


def test_nothing_that_keeps_its_place_is_moved(page: Page) -> None:
    moves = morphed(
        page,
        "<ol><li id='a'></li><li id='gone'></li><li id='b'></li><li id='c'></li></ol>",
        "<ol><li id='a'></li><li id='b'></li><li id='new'></li><li id='c'></li></ol>",
        "morph(); return new Promise((done) => setTimeout(() => done(lastMoves)))",
    )
    assert moves == ["new"]


WRITES = """const watch = new MutationObserver(() => {});
  watch.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  morph(); const writes = watch.takeRecords().map((m) => m.attributeName ?? m.type);"""


def test_attributes_owned_by_the_client_are_not_written(page: Page) -> None:
    old = (
        "<div><ol id='tokens'><li id='t'><button tabindex='0' aria-pressed='true'>A</button></li>"
        "</ol><p id='ribbon'>x</p><button id='sound' aria-pressed='true'>y</button></div>"
    )
    fresh = (
        "<div><ol id='tokens'><li id='t'><button aria-pressed='false'>A</button></li>"
        "</ol><p id='ribbon' hidden>x</p><button id='sound' aria-pressed='false'>y</button></div>"
    )
    assert morphed(page, old, fresh, f"{WRITES} return writes") == []


def test_the_same_attributes_elsewhere_come_from_the_server(page: Page) -> None:
    old = "<div><p tabindex='0' hidden>x</p><button aria-pressed='true'>y</button><i>z</i></div>"
    fresh = "<div><p>x</p><button aria-pressed='false'>y</button><i>z</i></div>"
    writes = morphed(page, old, fresh, f"{WRITES} return writes")
    assert sorted(writes) == ["aria-pressed", "hidden", "tabindex"]

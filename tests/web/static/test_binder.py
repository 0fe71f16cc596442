"""Bindings: what changes in a scene is written to the page, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.static.fake_server import FakeServer

pytestmark = pytest.mark.full

BIND = """async ([html, scene, differences, script]) => {
  const { Binder } = await import("/static/js/binder.js");
  document.body.innerHTML = html;
  const root = document.body.firstElementChild;
  const binder = new Binder(root, scene);
  const watch = new MutationObserver(() => {});
  watch.observe(root, {subtree: true, childList: true, attributes: true, characterData: true});
  const before = [...root.querySelectorAll("[data-key]")];
  if (script === "focus") root.querySelector("button").focus();
  for (const difference of differences) binder.apply(difference);
  const writes = watch.takeRecords().map(({ target, attributeName, type }) =>
    `${target.id || target.localName} ${attributeName ?? type}`);
  return {
    html: root.innerHTML.replace(/<template.*?<.template>/gs, ""), outer: root.outerHTML,
    scene: binder.scene, writes, text: root.textContent,
    kept: before.every((element) => element.isConnected),
    focus: document.activeElement.textContent,
  };
}"""


@pytest.fixture
def page(visits: Visits, fake_server: FakeServer) -> Page:
    fake_server.document, fake_server.script = "<p>empty</p>", "pages.js"
    return visits.open(f"{fake_server.address}/page")


def bound(page: Page, html: str, scene: Any, *differences: Any, script: str = "") -> Any:
    return page.evaluate(BIND, [html, scene, differences, script])


def test_texts_and_attributes_are_written_only_where_they_change(page: Page) -> None:
    made = bound(
        page,
        '<main><p id="a" data-bind="text:own.title lang:own.lang">old</p>'
        '<p id="b" data-bind="text:own.detail">same</p><p id="c">own <b>text</b></p></main>',
        {"own": {"title": "old", "detail": "same", "lang": None}},
        {"own": {"title": "new", "detail": "same"}},
        {"own": {"lang": "fr"}},
    )
    assert 'lang="fr">new</p>' in made["html"]
    assert made["writes"] == ["a childList", "a lang"]
    assert made["scene"] == {"own": {"title": "new", "detail": "same", "lang": "fr"}}


@pytest.mark.parametrize(
    ("value", "attribute"),
    [(True, ' hidden=""'), (False, ""), (None, ""), ("x", ' hidden="x"'), (3, ' hidden="3"')],
)
def test_true_is_an_empty_attribute_and_false_none(page: Page, value: Any, attribute: str) -> None:
    html = '<main data-bind="hidden:own.a"></main>'
    made = bound(page, html, {"own": {"a": None}}, {"own": {"a": value}})
    assert made["outer"] == f'<main data-bind="hidden:own.a"{attribute}></main>'


@pytest.mark.parametrize(("value", "hidden"), [("", True), (False, True), ("x", False)])
def test_a_binding_may_be_negated(page: Page, value: Any, hidden: bool) -> None:
    html = '<main data-bind="hidden:!own.a"></main>'
    made = bound(page, html, {"own": {"a": None}}, {"own": {"a": value}})
    assert ('hidden=""' in made["outer"]) is hidden


def test_classes_of_the_browser_stay(page: Page) -> None:
    html = '<main><i data-bind="class:own.a" class="x js-picked"></i></main>'
    made = bound(page, html, {"own": {"a": "x"}}, {"own": {"a": "y z"}})
    assert 'class="y z js-picked"' in made["html"]
    made = bound(page, html, {"own": {"a": "x"}}, {"own": {"a": None}})
    assert 'class="js-picked"' in made["html"]


def test_items_of_lists_are_addressed_by_their_ids(page: Page) -> None:
    html = (
        '<main><i data-bind="data-at:board.tokens.A.at"></i>'
        '<b data-bind="text:board.tokens.B.at"></b></main>'
    )
    scene = {"board": {"tokens": [{"id": "A", "at": "1"}, {"id": "B", "at": "2"}]}}
    made = bound(page, html, scene, {"board": {"tokens": {"A": {"at": "5"}}}})
    assert 'data-at="5"' in made["html"]
    assert made["scene"]["board"]["tokens"][0] == {"id": "A", "at": "5"}
    made = bound(page, html, scene, {"board": {"tokens": [{"id": "B", "at": "3"}]}})
    assert made["html"].endswith('<b data-bind="text:board.tokens.B.at">3</b>')
    assert "data-at=" not in made["html"]


def test_what_has_become_nothing_is_emptied_with_everything_in_it(page: Page) -> None:
    html = '<main><p data-bind="text:own.a.b.c" title="t">x</p></main>'
    made = bound(page, html, {"own": {"a": {"b": {"c": "x"}}}}, {"own": {"a": None}})
    assert made["text"] == ""
    made = bound(page, html, {"own": {"a": None}}, {"own": {"a": {"b": {"c": "y"}}}})
    assert made["text"] == "y"


ITEM = (
    '<li data-key="{0}" data-bind="title:.note"><button data-bind="text:.name">{1}</button></li>'
)


def listed(items: str, *, last: bool = False) -> str:
    template = f"<template>{ITEM.format('', '')}</template>"
    shown = "".join(ITEM.format(item, item.upper()) for item in items)
    return f'<ol data-each="own.list">{shown + template if last else template + shown}</ol>'


def items(ids: str) -> list[dict[str, str | None]]:
    return [{"id": item, "name": item.upper(), "note": None} for item in ids]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("before", "after"),
    [("abc", "cab"), ("abc", "c"), ("", "abc"), ("abc", ""), ("abc", "xaybz"), ("ab", "ba")],
)
def test_a_list_takes_the_new_items_in_their_order(
    page: Page, before: str, after: str, last: bool
) -> None:
    html = f"<main>{listed(before, last=last)}</main>"
    made = bound(page, html, {"own": {"list": items(before)}}, {"own": {"list": items(after)}})
    assert made["text"].strip() == after.upper()
    assert made["scene"]["own"]["list"] == items(after)


def test_a_list_that_was_empty_keeps_its_template_first(page: Page) -> None:
    """Style sheets count children: the cards of a hand lie differently otherwise."""
    html = f"<main>{listed('ab')}</main>"
    scene = {"own": {"list": items("ab")}}
    for lists in (["cd"], ["", "cd"]):
        changes = [{"own": {"list": items(ids)}} for ids in lists]
        shown = bound(page, html, scene, *changes)["outer"]
        assert shown.index("<template") < shown.index('data-key="c"'), lists


def test_items_that_stay_are_not_touched_and_keep_the_focus(page: Page) -> None:
    html = f"<main>{listed('abc')}</main>"
    scene = {"own": {"list": items("abc")}}
    made = bound(page, html, scene, {"own": {"list": items("abcd")}}, script="focus")
    assert made["writes"] == ["ol childList", "button childList"]
    assert made["kept"]
    assert made["focus"] == "A"
    made = bound(page, html, scene, {"own": {"list": items("cba")}}, script="focus")
    assert made["kept"]
    assert made["focus"] == "A"


def test_one_item_changes_and_others_are_added_at_the_end(page: Page) -> None:
    html = f"<main>{listed('ab')}</main>"
    scene = {"own": {"list": items("ab")}}
    change = {"b": {"name": "Bea"}, "+": items("cd")}
    made = bound(page, html, scene, {"own": {"list": change}})
    assert made["text"].strip() == "ABeaCD"
    assert [item["name"] for item in made["scene"]["own"]["list"]] == ["A", "Bea", "C", "D"]


def test_lists_may_nest(page: Page) -> None:
    seal = '<i data-key="{0}" data-bind="text:.id">{0}</i>'
    card = (
        '<li data-key="{0}"><b data-bind="text:.owner">{1}</b>'
        f'<span data-each=".seals"><template>{seal.format("")}</template>{{2}}</span></li>'
    )
    html = (
        f'<main><ul data-each="board.cards"><template>{card.format("", "", "")}</template>'
        f"{card.format('p', 'Nora', seal.format('A'))}</ul></main>"
    )
    nora = {"id": "p", "owner": "Nora", "seals": [{"id": "A"}]}
    ines = {"id": "q", "owner": "Inès", "seals": [{"id": "B"}, {"id": "C"}]}
    scene = {"board": {"cards": [nora]}}
    made = bound(page, html, scene, {"board": {"cards": [nora, ines]}})
    assert made["text"] == "NoraAInèsBC"
    added = {"board": {"cards": [nora, ines]}}
    changes = {"q": {"seals": [{"id": "C"}, {"id": "B"}, {"id": "D"}]}, "p": {"owner": "N"}}
    made = bound(page, html, scene, added, {"board": {"cards": changes}})
    assert made["text"] == "NAInèsCBD"


def test_a_new_item_shows_what_is_outside_its_list_too(page: Page) -> None:
    item = '<li data-key="{0}" data-bind="text:own.title"></li>'
    html = f'<main><ol data-each="own.list"><template>{item.format("")}</template></ol></main>'
    scene = {"own": {"title": "one", "list": []}}
    made = bound(page, html, scene, {"own": {"list": [{"id": "a"}]}})
    assert made["text"] == "one"
    made = bound(
        page, html, scene, {"own": {"list": [{"id": "a"}]}}, {"own": {"title": "two", "list": {}}}
    )
    assert made["text"] == "two"

"""Small pieces of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from kingup.arena.report.svg import element, marker
from kingup.language import _


def panel(title: str, *content: str, wide: bool = False) -> str:
    """Return a framed part of the page."""
    inner = element("h3", escape(title)) + "".join(content)
    return element("section", inner, class_="panel wide" if wide else "panel")


def chapter(title: str, intro: str, panels: Iterable[str]) -> str:
    """Return a heading, what one should know, and panels side by side."""
    return (
        element("h2", escape(title))
        + element("p", escape(intro), class_="second")
        + element("div", "".join(panels), class_="grid")
    )


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], class_: str | None = None
) -> str:
    """Return a table of plain texts."""
    head = "".join(element("th", escape(text), scope="col") for text in headings)
    body = "".join(
        element("tr", "".join(element("td", escape(text)) for text in row)) for row in rows
    )
    content = element("thead", element("tr", head)) + element("tbody", body)
    made = element("table", content, class_=class_)
    return element("div", made, class_="scroll")


def numbers(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the numbers of a plot, folded away."""
    summary = element("summary", escape(_("The numbers")))
    return element("details", summary + table(headings, rows))


def sign(bot: int) -> str:
    """Return a bot's sign as a small picture in a line of text."""
    return element(
        "svg", marker(10, 10, bot), viewBox="0 0 20 20", class_="sign", aria_hidden="true"
    )

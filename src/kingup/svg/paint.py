"""Style sheets as attributes: pictures have no style sheet that could meet another page's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Rules = dict[str, dict[str, str]]
"""Declarations by selector."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLOCK = re.compile(r"@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CLASS = re.compile(r"\.[\w-]+$")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
THEMED = re.compile(r"light-dark\(([^(),]+),\s*([^(),]+)\)")
FONT = re.compile(r"(\d+) ([\d.]+)px(?:/[\d.]+)? (.+)")
TRANSLUCENT = re.compile(r"(#[0-9A-Fa-f]{6})([0-9A-Fa-f]{2})")
PAINTED = ("fill", "stroke", "stop-color")
KEPT = (
    *PAINTED,
    *("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity"),
    *("stop-opacity", "text-anchor", "letter-spacing", "font-size", "display"),
)
OPACITY = {"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}


def read_rules(sheet: str, wanted: Callable[[str], object] = CLASS.match) -> Rules:
    """Return the declarations of every wanted selector; at-rules are left out."""
    found: Rules = {}
    for selectors, body in RULE.findall(BLOCK.sub("", COMMENT.sub("", sheet))):
        whole = " ".join(selectors.split())
        # A list of classes has commas, and so has what stands in brackets.
        names = [whole] if "(" in whole else [name.strip() for name in whole.split(",")]
        for name in filter(wanted, names):
            found.setdefault(name, {}).update(_declarations(body))
    return found


def read_variables(sheet: str, theme: str) -> dict[str, str]:
    """Return the variables of a sheet's `:root` in a theme, light or dark."""
    declared = read_rules(sheet, lambda selector: selector == ":root")[":root"]
    return {
        name: _themed(value, theme) for name, value in declared.items() if name.startswith("--")
    }


def attributes(
    classes: str, rules: Rules, variables: dict[str, str], theme: str
) -> dict[str, str]:
    """Return the attributes that paint an element of some classes."""
    found: dict[str, str] = {}
    named = {f".{name}" for name in classes.split()}
    # In the sheet's own order, as a browser applies them.
    for name in (name for name in rules if name in named):
        for key, value in rules[name].items():
            found.update(_attributes(key, _themed(filled(value, variables), theme)))
    return found


def _declarations(body: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in body.split(";"))
    return {name.strip(): " ".join(value.split()) for name, colon, value in pairs if colon}


def filled(value: str, variables: dict[str, str]) -> str:
    """Return a value with the variables in it replaced."""
    return VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), value)


def _themed(value: str, theme: str) -> str:
    return THEMED.sub(lambda found: found[2 if theme == "dark" else 1].strip(), value)


def _attributes(name: str, value: str) -> Iterator[tuple[str, str]]:
    font = FONT.fullmatch(value) if name == "font" else None
    if font is not None:
        yield from zip(("font-weight", "font-size", "font-family"), font.groups(), strict=True)
    elif name in KEPT:
        translucent = TRANSLUCENT.fullmatch(value) if name in PAINTED else None
        if translucent is None:
            yield name, value.removesuffix("px")
        else:
            # A colour with eight digits is not known to every program that shows pictures.
            yield name, translucent[1]
            yield OPACITY[name], f"{int(translucent[2], 16) / 255:.2f}"

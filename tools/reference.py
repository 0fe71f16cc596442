"""Write docs/reference.md from the docstrings of everything that programs may rely on.

    PYTHONPATH=src .venv/bin/python tools/reference.py

`tests/test_reference.py` checks that the page is up to date, and runs every example in it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference.md"

CHAPTERS: dict[str, tuple[str, dict[str, str]]] = {
    "A game": ("kingup", {"Game": "kingup.game", "Setup": "kingup.rules.setup"}),
    "What a player may know": ("kingup", {"View": "kingup.view"}),
    "Parts of a view": (
        "kingup.view",
        dict.fromkeys(("OwnCards", "RoundView", "EmissaryView"), ""),
    ),
    "Actions and what happened": (
        "kingup",
        dict.fromkeys(("Place", "Climb", "Vote", "Keep"), "kingup.rules.actions")
        | dict.fromkeys(("Placed", "Climbed", "Voted", "Crowning", "Round"), "kingup.history"),
    ),
    "Dealing": (
        "kingup",
        dict.fromkeys(
            ("Deal", "Dealer", "RandomDealer", "SimulationDealer"), "kingup.rules.deals"
        ),
    ),
    "Pictures": ("kingup.svg", {"castle": "kingup.svg.castle"}),
    "Moments as files": (
        "kingup.pictures",
        {
            "sight": "kingup.pictures.sight",
            "svg": "kingup.pictures.castle",
            "png": "kingup.pictures.castle",
            "card": "kingup.pictures.card",
            "clip": "kingup.pictures.clip",
        },
    ),
    "Records": (
        "kingup.notation",
        {
            "read": "kingup.notation.files",
            "read_file": "kingup.notation.files",
            "write_text": "kingup.notation.text_writer",
            "write_json": "kingup.notation.json_writer",
            "schema": "kingup.notation.schema",
        },
    ),
    "Bots and opinions": (
        "kingup",
        dict.fromkeys(("bot", "beliefs", "think", "analyse"), "kingup.shortcuts"),
    ),
    "What they return": (
        "",
        {
            "Bot": "kingup.bots.bot",
            "Beliefs": "kingup.bots.beliefs",
            "PlayerAnalysis": "kingup.bots.sovereign.analysis",
        },
    ),
    "Errors": (
        "kingup",
        dict.fromkeys(
            ("KingUpError", "SetupError", "InvalidAction", "IllegalAction", "DealError"),
            "kingup.rules.errors",
        )
        | {"RecordError": "kingup.notation.errors"},
    ),
}
"""The chapters: the module that people import from, and each name with the module it lives in.

Either may be empty, and is then the same as the other.
"""

LONGEST_CALL = 3
"""Classes with more fields are not made by hand: their heading shows no call."""

INTRODUCTION = """# Reference

Everything that programs may rely on, made from the docstrings by `tools/reference.py`. The tests
run every example. What is not here may change between versions.

"""


def reference() -> str:
    """Return the whole page."""
    text = INTRODUCTION
    for title, (shown, names) in CHAPTERS.items():
        text += f"## {title}\n\n"
        for name, home in names.items():
            module = importlib.import_module(home or shown)
            text += "\n".join(_entry(shown or home, module, name)) + "\n"
    return text.rstrip() + "\n"


def modules() -> list[ModuleType]:
    """Return the modules whose examples are on the page."""
    found = {home or shown for shown, names in CHAPTERS.values() for home in names.values()}
    found |= {shown for shown, _names in CHAPTERS.values() if shown}
    return [importlib.import_module(name) for name in sorted(found)]


def _entry(shown: str, module: ModuleType, name: str) -> Iterator[str]:
    thing = getattr(module, name)
    if inspect.isfunction(thing):
        yield f"### `{shown}.{name}{_signature(thing)}`\n"
        yield _body(thing)
        return
    initial = vars(thing).get("__init__")
    own = inspect.isfunction(initial) and initial.__qualname__.startswith(name)
    protocol = getattr(thing, "_is_protocol", False)
    error = issubclass(thing, Exception)
    many = len(getattr(thing, "__dataclass_fields__", ())) > LONGEST_CALL
    plain = error or protocol or many or not own
    yield f"### `{shown}.{name}{'' if plain else _signature(thing)}`\n"
    yield _body(thing)
    members = list(_members(module, thing))
    if members:
        yield "\n".join(members) + "\n"


def _members(module: ModuleType, thing: type) -> Iterator[str]:
    """Yield a line for each attribute and method that has something to say."""
    for name, kind, text in _attributes(module, thing):
        yield f"- `{name}: {kind}`" + (f": {text}" if text else "")
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property) and member.fget is not None:
            kind = inspect.signature(member.fget).return_annotation
            yield f"- `{name}: {kind}`: {_line(member.fget)}"
        elif isinstance(member, classmethod):
            bound = getattr(thing, name)
            yield f"- `{thing.__name__}.{name}{_signature(bound)}`: {_described(bound)}"
        elif inspect.isfunction(member):
            yield f"- `{name}{_signature(member)}`: {_described(member)}"


def _attributes(module: ModuleType, thing: type) -> Iterator[tuple[str, str, str]]:
    """Yield fields, and what `__init__` sets, that are followed by a docstring or annotated."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    bodies: list[list[ast.stmt]] = [found.body]
    bodies += [
        node.body
        for node in found.body
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    ]
    for body in bodies:
        for i, node in enumerate(body):
            text = ""
            following = body[i + 1] if i + 1 < len(body) else None
            if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                text = " ".join(str(following.value.value).split())
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                yield node.target.id, ast.unparse(node.annotation), text
            elif text and isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Attribute) and not target.attr.startswith("_"):
                    yield target.attr, _kind(node), text


def _kind(node: ast.Assign | ast.AnnAssign) -> str:
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation)
    return {
        "names": "tuple[tuple[str, ...], ...]",
        "tags": "dict[str, str]",
        "seed": "int | str | None",
    }.get(ast.unparse(node.targets[0]).rpartition(".")[2], "object")


def _signature(function: Callable[..., Any]) -> str:
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(function)))
    text = text.replace("(self, ", "(").replace("(self)", "()").removesuffix(" -> None")
    return re.sub(r"\b(?:kingup|collections|typing)(?:\.\w+)+\.(\w+)", r"\1", text)


def _body(thing: Any) -> str:
    return _with_blocks(inspect.getdoc(thing) or "") + "\n"


def _line(thing: Any) -> str:
    return " ".join((inspect.getdoc(thing) or "").split())


def _described(thing: Any) -> str:
    """Return a docstring as one paragraph, and its example as a block below it."""
    text = inspect.getdoc(thing) or ""
    words, mark, example = text.partition("\n\n>>> ")
    line = " ".join(words.split())
    if not mark:
        return line
    block = textwrap.indent(f"```pycon\n>>> {example}\n```", "    ")
    return f"{line}\n\n{block}\n"


def _with_blocks(text: str) -> str:
    """Return a docstring with its examples as blocks of code."""
    paragraphs = text.split("\n\n")
    made = [
        f"```pycon\n{part}\n```" if part.startswith(">>>") else part.replace("``", "`")
        for part in paragraphs
    ]
    return "\n\n".join(made)


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    print(f"{PAGE} is written")

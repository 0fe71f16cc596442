"""Imports between packages are those of docs/architecture.md, without cycles."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

import kingup
from kingup.rules.kernel import MODULES

PACKAGE = Path(kingup.__file__).parent
ROOT = Path(__file__).parent.parent
RULES = PACKAGE / "rules"
KERNEL = RULES / "kernel"

WORDS = {"language", "telling.words", "telling.slots", "telling.worth", "telling.castle"}
"""A view in words and letters, without a game: what a game needs to show itself."""
GAME = {"rules", "history", "view", "game", "svg"} | WORDS
WEB = GAME | {"language", "telling", "bots", "tables", "store", "server"}
PAGE = WEB | {"web.services", "web.http", "web.pages.common"}

ARROWS: dict[str, set[str]] = {
    "file_lock": set(),
    "compile_notice": set(),
    "compiler": {"compile_notice", "file_lock"},
    "rules": {"compiler"},
    "extras": set(),
    "language": {"rules"},
    "history": {"rules"},
    "view": {"rules", "history"},
    "telling.words": {"rules", "language", "view"},
    "telling.slots": {"history", "view", "telling.words"},
    "telling.worth": {"rules", "history", "view", "telling.words"},
    "telling.castle": {"rules", "view"} | WORDS - {"telling.castle"},
    "svg": {"rules", "view"} | WORDS,
    "same_cards": {"rules"},
    "game": {"rules", "history", "view", "svg", "same_cards"} | WORDS,
    "moments": {"rules", "history", "game"},
    "simulation": GAME,
    "notation": GAME | {"language"},
    "bots": GAME | {"compiler", "language"},
    "envs": GAME | {"compiler", "bots"},
    "prepare": GAME | {"compile_notice", "compiler", "bots", "envs", "analysis"},
    "arena": GAME | {"language", "notation", "bots", "simulation", "extras"},
    "analysis": GAME | {"language", "moments", "notation", "bots", "arena"},
    "study": GAME | {"language", "notation", "bots", "arena"},
    "puzzles": GAME | {"language", "telling", "notation", "bots", "arena", "analysis"},
    "telling": GAME | {"language"},
    "pictures": GAME | {"language", "moments", "telling"},
    "rulebook": GAME | {"language", "telling"},
    "terminal": GAME | {"language", "moments", "telling", "notation", "bots", "simulation"},
    "tables": GAME | {"language", "telling", "notation"},
    "client": GAME | {"language", "bots"},
    "lessons": GAME | {"tables"},
    "people": GAME | {"tables", "analysis"},
    "leagues": GAME | {"language", "arena", "tables"},
    "store": GAME | {"language", "tables", "people", "leagues", "file_lock", "extras"},
    "server": GAME
    | {"language", "notation", "bots", "prepare", "analysis", "tables", "people", "leagues"}
    | {"store"},
    "web.services": {"server"},
    "web.observability": set(),
    "web.http": WEB | {"notation", "web.services", "web.observability"},
    "web.pages.common": WEB,
    "web.pages.home": PAGE,
    "web.pages.new_table": PAGE,
    "web.pages.analysis": PAGE | {"analysis", "web.pages.replay"},
    "web.pages.result": PAGE | {"web.pages.sharing"},
    "web.pages.sharing": PAGE | {"moments", "pictures"},
    "web.pages.table": PAGE,
    "web.pages.chat": PAGE | {"web.pages.table"},
    "web.pages.lobby": PAGE | {"web.pages.table"},
    "web.pages.replay": PAGE | {"moments", "notation", "web.pages.sharing", "web.pages.table"},
    "web.pages.lessons": PAGE | {"lessons", "web.pages.table"},
    "web.pages.rules": PAGE | {"lessons", "rulebook", "web.pages.lessons", "web.pages.table"},
    "web.pages.puzzles": PAGE
    | {"analysis", "people", "puzzles", "web.pages.rules", "web.pages.table"},
    "web.pages.me": PAGE | {"people"},
    "web.pages.leagues": PAGE | {"leagues", "web.pages.new_table"},
    "web.live": PAGE
    | {"web.observability", "web.pages.chat", "web.pages.lobby", "web.pages.replay"}
    | {"web.pages.result", "web.pages.sharing", "web.pages.table"},
    "web.api": WEB | {"leagues", "web.services", "web.http", "web.observability"},
    "shortcuts": {"analysis", "bots", "game", "view"},
    "__init__": GAME | {"shortcuts"},
    "__main__": {"cli"},
}
ABOVE = {"__init__", "__main__", "shortcuts"}
ARROWS["web"] = set(ARROWS) - ABOVE  # web/app.py puts everything together
ARROWS["commands"] = set(ARROWS) - ABOVE
ARROWS["cli"] = {"commands", "compile_notice", "language", "rules", "__init__"}
"""What each package of ours may import of the others at run time."""

MODULES_OF = {"kingup": PACKAGE.parent, "training": ROOT, "bench": ROOT}
"""The packages that must have no import cycle, and their folders."""


def package_of(module: str) -> str:
    """Return the package that a module of `kingup` belongs to: the longest name in ARROWS."""
    parts = module.split(".")[1:] or ["__init__"]
    for length in range(len(parts), 0, -1):
        package = ".".join(parts[:length])
        if package in ARROWS:
            return package
    return parts[0]


def sources(folder: Path = PACKAGE) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def module_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, *, at_run_time: bool = False) -> list[str]:
    """Return the full names of the modules that a file imports anywhere in it."""
    return [name for name, for_types in _imports(path) if not (at_run_time and for_types)]


@cache
def _imports(path: Path) -> list[tuple[str, bool]]:
    """Return the modules that a file imports, and of each whether only for type checkers."""
    found: list[tuple[str, bool]] = []

    def visit(node: ast.AST, for_types: bool) -> None:
        if isinstance(node, ast.Import):
            found.extend((alias.name, for_types) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.append((name if name in module_paths() else node.module, for_types))
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for inner in node.body:
                visit(inner, True)
            for inner in node.orelse:
                visit(inner, for_types)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                    visit(child, for_types)

    visit(_tree(path), False)
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def module_paths() -> dict[str, Path]:
    """Return every module of our packages with its file."""
    return {
        module_of(path, root): path
        for name, root in MODULES_OF.items()
        for path in sources(root / name)
    }


def test_every_package_has_allowed_imports() -> None:
    """For a new package, add it to ARROWS and to docs/architecture.md."""
    modules = [name for name in module_paths() if name.startswith("kingup")]
    assert {package_of(name) for name in modules} <= set(ARROWS)


@pytest.mark.parametrize("package", ARROWS)
def test_packages_import_only_what_they_may(package: str) -> None:
    for module, path in module_paths().items():
        if module.startswith("kingup") and package_of(module) == package:
            ours = {n for n in imports(path, at_run_time=True) if n in module_paths()}
            packages = {package_of(name) for name in ours if name.startswith("kingup")}
            strange = packages - ARROWS[package] - {package, "__init__"}
            assert not strange, f"{module} must not import {strange}"


def test_allowed_imports_have_no_cycle() -> None:
    left = {package: arrows - {package} for package, arrows in ARROWS.items()}
    while left:
        free = [package for package, arrows in left.items() if not arrows & set(left)]
        assert free, f"a circle among {set(left)}"
        for package in free:
            del left[package]


def test_modules_have_no_import_cycle() -> None:
    """Imports for type checkers count, too: a cycle of types is still a cycle to a reader."""
    left = {name: set(imports(path)) - {name} for name, path in module_paths().items()}
    while left:
        free = [name for name, used in left.items() if not used & set(left)]
        if not free:
            break
        for name in free:
            del left[name]
    assert not left, f"modules in circles, or above them: {sorted(left)}"


@pytest.mark.parametrize("package", ["starlette", "fastapi", "jinja2", "uvicorn"])
def test_the_server_does_not_import(package: str) -> None:
    for path in sources(PACKAGE / "server"):
        assert package not in {name.split(".")[0] for name in imports(path)}, path


def test_web_has_at_most_eight_modules_at_its_top() -> None:
    assert len(list((PACKAGE / "web").glob("*.py"))) <= 8


COMPILING = {"compiled.py", "records.py"}
"""The files of the rules that may import the compiler and NumPy."""


def test_the_rules_import_only_the_rules() -> None:
    for path in sources(RULES):
        allowed = ("kingup.rules", "kingup.compiler")[: 1 + (path.name in COMPILING)]
        for name in imports(path):
            assert not name.startswith("kingup") or name.startswith(allowed), path


OUTSIDE = {"os", "io", "pathlib", "time", "datetime", "socket", "subprocess", "threading", "sys"}


def test_only_the_compiled_rules_import_numpy() -> None:
    for path in sources(RULES):
        roots = {name.split(".")[0] for name in imports(path)}
        if path.parent != RULES or path.name not in COMPILING:
            assert "numpy" not in roots, path


def test_only_the_compiler_imports_llvm() -> None:
    for path in sources():
        roots = {name.split(".")[0] for name in imports(path)}
        if path.parent != PACKAGE / "compiler":
            assert "llvmlite" not in roots, path


def test_the_rules_import_no_files_clock_or_network() -> None:
    """Except for caching compiled code, which is not part of the game."""
    for path in sources(RULES):
        if path.name not in COMPILING:
            roots = {name.split(".")[0] for name in imports(path)}
            assert not roots & OUTSIDE, path


@pytest.mark.parametrize("module", ["numpy", "llvmlite", "babel", "rich", "kingup.rules.compiled"])
def test_importing_kingup_does_not_import(module: str) -> None:
    code = f"import sys, kingup; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_function_names_of_the_kernel_are_unique() -> None:
    names = Counter(
        name
        for module in MODULES
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    )
    assert [name for name, number in names.items() if number > 1] == []


def test_a_kernel_name_means_the_same_in_every_module() -> None:
    meanings: dict[str, object] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            if not name.startswith("__"):
                assert meanings.setdefault(name, value) is value, (module.__name__, name)


def test_every_file_of_the_kernel_is_compiled() -> None:
    files = {path.stem for path in sources(KERNEL)} - {"__init__"}
    assert files == {module.__name__.rsplit(".")[-1] for module in MODULES}


FORBIDDEN = (
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.Slice,
    ast.Lambda,
    ast.JoinedStr,
    ast.Try,
    ast.With,
    ast.Raise,
    ast.Yield,
    ast.ClassDef,
    ast.Starred,
)


@pytest.mark.parametrize("path", sources(KERNEL), ids=lambda path: path.stem)
def test_the_kernel_uses_only_simple_syntax(path: Path) -> None:
    """Numbers, `x[i]`, loops and calls: what every compiler of it understands."""
    if path.stem == "__init__":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.FunctionDef)
    docstrings = {node.body[0] for node in ast.walk(tree) if isinstance(node, documented)}
    texts = {inner for node in docstrings for inner in ast.walk(node)}
    for node in ast.walk(tree):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        assert not isinstance(node, FORBIDDEN), where
        if isinstance(node, ast.Constant):
            assert node in texts or isinstance(node.value, int | None), where
        if isinstance(node, ast.Subscript):
            negative = isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub)
            assert not negative, where


def test_a_class_name_means_one_thing_in_the_whole_tree() -> None:
    named: dict[str, set[str]] = {}
    for module, path in module_paths().items():
        if not module.startswith("kingup."):
            continue
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named.setdefault(node.name, set()).add(module)
    assert {name: where for name, where in named.items() if len(where) > 1} == {}


def test_no_source_file_is_longer_than_500_lines() -> None:
    for path in sources():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path

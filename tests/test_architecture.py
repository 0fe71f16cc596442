"""The house is built as docs/architecture.md says: imports point downwards only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

import kingup
from kingup.rules.kernel import MODULES

HOUSE = Path(kingup.__file__).parent
RULES = HOUSE / "rules"
KERNEL = RULES / "kernel"

GAME = {"rules", "history", "view", "game"}

ARROWS: dict[str, set[str]] = {
    "rules": set(),
    "language": {"rules"},
    "history": {"rules"},
    "view": {"rules", "history"},
    "game": {"rules", "history", "view"},
    "simulation": GAME,
    "notation": GAME | {"language"},
    "bots": GAME | {"language"},
    "envs": GAME | {"bots"},
    "prepare": GAME | {"bots", "envs"},
    "arena": GAME | {"language", "notation", "bots", "simulation"},
    "telling": GAME | {"language"},
    "terminal": GAME | {"language", "telling", "notation", "bots", "simulation"},
    "tables": GAME | {"language", "telling", "notation"},
    "client": GAME | {"language", "bots"},
    "lessons": GAME | {"tables"},
    "people": GAME | {"tables"},
    "leagues": GAME | {"language", "arena", "tables"},
    "store": GAME | {"language", "tables", "people", "leagues"},
    "web": GAME
    | {"language", "telling", "notation", "bots", "prepare"}
    | {"tables", "lessons", "people", "leagues", "store"},
    "__init__": GAME,
    "__main__": {"cli"},
}
ARROWS["cli"] = set(ARROWS) - {"__init__", "__main__"}  # imports what it needs when it needs it
"""What each part may import of ours, besides itself."""


def part_of(path: Path) -> str:
    """Return the part of the house that a file belongs to."""
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def sources(folder: Path = HOUSE) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports(path: Path, *, at_run_time: bool = False) -> Iterator[str]:
    """Yield the full names of the modules that a file imports anywhere in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    if at_run_time:  # an import for type checkers only is no arrow
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                skipped.update(inner for child in node.body for inner in ast.walk(child))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            if node.module == "kingup":
                yield from (f"kingup.{alias.name}" for alias in node.names)
            else:
                yield node.module


def own_parts(path: Path) -> set[str]:
    """Return the parts of the house that a file imports when it runs."""
    ours = [name for name in imports(path, at_run_time=True) if name.split(".")[0] == "kingup"]
    found = {name.split(".")[1] if "." in name else "__init__" for name in ours}
    return {name for name in found if name != "__version__"}


def test_every_part_of_the_house_has_its_arrows() -> None:
    """A new part: say in ARROWS what it may import, and in docs/architecture.md what it is."""
    assert {part_of(path) for path in sources()} <= set(ARROWS)


@pytest.mark.parametrize("part", ARROWS)
def test_imports_point_downwards_only(part: str) -> None:
    for path in sources():
        if part_of(path) == part:
            strange = own_parts(path) - ARROWS[part] - {part}
            assert not strange, f"{path.relative_to(HOUSE)} must not import {strange}"


def test_the_arrows_have_no_circle() -> None:
    left = {part: arrows - {part} for part, arrows in ARROWS.items()}
    while left:
        free = [part for part, arrows in left.items() if not arrows & set(left)]
        assert free, f"a circle among {set(left)}"
        for part in free:
            del left[part]


def test_the_rules_import_nothing_else_of_ours_not_even_for_types() -> None:
    for path in sources(RULES):
        for name in imports(path):
            assert not name.startswith("kingup") or name.startswith("kingup.rules"), path


COMPILING = {"compiled.py", "compiling.py", "records.py"}
"""The files of the rules that may know Numba and NumPy."""

OUTSIDE = {"os", "io", "pathlib", "time", "datetime", "socket", "subprocess", "threading", "sys"}


def test_only_the_compiled_rules_know_numba_and_numpy() -> None:
    for path in sources(RULES):
        roots = {name.split(".")[0] for name in imports(path)}
        if path.parent != RULES or path.name not in COMPILING:
            assert not roots & {"numba", "numpy"}, path


def test_the_rules_know_no_files_no_clock_and_no_network() -> None:
    """But for keeping what was compiled, which is not the game."""
    for path in sources(RULES):
        if path.name not in {"cache.py", *COMPILING}:
            roots = {name.split(".")[0] for name in imports(path)}
            assert not roots & OUTSIDE, path


@pytest.mark.parametrize("module", ["numpy", "numba", "babel", "rich", "kingup.rules.compiled"])
def test_importing_kingup_imports_no(module: str) -> None:
    code = f"import sys, kingup; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_kernels_names_are_unique_because_compiled_forms_share_one_namespace() -> None:
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
def test_the_kernel_keeps_to_its_small_language(path: Path) -> None:
    """Numbers, `x[i]`, loops and calls: what every way of running it understands."""
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


def test_no_source_file_is_longer_than_500_lines() -> None:
    for path in sources():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path

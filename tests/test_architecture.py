"""The tree is built as docs/architecture.md says: imports point downwards only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

import kingup
from kingup.rules.kernel import MODULES

ROOMS = Path(kingup.__file__).parent
ROOT = Path(__file__).parent.parent
RULES = ROOMS / "rules"
KERNEL = RULES / "kernel"

GAME = {"rules", "history", "view", "game"}
WEB = GAME | {"language", "telling", "bots", "tables", "store", "server"}
PAGE = WEB | {"web.services", "web.http", "web.pages.common"}

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
    "rulebook": GAME | {"language", "telling"},
    "terminal": GAME | {"language", "telling", "notation", "bots", "simulation"},
    "tables": GAME | {"language", "telling", "notation"},
    "client": GAME | {"language", "bots"},
    "lessons": GAME | {"tables"},
    "people": GAME | {"tables"},
    "leagues": GAME | {"language", "arena", "tables"},
    "store": GAME | {"language", "tables", "people", "leagues"},
    "server": GAME
    | {"language", "notation", "bots", "prepare", "tables", "people", "leagues", "store"},
    "web.services": set(),
    "web.observability": set(),
    "web.http": WEB | {"notation", "web.services", "web.observability"},
    "web.pages.common": WEB,
    "web.pages.home": PAGE,
    "web.pages.new_table": PAGE,
    "web.pages.result": PAGE,
    "web.pages.table": PAGE,
    "web.pages.chat": PAGE | {"web.pages.table"},
    "web.pages.lobby": PAGE | {"web.pages.table"},
    "web.pages.lessons": PAGE | {"lessons", "web.pages.table"},
    "web.pages.rules": PAGE | {"lessons", "rulebook", "web.pages.lessons", "web.pages.table"},
    "web.pages.me": PAGE | {"people"},
    "web.pages.leagues": PAGE | {"leagues", "web.pages.new_table"},
    "web.live": PAGE
    | {"web.observability"}
    | {"web.pages.chat", "web.pages.lobby", "web.pages.result", "web.pages.table"},
    "web.api": WEB | {"web.services", "web.http", "web.observability"},
    "__init__": GAME,
    "__main__": {"cli"},
}
ARROWS["web"] = set(ARROWS) - {"__init__", "__main__"}  # web/app.py puts everything together
ARROWS["commands"] = set(ARROWS) - {"__init__", "__main__"}
ARROWS["cli"] = {"commands", "language", "rules", "__init__"}
"""What each room may import of ours when it runs, besides itself."""

MODULES_OF = {"kingup": ROOMS.parent, "training": ROOT, "bench": ROOT}
"""The packages in which no module may import itself in a circle, and where they lie."""


def room_of(module: str) -> str:
    """Return the room that a module of `kingup` belongs to: the longest one with arrows."""
    parts = module.split(".")[1:] or ["__init__"]
    for length in range(len(parts), 0, -1):
        room = ".".join(parts[:length])
        if room in ARROWS:
            return room
    return parts[0]


def sources(folder: Path = ROOMS) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def module_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, *, at_run_time: bool = False) -> Iterator[str]:
    """Yield the full names of the modules that a file imports anywhere in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    if at_run_time:
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
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in module_paths() else node.module


@cache
def module_paths() -> dict[str, Path]:
    """Return every module of our packages with its file."""
    return {
        module_of(path, root): path
        for name, root in MODULES_OF.items()
        for path in sources(root / name)
    }


def test_every_room_has_its_arrows() -> None:
    """For a new room, say in ARROWS what it may import, and in docs/architecture.md what it is."""
    modules = [name for name in module_paths() if name.startswith("kingup")]
    assert {room_of(name) for name in modules} <= set(ARROWS)


@pytest.mark.parametrize("room", ARROWS)
def test_imports_point_downwards_only(room: str) -> None:
    for module, path in module_paths().items():
        if module.startswith("kingup") and room_of(module) == room:
            ours = {n for n in imports(path, at_run_time=True) if n in module_paths()}
            rooms = {room_of(name) for name in ours if name.startswith("kingup")}
            strange = rooms - ARROWS[room] - {room, "__init__"}
            assert not strange, f"{module} must not import {strange}"


def test_the_arrows_have_no_circle() -> None:
    left = {room: arrows - {room} for room, arrows in ARROWS.items()}
    while left:
        free = [room for room, arrows in left.items() if not arrows & set(left)]
        assert free, f"a circle among {set(left)}"
        for room in free:
            del left[room]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for type checkers count, too: a circle of types is still a circle to a reader."""
    left = {name: set(imports(path)) - {name} for name, path in module_paths().items()}
    while left:
        free = [name for name, used in left.items() if not used & set(left)]
        if not free:
            break
        for name in free:
            del left[name]
    assert not left, f"modules in circles, or above them: {sorted(left)}"


@pytest.mark.parametrize("package", ["starlette", "fastapi", "jinja2", "uvicorn"])
def test_the_server_runs_without(package: str) -> None:
    for path in sources(ROOMS / "server"):
        assert package not in {name.split(".")[0] for name in imports(path)}, path


def test_the_top_of_web_stays_small() -> None:
    assert len(list((ROOMS / "web").glob("*.py"))) <= 8


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

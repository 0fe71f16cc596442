"""Wheel and sdist: built, installed into an empty environment, and used from there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import pytest

from kingup.commands.example import summaries
from tests.installed import REQUIREMENTS, ROOT, Installed, build
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.full

LOCK = REQUIREMENTS / "play.txt"
DATA = (
    "web/static/img/tokens.svg",
    "web/pages/table/templates/drawing.html",
    "locale/fr.po",
    "bots/sovereign/sovereign.npz",
    "pictures/sprites.zip",
    "store/migrations/env.py",
    "py.typed",
)
"""Files without which an installed kingup would be broken."""


CURRENT = f"{sys.version_info.major}.{sys.version_info.minor}"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def find_python(version: str) -> str:
    """Return a Python of a version: the one that runs now, one in the path, pyenv's or uv's."""
    if version == CURRENT:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [f"python{version}", *map(str, pyenv.glob(f"{version}.*/bin/python{version}"))]
    known = subprocess.run(
        [sys.executable, "-m", "uv", "python", "find", "--no-python-downloads", version],
        capture_output=True,
        text=True,
    )
    found += known.stdout.splitlines()
    for python in filter(shutil.which, found):
        # In the path may be a command of pyenv's that only says where a Python is.
        command = [python, "-c", "import venv, ensurepip"]
        if not subprocess.run(command, capture_output=True).returncode:
            return python
    pytest.skip(f"no Python {version} here")


def installed(python: str, package: Path, folder: Path) -> Installed:
    """Return an environment with kingup in it, and nothing that is not locked."""
    made = Installed(folder)
    made.create(python)
    made.install_locked(LOCK)
    made.install(package)
    return made


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build a wheel and an sdist of this checkout, once for all that install them."""
    return build(tmp_path_factory.mktemp("dist"))


def copy_sources(folder: Path) -> None:
    """Copy what packages are made of: other times, another place, other permissions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = project["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    folder.mkdir()
    for name in (*names, "pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(ROOT / name, folder / name)


def test_packages_are_reproducible_and_complete(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy_sources(copy)
    now = {"SOURCE_DATE_EPOCH": "1800000000"}
    first = build(tmp_path / "one", environment=now)
    second = build(tmp_path / "two", copy, now)
    for one, two in zip(first, second, strict=True):
        assert one.name == two.name
        assert one.read_bytes() == two.read_bytes()
    wheel, sdist = first
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {f"kingup/{name}" for name in DATA} <= names
    assert {f"kingup/examples/{name}" for name in summaries()} <= names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"kingup"}
    with tarfile.open(sdist) as archive_:
        inside = {member.name.partition("/")[2] for member in archive_.getmembers()}
        archive_.extractall(tmp_path, filter="data")
    assert {f"src/kingup/{name}" for name in DATA} | {"README.md", "LICENSE"} <= inside
    assert not any(
        name.startswith(("training/runs/", "training/clones/", ".venv")) for name in inside
    )
    assert sdist.stat().st_size < 20 * 2**20
    # Who installs the sdist gets the wheel.
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    third, _again = build(tmp_path / "three", unpacked, now)
    assert third.read_bytes() == wheel.read_bytes()


@pytest.mark.parametrize("version", VERSIONS)
def test_an_installed_package_plays_measures_analyses_and_speaks_french(
    version: str, packages: tuple[Path, Path], tmp_path: Path
) -> None:
    wheel, _sdist = packages
    kingup = installed(find_python(version), wheel, tmp_path)
    assert kingup.run("python", "--version").startswith(f"Python {version}.")
    kingup.run("pip", "check")
    assert kingup.run("kingup", "--version").startswith("kingup ")
    program = (
        "import kingup, kingup.notation as n, sys\n"
        "game = kingup.Game('kingup', ['Ann', 'Ben', 'Cleo'], seed=1)\n"
        "page = kingup.bot('page', seed=1)\n"
        "while not game.is_over:\n"
        "    game.play(game.to_act[0], page.choose(game.view(game.to_act[0])))\n"
        "assert n.read(n.write_text(game)) == game\n"
        "assert game.svg().startswith('<svg')\n"
        "print(kingup.__file__)\n"
        "open('game.json', 'w').write(n.write_json(game))\n"
    )
    assert str(tmp_path) in kingup.run("python", "-c", program)
    assert "correct (3 rounds" in kingup.run("kingup", "check", "game.json", status=3)
    kingup.run("kingup", "show", "game.json", "--out", "castle.svg")
    for name in summaries():
        kingup.run("kingup", "example", name)
        assert (tmp_path / name).read_bytes() == (ROOT / "examples" / name).read_bytes()
    words = (
        "arena",
        "--bot",
        "sovereign",
        "--bot",
        "page",
        "--games",
        "8",
        "--seed",
        "1",
        "--json",
    )
    found = json.loads(kingup.run("kingup", *words))
    assert found["complete"]
    assert {row["bot"]: row["failures"] for row in found["bots"]} == {"sovereign": 0, "page": 0}
    opinion = (
        "import kingup\ngame = kingup.Game('kingup', 3, seed=1)\n"
        "print(round(sum(kingup.think(game.view(game.to_act[0])).actions.values()), 3))"
    )
    assert kingup.run("python", "-c", opinion).strip() == "1.0"
    kingup.run("kingup", "analyse", "game.json", "--time", "1", "--out", "analysis.json")
    assert json.loads((tmp_path / "analysis.json").read_text(encoding="utf-8"))
    french = kingup.run("kingup", "--language", "fr", "doctor")
    assert "Base de données" in french


def test_an_installed_sdist_serves_a_page(packages: tuple[Path, Path], tmp_path: Path) -> None:
    _wheel, sdist = packages
    kingup = installed(sys.executable, sdist, tmp_path)
    server = kingup.start(["serve", "--loopback", "--port", "0", "--no-browser"])
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]

        def answers() -> bool:
            try:
                with urllib.request.urlopen(address, timeout=5) as page:
                    return b"King Up!" in page.read()
            except OSError:
                return False

        wait_until(answers)
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)

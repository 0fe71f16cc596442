"""What needs PyTorch, in an environment that has it: examples, tests and commands of training."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kingup.bots.sovereign.weights import save_weights
from kingup.commands.example import folder as examples
from kingup.file_lock import FileLock
from kingup.rules.compiled import CACHE
from tests.bots.sovereign_networks import weights_of
from tests.documents.blocks import BLOCKS, commands_of
from tests.installed import REQUIREMENTS, ROOT, Installed, build
from tests.waiting import wait_until

pytestmark = pytest.mark.full

TORCH = "torch==2.13.0" + ("+cpu" if sys.platform == "linux" else "")
"""Outside of the locked list: what PyPI calls `torch` brings gigabytes for a GPU on Linux. Builds
for a CPU have this name, and come from where pip is told to look (CONTRIBUTING.md)."""
NOT_TO_BE_HAD = re.compile(r"No matching distribution|[Cc]onnection|[Tt]imed? ?out|resolution")
"""What pip says when it cannot get a package."""
READY = "ready"


@pytest.fixture(scope="session")
def learner(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install kingup, PyTorch and the libraries of the examples, once for all processes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "pytorch"
    folder.mkdir(exist_ok=True)
    made, lock, said = Installed(folder), FileLock(folder / "lock"), folder / "said"
    wait_until(lock.acquire)
    try:
        if not said.exists():
            said.write_text(fill(made), encoding="utf-8")
    finally:
        lock.release()
    result = said.read_text(encoding="utf-8")
    if NOT_TO_BE_HAD.search(result):
        pytest.skip(f"PyTorch is not to be had: {result[-300:]}")
    assert result == READY
    assert CACHE.folder is not None
    made.environment |= {
        "KINGUP_CACHE": str(CACHE.folder.parents[1]),  # what it would compile is compiled there
        "OMP_NUM_THREADS": "1",
        "PATH": os.pathsep.join([str(made.bin), os.environ["PATH"]]),
    }
    return made


def fill(made: Installed) -> str:
    """Install everything; return READY, or what pip says if it cannot get PyTorch."""
    made.create(sys.executable)
    made.install_locked(REQUIREMENTS / "examples.txt")
    done = made.attempt("pip", "install", "-q", "--no-compile", TORCH)
    if done.returncode:
        return done.stderr
    wheel, _sdist = build(made.folder / "dist")
    made.install(wheel)
    made.run("pip", "check")
    return READY


def run(learner: Installed, command: list[str] | str, folder: Path) -> str:
    """Run something in a folder, with the environment's programs; return what it prints."""
    done = subprocess.run(
        command,
        shell=isinstance(command, str),
        cwd=folder,
        env=learner.environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    return done.stdout


FAIR = 100 / 3
LESS = {"sb3_maskable_ppo.py": "--steps 100000", "torchrl_ppo.py": "--updates 16"}
"""How much less than by default the examples learn here."""


@pytest.mark.parametrize("name", LESS)
def test_an_example_learns_to_beat_pages(name: str, learner: Installed, tmp_path: Path) -> None:
    run(learner, ["kingup", "example", name], tmp_path)
    assert (tmp_path / name).read_bytes() == (examples() / name).read_bytes()
    said = run(learner, ["python", name, *LESS[name].split(), "--games", "600"], tmp_path)
    found = re.findall(r"([\d.]+)% of the wins \(95 %: ± ([\d.]+)%\)", said)
    (before, _margin), (after, margin) = ((float(one), float(two)) for one, two in found)
    assert before < FAIR
    assert after - margin > FAIR


ASKS = 'importorskip("torch"'
FILES = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "tests").rglob("test_*.py")
    if ASKS in path.read_text(encoding="utf-8") and path != Path(__file__)
)
"""Tests that are skipped where PyTorch is missing."""


def test_tests_that_need_pytorch_pass(learner: Installed) -> None:
    """All in one process: PyTorch alone takes seconds to import."""
    words = ["-m", "pytest", "-p", "no:cacheprovider", "--durations=10", *FILES]
    said = run(learner, ["python", *words], ROOT)
    print(said)
    assert re.search(r"^=+ \d+ passed in ", said, re.MULTILINE), said
    assert set(FILES) <= set(re.findall(r"^(\S+) \.", said, re.MULTILINE)), said


RUN = """
games = 48
steps = 6
setups = 16
minibatch = 96
width = 16
blocks = 2
critic_width = 16
critic_blocks = 2
"""
JUDGE = """
games = 12
setups = 6
ring = 220
delay = 200
chunk = 4
minibatch = 8
guests = ["chancellor"]
from_critic = true

[judges.judge]
width = 16
blocks = 2
"""
SETTINGS = {"clones.toml": RUN, "sovereign.toml": RUN, "judge.toml": JUDGE}
WEIGHTS = Path("src/kingup/bots/sovereign/sovereign.npz")
LESS_TRAINING = {
    "training.best_response": "--minutes 0.6 --iterations 1",
    "training.run": "--minutes 0.21",
    "training.judge": "--minutes 0.01",
    "training.judge_match": "--games 6 --only anybody --four",
}
"""What is added to a command that would take long. The last of equal options counts."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout whose settings and weights are tiny."""
    for name in ("bench", "training"):
        (tmp_path / name).mkdir()
        for path in (ROOT / name).iterdir():
            if path.name not in ("config", "__pycache__"):
                (tmp_path / name / path.name).symlink_to(path)
    (tmp_path / "training" / "config").mkdir()
    for name, text in SETTINGS.items():
        (tmp_path / "training" / "config" / name).write_text(text, encoding="utf-8")
    (tmp_path / WEIGHTS).parent.mkdir(parents=True)
    trained = {"iteration": 0, "minutes": 0.0}
    save_weights(tmp_path / WEIGHTS, dataclasses.replace(weights_of("wide"), trained=trained))
    return tmp_path


@pytest.mark.parametrize("document", ["training/README.md", "training/plan.md"])
def test_the_documented_commands_of_training_run(
    document: str, learner: Installed, checkout: Path
) -> None:
    """In order, on the CPU, with tiny networks and few games."""
    commands = dict.fromkeys(
        command
        for block in BLOCKS
        if block.document == document and block.language == "sh"
        for command in commands_of(block)
        if "python -m training." in command
    )
    assert len(commands) > 2
    for command in commands:
        (module,) = re.findall(r"python -m (training\.\w+)", command)
        words = re.sub(r" --kernels \S+", "", command.removeprefix("PYTHONPATH=src:. "))
        added = LESS_TRAINING.get(module, "")
        run(learner, f"PYTHONPATH=src:. {words} {added}", checkout)

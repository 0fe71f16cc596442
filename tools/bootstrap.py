"""Set up `.venv` with exactly the locked packages, on a machine with nothing but Python.

    python3 tools/bootstrap.py play    the packages for playing
    python3 tools/bootstrap.py test    also those for the tests

Does nothing if the environment is up to date. Needs only the standard library.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
BIN = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = BIN / ("python.exe" if sys.platform == "win32" else "python")


def main() -> None:
    """Install one of the locked lists into the environment."""
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in ("play", "test"):
        sys.exit("Usage: python3 tools/bootstrap.py play|test")
    if sys.version_info < (3, 11):
        sys.exit(
            f"kingup needs Python 3.11 or newer; this is {sys.version.split()[0]}. "
            "Say which to use with: make PYTHON=python3.12"
        )
    lock = ROOT / "requirements" / f"{name}.txt"
    wanted = _fingerprint(lock)
    # The packages for the tests include those for playing.
    stamps = [ENVIRONMENT / ".kingup-test", ENVIRONMENT / f".kingup-{name}"]
    if any(_is_current(stamp) for stamp in stamps):
        return
    print(f"Setting up {ENVIRONMENT.name} (once; this may take a minute) …", flush=True)
    _create_environment()
    uv = [str(PYTHON), "-m", "uv", "pip"]
    environment = uv_environment()
    _run(
        [
            *uv,
            "install",
            "-p",
            str(PYTHON),
            "--require-hashes",
            "--no-deps",
            "--compile-bytecode",
            "-q",
            "-r",
            str(lock),
        ],
        environment,
    )
    _run(
        [
            *uv,
            "install",
            "-p",
            str(PYTHON),
            "--no-deps",
            "--no-build-isolation",
            "-q",
            "-e",
            str(ROOT),
        ],
        environment,
    )
    (ENVIRONMENT / f".kingup-{name}").write_text(wanted)


def _fingerprint(lock: Path) -> str:
    parts = [lock.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _is_current(stamp: Path) -> bool:
    if not stamp.is_file() or not PYTHON.exists():
        return False
    lock = ROOT / "requirements" / f"{stamp.name.removeprefix('.kingup-')}.txt"
    return stamp.read_text() == _fingerprint(lock)


def _create_environment() -> None:
    if not PYTHON.exists():
        try:
            venv.create(ENVIRONMENT, with_pip=True, clear=True)
        except subprocess.CalledProcessError:
            sys.exit(
                "This Python cannot make virtual environments with pip. "
                "On Debian and Ubuntu: apt-get install python3-venv"
            )
    lock = ROOT / "requirements" / "uv.txt"
    _run(
        [
            str(PYTHON),
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--require-hashes",
            "-r",
            str(lock),
        ],
        dict(os.environ),
    )


def uv_environment() -> dict[str, str]:
    """Return the environment variables, with pip's index settings passed on to uv."""
    environment = dict(os.environ)
    if "UV_DEFAULT_INDEX" not in environment:
        settings = subprocess.run(
            [str(PYTHON), "-m", "pip", "config", "get", "global.index-url"],
            capture_output=True,
            text=True,
            check=False,
        )
        index = environment.get("PIP_INDEX_URL") or settings.stdout.strip()
        if index:
            environment["UV_DEFAULT_INDEX"] = index
    environment.setdefault("UV_HTTP_TIMEOUT", "180")
    return environment


def _run(command: list[str], environment: dict[str, str]) -> None:
    result = subprocess.run(command, env=environment, check=False)
    if result.returncode:
        sys.exit(f"Setting up failed at: {' '.join(command)}")


if __name__ == "__main__":
    main()

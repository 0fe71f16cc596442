"""Check every locked package for known vulnerabilities.

    python3 tools/audit.py        what `make audit` does

`pip-audit` runs in a temporary environment: it is not one of our dependencies. There are three
outcomes:

    audited       status 0: every locked package was looked up, and none has a known vulnerability
    weak          status 1: pip-audit reports vulnerabilities
    not audited   status 2: the service, or the package index, did not answer
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
AUDITED, WEAK, NOT_AUDITED = 0, 1, 2
MINUTES = 10


def main() -> int:
    """Audit every lock file, print the outcome, and return the status."""
    with tempfile.TemporaryDirectory(prefix="kingup-audit-") as folder:
        try:
            python = environment(Path(folder))
        except (OSError, subprocess.SubprocessError) as error:
            return _say(NOT_AUDITED, f"pip-audit could not be installed ({error})")
        worst, packages = AUDITED, 0
        for lock in LOCKS:
            status, number, why = audit(python, lock)
            packages += number
            if status != AUDITED:
                _say(status, f"{lock.name}: {why}")
            worst = max(worst, status)
    if worst == AUDITED:
        print(f"audited: nothing is known against the {packages} locked packages.")
    return worst


def audit(python: Path, lock: Path) -> tuple[int, int, str]:
    """Audit one lock file; return the status, the packages looked up, and the reason."""
    command = [str(python), "-m", "pip_audit", "--strict", "--require-hashes", "--disable-pip",
               "--progress-spinner", "off", "-f", "json", "-r", str(lock)]  # fmt: skip
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60 * MINUTES, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        return NOT_AUDITED, 0, f"pip-audit did not finish ({type(error).__name__})"
    return verdict(done.returncode, done.stdout, done.stderr, locked(lock))


def verdict(status: int, said: str, complained: str, wanted: int) -> tuple[int, int, str]:
    """Interpret pip-audit's answer: only a complete answer without findings is good."""
    try:
        answer: Any = json.loads(said)
        packages = answer["dependencies"]
        skipped = [one for one in packages if "vulns" not in one]
        weak = [f"{one['name']} {one['version']}" for one in packages if one.get("vulns")]
    except (ValueError, KeyError, TypeError):
        last = complained.strip().splitlines()[-1:] or ["it said nothing"]
        return NOT_AUDITED, 0, last[0][:300]
    if weak:
        return WEAK, len(packages), "weaknesses are known of " + ", ".join(weak)
    if skipped or status != 0 or len(packages) < wanted:
        return NOT_AUDITED, len(packages), f"{len(packages)} of {wanted} packages were looked up"
    return AUDITED, len(packages), ""


def locked(lock: Path) -> int:
    """Return how many packages a lock file names, without those for other platforms."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    return sum("==" in line and ";" not in line and line[0] not in " #" for line in lines)


def environment(folder: Path) -> Path:
    """Create an environment with pip-audit only, and return its Python."""
    venv.create(folder / "environment", with_pip=True)
    name = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    python = folder / "environment" / name
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check",
               "--only-binary", ":all:", "pip-audit>=2.9"]  # fmt: skip
    subprocess.run(command, check=True, timeout=60 * MINUTES, stderr=subprocess.DEVNULL)
    return python


def _say(status: int, why: str) -> int:
    print(f"{'weak' if status == WEAK else 'not audited'}: {why}")
    return status


if __name__ == "__main__":
    sys.exit(main())

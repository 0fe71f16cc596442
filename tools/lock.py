"""Lock the requirements: exact versions with hashes, for every platform, without index URLs."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Lock every list of `requirements/`."""
    for source in sorted((ROOT / "requirements").glob("*.in")):
        command = [
            sys.executable, "-m", "uv", "pip", "compile", "-q", "--universal",
            "--generate-hashes", "--no-emit-index-url", "--no-emit-package", "kingup",
            "--python-version", "3.11", "--custom-compile-command", "make lock",
            f"requirements/{source.name}", "-o", f"requirements/{source.stem}.txt", *sys.argv[1:],
        ]  # fmt: skip
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()

"""Lock the requirements: exact versions with hashes, for every platform, without index URLs.

To pip before 23.3, `psycopg[pool]` is another package than `psycopg`: with `--require-hashes` it
must be pinned with its extra, and with no other one. So extras stay in the locked lists, and
`requirements/*.in` ask for none that a dependency does not ask for. Even so it takes the newest
release for whoever asks without the extra, which no list knows: install with `--no-deps`.

PyTorch, which `requirements/excluded` names, is locked nowhere: the file that an index calls
`torch` brings gigabytes for a GPU, and its builds for a CPU come from elsewhere.
"""

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
            "--no-strip-extras", "--excludes", "requirements/excluded",
            "--python-version", "3.11", "--custom-compile-command", "make lock",
            f"requirements/{source.name}", "-o", f"requirements/{source.stem}.txt", *sys.argv[1:],
        ]  # fmt: skip
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()

"""The blocks of code in the documents."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("**/*.md"),
        *(ROOT / "training").glob("*.md"),
        ROOT / "bench" / "README.md",
    ]
)
FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code, and where it is."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def blocks_of(path: Path) -> list[Block]:
    """Return all blocks of a document."""
    text = path.read_text(encoding="utf-8")
    document = str(path.relative_to(ROOT))
    return [
        Block(
            document, text.count("\n", 0, found.start()) + 1, found[2], textwrap.dedent(found[3])
        )
        for found in FENCED.finditer(text)
    ]


BLOCKS = [block for path in DOCUMENTS for block in blocks_of(path)]


def python_of(document: str) -> list[str]:
    """Return the Python of a document, block by block."""
    return [
        block.text
        for block in BLOCKS
        if block.document == document and block.language in ("python", "pycon")
    ]


NOT_RUN = re.compile(r"\s#.*\bnot run\b")
"""How a document marks a command that no test runs."""


def commands_of(block: Block, *, not_run: bool = False) -> list[str]:
    """Return the commands of a block that tests run, or those that it marks as not run.

    Each is on one line and without its comment.
    """
    return [
        " ".join(re.sub(r"\s#.*", "", line).split())
        for line in block.text.replace("\\\n", " ").splitlines()
        if line.strip() and bool(NOT_RUN.search(line)) == not_run
    ]

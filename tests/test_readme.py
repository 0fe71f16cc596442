"""The README's example runs, and its links lead to files."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_readme_example_plays_a_whole_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.strip().splitlines()) <= 12
    names: dict[str, object] = {}
    exec(example, names)
    assert getattr(names["game"], "is_over", False)
    assert "♛" in capsys.readouterr().out


def test_every_file_linked_from_the_readme_exists() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []

"""The README's example is a program that works."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_example_of_the_readme_plays_a_game_to_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.strip().splitlines()) <= 12
    names: dict[str, object] = {}
    exec(example, names)
    assert getattr(names["game"], "is_over", False)
    assert "throne" in capsys.readouterr().out


def test_every_file_that_the_readme_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []

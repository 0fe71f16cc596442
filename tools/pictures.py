"""Draw the pictures of the documentation: `make pictures`."""

import asyncio
import re
from pathlib import Path

import kingup.svg
from kingup.language import use_language
from kingup.lessons import LESSONS, LessonProgress
from kingup.notation import read_file
from kingup.telling.scene import TextScene
from kingup.terminal.app import TableApp
from kingup.terminal.positions import position

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
LEARN = {
    "castle": ("1", "castle"),
    "full": ("1", "try"),
    "vote": ("1", "no"),
    "jester": ("2", "bellyache"),
}
"""The pictures of the page about learning: steps of the lessons."""


async def terminal() -> str:
    """Return the terminal game, in the middle of a vote, as SVG."""
    game = position(read_file(ROOT / "tests" / "records" / "vive-le-roi-team-emissary.json"), 22)
    scene = TextScene.of(game, 1, frozenset({0, 2}))

    async def drive(app: TableApp) -> None:
        app.offer(scene)
        await app.choice()

    app = TableApp(drive)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        svg = app.export_screenshot(title="kingup terminal")
    # Rich loads a font from the network; a local one will do.
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def lesson(number: str, step: str) -> str:
    """Return the castle at a step of a lesson as SVG."""
    progress = LessonProgress(LESSONS[number])
    while progress.step.id != step:
        progress.show()
    return kingup.svg.castle(progress.view)


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for language in ("fr", "it", "en"):
        use_language(language)
        for name, (number, step) in LEARN.items():
            path = PICTURES / f"learn-{name}-{language}.svg"
            path.write_text(lesson(number, step), encoding="utf-8")
    (PICTURES / "terminal.svg").write_text(asyncio.run(terminal()), encoding="utf-8")


if __name__ == "__main__":
    main()

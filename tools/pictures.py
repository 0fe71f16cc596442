"""Draw the pictures of the documentation: `make pictures`."""

import asyncio
import re
from pathlib import Path

from kingup.notation import read_file
from kingup.telling.scene import Scene
from kingup.terminal.app import TableApp
from kingup.terminal.positions import position

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"


async def terminal() -> str:
    """Return the terminal game, in the middle of a vote, as SVG."""
    game = position(read_file(ROOT / "tests" / "records" / "vive-le-roi-team-emissary.json"), 22)
    scene = Scene.of(game, 1, frozenset({0, 2}))

    async def drive(app: TableApp) -> None:
        app.offer(scene)
        await app.choice()

    app = TableApp(drive)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        svg = app.export_screenshot(title="kingup terminal")
    # Rich loads a font from the network; a local one will do.
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "terminal.svg").write_text(asyncio.run(terminal()), encoding="utf-8")


if __name__ == "__main__":
    main()

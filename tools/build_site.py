"""Build the documentation as a site that opens without a network: `make site`.

The documents stay as a forge shows them. They are copied to `build/pages`, where links to files
outside `docs` become links to copies; Zensical makes `build/site` of them. The navigation of a
language is the index of its documents: `docs/README.md`, `docs/fr/README.md`, `docs/it/README.md`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
BUILD = ROOT / "build"
IMAGES = ROOT / "src" / "kingup" / "web" / "static" / "img"

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
HOMES = {"en": "Home", "fr": "Accueil", "it": "Inizio"}
SWITCHES = {
    "en": ("Dark", "Light"),
    "fr": ("Sombre", "Clair"),
    "it": ("Scuro", "Chiaro"),
}
DESCRIPTIONS = {
    "en": "King Up! and Vive le Roi: play, host, teach, write bots, train, analyse, operate",
    "fr": "King Up! et Vive le Roi : jouer, apprendre, accueillir",
    "it": "King Up! e Vive le Roi: giocare, imparare, ospitare",
}
OTHER_PAGES = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bench/README.md": "benchmarks.md",
    "training/README.md": "training.md",
    "training/plan.md": "training-plan.md",
}
"""Pages from outside `docs`."""

LINK = re.compile(r"(?<=\]\()[^()\s]+(?=\))|(?<=src=\")[^\"]+(?=\")")
CODE = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^- \[([^]]+)\]\(([^()\s#]+)\)", re.MULTILINE)
HIGHLIGHTED = {".py": "python", ".c": "c", ".sh": "sh"}


class Pages:
    """All pages of the site, by the files that they are made of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Where the pages are written, each language in a folder of its own."""
        self._names = {ROOT / source: f"en/{name}" for source, name in OTHER_PAGES.items()}
        for source in [*DOCS.glob("*.md"), *DOCS.glob("??/*.md")]:
            language = source.parent.name if source.parent != DOCS else "en"
            name = "index.md" if source.name == "README.md" else source.name
            self._names[source] = f"{language}/{name}"

    def write(self) -> None:
        """Write all pages, and copy the files to which they link."""
        for source, name in dict(self._names).items():
            text = self._with_new_links(source, source.read_text(encoding="utf-8"))
            if name.endswith("/index.md"):
                text = "---\nhide: [navigation, toc, path]\n---\n" + in_cards(text)
            self._write(name, text)

    def navigation(self, language: str) -> list[dict[str, object]]:
        """Return the sections of a language's index, and the pages of each."""
        index = DOCS / ("README.md" if language == "en" else f"{language}/README.md")
        text = index.read_text(encoding="utf-8")
        _, *parts = HEADING.split(text)
        sections: list[dict[str, object]] = []
        for title, part in zip(parts[::2], parts[1::2], strict=True):
            entries = [
                {name: self._names[target].partition("/")[2]}
                for name, link in ENTRY.findall(part)
                if (target := (index.parent / link).resolve()) in self._names
                and self._names[target].startswith(f"{language}/")
            ]
            if entries:
                sections.append({title: entries})
        return [{HOMES[language]: "index.md"}, *sections]

    def _with_new_links(self, source: Path, text: str) -> str:
        parts = CODE.split(text)
        parts[::2] = [
            LINK.sub(lambda found: self._link(source, found[0]), part) for part in parts[::2]
        ]
        return "".join(parts)

    def _link(self, source: Path, link: str) -> str:
        """Return where a link of a document leads on the site."""
        path, mark, anchor = link.partition("#")
        target = (source.parent / path).resolve()
        if not path or ":" in path or not target.exists():
            return link
        if target not in self._names:
            self._copy(target)
        here, there = (self._place(self._names[file]) for file in (source, target))
        same_language = self._names[source][:3] == self._names[target][:3]
        there = there if same_language else re.sub(r"\.md$", ".html", there)
        return os.path.relpath(there, os.path.dirname(here) or ".") + mark + anchor

    @staticmethod
    def _place(name: str) -> str:
        """Return a page's path on the site: English is at the top."""
        return name.removeprefix("en/")

    def _copy(self, target: Path) -> None:
        """Take a file along; make a page of a source, and one of a folder of pictures."""
        language = HIGHLIGHTED.get(target.suffix)
        inside = target.relative_to(DOCS if target.is_relative_to(DOCS) else ROOT)
        if target.is_dir():
            self._names[target] = f"en/{inside}/index.md"
            pictures = sorted(target.glob("*.jpg"))
            for picture in pictures:
                self._copy(picture)
            shown = (f"## {picture.stem}\n\n![]({picture.name})\n" for picture in pictures)
            self._write(self._names[target], "\n".join((f"# {inside}\n", *shown)))
            return
        if language:
            self._names[target] = f"en/source/{inside}.md"
            code = target.read_text(encoding="utf-8")
            self._write(self._names[target], f"# {inside}\n\n````{language}\n{code}````\n")
            return
        self._names[target] = f"en/{inside}"
        place = self.folder / "en" / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, place)

    def _write(self, name: str, text: str) -> None:
        place = self.folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def in_cards(text: str) -> str:
    """Return an index with each section in an element of its own."""
    first, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    cards = (f"<section markdown>\n\n{part}\n</section>\n" for part in parts)
    return "\n".join((first, '<div class="readers" markdown>\n', *cards, "</div>\n"))


def configuration(pages: Pages, language: str) -> dict[str, object]:
    """Return the settings of Zensical for the pages of a language."""
    up = "" if language == "en" else "../"
    to_dark, to_light = SWITCHES[language]
    schemes = (("default", "light", "moon", to_dark), ("slate", "dark", "sun", to_light))
    return {
        "site_name": "kingup",
        "site_description": DESCRIPTIONS[language],
        "docs_dir": f"pages/{language}",
        "site_dir": "site" if language == "en" else f"site/{language}",
        "use_directory_urls": False,
        "copyright": "kingup: Apache-2.0. The games are by Stefano Luperto and others.",
        "theme": {
            "language": language,
            "font": False,
            "logo": "look/favicon.svg",
            "favicon": "look/favicon.svg",
            "features": [
                "content.code.copy", "navigation.footer", "navigation.tabs", "navigation.top",
                "search.highlight", "toc.follow",
            ],
            "palette": [
                {
                    "media": f"(prefers-color-scheme: {name})",
                    "scheme": scheme,
                    "toggle": {"icon": f"lucide/{icon}", "name": switch},
                }
                for scheme, name, icon, switch in schemes
            ],
        },
        "extra_css": ["look/site.css"],
        "extra": {
            "generator": False,
            "polyfills": ["look/iframe-worker.js"],
            "alternate": [
                {
                    "name": name,
                    "lang": code,
                    "link": up + ("" if code == "en" else f"{code}/") + "index.html",
                }
                for code, name in LANGUAGES.items()
            ],
        },
        "plugins": ["search", "offline"],
        "markdown_extensions": [
            "attr_list", "md_in_html", "tables", "pymdownx.highlight", "pymdownx.superfences",
            {
                "toc": {
                    "permalink": True,
                    "slugify": {"object": "pymdownx.slugs.slugify", "kwds": {"case": "lower"}},
                }
            },
        ],
        "nav": pages.navigation(language),
    }  # fmt: skip


def build(folder: Path = BUILD) -> Path:
    """Build the site of every language into a folder, and return its first page."""
    shutil.rmtree(folder / "pages", ignore_errors=True)
    shutil.rmtree(folder / "site", ignore_errors=True)
    pages = Pages(folder / "pages")
    pages.write()
    for language in LANGUAGES:
        look = pages.folder / language / "look"
        shutil.copytree(DOCS / "site", look)
        shutil.copyfile(IMAGES / "favicon.svg", look / "favicon.svg")
        settings = folder / f"pages-{language}.yml"  # JSON is YAML, too
        settings.write_text(json.dumps(configuration(pages, language)), encoding="utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(settings)]
        subprocess.run(command, check=True, cwd=folder)
    return folder / "site" / "index.html"


if __name__ == "__main__":
    print(f"Open {build(*map(Path, sys.argv[1:2]))}")

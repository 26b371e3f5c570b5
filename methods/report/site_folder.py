"""The folder that a site is written to: pages from templates, copies, and no leftovers.

Every page is rendered by Jinja with escaping on, so that a name never becomes markup, and names
that are not defined are errors.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from methods.bench.provenance import provenance
from methods.files import write_atomically, write_text

LOOK = Path(__file__).with_name("look")
ASSETS = ("site.css", "site.js")


@cache
def templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(LOOK), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip


@dataclass
class Site:
    """What is written below `folder`; `home` leads from there to the report's front page.

    `has_speed` says whether the report has a page on speed, to which every page then links.
    """

    folder: Path
    home: str = ""
    has_speed: bool = False
    written: set[Path] = field(default_factory=set)

    def page(self, name: str, template: str, /, **content: Any) -> None:
        """Render `template` into the page `name`, a path below the folder."""
        up = "../" * name.count("/")
        shared = {"assets": up, "home": up + self.home, "origin": provenance(),
                  "has_speed": self.has_speed}  # fmt: skip
        self.text(name, templates().get_template(template).render(**shared, **content))

    def text(self, name: str, text: str) -> None:
        write_text(self._claim(name), text)

    def copy(self, source: str | Path, name: str) -> None:
        write_atomically(self._claim(name), lambda part: shutil.copyfile(source, part))

    def assets(self) -> None:
        for name in ASSETS:
            self.copy(LOOK / name, f"assets/{name}")

    def sweep(self) -> None:
        """Remove what an earlier report left and this one did not write."""
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in self.written:
                path.unlink()

    def _claim(self, name: str) -> Path:
        path = self.folder / name
        self.written.add(path)
        return path

"""The folder of a site: pages rendered from templates, copies of files, and no leftovers.

Jinja escapes every value, so that a name never becomes markup. An undefined name is an error.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from methods.bench import paths
from methods.figures.verdict_counts import ARGUED, PARTS
from methods.files import write_atomically, write_text
from methods.project import command
from methods.provenance import provenance
from methods.report.glossary import with_bubbles

LOOK = Path(__file__).with_name("look")
ASSETS = ("site.css", "site.js", "chart.js")


@cache
def templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(LOOK), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["breakable"] = breakable
    environment.filters["continued"] = continued
    environment.globals |= {
        "command": command,
        "verdict_colours": PARTS,
        "argued": tuple(ARGUED.values()),
    }
    return environment


def breakable(name: str) -> Markup:
    """A name of code whose line may break after its slashes and underlines, and nowhere else."""
    return Markup(re.sub(r"([/_])", r"\1<wbr>", str(escape(name))))


def continued(text: str) -> str:
    """A text after the beginning of a sentence: SVMs, MATLAB and C4.5 stay as they are."""
    word = text.partition(" ")[0]
    is_name = any(letter.isupper() or letter.isdigit() for letter in word[1:])
    return text if is_name else f"{text[:1].lower()}{text[1:]}"


def experiment_address(experiment: str) -> str:
    """The page of an experiment, as a path below the report's folder."""
    return f"experiments/{experiment}/index.html"


@dataclass
class SiteFolder:
    """The files of a site below `folder`. Every name is a path below it.

    `home` leads from the folder to the report's front page, and is None for pages without a report.
    `results` leads to the logs and the data of figures; it is None if these are elsewhere.
    `kept` says whether it shows the kept results and not those of a run.
    `has_speed` says whether the report has a page on speed, and `has_claims` and `has_papers`
    whether its front page lists claims and papers. If so, every page links to it.
    """

    folder: Path
    home: str | None = ""
    results: str | None = "../"
    kept: bool = False
    has_speed: bool = False
    has_claims: bool = True
    has_papers: bool = False
    written: set[Path] = field(default_factory=set)

    def page(self, name: str, template: str, /, **content: Any) -> None:
        """Render `template` into the page `name`."""
        up = "../" * name.count("/")
        results = "" if self.results is None else up + self.results
        shared = {"assets": up, "results": results, "origin": provenance(),
                  "home": None if self.home is None else up + self.home,
                  "has_speed": self.has_speed, "has_claims": self.has_claims,
                  "has_papers": self.has_papers, "kept": self.kept}  # fmt: skip
        html = templates().get_template(template).render(**shared, **content)
        self.text(name, with_bubbles(html))

    def text(self, name: str, text: str) -> None:
        write_text(self.add(name), text)

    def copy(self, source: str | Path, name: str) -> None:
        write_atomically(self.add(name), lambda part: shutil.copyfile(source, part))

    def assets(self) -> None:
        """Copy the style sheet and the scripts."""
        for name in ASSETS:
            self.copy(LOOK / name, f"assets/{name}")

    def add(self, name: str) -> Path:
        """The path of a file that belongs to the site, which `sweep` then leaves."""
        path = self.folder / name
        self.written.add(path)
        return path

    def sweep(self) -> None:
        """List the files of the site, and remove what an earlier one left beside them."""
        names = sorted(path.relative_to(self.folder).as_posix() for path in self.written)
        self.text(paths.SITE_FILES, "".join(f"{name}\n" for name in names))
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path not in self.written:
                path.unlink()

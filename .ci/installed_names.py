"""How the installed package is made from the checkout: it imports as `marginbench`.

A user may have a module `methods` of her own, so the package gets another name in the wheel. There
`methods` becomes `marginbench` wherever it is the name of the package: in imports, in dotted paths
such as methods.AdaBoost, and in `python -m methods`. The files of a project, which
`marginbench init` copies, are in the wheel too and are renamed likewise.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "marginbench"
TEXTS = (".py", ".smk", ".yaml", ".html", ".rst", "Snakefile")
PROJECT = ("Snakefile", "config.yaml", "datasets", "workflow")


class InstalledNames(BuildHookInterface):  # type: ignore[type-arg]
    """Write the renamed package into a temporary folder, from which the wheel takes it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = tempfile.mkdtemp()
        package = Path(self.folder) / NAME
        if version == "editable":  # the command alone; it is that of the checkout
            package.mkdir()
            (package / "__main__.py").write_text("from methods.__main__ import run as run\n")
            build_data["force_include_editable"][str(package)] = NAME
        else:
            write_package(Path(self.root), package)
            build_data["force_include"][str(package)] = NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)


def write_package(root: Path, package: Path) -> None:
    """The package of the checkout `root` under its new name, with the files of a project."""
    renamed = renaming(root / "methods")
    for file in sources(root, "methods"):
        write(file, package / file.relative_to(root / "methods"), renamed)
    for part in PROJECT:
        for file in sources(root, part):
            write(file, package / "project" / file.relative_to(root), renamed)


def sources(root: Path, part: str) -> Iterator[Path]:
    """The files of a part of the checkout: those that git knows, or all of an unpacked sdist."""
    known = subprocess.run(
        ["git", "ls-files", "-z", "--", part], cwd=root, capture_output=True, text=True
    )
    if (root / ".git").exists() and known.returncode == 0:
        yield from (root / name for name in sorted(known.stdout.split("\0")[:-1]))
    else:
        files = sorted((root / part).rglob("*")) or [root / part]
        yield from (f for f in files if f.is_file() and "__pycache__" not in f.parts)


def write(source: Path, target: Path, renamed: Any) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix in TEXTS or source.name in TEXTS:
        target.write_text(renamed(source.read_text(encoding="utf-8")), encoding="utf-8")
        shutil.copymode(source, target)
    else:
        shutil.copy(source, target)


def renaming(package: Path) -> Any:
    """The function that renames the package in a text.

    "methods" is also a word, a key of the YAML files and a name in the code. So it is renamed only
    before a dot and a module or public name, after `import`, `from` or `-m`, and in NAMED.
    """
    members = {path.stem for path in package.iterdir() if path.suffix in ("", ".py")}
    homes = re.findall(r'^    "(\w+)": "methods\.', (package / "__init__.py").read_text(), re.M)
    after = "|".join(sorted({*members, *homes, "objectives"} - {"__pycache__", "__init__"}))
    pattern = re.compile(
        rf"(?<![\w./])methods(?=\.(?:{after})\b)"
        r"|(?<=from )methods(?= import )|(?<=import )methods(?= *$|`)|(?<=-m )methods\b"
        r"|(?<=\"-m\", \")methods(?=\")",
        re.M,
    )
    return lambda text: pattern.sub(NAME, text)

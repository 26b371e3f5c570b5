"""`clean`: remove results, which a run would make again."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from methods.bench import paths
from methods.command import records
from methods.command.layout import amount, counted
from methods.errors import UserError, unknown

RESULTS = Path("results")
LOGS = RESULTS / "logs"
KEPT = (Path(paths.REFERENCE), RESULTS / "data" / "raw")


def run(options: argparse.Namespace) -> None:
    """Count, ask, remove."""
    if records.locked_since() is not None:
        raise UserError(
            "a run holds this folder; wait for its end, or if it was killed: snakemake --unlock"
        )
    files = list(chosen(options.root, options.experiments))
    size = sum(file.lstat().st_size for file in files)
    what = ", ".join(options.experiments) or "all results but raw data and results/reference"
    print(f"{what}: {counted(len(files), 'file')}, {amount(size)}")
    if files and (options.yes or agreed()):
        for file in files:
            file.unlink()
        remove_empty_folders()
        print("removed")


def chosen(root: Path, experiments: list[str]) -> Iterator[Path]:
    """The files of the experiments, or of all and what they share."""
    if not experiments:
        yield from files_in(RESULTS)
        return
    known = {path.stem for path in (root / "workflow" / "experiments").glob("*.yaml")}
    known |= {path.name for path in RESULTS.glob("*/") if path.name not in paths.SHARED}
    for name in experiments:
        if name not in known:
            raise unknown("experiment", name, known)
        yield from files_in(RESULTS / name)
        yield from files_in(LOGS / name)


def files_in(folder: Path) -> Iterator[Path]:
    """Every file that may go; a link goes itself, never what it points at."""
    for at, folders, names in os.walk(folder):
        here = Path(at)
        folders[:] = [name for name in folders if here / name not in KEPT]
        yield from (here / name for name in names)
        yield from (here / name for name in folders if (here / name).is_symlink())


def agreed() -> bool:
    """Whether the answer to the question is yes; where nobody can answer it is no."""
    try:
        return input("Remove them? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def remove_empty_folders() -> None:
    for at, _, _ in os.walk(RESULTS, topdown=False):
        if not any(Path(at).iterdir()):
            Path(at).rmdir()

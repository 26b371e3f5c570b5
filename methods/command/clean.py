"""`clean`: remove results; a run makes them again."""

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
KEPT = (Path(paths.REFERENCE), Path(paths.TRIES), Path(paths.LANDS), RESULTS / "data" / "raw")
PROJECT = ("Snakefile", "config.yaml", "workflow")


def run(options: argparse.Namespace) -> None:
    """Count the files, ask, remove them."""
    if not is_project(Path()):
        raise UserError(
            f"nothing is removed: {Path.cwd()} is no project; a project has {', '.join(PROJECT)},"
            f" or {records.NOTES} from a run"
        )
    if records.locked_since() is not None:
        raise UserError(
            "a run holds this folder; wait until it ends, or if it was killed: snakemake --unlock"
        )
    files = list(chosen(options.root, options.experiments))
    size = sum(file.lstat().st_size for file in files)
    what = (
        ", ".join(options.experiments)
        or "all results except raw data, results/tries, results/lands and results/reference"
    )
    print(f"{what}: {counted(len(files), 'file')}, {amount(size)}")
    if files and (options.yes or agreed()):
        for file in files:
            file.unlink()
        remove_empty_folders()
        print("removed")


def is_project(folder: Path) -> bool:
    """Whether results in a folder are ours to remove: a checkout, or a folder that a run used."""
    return (folder / records.NOTES).is_dir() or all((folder / name).exists() for name in PROJECT)


def chosen(root: Path, experiments: list[str]) -> Iterator[Path]:
    """The files of the experiments, or without any all results."""
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
    """Every file that may be removed. A link is removed itself, never what it points at."""
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        folders[:] = [name for name in folders if here / name not in KEPT]
        yield from (here / name for name in names)
        yield from (here / name for name in folders if (here / name).is_symlink())


def agreed() -> bool:
    """Whether the answer to the question is yes. If nobody can answer, it is no."""
    try:
        return input("Remove them? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def remove_empty_folders() -> None:
    for folder, _, _ in os.walk(RESULTS, topdown=False):
        if not any(Path(folder).iterdir()):
            Path(folder).rmdir()

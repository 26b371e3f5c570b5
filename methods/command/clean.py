"""`clean`: remove results; a run makes them again."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from methods.bench import paths
from methods.bench.plan import TABLE_FORMATS
from methods.command import records
from methods.command.layout import amount, counted
from methods.errors import UserError, unknown
from methods.performance.stored import KINDS
from methods.project import PARTS, is_project, run_command
from methods.sealed_files import Damaged, made_from
from methods.yaml_files import read_yaml, yaml_files_in

RESULTS = Path("results")
LOGS = RESULTS / "logs"
KEPT = (Path(paths.REFERENCE), Path(paths.TRIES), Path(paths.LANDS), RESULTS / "data" / "raw")
# Folders whose files have no seal. Whoever writes a site there removes all other files anyway.
WRITTEN = tuple(
    RESULTS / name
    for name in ("logs", "report", "comparison", "kept_report", "landing", "docs", "summaries")
)
SEALED = (".npz", ".parquet", ".json")
MEASURED = tuple(map(paths.performance, KINDS))
OUTPUTS = tuple(f".{kind}" for kind in (*TABLE_FORMATS, "png", "svg", "pdf"))
NAMED = 5


def run(options: argparse.Namespace) -> None:
    """Count the files, ask, remove them. Files that no run of this project made stay."""
    if not is_project(Path()) and not records.NOTES.is_dir():
        raise UserError(
            f"nothing is removed: {Path.cwd()} is no project; a project has {', '.join(PARTS)},"
            f" or {records.NOTES} from a run"
        )
    if records.locked_since() is not None:
        raise UserError(
            "a run holds this folder; wait until it ends, or if it was killed:"
            f" {run_command('--unlock')}"
        )
    is_output = outputs_of(options.root)
    files: dict[bool, list[Path]] = {True: [], False: []}
    for file in chosen(options.root, options.experiments):
        files[was_made(file, is_output)].append(file)
    size = sum(file.lstat().st_size for file in files[True])
    what = (
        ", ".join(options.experiments)
        or "all results except raw data, results/tries, results/lands and results/reference"
    )
    print(f"{what}: {counted(len(files[True]), 'file')}, {amount(size)}")
    if foreign := [str(file) for file in files[False]]:
        more = f" and {len(foreign) - NAMED} more" if len(foreign) > NAMED else ""
        print(f"no run made these, so they stay: {', '.join(foreign[:NAMED])}{more}")
    if files[True] and (options.yes or agreed()):
        for file in files[True]:
            file.unlink()
        remove_empty_folders()
        print("removed")


def outputs_of(root: Path) -> Callable[[Path], bool]:
    """Whether a file has the name of a table or figure of an experiment of the project."""
    stems = set()
    for path in yaml_files_in(root / "workflow" / "experiments"):
        with suppress(UserError):  # the file is edited, and `check` says what is wrong
            content = read_yaml(path)
            for kind in ("tables", "figures"):
                outputs = content.get(kind) if isinstance(content, dict) else None
                stems |= {RESULTS / path.stem / str(name) for name in outputs or ()}
    return lambda file: file.suffix in OUTPUTS and file.with_suffix("") in stems


def was_made(file: Path, is_output: Callable[[Path], bool]) -> bool:
    """Whether a run of this project made a file: by its seal, its place or Snakemake's notes.

    A hidden file is what a killed step has begun (`methods.files`).
    """
    if file.is_symlink():
        return False
    if any(file.is_relative_to(folder) for folder in WRITTEN) or is_output(file):
        return True
    if str(file) in MEASURED or (file.name.startswith(".") and ".part-" in file.name):
        return True
    if file.suffix in SEALED:
        with suppress(Damaged, OSError):
            made_from(file)
            return True
    return records.made(str(file)) is not None or records.begun_at(str(file)) is not None


def chosen(root: Path, experiments: list[str]) -> Iterator[Path]:
    """The files of the experiments, or without any all results."""
    if not experiments:
        yield from files_in(RESULTS)
        return
    known = {path.stem for path in yaml_files_in(root / "workflow" / "experiments")}
    known |= {path.name for path in RESULTS.glob("*/") if path.name not in paths.SHARED}
    for name in experiments:
        if name not in known:
            raise unknown("experiment", name, known)
        yield from files_in(RESULTS / name)
        yield from files_in(LOGS / name)


def files_in(folder: Path) -> Iterator[Path]:
    """Every file that may be removed, and every link."""
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        folders[:] = sorted(name for name in folders if here / name not in KEPT)
        yield from (here / name for name in sorted(names))
        yield from (here / name for name in folders if (here / name).is_symlink())


def agreed() -> bool:
    """Whether the answer to the question is yes. If nobody can answer, it is no."""
    try:
        return input("Remove them? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def remove_empty_folders() -> None:
    """Those within a kept folder stay, as a run may work there, and so does a link to a folder."""
    for folder, _, _ in os.walk(RESULTS, topdown=False):
        path = Path(folder)
        is_kept = path.is_symlink() or any(kept in path.parents for kept in KEPT)
        if not is_kept and not any(path.iterdir()):
            path.rmdir()

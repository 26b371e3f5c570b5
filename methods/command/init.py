"""`init`: make a project folder; two commands then run the benchmark without a checkout."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
from pathlib import Path

from methods.command.layout import counted
from methods.command.new import METHOD
from methods.errors import UserError
from methods.project import IS_INSTALLED, NAME, PACKAGE
from methods.yaml_files import yaml_files_in

PARTS = ("Snakefile", "config.yaml", "datasets", "workflow")
PROFILES = {"profiles": "workflow/profiles", "slurm": "workflow/profiles/slurm"}
EXAMPLE = "nearest_mean"
README = f"""# A project of marginbench

    snakemake --cores all            # what config.yaml says; --dry-run lists it
    python -m {NAME} --help          # commands to look at the files and at the results

Every file here is yours to change. `workflow/experiments` has what is run, `datasets` where the
data come from, and `plugins` methods of your own: `plugins/{EXAMPLE}.py` is an example, and
`{EXAMPLE}.NearestMean` is its name in an experiment file. What a run makes is in `results`.
"""
IGNORED = ".snakemake/\n__pycache__/\ndatasets/local/\nresults/*\n!results/reference/\n"


def run(options: argparse.Namespace) -> None:
    """Fill a new or empty folder. It appears with everything in it, or not at all."""
    folder: Path = options.folder.absolute()
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise UserError(f"{options.folder} is there and not empty; name a new folder")
    # An existing folder may be a disk of its own, and that around it may be nobody's to write in.
    place = folder if folder.exists() else folder.parent
    begun = place / f".{folder.name}.part-{os.getpid()}"
    begun.mkdir(parents=True)
    try:
        fill(begun)
        if folder.exists():  # perhaps a shell is in it, so it stays the same folder
            for part in begun.iterdir():
                part.rename(folder / part.name)
        else:
            begun.rename(folder)
    finally:
        shutil.rmtree(begun, ignore_errors=True)
    experiments = len(yaml_files_in(folder / "workflow" / "experiments"))
    datasets = len(yaml_files_in(folder / "datasets"))
    print(
        f"{options.folder} has {counted(experiments, 'experiment')} on"
        f" {counted(datasets, 'data set')}. To run those that need no network:\n"
        f"  cd {shlex.quote(str(options.folder))}\n  snakemake --cores all"
    )


def fill(folder: Path) -> None:
    """Copy the files of a project. One that is made by a checkout has a link to its package."""
    shipped = PACKAGE / "project" if IS_INSTALLED else PACKAGE.parent
    for part in PARTS:
        if (shipped / part).is_dir():
            left_out = shutil.ignore_patterns("local", "__pycache__", ".*")
            shutil.copytree(shipped / part, folder / part, ignore=left_out)
        else:
            shutil.copy2(shipped / part, folder / part)
    if not IS_INSTALLED:
        (folder / NAME).symlink_to(PACKAGE)
    for link, target in PROFILES.items():
        (folder / link).symlink_to(target)
    (folder / "plugins").mkdir()
    example = METHOD.substitute(title="NearestMean")
    (folder / "plugins" / f"{EXAMPLE}.py").write_text(example, encoding="utf-8")
    (folder / "README.md").write_text(README, encoding="utf-8")
    (folder / ".gitignore").write_text(IGNORED, encoding="utf-8")

"""The project that a command works on: the folder with what to run, and with its results.

A project is a folder with PARTS. It is searched for from the working folder upward. A run whose
results are elsewhere names it in the environment variable VARIABLE, which wins. Outside of any
project, a checkout is the project of its own package. An installed package has none.
"""

from __future__ import annotations

import os
from pathlib import Path

from methods.errors import UserError

PARTS = ("Snakefile", "config.yaml", "workflow/experiments")
VARIABLE = "MARGINBENCH_PROJECT"
PACKAGE = Path(__file__).absolute().parent
NAME = __name__.partition(".")[0]
IS_INSTALLED = NAME != "methods"  # the wheel has another name, see .ci/installed_names.py


def is_project(folder: Path) -> bool:
    return all((folder / part).exists() for part in PARTS)


def _programs() -> str:
    """Where the programs are, from the folder of the project: only a checkout has its own."""
    return ".venv/bin/" if find() == PACKAGE.parent and not IS_INSTALLED else ""


def command(words: str) -> str:
    """A command of ours as one types it in the folder of the project."""
    return f"{_programs()}python -m {NAME} {words}"


def run_command(words: str) -> str:
    """A run of Snakemake as one types it in the folder of the project."""
    return f"{_programs()}snakemake {words}"


def find() -> Path | None:
    """The folder of the project, None if there is none."""
    if told := os.environ.get(VARIABLE):
        return Path(told).absolute()  # try and land work in another folder
    here = Path.cwd()
    found = next((folder for folder in (here, *here.parents) if is_project(folder)), None)
    return found or (None if IS_INSTALLED else PACKAGE.parent)


def root() -> Path:
    """The folder of the project. A `UserError` says how to make one."""
    folder = find()
    if folder is None:
        raise UserError("no project here or above; `marginbench init DIR` makes one")
    if not folder.is_dir():
        raise UserError(f"{VARIABLE} names {folder}, which is no folder")
    return folder
